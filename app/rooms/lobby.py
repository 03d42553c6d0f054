"""The lobby: it knows who is here and who sits where, and lets those who may into the queue for a match."""

import asyncio
from collections import Counter
from typing import Final

import structlog

from app.bus.bus import Bus, Subscription
from app.clock import Clock, Timer
from app.players.conduct import ConductRules, standing
from app.randomness import Randomness
from app.rooms.board import Board
from app.rooms.config import MatchPace, Tier
from app.rooms.host import Host
from app.rooms.matches import Matches
from app.rooms.matchmaker import Ticket
from app.rooms.messages import (
    LOBBY,
    Arrive,
    Cancel,
    Depart,
    Find,
    LobbyMessage,
    Place,
    Seek,
    Visit,
    dump,
    load_lobby,
    socket_subject,
)
from app.rooms.tiers import TierBook
from app.rules.levels import ladder_of, level_of
from app.rules.variants import RULESETS
from app.storage.store import Storage
from app.wire import notices
from app.wire.notices import Ack, Notice, Refused, Seated, TierState, dump_notice

log = structlog.get_logger(__name__)

LOTS: Final = 2**32
REFRESH_MS: Final = 5_000
"""How often the public tables are read while somebody looks at them."""


class RefusedError(Exception):
    """A player is not let into the queue."""

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class Lobby:
    """The lobby of this process, in front of its host."""

    def __init__(
        self,
        host: Host,
        storage: Storage,
        bus: Bus,
        clock: Clock,
        randomness: Randomness,
        pace: MatchPace,
        tiers: TierBook,
        *,
        conduct: ConductRules = ConductRules(),  # noqa: B008 - a frozen value
    ) -> None:
        self._host = host
        self._storage = storage
        self._bus = bus
        self._clock = clock
        self._randomness = randomness
        self._tiers = tiers
        self._conduct = conduct
        self._here: dict[str, set[str]] = {}
        self._board = Board(bus, clock, self._read)
        self._matches = Matches(host, storage, bus, clock, pace, tiers, self._board.touch)
        self._refreshing: Timer | None = None
        self._asked: set[asyncio.Task[object]] = set()
        self._serving: Subscription | None = None

    async def start(self) -> None:
        """Answer from now on; the host has started."""
        await self._tiers.read()
        self._host.directory.changed = self._board.touch
        self._serving = await self._bus.serve(LOBBY, self._receive)

    async def stop(self) -> None:
        """Answer no longer, and let what has begun come to its end; the host stops after this."""
        if self._serving:
            await self._serving.cancel()
        self._board.stop()
        self._host.open_no_more()
        if self._asked:
            await asyncio.wait(self._asked)
        self._stop_refreshing()
        await self._matches.stop()

    async def _receive(self, payload: bytes) -> bytes:
        task = asyncio.current_task()
        assert task is not None, "the bus answers in tasks"
        self._asked.add(task)
        try:
            return dump(await self._answer(load_lobby(payload)))
        finally:
            self._asked.discard(task)

    async def _answer(self, message: LobbyMessage) -> Place:
        match message:
            case Find(player):
                return Place(room=self._host.where(player))
            case Arrive(player, socket):
                await self._arrive(player, socket)
            case Depart(player, socket):
                self._depart(player, socket)
            case Seek():
                await self._seek(message)
            case Cancel():
                await self._cancel(message)
            case Visit():
                await self._visit(message)
        return Place()

    # --- who is here ---------------------------------------------------------------------------------------

    async def _arrive(self, player: str, socket: str) -> None:
        """A socket is here; if its player waits, it hears of that too."""
        self._here.setdefault(player, set()).add(socket)
        self._board.touch()
        if wait := self._matches.get(player):
            await self._matches.join(wait, socket)

    def _is_here(self, player: str, socket: str) -> bool:
        """Whether a socket that asked for something has not gone meanwhile."""
        return socket in self._here.get(player, ())

    def _depart(self, player: str, socket: str) -> None:
        """A socket has gone."""
        sockets = self._here.get(player, set())
        sockets.discard(socket)
        if not sockets:
            self._here.pop(player, None)
        self._hide(socket)
        self._board.touch()
        self._matches.lose(player, socket)

    # --- the queue -----------------------------------------------------------------------------------------

    async def _seek(self, seek: Seek) -> None:
        """Lead a player to the seat that he has, or have him wait for one."""
        try:
            ticket = None if self._host.where(seek.player) else await self._ticket(seek)
            await self._admit(seek, ticket)
        except RefusedError as error:
            await self._say(seek.socket, Refused(seek.id, error.code, error.params))
        except Exception:
            log.exception("cannot_seek", player=seek.player)
            await self._say(seek.socket, Refused(seek.id, "unavailable"))

    async def _ticket(self, seek: Seek) -> Ticket:
        """A place in line for a player who may play at this table; raises RefusedError."""
        await self._refresh()
        tier = self._tiers.latest.get((seek.game, seek.tier))
        if tier is None or not tier.open:
            raise RefusedError("no_such_tier")
        ladder = ladder_of(RULESETS[tier.game].seats)
        async with self._storage.read() as tx:
            account = await tx.ledger.find_account("player", seek.player)
            standings = await tx.scores.standings([seek.player], ladder)
            conduct = await standing(tx, seek.player, self._conduct, self._clock.now_ms())
        if conduct.until_ms is not None:
            raise RefusedError("banned_from_matching", until_ms=conduct.until_ms, escapes=conduct.escapes)
        if account is None or account.balance < max(tier.entry, 1):
            raise RefusedError("not_enough_beans")
        points = standings[seek.player].points if standings else 0
        return Ticket(
            player=seek.player,
            level=level_of(ladder, points).rank,
            since_ms=self._clock.steady_ms(),
            lot=self._randomness.below(LOTS),
            company=self._matches.company(seek.player),
        )

    async def _admit(self, seek: Seek, ticket: Ticket | None) -> None:
        """Let a player wait with this ticket, unless he has a seat or waits at this table already."""
        if not self._is_here(seek.player, seek.socket):
            return
        name = seek.game, seek.tier
        wait, room = self._matches.get(seek.player), self._host.where(seek.player)
        if room:
            await self._say(seek.socket, Ack(seek.id), Seated(room))
        elif wait and (wait.matched or wait.name == name):
            await self._say(seek.socket, Ack(seek.id))
            await self._matches.join(wait, seek.socket)
        elif ticket is None or not self._host.seating.is_free(seek.player):
            raise RefusedError("busy")
        else:
            await self._say(seek.socket, Ack(seek.id))
            await self._matches.enter(name, ticket, seek.socket)

    async def _cancel(self, cancel: Cancel) -> None:
        wait = self._matches.get(cancel.player)
        if (wait and wait.matched) or self._host.where(cancel.player):
            await self._say(cancel.socket, Refused(cancel.id, "match_made"))
            return
        await self._say(cancel.socket, Ack(cancel.id))
        if wait:
            await self._matches.dismiss(wait, "cancelled")

    # --- the board -----------------------------------------------------------------------------------------

    async def _visit(self, visit: Visit) -> None:
        await self._say(visit.socket, Ack(visit.id))
        if visit.on:
            await self._refresh()
            if self._is_here(visit.player, visit.socket):
                await self._board.show(visit.socket)
                self._refresh_later()
        else:
            self._hide(visit.socket)

    def _hide(self, socket: str) -> None:
        self._board.hide(socket)
        if not self._board.is_looked_at:
            self._stop_refreshing()

    async def _refresh(self) -> None:
        """Take up what has been changed of the public tables."""
        before = self._tiers.latest
        if await self._tiers.read() != before:
            self._board.touch()
            self._matches.look_again()

    def _refresh_later(self) -> None:
        """While anybody looks, what has been changed is told in time."""
        if self._refreshing is None and self._board.is_looked_at:
            self._refreshing = self._clock.call_later(REFRESH_MS, self._refresh_now)

    def _refresh_now(self) -> None:
        self._stop_refreshing()
        task = asyncio.create_task(self._refresh_and_go_on(), name="lobby tiers")
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)

    async def _refresh_and_go_on(self) -> None:
        try:
            await self._refresh()
        except Exception:
            log.warning("tiers_not_read", exc_info=True)
        self._refresh_later()

    def _stop_refreshing(self) -> None:
        if self._refreshing:
            self._refreshing.cancel()
            self._refreshing = None

    def _read(self) -> notices.Lobby:
        """All that the lobby shows."""
        playing = Counter(
            (room.config.options.game, room.config.tier)
            for room in self._host.rooms
            for occupant in room.occupants
            if not occupant.bot
        )
        return notices.Lobby(
            whole=True,
            online=len(self._here),
            tiers=[self._state(tier, playing[name]) for name, tier in self._tiers.latest.items()],
            rooms=self._host.directory.cards,
            removed=[],
        )

    def _state(self, tier: Tier, playing: int) -> TierState:
        waiting, expect_ms = self._matches.outlook(tier)
        return TierState(
            game=tier.game,
            tier=tier.name,
            coefficient=tier.stakes.coefficient,
            fee=tier.stakes.fee,
            entry=tier.entry,
            double_above=tier.stakes.double_above,
            bots=tier.bots,
            open=tier.open,
            waiting=waiting,
            playing=playing,
            expect_ms=expect_ms,
        )

    async def _say(self, socket: str, *said: Notice) -> None:
        for notice in said:
            await self._bus.publish(socket_subject(socket), dump_notice(notice))
