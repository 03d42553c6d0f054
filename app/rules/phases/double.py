"""Doubling 加倍, of one's own stake (rulebook 3) or for the whole table (rulebook 4): all choose at the same time."""

from collections.abc import Iterator
from typing import Final

from app.rules.actions import Double
from app.rules.facts import Cause, Doubled, Fact, Multiplied, Seat
from app.rules.phases.question import Question
from app.rules.refusals import Refusal
from app.rules.table import Public, Table

DOUBLE_FACTOR: Final = 2


def _barred(public: Public, seat: Seat) -> Refusal | None:
    """A seat may double only if beans enough are carried: by all for the landlord, by him and itself for a farmer."""
    landlord = public.landlord
    if landlord is None:
        raise AssertionError("the landlord is settled before anybody doubles")
    carried = public.carried
    poorest = min(carried if seat == landlord else (carried[seat], carried[landlord]))
    return None if poorest > public.stakes.double_above else Refusal.MAY_NOT_DOUBLE


def _left(public: Public) -> frozenset[Seat]:
    """Who has not answered yet."""
    return frozenset(public.seats) - {answer.seat for answer in public.doubles}


def _may_double(public: Public) -> frozenset[Seat]:
    return frozenset(seat for seat in _left(public) if not _barred(public, seat))


def _doubled(table: Table, seat: Seat, yes: bool) -> Iterator[Fact]:
    yield Doubled(seat, yes)


def _doubled_for_all(table: Table, seat: Seat, yes: bool) -> Iterator[Fact]:
    yield Doubled(seat, yes)
    if yes:
        yield Multiplied(DOUBLE_FACTOR, Cause.DOUBLE, seat)


DOUBLING: Final = Question(
    "double",
    Double(yes=True),
    Double(yes=False),
    _may_double,
    _doubled,
    factor=lambda public: DOUBLE_FACTOR,
    barred=_barred,
)
"""Every seat with beans enough may double its own stake; the landlord's doubling counts against each farmer."""

TABLE_DOUBLING: Final = Question(
    "double",
    Double(yes=True),
    Double(yes=False),
    _left,
    _doubled_for_all,
    factor=lambda public: DOUBLE_FACTOR,
)
"""Every seat may double the multiple of the table, whatever its beans."""
