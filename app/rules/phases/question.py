"""A phase that puts one yes-or-no question to seats, in turn or to several at once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from app.rules.actions import Action, Moment, Options, SeatAction, Show
from app.rules.facts import Fact, Seat
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.ruleset import Phase, Ruleset
from app.rules.table import Public, Table


@dataclass(frozen=True)
class Question(Phase):
    """Yes or no; out of time means no.

    `asks` names the seats whose answer is awaited, and `answered` says what one amounts to. `factor` is what a yes
    now multiplies the stake by; `barred` is why a seat is never asked, where that needs a word.
    """

    name: str
    yes: SeatAction
    no: SeatAction
    asks: Callable[[Public], frozenset[Seat]]
    answered: Callable[[Table, Seat, bool], Iterable[Fact]]
    factor: Callable[[Public], int] = lambda public: 1
    barred: Callable[[Public, Seat], Refusal | None] = lambda public, seat: None

    def actors(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        return self.asks(table.public)

    def options(self, rules: Ruleset, table: Table, seat: Seat) -> Options:
        public = table.public
        if seat in self.asks(public):
            return Options((self.yes, self.no), factor=self.factor(public))
        return Options(why_not=self.barred(public, seat))

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterable[Fact]:
        if action not in (self.yes, self.no):
            raise untimely(table.public, action)
        if seat is None:
            raise IllegalActionError(Refusal.NOT_NOW)
        if seat not in self.asks(table.public):
            raise IllegalActionError(self.barred(table.public, seat) or Refusal.NOT_YOUR_TURN)
        return self.answered(table, seat, action == self.yes)

    def default(self, rules: Ruleset, table: Table, seat: Seat) -> SeatAction:
        return self.no


def untimely(public: Public, action: Action) -> IllegalActionError:
    """The refusal of an action that is not of this phase: a show can come too late, anything else is just not now."""
    match action:
        case Show(Moment.LANDLORD):
            is_over = public.landlord is not None
        case Show():
            is_over = public.dealt > 0
        case _:
            is_over = False
    return IllegalActionError(Refusal.TOO_LATE if is_over else Refusal.NOT_NOW)
