"""What a seat can count: which cards it has not seen, and how likely another seat holds what beats a play.

Open hands, the open bottom cards that the landlord still holds and every play so far are known for sure; all
other cards may lie in any hidden place, each arrangement as likely as another.
"""

from functools import lru_cache
from math import comb
from typing import Final

from app.bots.combos import ACE, BIG, COPIES, SMALL, cards_of
from app.rules.cards import ORDER, Card, pack, without
from app.rules.combos import Combo, Kind
from app.rules.facts import Seat
from app.rules.variants import RULESETS
from app.rules.views import View

NOTHING: Final = -1
"""The place below every rank."""


class Knowledge:
    """One seat's count of the cards, made anew for each decision."""

    def __init__(self, view: View) -> None:
        public = view.public
        open_hands = [() if seat == view.seat else sure_cards(view, seat) for seat in public.seats]
        seen = [*view.own, *(card for move in public.moves for card in move.cards)]
        seen += [card for hand in open_hands for card in hand]
        hidden = without(RULESETS[public.game].deck, seen)
        self.sizes = tuple(held.count for held in view.hands)
        self._known = [pack(hand) for hand in open_hands]
        self._drawn = [
            0 if seat == view.seat else size - len(open_hands[seat]) for seat, size in enumerate(self.sizes)
        ]
        self._hidden = pack(hidden)
        self._places = len(hidden)
        self._rockets = [self._both_jokers(seat) for seat in public.seats]
        self._bombs = [
            either(self._higher(seat, NOTHING, 4), rocket) for seat, rocket in enumerate(self._rockets)
        ]
        self._beats: dict[tuple[Seat, Combo], float] = {}

    def beats(self, seat: Seat, combo: Combo) -> float:
        """The chance that a seat holds a larger play of the same kind and size; bombs are apart."""
        key = seat, combo
        chance = self._beats.get(key)
        if chance is None:
            chance = self._beats[key] = self._larger(seat, combo)
        return chance

    def bombs(self, seat: Seat, combo: Combo) -> float:
        """The chance that a seat holds a bomb, or the rocket, that beats this."""
        if combo.kind is Kind.ROCKET:
            return 0.0
        if combo.kind is Kind.BOMB:
            return either(self.beats(seat, combo), self._rockets[seat])
        return self._bombs[seat]

    def _holds(self, seat: Seat, place: int, copies: int) -> float:
        """The chance that a seat holds so many cards of the rank in this place."""
        shift = 4 * place
        more = copies - (self._known[seat] >> shift & 15)
        return chance_of(more, self._hidden >> shift & 15, self._places, self._drawn[seat])

    def _larger(self, seat: Seat, combo: Combo) -> float:
        if combo.kind is Kind.ROCKET or self.sizes[seat] < cards_of(combo):
            return 0.0
        place = ORDER[combo.rank]
        if combo.kind is Kind.SINGLE:
            return self._higher_single(seat, place)
        if combo.size == 1 or combo.kind is Kind.BOMB:
            return self._higher(seat, place, COPIES[combo.kind])
        return self._higher_chain(seat, place, COPIES[combo.kind], combo.size)

    def _higher_single(self, seat: Seat, place: int) -> float:
        above = 4 * (place + 1)
        if self._known[seat] >> above:
            return 1.0
        marked = sum(self._hidden >> 4 * other & 15 for other in range(place + 1, BIG + 1))
        return chance_of(1, marked, self._places, self._drawn[seat])

    def _higher(self, seat: Seat, place: int, copies: int) -> float:
        """The chance of so many cards of one rank above this place."""
        missed = 1.0
        for other in range(place + 1, SMALL):
            missed *= 1.0 - self._holds(seat, other, copies)
        return 1.0 - missed

    def _higher_chain(self, seat: Seat, place: int, copies: int, size: int) -> float:
        """The chance of a chain that ends above this place, its ranks taken as independent."""
        missed = 1.0
        for top in range(place + 1, ACE + 1):
            chance = 1.0
            for other in range(top - size + 1, top + 1):
                chance *= self._holds(seat, other, copies)
                if not chance:
                    break
            missed *= 1.0 - chance
        return 1.0 - missed

    def _both_jokers(self, seat: Seat) -> float:
        known = sum(self._known[seat] >> 4 * place & 15 for place in (SMALL, BIG))
        free = sum(self._hidden >> 4 * place & 15 for place in (SMALL, BIG))
        return chance_of(2 - known, free, self._places, self._drawn[seat])


def sure_cards(view: View, seat: Seat) -> tuple[Card, ...]:
    """The cards that another seat is known to hold: an open hand, or the bottom cards that it has not played."""
    held = view.hands[seat].cards
    if held is not None:
        return held
    if seat != view.public.landlord:
        return ()
    played = {card for move in view.public.moves if move.seat == seat for card in move.cards}
    return tuple(card for card in view.public.bottom if card not in played)


@lru_cache(maxsize=1 << 14)
def chance_of(copies: int, marked: int, places: int, drawn: int) -> float:
    """The chance that `drawn` of `places` hidden places hold at least `copies` of `marked` cards among them."""
    if copies <= 0:
        return 1.0
    if copies > marked or copies > drawn:
        return 0.0
    fewer = sum(comb(marked, held) * comb(places - marked, drawn - held) for held in range(copies))
    return 1.0 - fewer / comb(places, drawn)


def either(one: float, other: float) -> float:
    """The chance of one or the other of two independent things."""
    return 1.0 - (1.0 - one) * (1.0 - other)
