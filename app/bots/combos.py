"""Sizes and bodies of combinations, as the bots need them: ranks are places in order of strength."""

from typing import Final

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
}
"""How many cards a body has of each of its ranks; bombs have as many as their size says."""
CARRIED: Final = {
    Kind.TRIO_SINGLE: (1, Kind.SINGLE),
    Kind.TRIO_PAIR: (1, Kind.PAIR),
    Kind.PLANE_SINGLES: (1, Kind.SINGLE),
    Kind.PLANE_PAIRS: (1, Kind.PAIR),
    Kind.FOUR_TWO: (2, Kind.SINGLE),
    Kind.FOUR_TWO_PAIRS: (2, Kind.PAIR),
}
"""How many kickers a body carries for each of its ranks, and whether they are single cards or pairs."""
ACE: Final = ORDER[Rank("A")]
SMALL: Final = ORDER[Rank("B")]
BIG: Final = ORDER[Rank("R")]
"""Places: of the ace, which ends every chain, and of the two jokers."""


def cards_of(combo: Combo) -> int:
    """How many cards a play of this reading has."""
    copies = COPIES.get(combo.kind)
    if copies is None:
        return 2 if combo.kind is Kind.ROCKET else combo.size
    number, kind = CARRIED.get(combo.kind, (0, Kind.SINGLE))
    return combo.size * (copies + number * COPIES[kind])


def body_of(combo: Combo) -> int:
    """The packed counts of a body without what it carries, laizi as the cards that they stand for; no bomb."""
    top = ORDER[combo.rank]
    return sum(COPIES[combo.kind] << 4 * place for place in range(top - combo.size + 1, top + 1))
