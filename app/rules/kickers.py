"""What a body may carry (rulebook 1.1): at most three of one rank, never both jokers, pairs of distinct ranks.

That no kicker has a rank of the body is the caller's part: he gives what else there is.
"""

from collections.abc import Iterable
from typing import Final

from app.rules.marks import JOKERS, PLAIN, each

Choice = tuple[tuple[int, int], ...]
"""What one rank can give, of which one thing is taken: the number of kickers, and their packed counts."""

RANK_BITS: Final = (*((rank >> 3) * 15 for rank in each(PLAIN)), (JOKERS >> 3) * 15)
"""The four bits of each rank; those of the jokers together, since only one of them may be carried."""

SINGLES: Final[dict[int, Choice]] = {
    (rank >> 3) * held: tuple((copies, (rank >> 3) * copies) for copies in range(1, min(held, 3) + 1))
    for rank in each(PLAIN)
    for held in range(1, 9)
} | {jokers >> 3: tuple((1, joker >> 3) for joker in each(jokers)) for jokers in (*each(JOKERS), JOKERS)}
"""Single kickers by the packed counts of a rank."""

PAIRS: Final[dict[int, Choice]] = {
    (rank >> 3) * held: ((1, (rank >> 3) * 2),) for rank in each(PLAIN) for held in range(2, 9)
}
"""Pair kickers by the packed counts of a rank."""


def kickers(rest: int, width: int, number: int) -> list[int]:
    """Every way to take so many kickers of `width` cards out of packed counts, from small to large."""
    choices = PAIRS if width == 2 else SINGLES
    return picks([choices[held] for bits in RANK_BITS if (held := rest & bits) in choices], number)


def picks(choices: Iterable[Choice], number: int) -> list[int]:
    """The packed counts of every way to take `number` kickers, at most one thing of each choice, low ranks first."""
    ways: list[list[int]] = [[0], *([] for _ in range(number))]
    for choice in choices:
        for wanted in range(number, 0, -1):
            for makes, cards in choice:
                if makes <= wanted:
                    ways[wanted] += [cards + others for others in ways[wanted - makes]]
    return ways[number]
