"""The plays worth weighing: of the many that differ only in what they carry, the one that spoils least."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.bots.combos import CARRIED, COPIES, body_of
from app.bots.groups import Planner
from app.rules.books.standard import ROCKET_COUNTS
from app.rules.cards import pack_ranks, unpack
from app.rules.combos import Combo, Kind, Offer

FEW: Final = 24
"""Up to so many bodies are all weighed."""


class Candidate(NamedTuple):
    """A play: its reading, its ranks and their packed counts."""

    combo: Combo
    ranks: str
    counts: int


def candidates(counts: int, plays: Sequence[Offer], planner: Planner, *, wide: bool) -> list[Candidate]:
    """The plays worth weighing, in hint order.

    Where there are many, on the lead, only those of the best plan, unless `wide`.
    """
    bodies: dict[tuple[Combo, int], list[str]] = {}
    for offer in _keeping_rocket(counts, plays):
        laizi = offer.ranks.count("L")
        for reading in offer.readings:
            bodies.setdefault((reading, laizi), []).append(offer.ranks)
    if len(bodies) > FEW and not wide:
        planned = {unpack(group.counts) for group in planner.groups(counts)}
        found = [
            Candidate(combo, text, pack_ranks(text))
            for (combo, _), ranks in bodies.items()
            for text in ranks
            if text in planned
        ]
        if found:
            return found
    return [_least_spoilt(counts, combo, ranks, planner) for (combo, _), ranks in bodies.items()]


def _keeping_rocket(counts: int, plays: Sequence[Offer]) -> Sequence[Offer]:
    """These plays without those that break the rocket, which is done only where no other but a bomb is left."""
    if counts & ROCKET_COUNTS != ROCKET_COUNTS:
        return plays
    keeping = [offer for offer in plays if ("B" in offer.ranks) == ("R" in offer.ranks)]
    if any(offer.readings[0].kind in COPIES for offer in keeping):
        return keeping
    return [offer for offer in plays if offer in keeping or offer.readings[0].kind is Kind.SINGLE]


def _least_spoilt(counts: int, combo: Combo, ranks: list[str], planner: Planner) -> Candidate:
    """The play with this body whose kickers are best spared."""
    text = ranks[0]
    if len(ranks) > 1:
        text = _spared(counts, combo, planner) if combo.kind in CARRIED and "L" not in text else ""
        if text not in ranks:
            text = min(ranks, key=lambda play: planner.loose_price(counts - pack_ranks(play)))
    return Candidate(combo, text, pack_ranks(text))


def _spared(counts: int, combo: Combo, planner: Planner) -> str:
    """The play whose kickers are the dearest small groups of the best plan for what the body leaves.

    Where there are not enough of them it is no play.
    """
    body = body_of(combo)
    number, kind = CARRIED[combo.kind]
    small = planner.dearest(kind, counts - body)[: combo.size * number]
    return unpack(body + sum(group.counts for group in small))
