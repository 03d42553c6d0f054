"""Who plays with whom: a pure function from those who wait for one public table to the tables that can be made.

Whoever has waited longest chooses first. He takes those whose titles are closest to his own; how far away he looks
grows with his wait, until after `widest_ms` he takes anybody. So a table that can be made is made by then. Where a
table takes bots, they fill it once he has waited for them. People who were at his last table come after all others,
and nobody gets the same company twice running while anybody else waits (field report A40).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from app.rules.levels import TITLES

NEAR: Final = 1
"""How many titles away somebody may be from the start."""
STEP_MS: Final = 250
WIDENING: Final = 2
"""So many titles more are looked at after each step."""
SPARE: Final = 2
"""So many more are looked at than a table needs, so that a company that has just met can be changed."""
FARTHEST: Final = len(TITLES) - 1


@dataclass(frozen=True, slots=True)
class Ticket:
    """Somebody who waits since `since_ms`, with the rank of his title.

    `lot`, drawn for this wait, decides between those who suit equally well. `company` are the people whom he met at
    his last table.
    """

    player: str
    level: int
    since_ms: int
    lot: int = 0
    company: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Matching:
    """Tables that are made now, and when to look again if nobody comes (None: it would not help).

    A table of fewer people than it has seats is filled with bots.
    """

    tables: list[list[Ticket]]
    next_ms: int | None


def match(tickets: Iterable[Ticket], seats: int, bots_ms: int | None, now_ms: int) -> Matching:
    """The tables of `seats` that those who wait for one come to; bots fill after `bots_ms` (None: never)."""
    crowd = Crowd(tickets)
    tables = []
    for first in crowd.oldest_first():
        bots = bots_ms is not None and now_ms - first.since_ms >= bots_ms
        reach = FARTHEST if bots else reach_of(now_ms - first.since_ms)
        table = _table(first, crowd, seats, reach, bots=bots)
        if table:
            crowd.take(table)
            tables.append(table)
    return Matching(tables, _next_ms(list(crowd.oldest_first()), seats, bots_ms, now_ms))


def reach_of(waited_ms: int) -> int:
    """How many titles away whoever has waited so long looks for others."""
    return min(NEAR + waited_ms // STEP_MS * WIDENING, FARTHEST)


class Crowd:
    """Those who wait and have no table yet."""

    def __init__(self, tickets: Iterable[Ticket]) -> None:
        self._all = sorted(tickets, key=lambda ticket: (ticket.since_ms, ticket.lot))
        self._taken: set[str] = set()
        self._levels: dict[int, list[Ticket]] = defaultdict(list)
        self._starts: dict[int, int] = defaultdict(int)
        for ticket in sorted(self._all, key=lambda ticket: ticket.lot):
            self._levels[ticket.level].append(ticket)

    def __len__(self) -> int:
        return len(self._all) - len(self._taken)

    def oldest_first(self) -> Iterator[Ticket]:
        """Those who are left, also while tables are taken from among them."""
        return (ticket for ticket in self._all if ticket.player not in self._taken)

    def take(self, table: Iterable[Ticket]) -> None:
        """These have a table now."""
        self._taken.update(ticket.player for ticket in table)

    def nearest(self, first: Ticket, reach: int, wanted: int) -> list[Ticket]:
        """At most so many others within reach: people he has not just met, the closest first, and then those."""
        fresh: list[Ticket] = []
        known: list[Ticket] = []
        for distance in range(reach + 1):
            for level in sorted({first.level - distance, first.level + distance}):
                for ticket in self._at(level):
                    if ticket is not first:
                        (known if ticket.player in first.company else fresh).append(ticket)
                    if len(fresh) == wanted:
                        return fresh
        return [*fresh, *known][:wanted]

    def _at(self, level: int) -> Iterator[Ticket]:
        """Those of one title who are left. Where they begin is remembered, so that nobody is passed over for long."""
        if level not in self._levels:
            return
        here, start = self._levels[level], self._starts[level]
        while start < len(here) and here[start].player in self._taken:
            start += 1
        self._starts[level] = start
        for place in range(start, len(here)):
            if here[place].player not in self._taken:
                yield here[place]


def _table(first: Ticket, crowd: Crowd, seats: int, reach: int, *, bots: bool) -> list[Ticket] | None:
    """A table for the first one; None: he waits on."""
    if len(crowd) < seats and not bots:
        return None
    others = crowd.nearest(first, reach, seats - 1 + SPARE)
    most = min(seats - 1, len(others))
    for count in range(most, -1, -1) if bots else [seats - 1]:
        for chosen in combinations(others, count):
            table = [first, *chosen]
            if len(crowd) == len(table) or not has_just_met(table):
                return table
    return None


def has_just_met(table: Sequence[Ticket]) -> bool:
    """Whether these are, for one of them, the company of his last table once more."""
    people = {ticket.player for ticket in table}
    return len(table) > 1 and any(ticket.company == people - {ticket.player} for ticket in table)


def _next_ms(left: Sequence[Ticket], seats: int, bots_ms: int | None, now_ms: int) -> int | None:
    """When those who are left come to something by waiting alone."""
    times = [ticket.since_ms + bots_ms for ticket in left] if bots_ms is not None else []
    if len(left) >= seats:
        for ticket in left:
            waited_ms = now_ms - ticket.since_ms
            if reach_of(waited_ms) < FARTHEST:
                times.append(now_ms + STEP_MS - waited_ms % STEP_MS)
    return min((time for time in times if time > now_ms), default=None)
