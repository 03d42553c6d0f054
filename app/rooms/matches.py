"""Makes matches for those who wait, and opens their tables.

A match is made in memory and becomes true when its room is stored, with everybody's seat, in one transaction. Until
then its players are held: whatever they ask for meanwhile, they get no other seat. Where the table cannot be opened
they go back to their places in line.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Final

import structlog

from app.bus.bus import Bus
from app.clock import Clock, Timer
from app.rooms.config import MatchPace, Tier, TierName
from app.rooms.host import Host
from app.rooms.matchmaker import Ticket, match
from app.rooms.messages import socket_subject
from app.rooms.queue import Line, Queue, Wait
from app.rooms.room import StoppedError
from app.rooms.tiers import TierBook
from app.rules.variants import RULESETS
from app.storage.store import Storage
from app.wire.notices import Notice, Seated, Unqueued, dump_notice

log = structlog.get_logger(__name__)

RETRY_MS: Final = 1_000
"""When a table that could not be opened is tried again."""
TELL_MS: Final = 500
"""Who waits is told how things stand no more often than this."""


class Matches:
    """The queue of this process and what comes of it; `changed` is called when the lobby shows something else."""

    def __init__(
        self,
        host: Host,
        storage: Storage,
        bus: Bus,
        clock: Clock,
        pace: MatchPace,
        tiers: TierBook,
        changed: Callable[[], None],
    ) -> None:
        self._host = host
        self._storage = storage
        self._bus = bus
        self._clock = clock
        self._pace = pace
        self._tiers = tiers
        self._changed = changed
        self._queue = Queue()
        self._timer: Timer | None = None
        self._telling: Timer | None = None
        self._stale: set[TierName] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        host.seating.taken = self._sit_down

    async def stop(self) -> None:
        """Let tables that are being opened come to their end; nobody waits any more, for nobody is left to tell."""
        self._stopping = True
        while self._tasks:
            await asyncio.wait(self._tasks)
        for wait in self._queue.waits():
            self._queue.remove(wait)
            self._queue.line(wait.name).due_ms = None
        self._set_timer()

    # --- those who wait ------------------------------------------------------------------------------------

    def get(self, player: str) -> Wait | None:
        """A player's wait, also while his table is being opened."""
        return self._queue.get(player)

    def company(self, player: str) -> frozenset[str]:
        """The people whom a player met at his last table."""
        return self._queue.company(player)

    def outlook(self, tier: Tier) -> tuple[int, int | None]:
        """How many wait for a tier, and how long somebody who comes now will."""
        line = self._queue.line((tier.game, tier.name))
        return len(line.waits), line.expect_ms(self._bots_ms(tier))

    async def enter(self, name: TierName, ticket: Ticket, socket: str) -> None:
        """A player waits for a tier from now on, and for no other."""
        sockets = {socket}
        if before := self._queue.get(ticket.player):
            sockets |= before.sockets
            self._leave(before)
        wait = Wait(name, ticket, sockets)
        self._stand(wait)
        self._match(name)
        if not wait.matched:
            await self._say([wait], self._standing(wait))

    async def join(self, wait: Wait, socket: str) -> None:
        """One more socket of a player who waits; he may have been without one."""
        wait.sockets.add(socket)
        wait.end_grace()
        self._match(wait.name)
        if not wait.matched:
            await self._publish(socket, self._standing(wait))

    def lose(self, player: str, socket: str) -> None:
        """A socket has gone; who has lost his last one keeps his place for a while."""
        if wait := self._queue.get(player):
            wait.sockets.discard(socket)
            self._mind(wait)

    async def dismiss(self, wait: Wait, reason: str) -> None:
        """A player waits no longer, and has no seat."""
        self._leave(wait)
        await self._say([wait], Unqueued(reason))

    def _stand(self, wait: Wait) -> None:
        self._queue.put(wait)
        self._mind(wait)
        if len(self._queue.line(wait.name).waits) > 1:
            self._tell_soon(wait.name)
        self._changed()

    def _leave(self, wait: Wait) -> None:
        self._queue.remove(wait)
        self._tell_soon(wait.name)
        self._changed()
        self._match(wait.name)

    def _mind(self, wait: Wait) -> None:
        """Nobody who has no socket waits for ever."""
        if not wait.sockets and not wait.matched and wait.grace is None:
            wait.grace = self._clock.call_later(self._pace.grace_ms, lambda: self._leave(wait))

    def _sit_down(self, player: str) -> None:
        """A player has found a seat by himself."""
        wait = self._queue.get(player)
        if wait and not wait.matched:
            self._spawn(self.dismiss(wait, "seated"))

    def look_again(self) -> None:
        """The public tables have changed."""
        for name in self._queue.names():
            self._match(name)

    # --- matches -------------------------------------------------------------------------------------------

    def _bots_ms(self, tier: Tier) -> int | None:
        return self._pace.bots_ms if tier.bots else None

    def _match(self, name: TierName) -> None:
        """Make the matches of one line that can be made now."""
        line, tier, now_ms = self._queue.line(name), self._tiers.latest.get(name), self._clock.steady_ms()
        if tier is None or not tier.open:
            self._close(line)
            return
        line.due_ms = line.rest_ms if line.waits and line.rest_ms > now_ms else None
        if line.due_ms is None:
            ready = [wait.ticket for wait in line.waits.values() if wait.sockets]
            found = match(ready, RULESETS[tier.game].seats, self._bots_ms(tier), now_ms)
            line.due_ms = found.next_ms
            for table in found.tables:
                waits = [line.waits[ticket.player] for ticket in table]
                self._queue.match(waits)
                self._spawn(self._seat(name, waits))
        self._set_timer()

    def _close(self, line: Line) -> None:
        """Send those away who wait for a table that is no more."""
        waits, line.due_ms = list(line.waits.values()), None
        for wait in waits:
            self._queue.remove(wait)
        if waits:
            self._spawn(self._say(waits, Unqueued("no_such_tier")))
            self._changed()
        self._set_timer()

    def _set_timer(self) -> None:
        """One timer for all lines, at the earliest. Where nobody waits, nobody has to be told anything."""
        if self._timer:
            self._timer.cancel()
        if self._telling and not any(line.waits for line in self._queue.lines()):
            self._telling.cancel()
            self._telling = None
        due_ms = min((line.due_ms for line in self._queue.lines() if line.due_ms is not None), default=None)
        delay_ms = None if due_ms is None else due_ms - self._clock.steady_ms()
        self._timer = None if delay_ms is None else self._clock.call_later(delay_ms, self._fall_due)

    def _fall_due(self) -> None:
        self._timer = None
        now_ms = self._clock.steady_ms()
        for name in self._queue.names():
            due_ms = self._queue.line(name).due_ms
            if due_ms is not None and due_ms <= now_ms:
                self._match(name)

    async def _seat(self, name: TierName, waits: Sequence[Wait]) -> None:
        """Open the table of a match, and lead its players there."""
        try:
            left = await self._open(name, waits)
        except StoppedError:
            return
        except Exception:
            log.exception("table_not_opened", players=len(waits))
            left = waits
            self._queue.line(name).rest_ms = self._clock.steady_ms() + RETRY_MS
        if not left:
            self._queue.seat(waits, self._clock.steady_ms())
            room = self._host.where(waits[0].player)
            assert room is not None, "everybody has been seated"
            await self._say(waits, Seated(room))
        for wait in left:
            self._stand(wait)
        self._changed()
        if left and not self._stopping:
            self._match(name)

    async def _open(self, name: TierName, waits: Sequence[Wait]) -> Sequence[Wait]:
        """Open a table; who is left in line if one of them cannot play after all."""
        tier = (await self._tiers.read()).get(name)
        if tier is None or not tier.open:
            return waits
        free = [wait for wait in waits if self._host.seating.is_free(wait.player)]
        for wait in waits:
            if wait not in free:
                await self.dismiss(wait, "seated")
        with self._host.seating.hold(wait.player for wait in free):
            players = [wait.player for wait in free]
            async with self._storage.read() as tx:
                accounts = await tx.ledger.find_accounts(players)
            rich = [wait for wait in free if accounts[wait.player].balance >= max(tier.entry, 1)]
            for wait in free:
                if wait not in rich:
                    await self.dismiss(wait, "not_enough_beans")
            if len(rich) < len(waits):
                return rich
            await self._host.open_match(tier, players)
        return ()

    # --- telling -------------------------------------------------------------------------------------------

    def _standing(self, wait: Wait) -> Notice:
        tier = self._tiers.latest.get(wait.name)
        bots_ms = self._bots_ms(tier) if tier else None
        return self._queue.standing(wait, bots_ms, self._clock.steady_ms())

    def _tell_soon(self, name: TierName) -> None:
        """Others wait with more people or with fewer."""
        self._stale.add(name)
        if self._telling is None:
            self._telling = self._clock.call_later(TELL_MS, lambda: self._spawn(self._tell()))

    async def _tell(self) -> None:
        self._telling = None
        stale, self._stale = self._stale, set()
        for name in stale:
            for wait in list(self._queue.line(name).waits.values()):
                await self._say([wait], self._standing(wait))

    async def _say(self, waits: Iterable[Wait], notice: Notice) -> None:
        for wait in waits:
            for socket in sorted(wait.sockets):
                await self._publish(socket, notice)

    async def _publish(self, socket: str, notice: Notice) -> None:
        await self._bus.publish(socket_subject(socket), dump_notice(notice))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="match")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
