"""The plays worth weighing: of the many that differ only in what they carry, the one that spoils least."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.bots.combos import BOMBS, CARRIED, body_of
from app.bots.groups import Planner
from app.rules.books.standard import ROCKET_COUNTS
from app.rules.cards import pack_ranks
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
    bodies: dict[Combo, list[str]] = {}
    for offer in _keeping_rocket(counts, plays):
        bodies.setdefault(offer.readings[0], []).append(offer.ranks)
    if len(bodies) > FEW and not wide:
        planned = {group.counts for group in planner.groups(counts)}
        found = [
            Candidate(combo, text, packed)
            for combo, ranks in bodies.items()
            for text in ranks
            if (packed := pack_ranks(text)) in planned
        ]
        if found:
            return found
    return [_least_spoilt(counts, combo, ranks, planner) for combo, ranks in bodies.items()]


def _keeping_rocket(counts: int, plays: Sequence[Offer]) -> Sequence[Offer]:
    """These plays without those that break the rocket, which is done only where no other but a bomb is left."""
    if counts & ROCKET_COUNTS != ROCKET_COUNTS:
        return plays
    keeping = [offer for offer in plays if ("B" in offer.ranks) == ("R" in offer.ranks)]
    if any(offer.readings[0].kind not in BOMBS for offer in keeping):
        return keeping
    return [offer for offer in plays if offer in keeping or offer.readings[0].kind is Kind.SINGLE]


def _least_spoilt(counts: int, combo: Combo, ranks: list[str], planner: Planner) -> Candidate:
    """The play with this body whose kickers are best spared."""
    if len(ranks) > 1:
        carried = _spared(counts - body_of(combo), combo, planner)
        plays = {pack_ranks(text): text for text in ranks}
        best = body_of(combo) + carried
        if not carried or best not in plays:
            best = min(plays, key=lambda play: planner.loose_price(counts - play))
        return Candidate(combo, plays[best], best)
    return Candidate(combo, ranks[0], pack_ranks(ranks[0]))


def _spared(rest: int, combo: Combo, planner: Planner) -> int:
    """The dearest small groups of the best plan for what the body leaves; 0 where there are not enough."""
    number, kind = CARRIED[combo.kind]
    small = planner.dearest(kind, rest)[: combo.size * number]
    return sum(group.counts for group in small) if len(small) == combo.size * number else 0
