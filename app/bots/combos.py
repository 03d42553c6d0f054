"""Sizes and bodies of combinations, as the bots need them: ranks are places in order of strength."""

from typing import Final

from app.rules.books.standard import ROCKET_COUNTS
from app.rules.cards import ORDER, Rank
from app.rules.combos import Combo, Kind

COPIES: Final = {
    Kind.SINGLE: 1,
    Kind.PAIR: 2,
    Kind.TRIO: 3,
    Kind.TRIO_SINGLE: 3,
    Kind.TRIO_PAIR: 3,
    Kind.STRAIGHT: 1,
    Kind.PAIR_CHAIN: 2,
    Kind.PLANE: 3,
    Kind.PLANE_SINGLES: 3,
    Kind.PLANE_PAIRS: 3,
    Kind.FOUR_TWO: 4,
    Kind.FOUR_TWO_PAIRS: 4,
    Kind.BOMB: 4,
}
"""How many cards a body has of each of its ranks."""
CARRIED: Final = {
    Kind.TRIO_SINGLE: (1, Kind.SINGLE),
    Kind.TRIO_PAIR: (1, Kind.PAIR),
    Kind.PLANE_SINGLES: (1, Kind.SINGLE),
    Kind.PLANE_PAIRS: (1, Kind.PAIR),
    Kind.FOUR_TWO: (2, Kind.SINGLE),
    Kind.FOUR_TWO_PAIRS: (2, Kind.PAIR),
}
"""How many kickers a body carries for each of its ranks, and whether they are single cards or pairs."""
BOMBS: Final = frozenset({Kind.BOMB, Kind.ROCKET})
ACE: Final = ORDER[Rank("A")]
SMALL: Final = ORDER[Rank("B")]
BIG: Final = ORDER[Rank("R")]
"""Places: of the ace, which ends every chain, and of the two jokers, of which a deck has one each."""


def cards_of(combo: Combo) -> int:
    """How many cards a play of this reading has."""
    if combo.kind is Kind.ROCKET:
        return 2
    if combo.kind is Kind.BOMB:
        return combo.size
    number, kind = CARRIED.get(combo.kind, (0, Kind.SINGLE))
    return combo.size * (COPIES[combo.kind] + number * COPIES[kind])


def body_of(combo: Combo) -> int:
    """The packed counts of a body, without what it carries."""
    top = ORDER[combo.rank]
    if combo.kind is Kind.ROCKET:
        return ROCKET_COUNTS
    length = 1 if combo.kind is Kind.BOMB else combo.size
    return sum(COPIES[combo.kind] << 4 * place for place in range(top - length + 1, top + 1))
