"""Pairwise doubling 加倍 (rulebook 3): all who may choose do so at the same time."""

from collections.abc import Iterator
from typing import Final

from app.rules.actions import Double
from app.rules.facts import Doubled, Fact, Seat
from app.rules.phases.question import Question
from app.rules.refusals import Refusal
from app.rules.table import Public, Table

DOUBLE_FACTOR: Final = 2


def _barred(public: Public, seat: Seat) -> Refusal | None:
    """A seat may double only if beans enough are carried: by all for the landlord, by him and itself for a farmer."""
    landlord = public.landlord
    if landlord is None:
        raise AssertionError("the landlord is settled before anybody doubles")
    needed = public.seats if seat == landlord else (seat, landlord)
    is_rich = all(public.carried[other] > public.stakes.double_above for other in needed)
    return None if is_rich else Refusal.MAY_NOT_DOUBLE


def _may_double(public: Public) -> frozenset[Seat]:
    answered = {answer.seat for answer in public.doubles}
    return frozenset(seat for seat in public.seats if seat not in answered and not _barred(public, seat))


def _doubled(table: Table, seat: Seat, yes: bool) -> Iterator[Fact]:
    yield Doubled(seat, yes)


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
