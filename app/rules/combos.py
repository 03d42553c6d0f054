"""Combinations (rulebook 1.1): what a set of cards can be read as, and which reading beats which.

A `Combo` is one reading. A `PatternBook` is the combinations of one game: it reads packed rank counts,
compares readings and lists plays. Suits never matter, so nothing here sees a card.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from app.rules.cards import ORDER, Rank


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
    KING_BOMB2 = "KING_BOMB2"
    KING_BOMB3 = "KING_BOMB3"
    KING_BOMB4 = "KING_BOMB4"
    SOFT_BOMB = "SOFT_BOMB"
    LAIZI_BOMB = "LAIZI_BOMB"


@dataclass(frozen=True, slots=True)
class Combo:
    """One reading of a play: kind, size and deciding rank. A dataclass, since it travels as a JSON object.

    `size` is the chain length, the number of cards of a bomb, otherwise 1. `rank` is the highest card of a
    chain, else the rank of the single, pair, trio or bomb; "R" for the rocket and for three or four jokers.
    """

    kind: Kind
    size: int
    rank: Rank

    @property
    def family(self) -> "Family":
        """What has to be equal for two plays to compare by rank: the kind, and with the size the number of cards."""
        return self.kind, self.size

    def __str__(self) -> str:
        return f"{self.kind}({self.size}) {self.rank}" if self.size > 1 else f"{self.kind} {self.rank}"


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal play: its ranks from low to high ("33344456") and its legal readings, the default first."""

    ranks: str
    readings: tuple[Combo, ...]


class PatternBook(Protocol):
    """The combinations of one game."""

    def readings(self, counts: int, *, whole_hand: bool = False) -> tuple[Combo, ...]:
        """Every reading of packed rank counts, in the leading order of rulebook 1.2; empty: not a play.

        `whole_hand` says that they are led and all that the hand holds, the one case in which laizi are a play by
        themselves (rulebook 5).
        """
        ...

    def beats(self, play: Combo, lead: Combo) -> bool:
        """Whether `play` is larger than `lead` (rulebook 1.1, Comparing): a strict partial order."""
        ...

    def is_bomb(self, combo: Combo) -> bool:
        """Whether a combo is a bomb or the rocket, which beat any other kind."""
        ...

    def doubles(self, combo: Combo) -> bool:
        """Whether playing it doubles the multiple: every bomb of one deck, the larger ones of two (rulebook 4)."""
        ...

    def leads(self, counts: int) -> tuple[Offer, ...]:
        """Every play that a hand allows on the lead, in hint order (small and unspoilt first, bombs last)."""
        ...

    def follows(self, counts: int, lead: Combo) -> tuple[Offer, ...]:
        """Every play of a hand that beats `lead`, in hint order; each offer's readings all beat it."""
        ...

    def lowest_lead(self, counts: int) -> str:
        """The ranks led when time runs out (rulebook 1.3): the lowest single that is not a laizi.

        A hand of laizi alone makes its end play (rulebook 5).
        """
        ...


Family = tuple[Kind, int]
BombOrder = Mapping[Family, int]
"""The bombs of a game by family: the higher figure, from 1, beats the lower, whatever the ranks."""


def is_larger(play: Combo, lead: Combo, bombs: BombOrder) -> bool:
    """Whether one reading beats another (rulebook 1.1, Comparing). Equal never beats.

    Bombs compare by their order, then by rank, and beat everything else; other plays compare by rank, and only
    with the same kind and size (and so the same number of cards: kind and size settle the number of kickers).
    """
    family, other = play.family, lead.family
    if family == other:
        return ORDER[play.rank] > ORDER[lead.rank]
    return bombs.get(family, 0) > bombs.get(other, 0)


LEADING: Final = (
    Kind.PLANE,
    Kind.PAIR_CHAIN,
    Kind.STRAIGHT,
    Kind.PLANE_PAIRS,
    Kind.PLANE_SINGLES,
    Kind.FOUR_TWO_PAIRS,
    Kind.FOUR_TWO,
    Kind.TRIO_PAIR,
    Kind.TRIO_SINGLE,
    Kind.TRIO,
    Kind.PAIR,
    Kind.SINGLE,
)
"""Which reading a lead takes, after the bombs from the largest down (rulebook 1.2)."""


def in_leading_order(readings: Iterable[Combo], bombs: BombOrder) -> tuple[Combo, ...]:
    """Readings of one play in the order of rulebook 1.2, Leading: the default first."""

    def key(combo: Combo) -> tuple[int, int, int]:
        strength = bombs.get(combo.family, 0)
        return -strength, 0 if strength else LEADING.index(combo.kind), -ORDER[combo.rank]

    return tuple(sorted(readings, key=key))


def in_following_order(readings: Iterable[Combo], lead: Combo) -> tuple[Combo, ...]:
    """Readings that beat `lead`, given in leading order, in that of rulebook 1.2, Following: its own family first."""
    return tuple(sorted(readings, key=lambda reading: reading.family != lead.family))
