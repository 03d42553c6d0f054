"""Those who wait for a match: one wait for each player, however many of his tabs have asked for it."""

from collections import OrderedDict, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import mean
from typing import Final

from app.clock import Timer
from app.rooms.config import TierName
from app.rooms.matchmaker import Ticket
from app.wire.notices import Queued

REMEMBERED_WAITS: Final = 20
REMEMBERED_PLAYERS: Final = 20_000


@dataclass(slots=True)
class Wait:
    """A player's wait for a table of a tier, and the sockets that hear of it.

    Once `matched` his table is being opened. Without a socket he is not matched, and after a while waits no longer:
    `grace` is the timer of that.
    """

    name: TierName
    ticket: Ticket
    sockets: set[str]
    matched: bool = False
    grace: Timer | None = None

    @property
    def player(self) -> str:
        """Whose wait it is."""
        return self.ticket.player

    def end_grace(self) -> None:
        """He is here, or waits no longer."""
        if self.grace:
            self.grace.cancel()
            self.grace = None


@dataclass(slots=True)
class Line:
    """Who waits for one tier, and how long the last ones have waited.

    They are looked at again at `due_ms`, but not before `rest_ms`: a table could not be opened. Times are steady ms.
    """

    waits: dict[str, Wait] = field(default_factory=dict)
    due_ms: int | None = None
    rest_ms: int = 0
    lately: deque[int] = field(default_factory=lambda: deque(maxlen=REMEMBERED_WAITS))

    def expect_ms(self, bots_ms: int | None) -> int | None:
        """How long somebody who comes now waits, as things go; None: nobody can say."""
        usual = round(mean(self.lately)) if self.lately else None
        return min((each for each in (usual, bots_ms) if each is not None), default=None)


class Queue:
    """All waits, in a line for each tier, and whom everybody met at his last table."""

    def __init__(self) -> None:
        self._waits: dict[str, Wait] = {}
        self._lines: dict[TierName, Line] = {}
        self._company: OrderedDict[str, frozenset[str]] = OrderedDict()

    def get(self, player: str) -> Wait | None:
        """A player's wait, also while his table is being opened."""
        return self._waits.get(player)

    def line(self, name: TierName) -> Line:
        """The line for one tier."""
        return self._lines.setdefault(name, Line())

    def lines(self) -> list[Line]:
        """The lines that there are."""
        return list(self._lines.values())

    def names(self) -> list[TierName]:
        """What these lines are for, in the same order."""
        return list(self._lines)

    def waits(self) -> list[Wait]:
        """Everybody who waits."""
        return list(self._waits.values())

    def put(self, wait: Wait) -> None:
        """A player waits, in his place by how long he has waited."""
        wait.matched = False
        self._waits[wait.player] = wait
        self.line(wait.name).waits[wait.player] = wait

    def match(self, table: Iterable[Wait]) -> None:
        """These stand in line no longer: their table is being opened."""
        for wait in table:
            wait.matched = True
            del self.line(wait.name).waits[wait.player]

    def remove(self, wait: Wait) -> None:
        """A player waits no longer, if he still does."""
        if self._waits.get(wait.player) is wait:
            wait.end_grace()
            del self._waits[wait.player]
            self.line(wait.name).waits.pop(wait.player, None)

    def company(self, player: str) -> frozenset[str]:
        """The people whom a player met at his last table."""
        return self._company.get(player, frozenset())

    def seat(self, table: Iterable[Wait], now_ms: int) -> None:
        """These have their table: they wait no longer, and have met."""
        waits = list(table)
        people = frozenset(wait.player for wait in waits)
        for wait in waits:
            self.remove(wait)
            self.line(wait.name).lately.append(now_ms - wait.ticket.since_ms)
            self._company[wait.player] = people - {wait.player}
            self._company.move_to_end(wait.player)
        while len(self._company) > REMEMBERED_PLAYERS:
            self._company.popitem(last=False)

    def standing(self, wait: Wait, bots_ms: int | None, now_ms: int) -> Queued:
        """How a wait stands, as it travels."""
        line, waited_ms = self.line(wait.name), now_ms - wait.ticket.since_ms
        return Queued(
            game=wait.name[0],
            tier=wait.name[1],
            people=len(line.waits),
            waited_ms=waited_ms,
            expect_ms=line.expect_ms(bots_ms),
            bots_ms=None if bots_ms is None else max(bots_ms - waited_ms, 0),
        )
