"""Sets of ranks as marks on packed counts.

Packed counts (`cards.pack`) give every rank four bits. A set of ranks is written the same way with one mark, the
highest of its four bits, so that "the ranks held at least k times" is one addition and one mask: adding 8 - k
carries a count of k or more into that bit, and a count of at most 8 (two decks) never beyond it.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from app.rules.cards import ORDER, Rank

ONES: Final = 0x1111_1111_1111_1111
"""One of every rank, as packed counts."""
ALL: Final = 8 * ONES
"""The mark of every rank."""
LIFT: Final = tuple((8 - k) * ONES for k in range(9))
"""What to add to packed counts so that the ranks held at least k times carry their mark."""
ONE, TWO, THREE, FOUR = LIFT[1:5]


def mark(rank: str) -> int:
    """The mark of one rank."""
    return 8 << 4 * ORDER[Rank(rank)]


def marks(ranks: Iterable[str]) -> int:
    """The marks of several ranks."""
    return sum(map(mark, set(ranks)))


JOKERS: Final = marks("BR")
CHAIN: Final = marks("3456789TJQKA")
"""The ranks of chains: never 2, never a joker (rulebook 1.1)."""
PLAIN: Final = CHAIN | mark("2")
"""Every rank but the jokers and the laizi."""


FROM: Final = tuple(ALL << 4 * index & ALL for index in range(17))
"""By index: the marks of the ranks from there up."""
LAIZI_SHIFT: Final = 60
"""Where packed counts hold the number of laizi, their last rank."""
ONE_LAIZI: Final = 1 << LAIZI_SHIFT
"""One laizi in packed counts."""
NATURAL: Final = ONE_LAIZI - 1
"""The bits of every other rank."""
PLACES: Final = 0x0F0F_0F0F_0F0F_0F0F
"""The bits of every other place."""


def at_least(counts: int, copies: int) -> int:
    """The marks of the ranks held at least `copies` times, 1 to 8."""
    return counts + LIFT[copies] & ALL


def tallies(counts: int, most: int) -> int:
    """For each rank as many of its four bits, from the highest, as it is held, at most `most`."""
    return sum(at_least(counts, copies) >> copies - 1 for copies in range(1, most + 1))


def total(counts: int) -> int:
    """The number of cards in packed counts."""
    return ((counts & PLACES) + (counts >> 4 & PLACES)) % 255


def each(ranks: int) -> Iterator[int]:
    """The single marks of a set, low to high."""
    while ranks:
        low = ranks & -ranks
        yield low
        ranks ^= low


def highest(ranks: int) -> int:
    """The index (`cards.RANKS`) of the highest marked rank."""
    return ranks.bit_length() - 1 >> 2


def runs(ranks: int, shortest: int, longest: int) -> Iterator[int]:
    """Every run of consecutive marked ranks of the given lengths, longest first, then low to high."""
    starts = [ranks]
    while len(starts) < longest and starts[-1]:
        starts.append(starts[-1] & ranks >> 4 * len(starts))
    for length in range(len(starts), shortest - 1, -1):
        span = ONES & (1 << 4 * length) - 1
        for start in each(starts[length - 1]):
            yield start * span
