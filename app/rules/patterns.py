"""Patterns: the combinations of rulebook 1.1 as data, and the table of all plays that follows from them.

A pattern is a body, one rank or a run of ranks with so many copies each, and the kickers that it carries. A book
is a tuple of patterns; reading a play is then one look-up in the table of every legal set of ranks.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.rules.cards import RANKS, Rank, unpack
from app.rules.combos import BombOrder, Combo, Kind, Offer, in_leading_order
from app.rules.marks import JOKERS, PLAIN, at_least, each, highest, picks, runs


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
        return runs(at_least(counts, self.copies) & self.ranks, self.shortest, self.longest)

    def cards(self, body: int) -> int:
        """The packed counts of a body."""
        return (body >> 3) * self.copies

    def kickers(self, counts: int, body: int) -> list[int]:
        """All that a body may carry out of these counts, as packed counts from small to large.

        Never a rank of the body, at most three of one rank, never both jokers (rulebook 1.1).
        """
        if not self.kicker:
            return [0]
        rest = counts & ~((body >> 3) * 15)
        choices = pairs_of(rest) if self.kicker == 2 else singles_of(rest)
        return picks(choices, body.bit_count() * self.carries)


def singles_of(counts: int) -> Iterator[list[tuple[int, int]]]:
    """The choices of single kickers: up to three of a rank, and one of the jokers."""
    held = [at_least(counts, copies) for copies in (1, 2, 3)]
    for rank in each(held[0] & PLAIN):
        yield [(copies, (rank >> 3) * copies) for copies in (1, 2, 3) if rank & held[copies - 1]]
    yield [(1, joker >> 3) for joker in each(held[0] & JOKERS)]


def pairs_of(counts: int) -> Iterator[list[tuple[int, int]]]:
    """The choices of pair kickers: distinct ranks, no jokers."""
    return ([(1, (rank >> 3) * 2)] for rank in each(at_least(counts, 2) & PLAIN))


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
            for kickers in pattern.kickers(deck, body):
                readings[cards + kickers].append(combo)
    return {
        counts: Offer(unpack(counts), in_leading_order(found, bombs)) for counts, found in readings.items()
    }
