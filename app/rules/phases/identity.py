"""The identity step 亮身份 (rulebook 4): the landlords may show who they are, and all see the same step meanwhile."""

from collections.abc import Iterable, Iterator
from typing import Final

from app.rules.actions import Action, CloseStep, Identity, Options, SeatAction, SystemAction
from app.rules.facts import Cause, Fact, IdentityAnswered, IdentityShown, Multiplied, Seat, StepClosed
from app.rules.phases.open_card import hidden_landlord_known
from app.rules.phases.question import untimely
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.ruleset import Phase, Ruleset
from app.rules.table import Table

IDENTITY_FACTOR: Final = 2
GIVE_UP: Final = Identity(yes=False)


class IdentityStep(Phase):
    """Who may answer is secret, and so are the answers until the room closes the step after its full time.

    Shows are told together then, and a landlord who has not answered has given up like one who has.
    """

    name = "identity"
    closed_by = StepClosed

    def actors(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        if table.public.step_closed:
            return frozenset()
        return table.landlords - {answer.seat for answer in table.identities}

    def asked(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        return frozenset() if table.public.step_closed else frozenset(table.public.seats)

    def system(self, rules: Ruleset, table: Table) -> type[SystemAction] | None:
        return None if table.public.step_closed else CloseStep

    def options(self, rules: Ruleset, table: Table, seat: Seat) -> Options:
        if seat not in self.actors(rules, table):
            return Options()
        return Options((Identity(yes=True), GIVE_UP), factor=IDENTITY_FACTOR)

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterable[Fact]:
        match action:
            case CloseStep() if seat is None and self.system(rules, table):
                return self._close(table)
            case Identity(yes) if seat is not None:
                if seat not in self.actors(rules, table):
                    raise IllegalActionError(Refusal.NOT_YOUR_TURN)
                return (IdentityAnswered(seat, yes),)
            case _:
                raise untimely(table.public, action)

    def default(self, rules: Ruleset, table: Table, seat: Seat) -> SeatAction:
        return GIVE_UP

    def _close(self, table: Table) -> Iterator[Fact]:
        yield StepClosed(self.name)
        shown = sorted(answer.seat for answer in table.identities if answer.yes)
        for seat in shown:
            yield IdentityShown(seat)
        if table.twin in shown:
            yield from hidden_landlord_known(table)
        if shown:
            yield Multiplied(IDENTITY_FACTOR, Cause.IDENTITY, shown[0])
