"""Calling and robbing the landlord 叫地主 抢地主 (rulebook 3)."""

from collections.abc import Iterator
from typing import Final

from app.rules.actions import Call, Rob
from app.rules.facts import Called, Cause, Claim, Fact, Multiplied, Robbed, Seat
from app.rules.phases.question import Question
from app.rules.phases.redeal import passed_out
from app.rules.table import Public, Table

ROB_FACTOR: Final = 2


def _first_asked(public: Public) -> Seat:
    """Who is asked to call first: the first who showed, otherwise the nominal first caller."""
    if public.shows:
        return public.shows[0].seat
    if public.first is None:
        raise AssertionError("the shuffle names a first caller before anybody is asked")
    return public.first


def _caller(public: Public) -> Seat | None:
    """The seat that has called, if any."""
    return next((answer.seat for answer in public.calls if answer.yes), None)


def _may_call(public: Public) -> frozenset[Seat]:
    """The next seat in order, until somebody has called or everybody has answered."""
    if _caller(public) is not None or len(public.calls) == len(public.seats):
        return frozenset()
    return frozenset({public.after(_first_asked(public), len(public.calls))})


def _called(table: Table, seat: Seat, yes: bool) -> Iterator[Fact]:
    """When nobody has called, who showed becomes landlord; if nobody has shown, the deal is passed out."""
    public = table.public
    yield Called(seat, yes)
    if not yes and len(public.calls) + 1 == len(public.seats) and not public.shows:
        yield from passed_out(public)


CALLING: Final = Question("call", Call(yes=True), Call(yes=False), _may_call, _called)
"""In turn each seat calls the landlord or declines; the first call ends it."""


def _may_rob(public: Public) -> frozenset[Seat]:
    """From the caller's next seat each who has not declined to call; then, if anybody robbed, the caller."""
    caller = _caller(public)
    if caller is None:
        return frozenset()
    answered = {answer.seat for answer in (*public.calls, *public.robs)}
    others = (public.after(caller, steps) for steps in range(1, len(public.seats)))
    seat = next((seat for seat in others if seat not in answered), None)
    if seat is not None:
        return frozenset({seat})
    is_robbed = any(answer.yes for answer in public.robs)
    has_answered = any(answer.seat == caller for answer in public.robs)
    return frozenset({caller}) if is_robbed and not has_answered else frozenset()


def _robbed(table: Table, seat: Seat, yes: bool) -> Iterator[Fact]:
    yield Robbed(seat, yes)
    if yes:
        yield Multiplied(ROB_FACTOR, Cause.ROB, seat)


ROBBING: Final = Question(
    "rob", Rob(yes=True), Rob(yes=False), _may_rob, _robbed, factor=lambda public: ROB_FACTOR
)
"""Once each, seats other than the caller rob the landlord or decline; the caller has the last word."""


def called_or_robbed(public: Public) -> tuple[Seat, Claim]:
    """The last robber, otherwise the caller, otherwise the first who showed."""
    robbers = [answer.seat for answer in public.robs if answer.yes]
    if robbers:
        return robbers[-1], Claim.ROBBED
    caller = _caller(public)
    if caller is not None:
        return caller, Claim.CALLED
    return public.shows[0].seat, Claim.SHOWED_FIRST
