"""Showing the hand 明牌 (rulebook 3): before the deal, during it (see `deal`), and by the landlord after it."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from app.rules.actions import Moment, Show
from app.rules.facts import Cause, Fact, Multiplied, Seat, ShowDeclined, Shown
from app.rules.phases.question import Question
from app.rules.table import Public, Table

START_FACTOR: Final = 5
EARLY_FACTOR: Final = 4
LATE_FACTOR: Final = 3
LANDLORD_FACTOR: Final = 2
EARLY_CARDS: Final = 12
"""While at most so many cards have been dealt to each seat, a show during the deal is an early one."""


def _worth(public: Public, moment: Moment) -> int:
    """The factor of a show made now."""
    match moment:
        case Moment.START:
            return START_FACTOR
        case Moment.DEAL:
            return EARLY_FACTOR if public.dealt <= EARLY_CARDS else LATE_FACTOR
        case Moment.LANDLORD:
            return LANDLORD_FACTOR


def gain(moment: Moment, public: Public) -> int:
    """What a show now multiplies the stake by: only the largest of a hand counts, and no later one is larger."""
    return 1 if public.shows else _worth(public, moment)


def show(table: Table, seat: Seat, moment: Moment) -> Iterator[Fact]:
    """A seat lays its hand open."""
    yield Shown(seat, moment, _worth(table.public, moment), table.hands[seat])
    factor = gain(moment, table.public)
    if factor > 1:
        yield Multiplied(factor, Cause.SHOW, seat)


def _may_show(public: Public) -> frozenset[Seat]:
    """All who have not answered, where the room lets hands be shown."""
    if not public.stakes.show:
        return frozenset()
    return frozenset(public.seats).difference(public.declined, [showing.seat for showing in public.shows])


def _landlord_may_show(public: Public) -> frozenset[Seat]:
    return _may_show(public) & {public.landlord}


def _answered(moment: Moment, table: Table, seat: Seat, yes: bool) -> Iterator[Fact]:
    if yes:
        yield from show(table, seat, moment)
    else:
        yield ShowDeclined(seat, moment)


SHOW_START: Final = Question(
    "show_start",
    Show(Moment.START, yes=True),
    Show(Moment.START, yes=False),
    _may_show,
    partial(_answered, Moment.START),
    factor=partial(gain, Moment.START),
)
"""Before the deal all choose at once whether to play with an open hand, at x5."""

SHOW_LANDLORD: Final = Question(
    "show_landlord",
    Show(Moment.LANDLORD, yes=True),
    Show(Moment.LANDLORD, yes=False),
    _landlord_may_show,
    partial(_answered, Moment.LANDLORD),
    factor=partial(gain, Moment.LANDLORD),
)
"""With the bottom cards in hand, a landlord who has not shown yet is asked once more, at x2."""
