"""Playing a trick: each sensible play, and the pass, is weighed by what it leaves and by who leads next.

The measure is leads (see `prices`): the price of what stays in hand, the worth of the lead to whoever is likely
to have it next, and the chance that the hand then runs out by itself.
"""

from dataclasses import dataclass
from typing import Final

from app.bots.candidates import Candidate, candidates
from app.bots.groups import Planner
from app.bots.knowledge import Knowledge
from app.bots.prices import HandPrices
from app.rules.actions import Options, Pass, Play, SeatAction
from app.rules.cards import pack
from app.rules.combos import Combo
from app.rules.facts import Seat
from app.rules.moves import cards_for
from app.rules.views import View

OUT: Final = 12.0
"""The worth of having gone out."""
LEADS: Final = (OUT, 7.0, 2.6, 1.7, 1.2, 1.0, 0.9, 0.8, 0.7, 0.6)
"""The worth of the lead to a seat with so many cards left; `LEAD` with more."""
LEAD: Final = 0.5
WIN: Final = 4.0
"""The worth of a hand that surely runs out by itself."""


def lead_worth(cards: int) -> float:
    """The worth of the lead to another seat with so many cards."""
    return LEADS[cards] if cards < len(LEADS) else LEAD


@dataclass(frozen=True, slots=True)
class Side:
    """The other seats in play order, as the viewer stands to them."""

    seat: Seat
    order: tuple[Seat, ...]
    opponents: tuple[Seat, ...]
    partners: tuple[Seat, ...]


def side_of(view: View, seat: Seat) -> Side:
    """How the other seats stand to a seat when there is one landlord."""
    seats = len(view.public.carried)
    landlord = view.public.landlord
    order = tuple((seat + step) % seats for step in range(1, seats))
    if landlord is None or seat == landlord:
        return Side(seat, order, order, ())
    return Side(seat, order, (landlord,), tuple(other for other in order if other != landlord))


class Trick:
    """One decision in a trick."""

    def __init__(self, view: View, seat: Seat, options: Options) -> None:
        self._view = view
        self._options = options
        self._counts = pack(view.own)
        self._side = side_of(view, seat)
        self._knowledge = Knowledge(view)
        self._prices = HandPrices(self._knowledge, self._side.opponents)
        self._planner = Planner(self._prices)

    def choose(self) -> SeatAction | None:
        """The best play, or the pass."""
        plays = self._options.plays
        for offer in plays:
            if len(offer.ranks) == len(self._view.own):
                return self._play(offer.ranks)
        best: SeatAction | None = None
        score = 0.0
        if Pass() in self._options.actions:
            best, score = Pass(), self._pass_score()
        for candidate in candidates(self._counts, plays, self._planner, self._is_close()):
            found = self._play_score(candidate)
            if best is None or found > score:
                best, score = self._play(candidate.ranks), found
        return best

    def _play(self, ranks: str) -> Play:
        return Play(cards_for(self._view.own, ranks))

    def _is_close(self) -> bool:
        """Whether somebody is about to go out, so that unusual plays matter."""
        return min(self._knowledge.sizes) <= 2 or len(self._view.own) <= 8

    def _pass_score(self) -> float:
        return -self._planner.price(self._counts) + self._left_with_others()

    def _left_with_others(self) -> float:
        """What it is worth that the trick goes on without this seat."""
        lead = self._view.public.lead
        if lead is None or lead.reading is None:
            return 0.0
        holder, combo = lead.seat, lead.reading
        to_answer = self._side.order[: self._side.order.index(holder)]
        worth = 0.0
        open_ = 1.0
        for seat in to_answer:
            if (seat in self._side.partners) == (holder in self._side.partners):
                continue
            takes = self._prices.beaten(seat, combo)
            worth += open_ * takes * self._worth_of(seat, len(lead.cards))
            open_ *= 1.0 - takes
        return worth + open_ * self._worth_of(holder, 0)

    def _worth_of(self, seat: Seat, played: int) -> float:
        """The worth, to this side, of a seat's having the lead after it has played so many cards."""
        worth = lead_worth(max(0, self._knowledge.sizes[seat] - played))
        return worth if seat in self._side.partners else -worth

    def _play_score(self, candidate: Candidate) -> float:
        combo = candidate.combo
        rest = self._counts - candidate.counts
        score = -self._planner.price(rest)
        open_ = 1.0
        cards = len(candidate.ranks)
        for seat in self._side.order:
            left = self._knowledge.sizes[seat] - cards
            if seat in self._side.partners:
                if left == 0:
                    takes = self._knowledge.beats(seat, combo)
                    score += open_ * takes * OUT
                    open_ *= 1.0 - takes
                continue
            possible = self._knowledge.beats(seat, combo)
            takes = possible if left <= 1 else self._prices.beaten(seat, combo)
            score += open_ * takes * self._worth_of(seat, cards)
            open_ *= 1.0 - takes
        return score + open_ * self._own_lead(rest)

    def _own_lead(self, rest: int) -> float:
        """The worth of the own lead with these cards left."""
        groups = self._planner.groups(rest)
        safe = [1.0 - self._risk(group.combo) for group in groups]
        wins = 1.0
        for chance in sorted(safe)[1:]:
            wins *= chance
        return LEAD + WIN * wins + (lead_worth(len(groups) * 2) - LEAD) * 0.5

    def _risk(self, combo: Combo) -> float:
        """The chance that some opponent could beat this, willing or not."""
        kept = 1.0
        for seat in self._side.opponents:
            kept *= (1.0 - self._knowledge.beats(seat, combo)) * (
                1.0 - 0.6 * self._knowledge.bombs(seat, combo)
            )
        return 1.0 - kept
