"""The board of the lobby: whoever looks at it is told the whole of it at first, and then what has changed."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from app.bus.bus import Bus
from app.clock import Clock, Timer
from app.rooms.messages import socket_subject
from app.wire.notices import Lobby, RoomCard, TierState, dump_notice

PUSH_MS: Final = 500
"""Changes are told together, no more often than this."""


class Board:
    """The sockets that look at the lobby; `read` says how it stands, as a whole."""

    def __init__(self, bus: Bus, clock: Clock, read: Callable[[], Lobby]) -> None:
        self._bus = bus
        self._clock = clock
        self._read = read
        self._sockets: dict[str, None] = {}
        self._told = Lobby(whole=True, online=0, tiers=[], rooms=[], removed=[])
        self._timer: Timer | None = None
        self._pushing: asyncio.Task[None] | None = None

    async def show(self, socket: str) -> None:
        """A socket looks: it is told everything now, and of what changes from now on. Once more is nothing new."""
        if socket in self._sockets:
            return
        now = self._read()
        if not self._sockets:
            self._told = now
        self._sockets[socket] = None
        await self._bus.publish(socket_subject(socket), dump_notice(now))

    def hide(self, socket: str) -> None:
        """A socket looks no longer, if it did."""
        self._sockets.pop(socket, None)
        if not self._sockets:
            self.stop()

    @property
    def is_looked_at(self) -> bool:
        """Whether anybody looks."""
        return bool(self._sockets)

    def touch(self) -> None:
        """Something may have changed."""
        if self._sockets and self._timer is None:
            self._timer = self._clock.call_later(PUSH_MS, self._push_soon)

    def stop(self) -> None:
        """Tell nobody anything more."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _push_soon(self) -> None:
        self._timer = None
        self._pushing = asyncio.create_task(self._push(), name="lobby board")

    async def _push(self) -> None:
        now = self._read()
        news, self._told = what_changed(self._told, now), now
        if news:
            frame = dump_notice(news)
            for socket in tuple(self._sockets):
                await self._bus.publish(socket_subject(socket), frame)


def what_changed(before: Lobby, now: Lobby) -> Lobby | None:
    """What somebody who knows how the lobby stood has to be told; None: nothing."""
    tiers, rooms, stays = _by_name(before.tiers), _by_room(before.rooms), _by_room(now.rooms)
    news = Lobby(
        whole=False,
        online=now.online,
        tiers=[tier for name, tier in _by_name(now.tiers).items() if tiers.get(name) != tier],
        rooms=[card for room, card in stays.items() if rooms.get(room) != card],
        removed=[room for room in rooms if room not in stays],
    )
    is_news = news.tiers or news.rooms or news.removed or now.online != before.online
    return news if is_news else None


def _by_name(tiers: Iterable[TierState]) -> dict[tuple[str, str], TierState]:
    return {(tier.game, tier.tier): tier for tier in tiers}


def _by_room(cards: Iterable[RoomCard]) -> dict[str, RoomCard]:
    return {card.room: card for card in cards}
