"""Pattern books of decks without laizi: each play has a place in a table, built at the first question."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final

from app.rules.bombs import JOKER_BITS, Bombs, sort_bombs
from app.rules.cards import RANKS, Card, pack
from app.rules.combos import BombOrder, Combo, Family, Offer, is_larger
from app.rules.marks import ALL, FOUR
from app.rules.moves import Moves
from app.rules.patterns import Pattern, table_of
from app.rules.sorts import sorts_of

KEPT: Final = 1 << 14
"""A hand is asked for its plays several times in a turn: for the notice, by a bot, when its time runs out."""


class DeckBook:
    """A `PatternBook` from data: `patterns` in hint order, then what bombs are and what they are worth.

    `bombs` are those of one rank, `jokers` those of jokers by packed counts; `order` ranks all of them, and the
    families in `doubling` double the multiple.
    """

    def __init__(
        self,
        deck: Iterable[Card],
        patterns: Sequence[Pattern],
        bombs: Sequence[Pattern],
        jokers: Mapping[int, Combo],
        order: BombOrder,
        doubling: Collection[Family],
    ) -> None:
        self._deck = pack(deck)
        self._patterns = patterns
        self._bombs = bombs
        self._jokers = jokers
        self._order = order
        self._doubling = doubling

    def readings(self, counts: int, *, whole_hand: bool = False) -> tuple[Combo, ...]:
        """See `PatternBook.readings`."""
        offer = self._plays.get(counts)
        return offer.readings if offer else ()

    def beats(self, play: Combo, lead: Combo) -> bool:
        """See `PatternBook.beats`."""
        return is_larger(play, lead, self._order)

    def is_bomb(self, combo: Combo) -> bool:
        """See `PatternBook.is_bomb`."""
        return combo.family in self._order

    def doubles(self, combo: Combo) -> bool:
        """See `PatternBook.doubles`."""
        return combo.family in self._doubling

    def leads(self, counts: int) -> tuple[Offer, ...]:
        """See `PatternBook.leads`."""
        return self._leads(counts)

    def follows(self, counts: int, lead: Combo) -> tuple[Offer, ...]:
        """See `PatternBook.follows`."""
        return self._moves.follows(counts, lead)

    def lowest_lead(self, counts: int) -> str:
        """See `PatternBook.lowest_lead`."""
        return RANKS[(counts & -counts).bit_length() - 1 >> 2]

    @cached_property
    def _leads(self) -> Callable[[int], tuple[Offer, ...]]:
        return lru_cache(KEPT)(self._moves.leads)

    @cached_property
    def _plays(self) -> dict[int, Offer]:
        return table_of((*self._patterns, *self._bombs), self._jokers.items(), self._deck, self._order)

    @cached_property
    def _moves(self) -> Moves:
        ambiguous = [offer.readings for offer in self._plays.values() if len(offer.readings) > 1]
        kept = lru_cache(KEPT)(self._bombs_in)
        return Moves(
            [sorts_of(self._patterns, self._plays)],
            self._plays.get,
            lambda counts: kept(counts & (((counts + FOUR & ALL) >> 3) * 15 | JOKER_BITS)),
            self._order,
            {reading.kind for readings in ambiguous for reading in readings},
        )

    def _bombs_in(self, counts: int) -> Bombs:
        """The bombs in packed counts of ranks held four times, and of jokers."""
        found = [pattern.cards(body) for pattern in self._bombs for body in pattern.bodies(counts)]
        jokers = (counts & JOKER_BITS) + ALL
        found += [cards for cards in self._jokers if (jokers - cards) & ALL == ALL]
        return sort_bombs(counts, found, self._plays, self._order)
