"""The engine: one way in for every game. `decide` turns an action into facts, `evolve` moves the table by one.

    decide(rules, table, seat, action) -> facts, or IllegalActionError and nothing has changed
    evolve(table, fact) -> table                                        (in `table`)
    fold(facts) -> table, the table after a whole log

`decide` is a function of its arguments: it draws nothing, reads no clock and keeps nothing. When a phase is
over it goes on by itself to the next one, so its facts always end where somebody, or the room, has to act.
"""

from collections.abc import Iterable, Sequence
from functools import reduce

from app.rules.actions import Action, Leave, Options, SeatAction, SystemAction
from app.rules.facts import End, Fact, Finished, HandOpened, PhaseOpened, Seat, Stakes
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.ruleset import Ruleset
from app.rules.table import Table, evolve, open_table


def open_hand(rules: Ruleset, stakes: Stakes, carried: Sequence[int], first: Seat | None) -> list[Fact]:
    """The first facts of a hand; `carried` are the beans each seat brings."""
    opened = HandOpened(rules.name, stakes, tuple(carried), first)
    return [opened, *_settle_phases(rules, open_table(opened))]


def decide(rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> list[Fact]:
    """The facts that `action` of `seat` amounts to; seat None is the room itself.

    Raises IllegalActionError where the rules refuse it; the table given is never changed.
    """
    if table.public.finish:
        raise IllegalActionError(Refusal.HAND_OVER)
    if isinstance(action, Leave):
        return _escape(rules, table, seat)
    phase = rules.phase(table.public.phase)
    facts = list(phase.decide(rules, table, seat, action))
    if phase.closed_by and phase.closed_by not in map(type, facts):
        return facts
    after = fold(facts, table)
    finish = after.public.finish
    if finish and finish.end is End.OUT:
        return [*facts, rules.scoring.score(after, finish.winners)]
    return facts + _settle_phases(rules, after)


def void(table: Table) -> list[Fact]:
    """The facts of a hand that the server gives up (rulebook 1.3, Void): nobody wins, nothing is paid.

    Raises IllegalActionError if the hand has ended already.
    """
    if table.public.finish:
        raise IllegalActionError(Refusal.HAND_OVER)
    return [Finished(End.VOID, None, (), table.hands, table.twin)]


def fold(facts: Iterable[Fact], table: Table | None = None) -> Table:
    """The table after these facts, from the opening of the hand or from `table`.

    Raises ValueError if a log does not begin with HandOpened.
    """
    if table is not None:
        return reduce(evolve, facts, table)
    rest = iter(facts)
    opened = next(rest, None)
    if not isinstance(opened, HandOpened):
        raise ValueError("a hand's log begins with HandOpened")
    return reduce(evolve, rest, open_table(opened))


def actors(rules: Ruleset, table: Table) -> frozenset[Seat]:
    """The seats that may act now; who that is may be secret (`asked` never is)."""
    return frozenset() if table.public.finish else rules.phase(table.public.phase).actors(rules, table)


def asked(rules: Ruleset, table: Table) -> frozenset[Seat]:
    """The seats that everybody may know to be asked."""
    return frozenset() if table.public.finish else rules.phase(table.public.phase).asked(rules, table)


def system(rules: Ruleset, table: Table) -> type[SystemAction] | None:
    """The kind of action that the room owes now, if any."""
    return None if table.public.finish else rules.phase(table.public.phase).system(rules, table)


def options(rules: Ruleset, table: Table, seat: Seat) -> Options:
    """What a seat may do now, apart from leaving."""
    return Options() if table.public.finish else rules.phase(table.public.phase).options(rules, table, seat)


def default(rules: Ruleset, table: Table, seat: Seat) -> SeatAction:
    """What an asked seat does when its time runs out."""
    return rules.phase(table.public.phase).default(rules, table, seat)


def _waits(rules: Ruleset, table: Table) -> bool:
    """Whether a seat, or the room, has to act before anything else can happen."""
    if not table.public.phase:
        return False
    phase = rules.phase(table.public.phase)
    return phase.system(rules, table) is not None or bool(phase.actors(rules, table))


def _settle_phases(rules: Ruleset, table: Table) -> list[Fact]:
    """Open phase after phase until one has something to wait for, or the hand is over."""
    facts: list[Fact] = []
    while not (table.public.finish or _waits(rules, table)):
        phase = rules.phase_after(table.public.phase)
        opened = PhaseOpened(phase.name)
        table = evolve(table, opened)
        at_once = list(phase.open(rules, table))
        table = fold(at_once, table)
        facts += [opened, *at_once]
    return facts


def _escape(rules: Ruleset, table: Table, seat: Seat | None) -> list[Fact]:
    if seat is None or seat not in table.public.seats:
        raise IllegalActionError(Refusal.NOT_NOW)
    escaped, scored = rules.scoring.escape(table, seat)
    return [escaped, Finished(End.ESCAPE, seat, (), table.hands, table.twin), scored]
