"""The chains of a hand that may be worth taking out of it."""

from collections.abc import Iterator
from typing import Final

from app.rules.cards import ORDER, RANKS, Rank
from app.rules.combos import Combo, Kind
from app.rules.marks import CHAIN, at_least, highest, runs

CHAIN_FORMS: Final = ((3, 2, Kind.PLANE), (2, 3, Kind.PAIR_CHAIN), (1, 5, Kind.STRAIGHT))
"""Copies of each rank, shortest run, kind."""
LONGEST: Final = 12


def chain_combo(body: int, copies: int) -> Combo:
    """The reading of a chain with this body and no kickers."""
    kind = next(kind for width, _, kind in CHAIN_FORMS if width == copies)
    return Combo(kind, body.bit_count(), Rank(RANKS[highest(body)]))


def chains_in(counts: int) -> Iterator[tuple[int, int]]:
    """The chains that may be worth taking out, as marks of the body and copies.

    A plane breaks no bomb: what is left of it could not even be carried. A straight leaves no lone card at one
    of its ends, since the longer one is better; but an ace may stay behind, as it is worth more alone.
    """
    for copies, shortest, _ in CHAIN_FORMS:
        held = at_least(counts, copies) & CHAIN
        if copies == 3:
            held &= ~at_least(counts, 4)
        run = held
        for step in range(1, shortest):
            run &= held >> 4 * step
        if not run:
            continue
        lone = held & ~at_least(counts, 2) if copies == 1 else 0
        ends = lone & ~(8 << 4 * ORDER[Rank("A")])
        for body in runs(held, shortest, LONGEST):
            if not (body >> 4 & ~body & lone or body << 4 & ~body & ends):
                yield body, copies
