"""Calling and robbing the landlord 叫地主 抢地主 (rulebook 3), and his taking of the bottom cards."""

from collections.abc import Iterator
from typing import Final

from app.rules.actions import Action, Call, Options, Rob, SeatAction, SystemAction
from app.rules.facts import (
    BottomTaken,
    Called,
    Cause,
    Claim,
    End,
    Fact,
    Finished,
    LandlordChosen,
    Multiplied,
    PassedOut,
    Robbed,
    Seat,
)
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.ruleset import Ruleset
from app.rules.table import Public, Table

ROB_FACTOR: Final = 2
DEALS_BEFORE_CALL_OFF: Final = 5
"""After so many passed-out deals in a row the hand is called off (rulebook 1.3, Redeals)."""


def caller_of(public: Public) -> Seat | None:
    """The seat that has called, if any."""
    return next((answer.seat for answer in public.calls if answer.yes), None)


def first_asked(public: Public) -> Seat:
    """Who is asked to call first: the first who showed, otherwise the nominal first caller."""
    if public.shows:
        return public.shows[0].seat
    if public.first is None:
        raise AssertionError("the shuffle names a first caller before anybody is asked")
    return public.first


class Calling:
    """In turn each seat calls the landlord or declines; the first call ends it."""

    name = "call"

    def open(self, rules: Ruleset, table: Table) -> Iterator[Fact]:
        yield from ()

    def actors(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        public = table.public
        if caller_of(public) is not None or len(public.calls) == rules.seats:
            return frozenset()
        return frozenset({(first_asked(public) + len(public.calls)) % rules.seats})

    def asked(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        return self.actors(rules, table)

    def system(self, rules: Ruleset, table: Table) -> type[SystemAction] | None:
        return None

    def options(self, rules: Ruleset, table: Table, seat: Seat) -> Options:
        return Options((Call(yes=True), Call(yes=False))) if seat in self.actors(rules, table) else Options()

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterator[Fact]:
        public = table.public
        if not isinstance(action, Call):
            raise IllegalActionError(Refusal.NOT_NOW)
        if seat is None or seat not in self.actors(rules, table):
            raise IllegalActionError(Refusal.NOT_YOUR_TURN)
        yield Called(seat, action.yes)
        if not action.yes and len(public.calls) == rules.seats - 1 and not public.shows:
            yield PassedOut(public.deal_no)
            if public.deal_no == DEALS_BEFORE_CALL_OFF:
                yield Finished(End.CALLED_OFF, None, (), ((),) * rules.seats)

    def default(self, rules: Ruleset, table: Table, seat: Seat) -> SeatAction:
        return Call(yes=False)


class Robbing:
    """From the caller's next seat each who has not declined to call may rob once; then, if robbed, the caller."""

    name = "rob"

    def open(self, rules: Ruleset, table: Table) -> Iterator[Fact]:
        yield from ()

    def actors(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        public = table.public
        caller = caller_of(public)
        if caller is None:
            return frozenset()
        answered = {answer.seat for answer in (*public.calls, *public.robs)}
        for step in range(1, rules.seats):
            seat = (caller + step) % rules.seats
            if seat not in answered:
                return frozenset({seat})
        robbed = any(answer.yes for answer in public.robs)
        asked_again = any(answer.seat == caller for answer in public.robs)
        return frozenset({caller}) if robbed and not asked_again else frozenset()

    def asked(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        return self.actors(rules, table)

    def system(self, rules: Ruleset, table: Table) -> type[SystemAction] | None:
        return None

    def options(self, rules: Ruleset, table: Table, seat: Seat) -> Options:
        return _rob_choice() if seat in self.actors(rules, table) else Options()

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterator[Fact]:
        if not isinstance(action, Rob):
            raise IllegalActionError(Refusal.NOT_NOW)
        if seat is None or seat not in self.actors(rules, table):
            raise IllegalActionError(Refusal.NOT_YOUR_TURN)
        yield Robbed(seat, action.yes)
        if action.yes:
            yield Multiplied(ROB_FACTOR, Cause.ROB, seat)

    def default(self, rules: Ruleset, table: Table, seat: Seat) -> SeatAction:
        return Rob(yes=False)


def _rob_choice() -> Options:
    return Options((Rob(yes=True), Rob(yes=False)), factor=ROB_FACTOR)


class Taking:
    """The landlord is settled and takes the bottom cards, which all see; nobody has to answer anything."""

    name = "bottom"

    def open(self, rules: Ruleset, table: Table) -> Iterator[Fact]:
        landlord, claim = _landlord(table.public)
        yield LandlordChosen(landlord, claim)
        yield BottomTaken(landlord, rules.bottom_size, True, table.deck[: rules.bottom_size])

    def actors(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        return frozenset()

    def asked(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        return frozenset()

    def system(self, rules: Ruleset, table: Table) -> type[SystemAction] | None:
        return None

    def options(self, rules: Ruleset, table: Table, seat: Seat) -> Options:
        return Options()

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterator[Fact]:
        raise AssertionError("the bottom cards are taken without a question")

    def default(self, rules: Ruleset, table: Table, seat: Seat) -> SeatAction:
        raise AssertionError("the bottom cards are taken without a question")


def _landlord(public: Public) -> tuple[Seat, Claim]:
    robbers = [answer.seat for answer in public.robs if answer.yes]
    if robbers:
        return robbers[-1], Claim.ROBBED
    caller = caller_of(public)
    if caller is not None:
        return caller, Claim.CALLED
    return public.shows[0].seat, Claim.SHOWED_FIRST
