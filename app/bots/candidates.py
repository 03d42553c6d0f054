"""The plays worth weighing: of the many that differ only in what they carry, the one that spoils least."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.bots.groups import Planner
from app.bots.knowledge import COPIES
from app.rules.cards import ORDER, pack_ranks
from app.rules.combos import Combo, Kind, Offer

FEW: Final = 24
"""Up to so many bodies are all weighed."""
CARRYING: Final = frozenset(
    {
        Kind.TRIO_SINGLE,
        Kind.TRIO_PAIR,
        Kind.PLANE_SINGLES,
        Kind.PLANE_PAIRS,
        Kind.FOUR_TWO,
        Kind.FOUR_TWO_PAIRS,
    }
)


class Candidate(NamedTuple):
    """A play: its reading, its ranks and their packed counts."""

    combo: Combo
    ranks: str
    counts: int


def candidates(counts: int, plays: Sequence[Offer], planner: Planner, wide: bool) -> list[Candidate]:
    """The plays worth weighing in hint order: on a lead with many of them those of the best plan, unless `wide`."""
    bodies: dict[Combo, list[str]] = {}
    for offer in plays:
        bodies.setdefault(offer.readings[0], []).append(offer.ranks)
    if len(bodies) > FEW and not wide:
        planned = {group.counts for group in planner.groups(counts)}
        found = [
            Candidate(offer.readings[0], offer.ranks, packed)
            for offer in plays
            if (packed := pack_ranks(offer.ranks)) in planned
        ]
        if found:
            return found
    return [_least_spoilt(counts, combo, ranks, planner) for combo, ranks in bodies.items()]


def body_counts(combo: Combo) -> int:
    """The packed counts of a body of this reading, without what it carries."""
    top = ORDER[combo.rank]
    length = 1 if combo.kind is Kind.BOMB else combo.size
    return sum(COPIES[combo.kind] << 4 * place for place in range(top - length + 1, top + 1))


def _least_spoilt(counts: int, combo: Combo, ranks: list[str], planner: Planner) -> Candidate:
    if len(ranks) == 1 or combo.kind not in CARRYING:
        return Candidate(combo, ranks[0], pack_ranks(ranks[0]))
    carried = _carried_in_plan(counts - body_counts(combo), combo, planner)
    packed = [pack_ranks(text) for text in ranks]
    if carried and (wanted := body_counts(combo) + carried) in packed:
        return Candidate(combo, ranks[packed.index(wanted)], wanted)
    best = min(range(len(packed)), key=lambda index: planner.loose_price(counts - packed[index]))
    return Candidate(combo, ranks[best], packed[best])


def _carried_in_plan(rest: int, combo: Combo, planner: Planner) -> int:
    """The dearest small groups of the best plan for what the body leaves; 0 where there are not enough."""
    number = combo.size * (2 if COPIES[combo.kind] == 4 else 1)
    kind = Kind.PAIR if combo.kind in (Kind.TRIO_PAIR, Kind.PLANE_PAIRS, Kind.FOUR_TWO_PAIRS) else Kind.SINGLE
    small = [group for group in planner.groups(rest) if group.combo.kind is kind]
    if len(small) < number:
        return 0
    return sum(group.counts for group in planner.dearest(small)[:number])
