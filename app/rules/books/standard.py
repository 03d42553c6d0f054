"""The pattern book of classic and Happy (rulebook 1.1): one deck of 54 cards."""

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Final

from app.rules.cards import FRENCH_DECK, RANKS, Rank, pack, pack_ranks
from app.rules.combos import Combo, Kind, Offer, is_larger
from app.rules.marks import ALL, CHAIN, FOUR, JOKERS, PLAIN, each
from app.rules.memos import Memo
from app.rules.moves import Bombs, Moves
from app.rules.patterns import Pattern, table_of

PATTERNS: Final = (
    Pattern(Kind.FOUR_TWO, copies=4, kicker=1, carries=2),
    Pattern(Kind.FOUR_TWO_PAIRS, copies=4, kicker=2, carries=2),
    Pattern(Kind.PLANE_SINGLES, copies=3, ranks=CHAIN, shortest=2, longest=5, kicker=1),
    Pattern(Kind.PLANE_PAIRS, copies=3, ranks=CHAIN, shortest=2, longest=4, kicker=2),
    Pattern(Kind.PAIR_CHAIN, copies=2, ranks=CHAIN, shortest=3, longest=10),
    Pattern(Kind.STRAIGHT, copies=1, ranks=CHAIN, shortest=5, longest=12),
    Pattern(Kind.PLANE, copies=3, ranks=CHAIN, shortest=2, longest=6),
    Pattern(Kind.TRIO_SINGLE, copies=3, kicker=1),
    Pattern(Kind.TRIO_PAIR, copies=3, kicker=2),
    Pattern(Kind.TRIO, copies=3),
    Pattern(Kind.PAIR, copies=2),
    Pattern(Kind.SINGLE, copies=1, ranks=PLAIN | JOKERS),
)
"""All but the bomb and the rocket, in hint order; chains and wings are as long as 20 cards allow."""
BOMB: Final = Pattern(Kind.BOMB, copies=4)
ROCKET: Final = Combo(Kind.ROCKET, 1, Rank("R"))
ROCKET_COUNTS: Final = pack_ranks("BR")
BOMBS: Final = {(Kind.BOMB, 4): 1, (Kind.ROCKET, 1): 2}
"""Weakest first."""
HANDS_KEPT: Final = 1 << 14
"""A hand is asked for its plays several times in a turn: for the notice, by a bot, when its time runs out."""


class StandardBook:
    """The combinations of one deck without laizi; a `PatternBook`. The table is built at the first question."""

    def readings(self, counts: int, *, whole_hand: bool = False) -> tuple[Combo, ...]:
        """See `PatternBook.readings`."""
        offer = self._plays.get(counts)
        return offer.readings if offer else ()

    def beats(self, play: Combo, lead: Combo) -> bool:
        """See `PatternBook.beats`."""
        return is_larger(play, lead, BOMBS)

    def is_bomb(self, combo: Combo) -> bool:
        """See `PatternBook.is_bomb`."""
        return combo.family in BOMBS

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
        return lru_cache(HANDS_KEPT)(self._moves.leads)

    @cached_property
    def _plays(self) -> dict[int, Offer]:
        return table_of((*PATTERNS, BOMB), [(ROCKET_COUNTS, ROCKET)], pack(FRENCH_DECK), BOMBS)

    @cached_property
    def _moves(self) -> Moves:
        plays = self._plays

        @Memo
        def bombs(fours_and_jokers: int) -> Bombs:
            fours = fours_and_jokers & ALL
            offers = tuple(plays[BOMB.cards(body)] for body in each(fours))
            if fours_and_jokers & ROCKET_COUNTS == ROCKET_COUNTS:
                return Bombs(fours | JOKERS, (*offers, plays[ROCKET_COUNTS]))
            return Bombs(fours, offers)

        return Moves(
            PATTERNS, plays, BOMBS, lambda counts: bombs[counts + FOUR & ALL | counts & ROCKET_COUNTS]
        )


STANDARD: Final = StandardBook()
