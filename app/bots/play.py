"""Playing to a trick: each sensible play, and the pass, is weighed by what it leaves and by who leads next.

The measure is leads (see `prices`): less the price of what stays in hand, plus the worth of the lead to whoever is
likely to have it. What others hold is a matter of chance, as far as this seat has counted the cards.
"""

from collections.abc import Sequence
from typing import Final

from app.bots.candidates import Candidate, candidates
from app.bots.combos import BIG
from app.bots.groups import Planner, size_of
from app.bots.knowledge import Knowledge
from app.bots.prices import Doubts, HandPrices
from app.bots.seats import sides_of
from app.rules.actions import Options, Pass, Play, SeatAction
from app.rules.cards import ORDER, pack
from app.rules.combos import Combo
from app.rules.facts import Seat
from app.rules.moves import cards_for
from app.rules.views import View

OUT: Final = 12.0
"""The worth of going out."""
CARD: Final = 0.05
"""How much less it is worth for each card that is still to be played, so that a sure win is not drawn out."""
LEADS: Final = (OUT, 6.85, 2.45, 1.55, 1.05, 0.85, 0.75, 0.65, 0.55, 0.45)
LEAD: Final = 0.35
"""The worth of the lead to a seat with so many cards left, and with more."""
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
FEW: Final = 2
MANY: Final = 8
"""Unusual plays matter when somebody has no more than `FEW` cards or this seat no more than `MANY`."""


class Trick:
    """One decision: what to play, or to pass."""

    def __init__(self, view: View, seat: Seat, options: Options) -> None:
        self._view = view
        self._options = options
        self._counts = pack(view.own)
        self._sides = sides_of(view.public, seat)
        self._knowledge = Knowledge(view)
        self._prices = HandPrices(self._knowledge, self._sides.opponents)
        self._planner = Planner(self._prices)
        self._doubts = Planner(Doubts(self._knowledge, self._sides.opponents))

    def choose(self) -> SeatAction:
        """The best play, or the pass; the last card is always played."""
        plays = self._options.plays
        for offer in plays:
            if len(offer.ranks) == len(self._view.own):
                return self._play(offer.ranks)
        best: SeatAction | None = None
        highest = 0.0
        if Pass() in self._options.actions:
            best, highest = Pass(), self.worth_of_pass()
        for candidate in self.candidates():
            worth = self.worth_of(candidate)
            if best is None or worth > highest:
                best, highest = self._play(candidate.ranks), worth
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
        kept = self._worth_to(holder, 0)
        if self._knowledge.sizes[holder] == 1:
            kept = OUT if holder in self._sides.partners else -OUT
            if kept > 0 and not set(before) & set(self._sides.opponents):
                return 2 * OUT
        going_on = self._going_on(before, holder, lead.reading, len(lead.cards), kept)
        return going_on - self._planner.price(self._counts)

    def worth_of(self, candidate: Candidate) -> float:
        """The worth of a play."""
        rest = self._counts - candidate.counts
        kept = self._worth_of_own_lead(rest)
        going_on = self._going_on(self._sides.order, None, candidate.combo, len(candidate.ranks), kept)
        return going_on - self._planner.price(rest) - self._rudeness()

    def _rudeness(self) -> float:
        """What it costs to beat a partner: the more, the better his play is."""
        lead = self._view.public.lead
        if lead is None or lead.reading is None or lead.seat not in self._sides.partners:
            return 0.0
        return RUDE * (ORDER[lead.reading.rank] / BIG) ** 3

    def _play(self, ranks: str) -> Play:
        return Play(cards_for(self._view.own, ranks))

    def _going_on(
        self, seats: Sequence[Seat], holder: Seat | None, combo: Combo, cards: int, kept: float
    ) -> float:
        """The worth of a trick that these seats may still take from its holder (None: this seat).

        `kept` is the worth if none does. Opponents do not take from one another; a partner takes what does
        more good in his hands.
        """
        worth = kept
        for seat in reversed(seats):
            left = self._knowledge.sizes[seat] - cards
            taken = self._worth_to(seat, cards)
            if seat in self._sides.opponents:
                if holder in self._sides.opponents:
                    continue
                takes = self._knowledge.beats(seat, combo) if left <= 1 else self._prices.beaten(seat, combo)
            else:
                takes = self._knowledge.beats(seat, combo)
                if left > 0:
                    takes *= HELPS
                    back = self._worth_to(self._sides.opponents[0], cards)
                    taken = HOLDS * taken + (1.0 - HOLDS) * back
                if taken <= worth:
                    continue
            worth = takes * taken + (1.0 - takes) * worth
        return worth

    def _worth_to(self, seat: Seat, played: int) -> float:
        """The worth, to this side, of another seat's having the lead after it has played so many cards."""
        left = max(0, self._knowledge.sizes[seat] - played)
        worth = LEADS[left] if left < len(LEADS) else LEAD
        return worth if seat in self._sides.partners else -worth

    def _worth_of_own_lead(self, rest: int) -> float:
        """The worth of leading with these cards left: to be sure of going out, or how likely all goes well."""
        if size_of(rest) <= SURE and self._doubts.price(rest) <= 1.0:
            return OUT - CARD * size_of(rest) + self._planner.price(rest)
        safe = sorted(self._safety_of(group.combo) for group in self._planner.groups(rest))
        run = 1.0
        for chance in safe[1:]:
            run *= chance
        return LEAD + RUN * run

    def _safety_of(self, combo: Combo) -> float:
        """The chance that no opponent can beat this, willing or not."""
        safe = 1.0
        for seat in self._sides.opponents:
            safe *= 1.0 - self._knowledge.beats(seat, combo)
            safe *= 1.0 - BOMBED * self._knowledge.bombs(seat, combo)
        return safe
