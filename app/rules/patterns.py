"""Patterns: the combinations of rulebook 1.1 as data, and the table of all plays that follows from them.

A pattern is a body, one rank or a run of ranks with so many copies each, and the kickers that it carries. A book
is a tuple of patterns; reading a play is then one look-up in the table of every legal set of ranks.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.rules.cards import RANKS, Rank, unpack
from app.rules.combos import BombOrder, Combo, Kind, Offer, in_leading_order
from app.rules.kickers import kickers
from app.rules.marks import PLAIN, at_least, highest, runs


class Pattern(NamedTuple):
    """One kind of combination."""

    kind: Kind
    copies: int
    """Cards of each rank of the body."""
    ranks: int = PLAIN
    """The marks of the ranks that a body may have."""
    shortest: int = 1
    longest: int = 1
    """How many consecutive ranks a body has."""
    kicker: int = 0
    """Cards of one kicker: 1 a single, 2 a pair, 0 nothing is carried."""
    carries: int = 1
    """Kickers for each rank of the body."""

    def bodies(self, counts: int) -> Iterator[int]:
        """The marks of every body in packed counts, longest first, then low to high."""
        return self.bodies_in(at_least(counts, self.copies) & self.ranks)

    def bodies_in(self, ranks: int) -> Iterator[int]:
        """The marks of every body in a set of ranks held often enough."""
        return runs(ranks, self.shortest, self.longest)

    def cards(self, body: int) -> int:
        """The packed counts of a body."""
        return (body >> 3) * self.copies

    def kickers(self, counts: int, body: int) -> list[int]:
        """All that a body may carry out of these counts, as packed counts from small to large."""
        if not self.kicker:
            return [0]
        return kickers(counts & ~((body >> 3) * 15), self.kicker, body.bit_count() * self.carries)


def combo_of(pattern: Pattern, body: int) -> Combo:
    """The reading of a play with this body; the size of a bomb is its number of cards."""
    size = pattern.copies if pattern.kind is Kind.BOMB else body.bit_count()
    return Combo(pattern.kind, size, Rank(RANKS[highest(body)]))


def table_of(
    patterns: Iterable[Pattern],
    special: Iterable[tuple[int, Combo]],
    deck: int,
    bombs: BombOrder,
) -> dict[int, Offer]:
    """Every play that a deck allows, by its packed counts, each with its readings in leading order."""
    readings: defaultdict[int, list[Combo]] = defaultdict(list)
    for counts, combo in special:
        readings[counts].append(combo)
    for pattern in patterns:
        for body in pattern.bodies(deck):
            combo = combo_of(pattern, body)
            cards = pattern.cards(body)
            for carried in pattern.kickers(deck, body):
                readings[cards + carried].append(combo)
    return {
        counts: Offer(unpack(counts), in_leading_order(found, bombs)) for counts, found in readings.items()
    }
