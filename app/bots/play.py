"""Playing to a trick: each sensible play, and the pass, is weighed by what it leaves and by who leads next.

The measure is leads (see `prices`): less the price of what stays in hand, plus the worth of the lead to whoever is
likely to have it. What others hold is a matter of chance, as far as this seat has counted the cards.
"""

from collections.abc import Sequence
from typing import Final

from app.bots.candidates import Candidate, candidates
from app.bots.combos import BIG
from app.bots.groups import Planner
from app.bots.knowledge import Knowledge
from app.bots.prices import Doubts, HandPrices
from app.bots.seats import sides_of
from app.rules.actions import Options, Pass, Play, SeatAction
from app.rules.cards import ORDER, pack
from app.rules.combos import Combo
from app.rules.facts import Seat
from app.rules.marks import total
from app.rules.moves import cards_for
from app.rules.variants import RULESETS
from app.rules.views import View

CARD: Final = 0.05
"""How much less it is worth for each card that is still to be played, so that a sure win is not drawn out."""
LEADS: Final = (12.0, 6.85, 2.45, 1.55, 1.05, 0.85, 0.75, 0.65, 0.55, 0.45, 0.35)
"""The worth of the lead to a seat by its number of cards; the last is for as many and more, the first for going out."""
RUN: Final = 4.0
"""The worth of a lead from which the hand is likely to run out, times how likely it is."""
BOMBED: Final = 0.6
"""How often an opponent with a bomb stops such a run."""
SURE: Final = 12
"""Up to so many cards it is worth looking for a way out that nobody can stop."""
HOLDS: Final = 0.6
"""How often a partner who takes a trick from the opponents keeps it."""
HELPS: Final = 0.7
"""How often a partner who could take a trick, and should, does."""
RUDE: Final = 0.7
"""What it costs to beat a partner's play, were it the best of all."""
NEAR: Final = 13
RASH: Final = 0.1
"""What it costs more to beat a partner for each card that he has fewer than `NEAR`."""
IDLE: Final = 0.9
"""What it costs to leave a trick to an opponent who then keeps it."""
LAST: Final = 9
LATE: Final = 0.25
"""What it costs more to let an opponent keep a trick for each card that he has fewer than `LAST`."""
FEW: Final = 2
MANY: Final = 8
"""Unusual plays matter when somebody has no more than `FEW` cards or this seat no more than `MANY`."""


class Trick:
    """One decision: what to play, or to pass."""

    def __init__(self, view: View, seat: Seat, options: Options) -> None:
        public = view.public
        self._view = view
        self._options = options
        self._book = RULESETS[public.game].book
        self._counts = pack(view.own)
        self._sides = sides_of(view, seat)
        self._knowledge = Knowledge(view)
        self._prices = HandPrices(self._knowledge, self._sides)
        self._planner = Planner(self._prices, public.game, self._counts)
        self._doubts = Planner(Doubts(self._knowledge, self._sides), public.game, self._counts)

    def choose(self) -> SeatAction:
        """The best play, or the pass; the last card is always played."""
        for offer in self._options.plays:
            if len(offer.ranks) == len(self._view.own):
                return self._play(offer.ranks, max(offer.readings, key=self._book.doubles))
        best: SeatAction | None = None
        highest = 0.0
        if Pass() in self._options.actions:
            best, highest = Pass(), self.worth_of_pass()
        for candidate in self.candidates():
            worth = self.worth_of(candidate)
            if best is None or worth > highest:
                best, highest = self._play(candidate.ranks, candidate.combo), worth
        if best is None:
            raise AssertionError("a seat at turn can pass or play")
        return best

    def candidates(self) -> list[Candidate]:
        """The plays worth weighing."""
        wide = min(self._knowledge.sizes) <= FEW or len(self._view.own) <= MANY
        return candidates(self._counts, self._options.plays, self._planner, wide=wide)

    def worth_of_pass(self) -> float:
        """The worth of leaving the trick to others."""
        lead = self._view.public.lead
        if lead is None or lead.reading is None:
            raise AssertionError("nobody passes on the lead")
        holder = lead.seat
        before = self._sides.order[: self._sides.order.index(holder)]
        kept = self._worth_to(holder, 0) - self._idleness(holder)
        if self._knowledge.sizes[holder] == 1:
            kept = LEADS[0] * self._sides.stance[holder]
            if kept > 0 and not set(before) & set(self._sides.opponents):
                return 2 * kept
        going_on = self._going_on(before, holder, lead.reading, len(lead.cards), kept)
        return going_on - self._planner.price(self._counts)

    def worth_of(self, candidate: Candidate) -> float:
        """The worth of a play."""
        rest = self._counts - candidate.counts
        kept = self._worth_of_own_lead(rest)
        going_on = self._going_on(self._sides.order, None, candidate.combo, len(candidate.ranks), kept)
        return going_on - self._planner.price(rest) - self._rudeness()

    def _idleness(self, holder: Seat) -> float:
        """What it costs to let an opponent keep a trick: the more, the closer he is to going out."""
        late = LATE * max(0, LAST - self._knowledge.sizes[holder])
        return (IDLE + late) * max(0.0, -self._sides.stance[holder])

    def _rudeness(self) -> float:
        """What it costs to beat a partner: the more, the better his play is, and the closer he is to going out."""
        lead = self._view.public.lead
        if lead is None or lead.reading is None:
            return 0.0
        near = RASH * max(0, NEAR - self._knowledge.sizes[lead.seat])
        return max(0.0, self._sides.stance[lead.seat]) * (RUDE * (ORDER[lead.reading.rank] / BIG) ** 3 + near)

    def _play(self, ranks: str, reading: Combo) -> Play:
        open_card = self._view.public.open_card
        return Play(cards_for(self._view.own, ranks, open_card.card if open_card else None), reading)

    def _going_on(
        self, seats: Sequence[Seat], holder: Seat | None, combo: Combo, cards: int, kept: float
    ) -> float:
        """The worth of a trick that these seats may still take from its holder (None: this seat).

        `kept` is the worth if none does. Opponents do not take from one another; a partner takes what does
        more good in his hands.
        """
        worth = kept
        for seat in reversed(seats):
            against = (1.0 - self._sides.stance[seat]) / 2
            helped = self._helped(seat, combo, cards, worth) if against < 1.0 else worth
            opposed = self._opposed(seat, holder, combo, cards, worth) if against else worth
            worth = against * opposed + (1.0 - against) * helped
        return worth

    def _opposed(self, seat: Seat, holder: Seat | None, combo: Combo, cards: int, worth: float) -> float:
        """The worth of a trick that an opponent may take."""
        left = self._knowledge.sizes[seat] - cards
        takes = self._knowledge.beats(seat, combo) if left <= 1 else self._prices.beaten(seat, combo)
        if holder is not None:
            takes *= (1.0 + self._sides.stance[holder]) / 2
        return takes * -_worth_of_lead(left) + (1.0 - takes) * worth

    def _helped(self, seat: Seat, combo: Combo, cards: int, worth: float) -> float:
        """The worth of a trick that a partner may take."""
        left = self._knowledge.sizes[seat] - cards
        takes, taken = self._knowledge.beats(seat, combo), _worth_of_lead(left)
        if left > 0:
            takes *= HELPS
            back = self._worth_to(self._sides.opponents[0], cards)
            taken = HOLDS * taken + (1.0 - HOLDS) * back
        return takes * taken + (1.0 - takes) * worth if taken > worth else worth

    def _worth_to(self, seat: Seat, played: int) -> float:
        """The worth, to this side, of another seat's having the lead after it has played so many cards."""
        return self._sides.stance[seat] * _worth_of_lead(self._knowledge.sizes[seat] - played)

    def _worth_of_own_lead(self, rest: int) -> float:
        """The worth of leading with these cards left: to be sure of going out, or how likely all goes well."""
        size = total(rest)
        if size <= SURE and self._doubts.price(rest) <= 1.0:
            return LEADS[0] - CARD * size + self._planner.price(rest)
        safe = sorted(self._safety_of(group.combo) for group in self._planner.groups(rest))
        run = 1.0
        for chance in safe[1:]:
            run *= chance
        return LEADS[-1] + RUN * run

    def _safety_of(self, combo: Combo) -> float:
        """The chance that no opponent can beat this, willing or not."""
        safe = 1.0
        for seat, against in self._sides.foes:
            safe *= 1.0 - against * self._knowledge.beats(seat, combo)
            safe *= 1.0 - against * BOMBED * self._knowledge.bombs(seat, combo)
        return safe


def _worth_of_lead(left: int) -> float:
    """The worth of the lead to the side of a seat with so many cards left."""
    return LEADS[min(max(0, left), len(LEADS) - 1)]
