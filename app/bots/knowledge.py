"""What a seat can count: which cards it has not seen, and how likely another seat holds what beats a play.

Open hands, what the landlord took or turned openly and still holds, and every play so far are known for sure; all
other cards may lie in any hidden place, each arrangement as likely as another. Ranks are counted, never cards: two
decks hold twins, and laizi are all alike.
"""

from collections import Counter
from collections.abc import Callable
from typing import Final

from app.bots.chances import chance_of, either, joker_shares, shares, within
from app.bots.combos import ACE, BIG, COPIES, SMALL, cards_of
from app.bots.games import GAMES
from app.rules.cards import ORDER, Card, pack
from app.rules.combos import Combo, Family, Kind
from app.rules.facts import Seat
from app.rules.marks import LAIZI_SHIFT, total
from app.rules.variants import RULESETS
from app.rules.views import View

NOTHING: Final = -1
"""The place below every rank."""
LENT: Final = frozenset({Kind.SOFT_BOMB, Kind.LAIZI_BOMB})
"""The bombs with laizi."""
JOKERS: Final[dict[Kind, Callable[[int, int], bool]]] = {
    Kind.ROCKET: lambda small, big: small > 0 and big > 0,
    Kind.KING_BOMB2: lambda small, big: small == 2 or big == 2,
    Kind.KING_BOMB3: lambda small, big: small + big >= 3,
    Kind.KING_BOMB4: lambda small, big: small + big == 4,
}
"""The bombs of jokers, and which small and big jokers make them."""


class Knowledge:
    """One seat's count of the cards, made anew for each decision."""

    def __init__(self, view: View) -> None:
        public = view.public
        open_hands = [() if seat == view.seat else sure_cards(view, seat) for seat in public.seats]
        self._order = GAMES[public.game].bombs
        self.sizes = tuple(held.count for held in view.hands)
        self._known = [pack(hand) for hand in open_hands]
        self._drawn = [
            0 if seat == view.seat else size - len(open_hands[seat]) for seat, size in enumerate(self.sizes)
        ]
        seen = pack(view.own) + sum(self._known) + sum(pack(move.cards) for move in public.moves)
        self._hidden = pack(RULESETS[public.game].deck) - seen
        self._places = total(self._hidden)
        unknown = list(zip(self._known, self._drawn, strict=True))
        self._like = [unknown.index(hand) for hand in unknown]
        """By seat: the first seat of which as much is known."""
        self._beats: dict[tuple[Seat, Combo], float] = {}
        self._bombs: dict[tuple[Seat, int], float] = {}

    def beats(self, seat: Seat, combo: Combo) -> float:
        """The chance that a seat holds a larger play of the same kind and size."""
        key = seat, combo = self._like[seat], combo
        chance = self._beats.get(key)
        if chance is None:
            chance = self._beats[key] = self._larger(seat, combo)
        return chance

    def bombs(self, seat: Seat, combo: Combo) -> float:
        """The chance that a seat holds a bomb, or the rocket, that beats this."""
        strength = self._order.get(combo.family, 0)
        key = seat, strength = self._like[seat], strength
        chance = self._bombs.get(key)
        if chance is None:
            chance = 0.0
            for family in self._weakest_above(strength):
                chance = either(chance, self._bomb(seat, family))
            self._bombs[key] = chance
        return either(chance, self.beats(seat, combo)) if strength else chance

    def _weakest_above(self, strength: int) -> list[Family]:
        """The bombs above this strength that hold no other of them."""
        weakest: list[Family] = []
        for family, other in self._order.items():
            if other > strength and not any(_holds(family, found) for found in weakest):
                weakest.append(family)
        return weakest

    def _bomb(self, seat: Seat, family: Family) -> float:
        kind, size = family
        if kind in JOKERS:
            return self._jokers(seat, JOKERS[kind])
        if self.sizes[seat] < size:
            return 0.0
        return self._with_wilds(seat, lambda wilds: self._rank(seat, NOTHING, size - wilds), kind)

    def _larger(self, seat: Seat, combo: Combo) -> float:
        """See `beats`."""
        if self.sizes[seat] < cards_of(combo):
            return 0.0
        kind, size, place = combo.kind, combo.size, ORDER[combo.rank]
        if kind is Kind.SINGLE:
            return self._higher_single(seat, place)
        if kind in JOKERS:
            is_pair = kind is Kind.KING_BOMB2 and place == SMALL
            return self._jokers(seat, lambda small, big: big == 2) if is_pair else 0.0
        copies = COPIES.get(kind, size)
        if size == 1 or kind not in COPIES:
            return self._with_wilds(seat, lambda wilds: self._rank(seat, place, copies - wilds), kind)
        return self._with_wilds(seat, lambda wilds: self._chain(seat, place, copies, size, wilds), kind)

    def _with_wilds(self, seat: Seat, chance: Callable[[int], float], kind: Kind) -> float:
        """A chance for each number of laizi that the seat may hold, as likely as each is; hard bombs take none."""
        free = self._hidden >> LAIZI_SHIFT
        known = self._known[seat] >> LAIZI_SHIFT
        if kind is Kind.BOMB or not free | known:
            return chance(0)
        held = shares(free, self._places, self._drawn[seat])
        return sum(share * chance(known + more) for more, share in enumerate(held) if share)

    def _copies(self, seat: Seat, place: int) -> tuple[int, int]:
        """How many cards of the rank in this place a seat surely holds, and how many more it may."""
        shift = 4 * place
        return self._known[seat] >> shift & 15, self._hidden >> shift & 15

    def _holds(self, seat: Seat, place: int, copies: int) -> float:
        """The chance that a seat holds so many cards of the rank in this place."""
        known, free = self._copies(seat, place)
        return chance_of(copies - known, free, self._places, self._drawn[seat])

    def _higher_single(self, seat: Seat, place: int) -> float:
        above = 4 * (place + 1)
        if self._known[seat] % (1 << LAIZI_SHIFT) >> above:
            return 1.0
        marked = sum(self._hidden >> 4 * other & 15 for other in range(place + 1, BIG + 1))
        return chance_of(1, marked, self._places, self._drawn[seat])

    def _rank(self, seat: Seat, place: int, copies: int) -> float:
        """The chance of so many cards of one rank above this place."""
        missed = 1.0
        for other in range(place + 1, SMALL):
            missed *= 1.0 - self._holds(seat, other, copies)
        return 1.0 - missed

    def _chain(self, seat: Seat, place: int, copies: int, size: int, wilds: int) -> float:
        """The chance of a chain that ends above this place and lacks no more cards than there are laizi.

        Its ranks are taken as independent, and so are chains.
        """
        missed = 1.0
        for top in range(place + 1, ACE + 1):
            places = range(top - size + 1, top + 1)
            if wilds:
                chance = within((self._lacks(seat, other, copies) for other in places), wilds)
            else:
                chance = 1.0
                for other in places:
                    chance *= self._holds(seat, other, copies)
                    if not chance:
                        break
            missed *= 1.0 - chance
        return 1.0 - missed

    def _lacks(self, seat: Seat, place: int, copies: int) -> tuple[float, ...]:
        """By number, the chance that so many of these copies are not in the seat's hand."""
        at_least = [self._holds(seat, place, held) for held in range(copies + 1)]
        return at_least[copies], *(at_least[held] - at_least[held + 1] for held in range(copies - 1, -1, -1))

    def _jokers(self, seat: Seat, are: Callable[[int, int], bool]) -> float:
        """The chance that the seat's jokers are such ones."""
        known_small, free_small = self._copies(seat, SMALL)
        known_big, free_big = self._copies(seat, BIG)
        held = joker_shares((free_small, free_big), self._places, self._drawn[seat])
        return sum(share for (small, big), share in held.items() if are(known_small + small, known_big + big))


def sure_cards(view: View, seat: Seat) -> tuple[Card, ...]:
    """The cards that another seat is known to hold.

    They are an open hand, or what the landlord took or turned openly and has not played.
    """
    held = view.hands[seat].cards
    if held is not None:
        return held
    public = view.public
    if seat != public.landlord:
        return ()
    taken = Counter(public.bottom)
    if public.open_card is not None:
        taken[public.open_card.card] += 1
    taken.subtract(card for move in public.moves if move.seat == seat for card in move.cards)
    return tuple(taken.elements())


def _holds(family: Family, other: Family) -> bool:
    """Whether a hand with a bomb of the one family always has one of the other."""
    kind, size = family
    return (
        (kind in JOKERS) == (other[0] in JOKERS)
        and size >= other[1]
        and (kind not in LENT or other[0] in LENT)
    )
