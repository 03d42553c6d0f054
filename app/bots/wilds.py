"""Laizi lent to ranks, so that a hand can be taken apart like any other (rulebook 5)."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final

from app.rules.marks import CHAIN, LAIZI_SHIFT, PLAIN, at_least, each, total

WINDOW: Final = 5
"""The ranks of the shortest straight."""


def worth_lending(natural: int) -> list[int]:
    """The ranks to which a laizi may be lent with profit, as one card each.

    They are those that the hand has a card of, and those that alone are missing to a straight; else the lowest.
    """
    held = at_least(natural, 1) & PLAIN
    gaps = 0
    for start in range(12 - WINDOW + 1):
        window = (CHAIN & 0x88888) << 4 * start
        missing = window & ~held
        if missing and not missing & missing - 1:
            gaps |= missing
    return [rank >> 3 for rank in each(held | gaps)] or [1]


def loans(ranks: list[int], laizi: int) -> Iterator[int]:
    """Every way to lend so many laizi to these ranks, as packed counts of the cards that they stand for."""
    return (sum(chosen) for chosen in combinations_with_replacement(ranks, laizi))


def borrowed(lent: int, body: int, copies: int) -> int:
    """Which of the lent cards a chain takes that has so many copies of each rank of its body (marks)."""
    taken = 0
    for mark in each(at_least(lent, 1) & body):
        one = mark >> 3
        taken += min(lent // one & 15, copies) * one
    return taken


def as_held(counts: int, lent: int) -> int:
    """The packed counts of cards among which laizi stand in for the lent ones, as the hand holds them."""
    return counts - lent + (total(lent) << LAIZI_SHIFT)
