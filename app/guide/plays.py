"""What a game's book answers about its plays: nothing about them is known here but cards to ask it about."""

from collections.abc import Iterator
from functools import cmp_to_key
from itertools import product
from typing import Final, NamedTuple

from app.rules.cards import BIG_JOKER, LAIZI, RANKS, SMALL_JOKER, Card, pack, pack_ranks
from app.rules.combos import Combo, Kind, PatternBook
from app.rules.ruleset import Ruleset

SUITS: Final = "SHCD"
"""How the suits of an example take turns, so that no cards of a chain look as if they had to be of one suit."""
NUMBERED: Final = RANKS[:13]
"""The ranks that come in suits."""
JOKERS: Final = {"B": SMALL_JOKER, "R": BIG_JOKER, "L": LAIZI}
"""Cards without a suit, by rank."""

EXAMPLES: Final = {
    Kind.SINGLE: "K",
    Kind.PAIR: "99",
    Kind.TRIO: "QQQ",
    Kind.TRIO_SINGLE: "8884",
    Kind.TRIO_PAIR: "JJJ66",
    Kind.STRAIGHT: "56789",
    Kind.PAIR_CHAIN: "778899",
    Kind.PLANE: "555666",
    Kind.PLANE_SINGLES: "33344459",
    Kind.PLANE_PAIRS: "TTTJJJ5588",
    Kind.FOUR_TWO: "99993K",
    Kind.FOUR_TWO_PAIRS: "66665588",
}
"""What each kind looks like, bombs apart; the body stands first."""
COPIES: Final = {Kind.STRAIGHT: 1, Kind.PAIR_CHAIN: 2, Kind.PLANE: 3}
"""Cards of each rank of a chain."""


class Bomb(NamedTuple):
    """A bomb: cards, what they are read as, and whether playing them multiplies."""

    ranks: str
    reading: Combo
    doubles: bool


def laid(ranks: str) -> tuple[Card, ...]:
    """Cards with these ranks, in this order."""
    return tuple(
        JOKERS.get(rank) or Card(rank + SUITS[index % len(SUITS)]) for index, rank in enumerate(ranks)
    )


def kinds_of(book: PatternBook) -> tuple[Kind, ...]:
    """The kinds of a game, bombs apart, in the order in which they are learnt."""
    return tuple(
        kind
        for kind, ranks in EXAMPLES.items()
        if any(reading.kind is kind for reading in book.readings(pack_ranks(ranks)))
    )


def lengths(book: PatternBook, kind: Kind) -> tuple[int, int]:
    """How many ranks a chain of this kind has, at least and at most."""
    found = [chain.size for _, chain in _chains(book, kind)]
    return min(found), max(found)


def chain_ranks(book: PatternBook) -> tuple[str, str, str]:
    """The lowest and the highest rank of chains, and the rank above, which they never have."""
    ranks = {rank for run, _ in _chains(book, Kind.STRAIGHT) for rank in run}
    found = sorted(map(NUMBERED.index, ranks))
    return NUMBERED[found[0]], NUMBERED[found[-1]], NUMBERED[found[-1] + 1]


def _chains(book: PatternBook, kind: Kind) -> Iterator[tuple[str, Combo]]:
    """Every run of ranks that is a chain of this kind, and what it is read as."""
    for start, end in product(range(len(NUMBERED)), range(len(NUMBERED) + 1)):
        run = NUMBERED[start:end]
        for reading in book.readings(pack_ranks(run * COPIES[kind])):
            if reading.kind is kind:
                yield run, reading


def end_play(book: PatternBook) -> str:
    """The rank that a laizi stands for when it is all that a hand has left; "" in games without."""
    readings = book.readings(pack_ranks("L"), whole_hand=True)
    return readings[0].rank if readings else ""


def bombs_of(rules: Ruleset) -> tuple[Bomb, ...]:
    """The bombs of a game, weakest first; of those that differ by rank alone one.

    The weaker ones are shown with the higher ranks, since rank counts for nothing between them.
    """
    book = rules.book
    shown: dict[Combo, str] = {}
    for ranks in _bundles(rules, NUMBERED[0]):
        for reading in book.readings(pack_ranks(ranks)):
            if book.is_bomb(reading):
                shown.setdefault(reading, ranks)

    def compare(one: Combo, other: Combo) -> int:
        return book.beats(one, other) - book.beats(other, one)

    high = iter(reversed(NUMBERED))
    bombs = []
    for reading in sorted(shown, key=cmp_to_key(compare)):
        ranks = shown[reading]
        if reading.rank == NUMBERED[0]:
            ranks = ranks.replace(NUMBERED[0], next(high))
        (read,) = (each for each in book.readings(pack_ranks(ranks)) if each.family == reading.family)
        bombs.append(Bomb(ranks, read, book.doubles(read)))
    return tuple(bombs)


def _bundles(rules: Ruleset, rank: str) -> Iterator[str]:
    """All cards of one rank, with laizi or without, and all sets of jokers, that the deck holds; few laizi first."""
    held = pack(rules.deck)

    def most(of: str) -> range:
        return range((held >> 4 * RANKS.index(of) & 15) + 1)

    for laizi, copies in product(most("L"), most(rank)):
        yield rank * copies + "L" * laizi
    for small, big in product(most("B"), most("R")):
        yield "B" * small + "R" * big
