"""Bodies and kickers that lack cards for which laizi stand in (rulebook 5), out of what a hand holds.

A laizi may also stand in for a card that the hand has, which is another play: 3 L beside 3 3. All counts here are of
the other cards alone.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from app.rules.kickers import kickers as whole_kickers
from app.rules.marks import ALL, CHAIN, ONES, PLAIN, at_least, runs, tallies
from app.rules.memos import EACH

CHAIN_BITS: Final = (CHAIN >> 3) * 15
LENGTHS: Final = {1: range(5, 13), 2: range(3, 12), 3: range(2, 8)}
"""How long chains are, by copies of each rank."""
Body = tuple[int, int]
"""The marks of its ranks, and the packed counts of the cards that it has."""
RUNS: Final = {
    length: tuple((run, (run >> 3) * 15) for run in runs(CHAIN, length, length)) for length in range(2, 13)
}
"""Every run of chain ranks by length, low to high: its marks, and all its bits in packed counts."""


def chains(counts: int, copies: int, laizi: int, size: int, floor: int) -> Sequence[Body]:
    """Every run that lacks so many cards, of one size (0: of any), longest first, then low to high.

    With a size, its highest rank has at least the index `floor`.
    """
    return (_straights if copies == 1 else _chains)(
        tallies(counts, copies) & CHAIN_BITS, copies, laizi, size, floor
    )


def _chains(tally: int, copies: int, laizi: int, size: int, floor: int) -> Sequence[Body]:
    found: list[list[Body]] = []
    for length in (size,) if size else LENGTHS[copies]:
        bodies: list[Body] = []
        for ranks, bits in RUNS[length][max(0, floor + 1 - length) :]:
            held = tally & bits
            spare = held.bit_count() + laizi - copies * length
            if spare >= 0:
                bodies += [(ranks, cards) for cards in _give(held, spare)]
        if not bodies:
            break  # What is longer lacks more.
        found.append(bodies)
    return tuple(body for bodies in reversed(found) for body in bodies)


_straights = lru_cache(1 << 10)(_chains)
"""Hands are alike in which ranks they hold."""


def _give(tally: int, spare: int) -> list[int]:
    """What is left of these cards if so many of them are kept back."""
    given = (tally >> 3 & ONES) + (tally >> 2 & ONES) + (tally >> 1 & ONES) + (tally & ONES)
    if not spare:
        return [given]
    ones = [rank >> 3 for rank in EACH[tally & ALL]]
    if spare == 1:
        return [given - one for one in ones]
    return [
        given - sum(back)
        for back in combinations_with_replacement(ones, spare)
        if back[0] != back[1] or given & back[0] * 14
    ]


def kickers(counts: int, width: int, number: int, laizi: int) -> list[int]:
    """Every way to take so many kickers of `width` cards that lack so many."""
    if width == 1 or not laizi:
        return whole_kickers(counts, width, number - laizi) if number >= laizi else []
    found: list[int] = []
    ones, twos = ([rank >> 3 for rank in EACH[at_least(counts, copies) & PLAIN]] for copies in (1, 2))
    for halves in range(laizi % 2, laizi + 1, 2):
        # One laizi makes a pair of a single card, two of them make one of their own.
        pairs = number - halves - (laizi - halves) // 2
        for whole in combinations(twos, pairs) if pairs >= 0 else ():
            left = [one for one in ones if one not in whole]
            found += [2 * sum(whole) + sum(half) for half in combinations(left, halves)]
    return found
