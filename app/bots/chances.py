"""Chances of cards dealt blindly: `drawn` of `places` hidden cards lie in one hand, each choice as likely."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import comb

Held = tuple[int, int]
"""How many small and how many big jokers."""


@lru_cache(maxsize=1 << 14)
def chance_of(copies: int, marked: int, places: int, drawn: int) -> float:
    """The chance that the hand holds at least `copies` of `marked` cards among them."""
    if copies <= 0:
        return 1.0
    if copies > marked or copies > drawn:
        return 0.0
    fewer = sum(comb(marked, held) * comb(places - marked, drawn - held) for held in range(copies))
    return 1.0 - fewer / comb(places, drawn)


@lru_cache(maxsize=1 << 14)
def shares(marked: int, places: int, drawn: int) -> tuple[float, ...]:
    """By number, from none to all, the chance that the hand holds exactly so many of `marked` cards."""
    at_least = [chance_of(copies, marked, places, drawn) for copies in range(marked + 2)]
    return tuple(more - most for more, most in pairwise(at_least))


@lru_cache(maxsize=1 << 12)
def joker_shares(hidden: Held, places: int, drawn: int) -> dict[Held, float]:
    """The chance of each number of small and of big jokers in the hand."""
    small, big = hidden
    plain = places - small - big
    ways = comb(places, drawn)
    return {
        (few, many): comb(small, few) * comb(big, many) * comb(plain, drawn - few - many) / ways
        for few in range(small + 1)
        for many in range(big + 1)
        if 0 <= drawn - few - many <= plain
    }


def either(one: float, other: float) -> float:
    """The chance of one or the other of two independent things."""
    return 1.0 - (1.0 - one) * (1.0 - other)


def within(lacks: Iterable[tuple[float, ...]], most: int) -> float:
    """The chance that independent numbers add up to no more than `most`.

    Each is given by the chances of 0, 1, 2 and so on.
    """
    sums = [1.0] + [0.0] * most
    for chances in lacks:
        sums = [
            sum(sums[total - lack] * chance for lack, chance in enumerate(chances[: total + 1]))
            for total in range(most + 1)
        ]
    return sum(sums)
