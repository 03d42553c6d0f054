"""Combinations (rulebook 1.1): what a set of cards can be read as, and which reading beats which.

A `Combo` is one reading. A `PatternBook` is the combinations of one game: it reads packed rank counts,
compares readings and lists plays. Suits never matter, so nothing here sees a card.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from app.rules.cards import Rank


class Kind(StrEnum):
    """The kinds of the rulebook, in no order."""

    SINGLE = "SINGLE"
    PAIR = "PAIR"
    TRIO = "TRIO"
    TRIO_SINGLE = "TRIO_SINGLE"
    TRIO_PAIR = "TRIO_PAIR"
    STRAIGHT = "STRAIGHT"
    PAIR_CHAIN = "PAIR_CHAIN"
    PLANE = "PLANE"
    PLANE_SINGLES = "PLANE_SINGLES"
    PLANE_PAIRS = "PLANE_PAIRS"
    FOUR_TWO = "FOUR_TWO"
    FOUR_TWO_PAIRS = "FOUR_TWO_PAIRS"
    BOMB = "BOMB"
    ROCKET = "ROCKET"


@dataclass(frozen=True, slots=True)
class Combo:
    """One reading of a play: kind, size and deciding rank.

    `size` is the chain length, the number of cards of a bomb, otherwise 1. `rank` is the highest card of a
    chain, else the rank of the single, pair, trio or four; a rocket's is "R".
    """

    kind: Kind
    size: int
    rank: Rank

    def __str__(self) -> str:
        return f"{self.kind}({self.size}) {self.rank}" if self.size > 1 else f"{self.kind} {self.rank}"


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal play: its ranks from low to high ("33344456") and its legal readings, the default first."""

    ranks: str
    readings: tuple[Combo, ...]


class PatternBook(Protocol):
    """The combinations of one game."""

    def readings(self, counts: int) -> tuple[Combo, ...]:
        """Every reading of packed rank counts, in the leading order of rulebook 1.2; empty: not a play."""
        ...

    def beats(self, play: Combo, lead: Combo) -> bool:
        """Whether `play` is larger than `lead` (rulebook 1.1, Comparing): a strict partial order."""
        ...

    def is_bomb(self, combo: Combo) -> bool:
        """Whether a combo is a bomb or the rocket: what beats any other kind and what an escape counts."""
        ...

    def leads(self, counts: int) -> tuple[Offer, ...]:
        """Every play that a hand allows on the lead, in hint order (small and unspoilt first, bombs last)."""
        ...

    def follows(self, counts: int, lead: Combo) -> tuple[Offer, ...]:
        """Every play of a hand that beats `lead`, in hint order; each offer's readings all beat it."""
        ...

    def lowest_lead(self, counts: int) -> str:
        """The ranks led when time runs out (rulebook 1.3): the lowest single that is not a laizi."""
        ...
