"""Pairwise doubling 加倍 (rulebook 3): all who may choose do so at the same time."""

from collections.abc import Iterator
from typing import Final

from app.rules.actions import Action, Double, Options, SeatAction, SystemAction
from app.rules.facts import Doubled, Fact, Seat
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.ruleset import Ruleset
from app.rules.table import Public, Table

DOUBLE_FACTOR: Final = 2


def may_double(public: Public, seat: Seat) -> bool:
    """Whether the seat carries enough: the landlord needs every player's beans above the threshold, a farmer
    his own and the landlord's."""
    landlord = public.landlord
    if landlord is None:
        return False
    needed = public.seats if seat == landlord else (seat, landlord)
    return all(public.carried[other] > public.stakes.double_above for other in needed)


class Doubling:
    """Every seat with enough beans may double its own stake."""

    name = "double"

    def open(self, rules: Ruleset, table: Table) -> Iterator[Fact]:
        yield from ()

    def actors(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        public = table.public
        answered = {answer.seat for answer in public.doubles}
        return frozenset(
            seat for seat in public.seats if seat not in answered and may_double(public, seat)
        )

    def asked(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        return self.actors(rules, table)

    def system(self, rules: Ruleset, table: Table) -> type[SystemAction] | None:
        return None

    def options(self, rules: Ruleset, table: Table, seat: Seat) -> Options:
        if seat in self.actors(rules, table):
            return Options((Double(yes=True), Double(yes=False)), factor=DOUBLE_FACTOR)
        return Options() if may_double(table.public, seat) else Options(why_not=Refusal.MAY_NOT_DOUBLE)

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterator[Fact]:
        if not isinstance(action, Double):
            raise IllegalActionError(Refusal.NOT_NOW)
        if seat is None or seat not in self.actors(rules, table):
            barred = seat is not None and not may_double(table.public, seat)
            raise IllegalActionError(Refusal.MAY_NOT_DOUBLE if barred else Refusal.NOT_YOUR_TURN)
        yield Doubled(seat, action.yes)

    def default(self, rules: Ruleset, table: Table, seat: Seat) -> SeatAction:
        return Double(yes=False)
