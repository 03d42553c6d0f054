"""Verdicts in words that a program can read: `python -m app explain`, with which players settle disputes."""

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Final, Protocol

from app.rules.cards import ORDER, RANKS, Card, Rank, format_cards, pack, parse_cards
from app.rules.combos import Combo, PatternBook

MOST_OF_A_RANK: Final = 8
"""Two decks hold no more."""
ANY_DECK: Final = dict.fromkeys(RANKS, MOST_OF_A_RANK)
"""How many cards of each rank somebody may ask about."""


class Cards(Protocol):
    """What a verdict asks of a game; a `Ruleset` is one."""

    @property
    def deck(self) -> tuple[Card, ...]:
        """All its cards."""
        ...

    @property
    def book(self) -> PatternBook:
        """Its combinations."""
        ...


class Unclear(StrEnum):
    """Why a question has no answer."""

    BAD_QUESTION = "bad_question"
    UNKNOWN_GAME = "unknown_game"
    BAD_CARDS = "bad_cards"
    NOT_IN_DECK = "not_in_deck"
    NOT_A_PLAY = "not_a_play"
    NOT_THAT_READING = "not_that_reading"


class UnclearError(ValueError):
    """A question that cannot be understood: a stable code, and a sentence as its text."""

    def __init__(self, code: Unclear, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def explain(
    game: Cards, cards: str, over: str | None = None, *, whole_hand: bool = False
) -> dict[str, object]:
    """Whether cards are a play, all its readings in the order of rulebook 1.2 (Leading), and which beat `over`.

    `over` may name the reading that is meant, as "333LL=TRIO_PAIR" or "4567L=STRAIGHT 7"; else it has its own
    default. `whole_hand` says that the cards are all that the player has left, which matters to a hand of laizi
    (rulebook 5).
    Raises UnclearError for anything that cannot be understood.
    """
    book = game.book
    lead = None if over is None else read_lead(game, over)
    readings = book.readings(read_counts(game, cards), whole_hand=whole_hand and lead is None)
    beats = [None if lead is None else book.beats(reading, lead) for reading in readings]
    return {
        "legal": bool(readings),
        "readings": [
            {"kind": reading.kind, "size": reading.size, "rank": reading.rank, "beats": larger}
            for reading, larger in zip(readings, beats, strict=True)
        ],
        "beats": None if lead is None else any(beats),
    }


def list_moves(game: Cards, hand: str, over: str | None = None) -> dict[str, object]:
    """Every legal play of a hand as rank strings, such as "33344456", in hint order, and "pass" last when following.

    Hint order (`sorts`) is the one in which players want to be shown their plays: what goes out, then what spoils
    nothing, low before high, bombs last.
    Raises UnclearError for anything that cannot be understood, also for a hand that the deck does not hold.
    """
    counts = read_counts(game, hand, _ranks_of(game.deck))
    if over is None:
        return {"moves": [offer.ranks for offer in game.book.leads(counts)]}
    moves = [offer.ranks for offer in game.book.follows(counts, read_lead(game, over))]
    moves.append("pass")
    return {"moves": moves}


def read_lead(game: Cards, text: str) -> Combo:
    """The play to beat, as CARDS, CARDS=KIND or "CARDS=KIND RANK"; of several readings the first that fits."""
    cards, is_named, kind = text.partition("=")
    readings = game.book.readings(read_counts(game, cards), whole_hand=True)
    if not readings:
        raise UnclearError(
            Unclear.NOT_A_PLAY, f"{cards[:48]!r} is not a play, so nothing can be played over it."
        )
    named = [reading for reading in readings if not is_named or kind in _names(reading)]
    if not named:
        kinds = ", ".join(sorted({reading.kind.value for reading in readings}))
        raise UnclearError(
            Unclear.NOT_THAT_READING, f"{cards[:48]!r} cannot be read as {kind[:24]!r}, only as {kinds}."
        )
    return named[0]


def _names(reading: Combo) -> tuple[str, str]:
    return reading.kind.value, f"{reading.kind.value} {reading.rank}"


def read_counts(game: Cards, text: str, most: Mapping[str, int] = ANY_DECK) -> int:
    """The packed counts of cards ("3S 3H RJ") or of ranks alone ("333444LL", blanks allowed), in any order.

    Cards have to be in the deck; of ranks there may be as many as `most` says.
    """
    text = text.upper()
    try:
        cards = parse_cards(text)
    except ValueError:
        return _ranks("".join(text.split()).replace("10", "T"), most)
    held = _cards_of(game.deck)
    surplus = [card for card, copies in Counter(cards).items() if copies > held.get(card, 0)]
    if surplus:
        raise UnclearError(
            Unclear.NOT_IN_DECK,
            f"The deck of this game does not hold all of these: {format_cards(surplus)}.",
        )
    return pack(cards)


def _ranks(ranks: str, most: Mapping[str, int]) -> int:
    counts = 0
    for rank, copies in Counter(ranks).items():
        if rank not in most:
            raise UnclearError(
                Unclear.BAD_CARDS,
                f"{ranks[:24]!r} is neither cards such as '3S TH BJ' nor ranks such as '33TTBR'.",
            )
        if copies > most[rank]:
            raise UnclearError(Unclear.NOT_IN_DECK, f"No deck holds {copies} cards of rank {rank}.")
        counts += copies << 4 * ORDER[Rank(rank)]
    return counts


@lru_cache
def _cards_of(deck: tuple[Card, ...]) -> Mapping[Card, int]:
    return Counter(deck)


@lru_cache
def _ranks_of(deck: tuple[Card, ...]) -> Mapping[str, int]:
    """How many cards of each rank a deck holds."""
    return dict.fromkeys(RANKS, 0) | Counter(card[0] for card in deck)
