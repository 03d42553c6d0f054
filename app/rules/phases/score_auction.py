"""Bidding for the landlord 叫分 (rulebook 2 and 5): once each in play order, higher than all before, 3 ends it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from app.rules.actions import Action, Bid, Options, SeatAction
from app.rules.cards import BIG_JOKER, SMALL_JOKER, Card
from app.rules.facts import BidMade, Claim, Fact, Seat
from app.rules.phases.question import untimely
from app.rules.phases.redeal import passed_out
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.ruleset import Phase, Ruleset
from app.rules.table import Public, Table

HIGHEST_BID: Final = 3
NO_BID: Final = Bid(0)


@dataclass(frozen=True)
class Auction(Phase):
    """Each seat bids or passes once. `forced` says which hands may not pass while no bid stands."""

    forced: Callable[[tuple[Card, ...]], bool] = lambda hand: False
    name: str = "bid"

    def actors(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        public = table.public
        if public.first is None:
            raise AssertionError("the shuffle names a first bidder before anybody is asked")
        if len(public.bids) == len(public.seats) or public.bid == HIGHEST_BID:
            return frozenset()
        return frozenset({public.after(public.first, len(public.bids))})

    def options(self, rules: Ruleset, table: Table, seat: Seat) -> Options:
        if seat not in self.actors(rules, table):
            return Options()
        bids = tuple(Bid(value) for value in range(table.public.bid + 1, HIGHEST_BID + 1))
        if self._must_bid(table, seat):
            return Options(bids, why_not=Refusal.FORCED_BID)
        return Options((*bids, NO_BID))

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterable[Fact]:
        public = table.public
        if not isinstance(action, Bid):
            raise untimely(public, action)
        if seat is None or not NO_BID.value <= action.value <= HIGHEST_BID:
            raise IllegalActionError(Refusal.NOT_NOW)
        if seat not in self.actors(rules, table):
            raise IllegalActionError(Refusal.NOT_YOUR_TURN)
        if action == NO_BID and self._must_bid(table, seat):
            raise IllegalActionError(Refusal.FORCED_BID)
        if action != NO_BID and action.value <= public.bid:
            raise IllegalActionError(Refusal.BID_TOO_LOW)
        yield BidMade(seat, action.value)
        if action == NO_BID and not public.bid and len(public.bids) + 1 == len(public.seats):
            yield from passed_out(public)

    def default(self, rules: Ruleset, table: Table, seat: Seat) -> SeatAction:
        return Bid(1) if self._must_bid(table, seat) else NO_BID

    def _must_bid(self, table: Table, seat: Seat) -> bool:
        return not table.public.bid and self.forced(table.hands[seat])


def holds_joker_and_two(hand: tuple[Card, ...]) -> bool:
    """The hands that must bid in laizi (rulebook 5, Forced bid): a joker and a 2, or both jokers."""
    jokers = (SMALL_JOKER in hand) + (BIG_JOKER in hand)
    has_two = any(card[0] == "2" for card in hand)
    return jokers == 2 or (jokers == 1 and has_two)


def highest_bidder(public: Public) -> tuple[Seat, Claim]:
    """Who has bid the most is the landlord."""
    return max(public.bids, key=lambda bidding: bidding.value).seat, Claim.BID
