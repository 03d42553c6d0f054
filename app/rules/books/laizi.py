"""The pattern book of laizi (rulebook 5): one deck and two wild cards.

There are 475,639 plays, of which a table would be large and slow to build; so cards are read as they come, and the
plays that hands have been offered are kept.
"""

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Final

from app.rules.bombs import JOKER_BITS, Bombs, sort_bombs
from app.rules.books import standard
from app.rules.books.standard import ROCKET, ROCKET_COUNTS
from app.rules.cards import RANKS, Rank, unpack
from app.rules.combos import Combo, Kind, Offer, is_larger
from app.rules.marks import ALL, FOUR, LAIZI_SHIFT, NATURAL, ONE_LAIZI, PLAIN, TWO, at_least, each
from app.rules.moves import Moves
from app.rules.sorts import lent_sorts_of, sorts_of
from app.rules.wilds import Reader

LONGEST: Final = {Kind.PAIR_CHAIN: 11, Kind.PLANE: 7}
"""Chains that 22 cards make longer than 20 do."""
PATTERNS: Final = tuple(
    pattern._replace(longest=LONGEST.get(pattern.kind, pattern.longest)) for pattern in standard.PATTERNS
)
"""All but the bombs and the rocket, in hint order."""
BOMBS: Final = {
    (Kind.SOFT_BOMB, 4): 1,
    (Kind.BOMB, 4): 2,
    (Kind.LAIZI_BOMB, 5): 3,
    (Kind.LAIZI_BOMB, 6): 4,
    (Kind.ROCKET, 1): 5,
}
"""Weakest first."""
END: Final = {
    ONE_LAIZI: Offer("L", (Combo(Kind.SINGLE, 1, Rank("3")),)),
    2 * ONE_LAIZI: Offer("LL", (Combo(Kind.PAIR, 1, Rank("3")),)),
}
"""What a hand of nothing but laizi leads."""
HANDS_KEPT: Final = 1 << 13
"""A hand is asked for its plays several times in a turn."""
PLAYS_KEPT: Final = 1 << 17
"""Some 300 bytes each; a server hardly meets a third of them."""


class Plays(dict[int, Offer]):
    """Plays by packed counts, read at the first question; ask only for what is a play."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.read = reader.readings

    def __missing__(self, counts: int) -> Offer:
        offer = Offer(unpack(counts), self.read(counts))
        if len(self) < PLAYS_KEPT:
            self[counts] = offer
        return offer

    def find(self, counts: int) -> Offer | None:
        """The play that packed counts are, if any."""
        offer = self.get(counts)
        if offer is None and (readings := self.read(counts)):
            offer = Offer(unpack(counts), readings)
        return offer


class LaiziBook:
    """The combinations of one deck with laizi; a `PatternBook`."""

    def readings(self, counts: int, *, whole_hand: bool = False) -> tuple[Combo, ...]:
        """See `PatternBook.readings`."""
        if whole_hand and counts in END:
            return END[counts].readings
        offer = self._plays.get(counts)
        return offer.readings if offer else self._plays.read(counts)

    def beats(self, play: Combo, lead: Combo) -> bool:
        """See `PatternBook.beats`."""
        return is_larger(play, lead, BOMBS)

    def is_bomb(self, combo: Combo) -> bool:
        """See `PatternBook.is_bomb`."""
        return combo.family in BOMBS

    doubles = is_bomb
    """See `PatternBook.doubles`."""

    def leads(self, counts: int) -> tuple[Offer, ...]:
        """See `PatternBook.leads`."""
        return (END[counts],) if counts in END else self._leads(counts)

    def follows(self, counts: int, lead: Combo) -> tuple[Offer, ...]:
        """See `PatternBook.follows`."""
        return self._moves.follows(counts, lead)

    def lowest_lead(self, counts: int) -> str:
        """See `PatternBook.lowest_lead`."""
        return END[counts].ranks if counts in END else RANKS[(counts & -counts).bit_length() - 1 >> 2]

    @cached_property
    def _leads(self) -> Callable[[int], tuple[Offer, ...]]:
        return lru_cache(HANDS_KEPT)(self._moves.leads)

    @cached_property
    def _plays(self) -> Plays:
        return Plays(Reader(PATTERNS, ROCKET))

    @cached_property
    def _moves(self) -> Moves:
        plays = self._plays
        layers = [sorts_of(PATTERNS, plays), *(lent_sorts_of(PATTERNS, plays, laizi) for laizi in (1, 2))]
        kept = lru_cache(HANDS_KEPT)(self._bombs_in)

        def bombs(counts: int) -> Bombs:
            many = counts + (FOUR if counts <= NATURAL else TWO) & ALL
            return kept(counts & ((many >> 3) * 15 | JOKER_BITS | ~NATURAL))

        return Moves(layers, plays.find, bombs, BOMBS, frozenset(Kind))

    def _bombs_in(self, counts: int) -> Bombs:
        """The bombs in packed counts of ranks held often enough, of jokers and of laizi."""
        found = [
            (rank >> 3) * (copies - laizi) + laizi * ONE_LAIZI
            for laizi in range(min(counts >> LAIZI_SHIFT, 2) + 1)
            for copies in range(4, 5 + laizi)
            for rank in each(at_least(counts, copies - laizi) & PLAIN)
        ]
        if counts & ROCKET_COUNTS == ROCKET_COUNTS:
            found.append(ROCKET_COUNTS)
        return sort_bombs(counts, found, self._plays, BOMBS)


WITH_LAIZI: Final = LaiziBook()
