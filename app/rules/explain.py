"""Verdicts in words that a program can read: `python -m app explain`, with which players settle disputes."""

from collections import Counter
from typing import Final

from app.rules.cards import RANKS, format_cards, pack, pack_ranks, parse_cards
from app.rules.combos import Combo
from app.rules.ruleset import Ruleset

MOST_OF_A_RANK: Final = 8
"""Two decks hold no more."""


def explain(
    rules: Ruleset, cards: str, over: str | None = None, *, whole_hand: bool = False
) -> dict[str, object]:
    """Whether cards are a play, all its readings in the order of rulebook 1.2 (Leading), and which beat `over`.

    `over` may name the reading that is meant, as "333LL=TRIO_PAIR" or "4567L=STRAIGHT 7"; else it has its own
    default. `whole_hand` says that the cards are all that the player has left, which matters to a hand of laizi
    (rulebook 5).
    Raises ValueError with a sentence for anything that cannot be understood.
    """
    lead = None if over is None else read_lead(rules, over)
    readings = rules.book.readings(read_counts(rules, cards), whole_hand=whole_hand and lead is None)
    beats = [None if lead is None else rules.book.beats(reading, lead) for reading in readings]
    return {
        "legal": bool(readings),
        "readings": [
            {"kind": reading.kind.value, "size": reading.size, "rank": reading.rank, "beats": larger}
            for reading, larger in zip(readings, beats, strict=True)
        ],
        "beats": None if lead is None else any(beats),
    }


def list_moves(rules: Ruleset, hand: str, over: str | None = None) -> dict[str, object]:
    """Every legal play of a hand as rank strings in hint order, and "pass" when following."""
    counts = read_counts(rules, hand)
    if over is None:
        return {"moves": [offer.ranks for offer in rules.book.leads(counts)]}
    offers = rules.book.follows(counts, read_lead(rules, over))
    return {"moves": [*(offer.ranks for offer in offers), "pass"]}


def read_lead(rules: Ruleset, text: str) -> Combo:
    """The play to beat, as CARDS, CARDS=KIND or "CARDS=KIND RANK"; of several readings the first that fits."""
    cards, is_named, kind = text.partition("=")
    readings = rules.book.readings(read_counts(rules, cards), whole_hand=True)
    if not readings:
        raise ValueError(f"{cards[:48]!r} is not a play, so nothing can be played over it.")
    named = [reading for reading in readings if not is_named or kind in _names(reading)]
    if not named:
        kinds = ", ".join(sorted({reading.kind.value for reading in readings}))
        raise ValueError(f"{cards[:48]!r} cannot be read as {kind[:24]!r}, only as {kinds}.")
    return named[0]


def _names(reading: Combo) -> tuple[str, str]:
    return reading.kind.value, f"{reading.kind.value} {reading.rank}"


def read_counts(rules: Ruleset, text: str) -> int:
    """The packed counts of cards ("3S 3H RJ") or of ranks alone ("333444LL", blanks allowed)."""
    words = text.upper().split()
    try:
        cards = parse_cards(" ".join(words))
    except ValueError:
        return _ranks("".join(words).replace("10", "T"))
    surplus = Counter(cards) - Counter(rules.deck)
    if surplus:
        raise ValueError(f"The deck of this game does not hold all of these: {format_cards(surplus)}.")
    return pack(cards)


def _ranks(ranks: str) -> int:
    for rank, copies in Counter(ranks).items():
        if rank not in RANKS:
            raise ValueError(
                f"{ranks[:24]!r} is neither cards such as '3S TH BJ' nor ranks such as '33TTBR'."
            )
        if copies > MOST_OF_A_RANK:
            raise ValueError(f"No deck holds {copies} cards of rank {rank}.")
    return pack_ranks(ranks)
