"""Ranks, cards, decks and packed rank counts.

A card is its own text, on the wire, in the log and in memory: rank then suit ("3S", "TH", "2C"), "BJ" and
"RJ" for the small and the big joker, "LZ" for a laizi. Suits never matter for strength (rulebook 1), so the
pattern code sees a hand as one integer: four bits a rank, the lowest rank lowest (`pack`).
"""

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", str)
Rank = NewType("Rank", str)

RANKS: Final = "3456789TJQKA2BRL"
"""Every rank in order of strength as a single card; L, the laizi, stands last for want of a rank of its own."""
SUITS: Final = "DCHS"
"""Suits from low to high; they order equal ranks in a sorted hand and nothing else."""
SMALL_JOKER: Final = Card("BJ")
BIG_JOKER: Final = Card("RJ")
LAIZI: Final = Card("LZ")

ORDER: Final[dict[Rank, int]] = {Rank(rank): index for index, rank in enumerate(RANKS)}
"""Strength of a rank as a single card, 0 (a three) to 14 (the big joker)."""

FRENCH_DECK: Final[tuple[Card, ...]] = (
    *(Card(rank + suit) for rank in RANKS[:13] for suit in SUITS),
    SMALL_JOKER,
    BIG_JOKER,
)
"""The 54 cards of one deck, sorted from low to high."""

_PLACE: Final[dict[Card, int]] = {card: index for index, card in enumerate((*FRENCH_DECK, LAIZI))}
_UNIT: Final[dict[Card, int]] = {card: 1 << 4 * ORDER[Rank(card[0])] for card in _PLACE}


def rank_of(card: Card) -> Rank:
    """The rank of a card: "TH" is a "T", "BJ" a "B"."""
    return Rank(card[0])


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards from high to low, as a player holds them; a laizi stands first, equal ranks by suit."""
    return tuple(sorted(cards, key=_PLACE.__getitem__, reverse=True))


def lowest_first(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards from low to high, equal ranks from the lowest suit."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def pack(cards: Iterable[Card]) -> int:
    """Rank counts of the cards as one integer, four bits a rank; "3S 3H 4D" is 0x12."""
    return sum(map(_UNIT.__getitem__, cards))


def unpack(counts: int) -> str:
    """The rank string of packed counts, low to high: 0x12 is "334"."""
    return "".join(rank * (counts >> 4 * index & 15) for index, rank in enumerate(RANKS))


def pack_ranks(ranks: Iterable[str]) -> int:
    """Rank counts of a rank string such as "333444LL".

    Raises ValueError for a character that is no rank.
    """
    counts = 0
    for rank in ranks:
        index = RANKS.find(rank)
        if index < 0 or len(rank) != 1:
            raise ValueError(f"not a rank: {rank!r}")
        counts += 1 << 4 * index
    return counts


def parse_card(text: str) -> Card:
    """The card written as `text`; raises ValueError if there is no such card."""
    card = Card(text)
    if card not in _PLACE:
        raise ValueError(f"not a card: {text!r}")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards separated by blanks: "3S TH BJ". The inverse of `format_cards`."""
    return tuple(parse_card(word) for word in text.split())


def format_cards(cards: Iterable[Card]) -> str:
    """Cards as text, separated by blanks. The inverse of `parse_cards`."""
    return " ".join(cards)


def is_within(cards: Iterable[Card], hand: Iterable[Card]) -> bool:
    """Whether a hand holds these cards, each as often as it is named (two decks hold twins)."""
    left = list(hand)
    for card in cards:
        if card not in left:
            return False
        left.remove(card)
    return True


def without(hand: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The hand after these cards have left it, its order kept.

    Raises ValueError if the hand does not hold them.
    """
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
