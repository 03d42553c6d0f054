"""Reading cards with laizi (rulebook 5): all that a set of cards can stand for.

No rank is tried out for a laizi: a body that lacks no more cards than there are laizi is a reading if it may carry
the rest. A lent kicker always finds a rank that it may have: there are 13, and at most five in a body that carries.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from app.rules.cards import RANKS, Rank
from app.rules.combos import LEADING, Combo, Kind
from app.rules.marks import (
    ALL,
    FOUR,
    JOKERS,
    LAIZI_SHIFT,
    NATURAL,
    ONE,
    ONE_LAIZI,
    PLAIN,
    THREE,
    TWO,
    at_least,
    highest,
    total,
)
from app.rules.patterns import Pattern, combo_of

BEYOND: Final = 3 * (PLAIN >> 3) + 6 * (JOKERS >> 3) + 5 * ONE_LAIZI
"""What to add to packed counts so that ranks held more often than the deck does (4, 1, 2) carry their mark."""
BOTH_JOKERS: Final = JOKERS >> 3


class Cards:
    """Cards to be read, at most four of a rank."""

    __slots__ = ("counts", "held", "laizi", "tallies")

    def __init__(self, counts: int) -> None:
        self.counts = counts & NATURAL
        """All but the laizi."""
        self.laizi = counts >> LAIZI_SHIFT
        one, two, three, four = (self.counts + lift & ALL for lift in (ONE, TWO, THREE, FOUR))
        self.held = ALL, one, two, three, four, 0
        """By number of copies: the marks of the ranks that are there at least so many times."""
        pairs = one | two >> 1
        trios = pairs | three >> 2
        self.tallies = 0, one, pairs, trios, trios | four >> 3
        """By number of copies: for each rank as many of its bits as it is there, but not more (`marks.tallies`)."""


class Shape:
    """A pattern of one length, and so of one number of cards."""

    def __init__(self, pattern: Pattern, length: int) -> None:
        self._copies = pattern.copies
        self._kicker = pattern.kicker
        self._length = length
        self._size = pattern.copies * length
        self.cards = self._size + pattern.kicker * pattern.carries * length
        sized = pattern._replace(shortest=length, longest=length)
        found = [(body, (body >> 3) * 15, combo_of(pattern, body)) for body in sized.bodies_in(pattern.ranks)]
        self._bodies = found[::-1]

    def readings(self, cards: Cards) -> Iterator[Combo]:
        """Every reading of as many cards as the shape has, the highest rank first."""
        counts, laizi = cards.counts, cards.laizi
        tally = cards.tallies[self._copies]
        least = self._size - laizi
        barred = cards.held[self._copies + 1]
        if barred and not self._kicker:
            return
        if self._length == 1:
            barred |= ~cards.held[least]
        for body, bits, combo in self._bodies:
            if not body & barred:
                held = (tally & bits).bit_count()
                if held >= least and self._may_carry(counts & ~bits, held - least):
                    yield combo

    def _may_carry(self, rest: int, laizi: int) -> bool:
        """Whether all that is left is what this shape carries."""
        if not self._kicker:
            return not rest
        if self._kicker == 1:
            return not at_least(rest, 4) and rest & BOTH_JOKERS != BOTH_JOKERS
        if at_least(rest, 3) | rest & BOTH_JOKERS:
            return False
        return (at_least(rest, 1) ^ at_least(rest, 2)).bit_count() <= laizi


class Reader:
    """Readings of cards among which may be laizi."""

    def __init__(self, patterns: Sequence[Pattern], rocket: Combo) -> None:
        """`patterns` are all but the bombs and the rocket."""
        self._rocket = rocket
        self._shapes: defaultdict[int, list[Shape]] = defaultdict(list)
        for pattern in sorted(patterns, key=lambda pattern: LEADING.index(pattern.kind)):
            for length in range(pattern.shortest, pattern.longest + 1):
                shape = Shape(pattern, length)
                self._shapes[shape.cards].append(shape)

    def readings(self, counts: int) -> tuple[Combo, ...]:
        """Every reading of packed counts, in the leading order of rulebook 1.2."""
        if counts == BOTH_JOKERS:
            return (self._rocket,)
        if counts + BEYOND & ALL or not counts & NATURAL:
            return ()
        number = total(counts)
        cards = Cards(counts)
        found = _bombs(cards, number)
        for shape in self._shapes.get(number, ()):
            found += shape.readings(cards)
        return tuple(found)


def _bombs(cards: Cards, number: int) -> list[Combo]:
    """The bomb that cards of a single rank are, with the laizi as cards of this rank."""
    rank = cards.tallies[1]
    if not 4 <= number <= 6 or rank & rank - 1 or not rank & PLAIN:
        return []
    kind = Kind.LAIZI_BOMB if number > 4 else Kind.SOFT_BOMB if cards.laizi else Kind.BOMB
    return [Combo(kind, number, Rank(RANKS[highest(rank)]))]
