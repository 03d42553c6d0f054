"""Showing the hand 明牌 (rulebook 3): the choice before the deal, and the landlord's after the bottom cards."""

from collections.abc import Iterator
from typing import Final

from app.rules.actions import Action, Moment, Options, SeatAction, Show, SystemAction
from app.rules.facts import Cause, Fact, Multiplied, Seat, ShowDeclined, Shown
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.ruleset import Ruleset
from app.rules.table import Public, Table

START_FACTOR: Final = 5
EARLY_FACTOR: Final = 4
LATE_FACTOR: Final = 3
LANDLORD_FACTOR: Final = 2
EARLY_CARDS: Final = 12
"""While at most so many cards have been dealt to each seat, a show during the deal is an early one."""


def show_factor(public: Public, moment: Moment) -> int:
    """What a show made now is worth."""
    match moment:
        case Moment.START:
            return START_FACTOR
        case Moment.DEAL:
            return EARLY_FACTOR if public.dealt <= EARLY_CARDS else LATE_FACTOR
        case Moment.LANDLORD:
            return LANDLORD_FACTOR


def choice(public: Public, moment: Moment) -> Options:
    """To show now, or not to."""
    return Options((Show(moment, yes=True), Show(moment, yes=False)), factor=show_factor(public, moment))


def show(table: Table, seat: Seat, moment: Moment) -> Iterator[Fact]:
    """A seat shows: only the largest show of a hand counts, and no later one is larger than the first."""
    factor = show_factor(table.public, moment)
    yield Shown(seat, moment, factor, table.hands[seat])
    if not table.public.shows:
        yield Multiplied(factor, Cause.SHOW, seat)


class ShowStart:
    """Before the deal all three choose at once whether to start with an open hand, at x5."""

    name = "show_start"

    def open(self, rules: Ruleset, table: Table) -> Iterator[Fact]:
        yield from ()

    def actors(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        public = table.public
        if not public.stakes.show:
            return frozenset()
        return frozenset(
            seat for seat in public.seats if seat not in public.declined and not public.has_shown(seat)
        )

    def asked(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        return self.actors(rules, table)

    def system(self, rules: Ruleset, table: Table) -> type[SystemAction] | None:
        return None

    def options(self, rules: Ruleset, table: Table, seat: Seat) -> Options:
        return choice(table.public, Moment.START) if seat in self.actors(rules, table) else Options()

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterator[Fact]:
        yield from _answer(self.actors(rules, table), table, seat, action, Moment.START)

    def default(self, rules: Ruleset, table: Table, seat: Seat) -> SeatAction:
        return Show(Moment.START, yes=False)


class ShowLandlord:
    """With the bottom cards in hand, a landlord who has not shown yet is asked once more, at x2."""

    name = "show_landlord"

    def open(self, rules: Ruleset, table: Table) -> Iterator[Fact]:
        yield from ()

    def actors(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        public = table.public
        landlord = public.landlord
        if landlord is None or not public.stakes.show or landlord in public.declined or public.has_shown(landlord):
            return frozenset()
        return frozenset({landlord})

    def asked(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        return self.actors(rules, table)

    def system(self, rules: Ruleset, table: Table) -> type[SystemAction] | None:
        return None

    def options(self, rules: Ruleset, table: Table, seat: Seat) -> Options:
        return choice(table.public, Moment.LANDLORD) if seat in self.actors(rules, table) else Options()

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterator[Fact]:
        yield from _answer(self.actors(rules, table), table, seat, action, Moment.LANDLORD)

    def default(self, rules: Ruleset, table: Table, seat: Seat) -> SeatAction:
        return Show(Moment.LANDLORD, yes=False)


def _answer(
    actors: frozenset[Seat], table: Table, seat: Seat | None, action: Action, moment: Moment
) -> Iterator[Fact]:
    if not isinstance(action, Show) or action.moment is not moment:
        late = isinstance(action, Show) and moment is Moment.LANDLORD
        raise IllegalActionError(Refusal.TOO_LATE if late else Refusal.NOT_NOW)
    if seat is None or seat not in actors:
        raise IllegalActionError(Refusal.NOT_YOUR_TURN)
    if action.yes:
        yield from show(table, seat, moment)
    else:
        yield ShowDeclined(seat, moment)
