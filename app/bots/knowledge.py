"""What a seat can count: which cards it has not seen, and how likely another seat holds what beats a play.

Open hands, the open bottom cards that the landlord still holds and every play so far are known for sure; all
other cards may lie in any hidden place, each arrangement as likely as another.
"""

from functools import cached_property, lru_cache
from math import comb
from typing import Final

from app.rules.cards import ORDER, Card, pack, without
from app.rules.combos import Combo, Kind
from app.rules.facts import Seat
from app.rules.variants import RULESETS
from app.rules.views import View

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
"""How many cards of each rank of its body a kind holds."""
ACE: Final = 11
SMALL: Final = 13
BIG: Final = 14
"""Places of ranks in order of strength: of the ace, which ends every chain, and of the jokers."""


@lru_cache(maxsize=1 << 14)
def chance_of(copies: int, marked: int, places: int, drawn: int) -> float:
    """The chance that `drawn` of `places` hidden places hold at least `copies` of `marked` cards among them."""
    if copies <= 0:
        return 1.0
    if copies > marked or copies > drawn:
        return 0.0
    if drawn >= places:
        return 1.0
    fewer = sum(comb(marked, held) * comb(places - marked, drawn - held) for held in range(copies))
    return 1.0 - fewer / comb(places, drawn)


class Knowledge:
    """One seat's count of the cards, made anew for each decision."""

    def __init__(self, view: View) -> None:
        public = view.public
        seen = [*view.own, *(card for move in public.moves for card in move.cards)]
        open_hands = [() if seat == view.seat else sure_cards(view, seat) for seat in public.seats]
        hidden = without(RULESETS[public.game].deck, [*seen, *(card for hand in open_hands for card in hand)])
        self.sizes = tuple(held.count for held in view.hands)
        self._known = [pack(hand) for hand in open_hands]
        self._drawn = [size - len(hand) for size, hand in zip(self.sizes, open_hands, strict=True)]
        self._hidden = pack(hidden)
        self._places = len(hidden)
        self._beaten: dict[tuple[Seat, Combo], float] = {}

    def holds(self, seat: Seat, place: int, copies: int) -> float:
        """The chance that a seat holds so many cards of the rank in this place."""
        shift = 4 * place
        more = copies - (self._known[seat] >> shift & 15)
        if more <= 0:
            return 1.0
        return chance_of(more, self._hidden >> shift & 15, self._places, self._drawn[seat])

    def beats(self, seat: Seat, combo: Combo) -> float:
        """The chance that a seat holds a larger play of the same kind and size; bombs are apart."""
        key = seat, combo
        chance = self._beaten.get(key)
        if chance is None:
            chance = self._beaten[key] = self._larger(seat, combo)
        return chance

    def bombs(self, seat: Seat, combo: Combo | None = None) -> float:
        """The chance that a seat holds a bomb or the rocket that beats `combo`."""
        if combo is not None and combo.kind is Kind.ROCKET:
            return 0.0
        if combo is not None and combo.kind is Kind.BOMB:
            return either(self.beats(seat, combo), self._rockets[seat])
        return self._all_bombs[seat]

    @cached_property
    def _rockets(self) -> list[float]:
        seats = range(len(self.sizes))
        return [self._both(seat) if self.sizes[seat] >= 2 else 0.0 for seat in seats]

    @cached_property
    def _all_bombs(self) -> list[float]:
        fours = [self._above(seat, -1, 4, SMALL) for seat in range(len(self.sizes))]
        return [either(four, rocket) for four, rocket in zip(fours, self._rockets, strict=True)]

    def _both(self, seat: Seat) -> float:
        """The chance of both jokers in one hand."""
        sure = [self._known[seat] >> 4 * place & 15 for place in (SMALL, BIG)]
        free = [self._hidden >> 4 * place & 15 for place in (SMALL, BIG)]
        if not all(known or left for known, left in zip(sure, free, strict=True)):
            return 0.0
        return chance_of(2 - sum(sure), 2 - sum(sure), self._places, self._drawn[seat])

    def _larger(self, seat: Seat, combo: Combo) -> float:
        if combo.kind is Kind.ROCKET or self.sizes[seat] < cards_of(combo):
            return 0.0
        place = ORDER[combo.rank]
        copies = COPIES[combo.kind]
        if combo.kind is Kind.SINGLE:
            higher = range(place + 1, BIG + 1)
            if any(self._known[seat] >> 4 * other & 15 for other in higher):
                return 1.0
            marked = sum(self._hidden >> 4 * other & 15 for other in higher)
            return chance_of(1, marked, self._places, self._drawn[seat])
        if combo.size > 1 and combo.kind is not Kind.BOMB:
            missed = 1.0
            for top in range(place + 1, ACE + 1):
                chance = 1.0
                for other in range(top - combo.size + 1, top + 1):
                    chance *= self.holds(seat, other, copies)
                    if not chance:
                        break
                missed *= 1.0 - chance
            return 1.0 - missed
        return self._above(seat, place, copies, SMALL)

    def _above(self, seat: Seat, place: int, copies: int, end: int) -> float:
        """The chance of so many cards of one rank above `place` and below `end`."""
        missed = 1.0
        for other in range(place + 1, end):
            missed *= 1.0 - self.holds(seat, other, copies)
        return 1.0 - missed


def either(one: float, other: float) -> float:
    """The chance that one or the other of two independent things holds."""
    return 1.0 - (1.0 - one) * (1.0 - other)


WITH_KICKERS: Final = {
    Kind.TRIO_SINGLE: 4,
    Kind.TRIO_PAIR: 5,
    Kind.PLANE_SINGLES: 4,
    Kind.PLANE_PAIRS: 5,
    Kind.FOUR_TWO: 6,
    Kind.FOUR_TWO_PAIRS: 8,
}
"""How many cards a kind holds for each rank of its body, kickers included."""


def cards_of(combo: Combo) -> int:
    """How many cards a play of this reading has."""
    if combo.kind is Kind.ROCKET:
        return 2
    if combo.kind is Kind.BOMB:
        return combo.size
    return combo.size * WITH_KICKERS.get(combo.kind, COPIES[combo.kind])


def sure_cards(view: View, seat: Seat) -> tuple[Card, ...]:
    """The cards that another seat is known to hold: an open hand, or the bottom cards that it has not played."""
    held = view.hands[seat].cards
    if held is not None:
        return held
    if seat != view.public.landlord:
        return ()
    played = {card for move in view.public.moves if move.seat == seat for card in move.cards}
    return tuple(card for card in view.public.bottom if card not in played)
