"""The lobby: it knows who sits where, and finds seats for those who have none."""

import asyncio

import structlog

from app.bus.bus import Bus, Subscription
from app.rooms.config import TIERS, Tier, Tiers
from app.rooms.host import Host
from app.rooms.messages import LOBBY, Cancel, Find, Place, Seek, Visit, dump, load_lobby, socket_subject
from app.rooms.seating import HeldError
from app.storage.store import Storage
from app.wire import notices
from app.wire.notices import TierState, dump_notice

log = structlog.get_logger(__name__)


class Lobby:
    """The lobby of this process, in front of its host."""

    def __init__(self, host: Host, storage: Storage, bus: Bus, *, tiers: Tiers = TIERS) -> None:
        self._host = host
        self._storage = storage
        self._bus = bus
        self._tiers = tiers
        self._seeking = 0
        self._nobody_seeks = asyncio.Event()
        self._serving: Subscription | None = None

    async def start(self) -> None:
        """Answer from now on; the host has started."""
        self._serving = await self._bus.serve(LOBBY, self._receive)

    async def stop(self) -> None:
        """Answer no longer, and let what has been asked come to its end; the host stops after this."""
        if self._serving:
            await self._serving.cancel()
        if self._seeking:
            await self._nobody_seeks.wait()

    async def _receive(self, payload: bytes) -> bytes:
        match load_lobby(payload):
            case Find(player):
                return dump(Place(room=self._host.where(player)))
            case Seek(player, game, tier):
                return dump(await self._seek(player, self._tiers.get((game, tier))))
            case Cancel(player):
                return dump(Place(code=None if self._host.seating.is_free(player) else "match_made"))
            case Visit(_, socket, on):
                if on:
                    await self._bus.publish(socket_subject(socket), dump_notice(self._whole()))
                return dump(Place())

    def _whole(self) -> notices.Lobby:
        """All that the lobby shows."""
        return notices.Lobby(
            whole=True,
            online=0,
            tiers=[self._state(tier) for tier in self._tiers.values()],
            rooms=self._host.directory.cards,
            removed=[],
        )

    def _state(self, tier: Tier) -> TierState:
        playing = sum(
            len(room.occupants)
            for room in self._host.rooms
            if (room.config.game, room.config.tier) == (tier.game, tier.name)
        )
        return TierState(
            game=tier.game,
            tier=tier.name,
            coefficient=tier.stakes.coefficient,
            fee=tier.stakes.fee,
            entry=tier.entry,
            bots=True,
            open=True,
            waiting=0,
            playing=playing,
            expect_ms=0,
        )

    async def _seek(self, player: str, tier: Tier | None) -> Place:
        """A seat for a player: the one he has, or one at a new table with bots."""
        if tier is None:
            return Place(code="no_such_tier")
        if room := self._host.where(player):
            return Place(room=room)
        self._seeking += 1
        self._nobody_seeks.clear()
        try:
            with self._host.seating.hold([player]):
                return await self._find_seat(player, tier)
        except HeldError:
            return Place(code="busy")
        except Exception:
            log.exception("no_seat_found", player=player)
            return Place(code="unavailable")
        finally:
            self._seeking -= 1
            if not self._seeking:
                self._nobody_seeks.set()

    async def _find_seat(self, player: str, tier: Tier) -> Place:
        if room := await self._host.find_unsure(player):
            return Place(room=room)
        async with self._storage.read() as tx:
            account = await tx.ledger.find_account("player", player)
        if account is None or account.balance < max(tier.entry, 1):
            return Place(code="not_enough_beans")
        return Place(room=await self._host.open_match(tier, [player]))
