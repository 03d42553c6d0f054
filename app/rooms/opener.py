"""The opener: has rooms opened for players who make them."""

import asyncio

import structlog

from app.bus.bus import Bus, Subscription
from app.rooms.host import Host
from app.rooms.messages import ROOMS, Open, Place, dump, load_open
from app.rooms.seating import HeldError

log = structlog.get_logger(__name__)


class Opener:
    """Opens the rooms that players of this process make, in front of its host."""

    def __init__(self, host: Host, bus: Bus) -> None:
        self._host = host
        self._bus = bus
        self._asked: set[asyncio.Task[object]] = set()
        self._serving: Subscription | None = None

    async def start(self) -> None:
        """Answer from now on; the host has started."""
        self._serving = await self._bus.serve(ROOMS, self._receive)

    async def stop(self) -> None:
        """Answer no longer, and let what has begun come to its end; the host stops after this."""
        if self._serving:
            await self._serving.cancel()
        self._host.open_no_more()
        if self._asked:
            await asyncio.wait(self._asked)

    async def _receive(self, payload: bytes) -> bytes:
        task = asyncio.current_task()
        assert task is not None, "the bus answers in tasks"
        self._asked.add(task)
        try:
            return dump(await self._open(load_open(payload)))
        finally:
            self._asked.discard(task)

    async def _open(self, message: Open) -> Place:
        player, options = message.player, message.options
        try:
            with self._host.seating.hold([player]):
                code = await self._host.entry.refusal(player, options)
                if code is not None:
                    return Place(code=code)
                place = await self._host.open_room(player, options)
        except HeldError:
            return Place(code="seated")
        except Exception:
            log.exception("room_not_opened", player=player)
            return Place(code="unavailable")
        self._host.seating.taken(player)
        return place
