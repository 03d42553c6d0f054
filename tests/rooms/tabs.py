"""Tabs in the lobby: sockets of players, and what each hears."""

from typing import Any

import msgspec

from app.bus.bus import Subscription
from app.ledger.orders import Desk, Order
from app.rooms.messages import (
    LOBBY,
    Arrive,
    Cancel,
    Depart,
    LobbyMessage,
    Seek,
    Visit,
    dump,
    socket_subject,
)
from app.storage.store import ScoreRow
from tests.contracts import rows
from tests.rooms.table import World


class Tab:
    """One socket of a player, as the gateway speaks for it. `heard` are the notices that it was sent."""

    def __init__(self, world: World, player: str, socket: str) -> None:
        self.world = world
        self.player = player
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self._listening: Subscription | None = None

    @classmethod
    async def open(cls, world: World, player: str) -> "Tab":
        """A tab that has said hello."""
        tab = cls(world, player, f"{player}-{world.next_id()}")
        tab._listening = await world.bus.subscribe(
            socket_subject(tab.socket), lambda frame: tab.heard.append(msgspec.json.decode(frame))
        )
        await tab._send(Arrive(player, tab.socket))
        return tab

    async def close(self) -> None:
        """It goes, and the gateway says so."""
        assert self._listening is not None
        await self._listening.cancel()
        await self._send(Depart(self.player, self.socket))

    async def seek(self, game: str = "happy", tier: str = "starter") -> None:
        """Ask for a seat."""
        await self.ask(game, tier)
        await self.world.settle()

    async def ask(self, game: str = "happy", tier: str = "starter") -> None:
        """Ask for a seat, and do not wait for what comes of it."""
        seek = Seek(self.player, self.socket, self.world.next_id(), game, tier)
        await self.world.bus.request(LOBBY, dump(seek))

    async def cancel(self) -> None:
        """Wait no longer."""
        await self._send(Cancel(self.player, self.socket, self.world.next_id()))

    async def look(self, *, on: bool = True) -> None:
        """Look at the lobby, or no longer."""
        await self._send(Visit(self.player, self.socket, self.world.next_id(), on))

    async def _send(self, message: LobbyMessage) -> None:
        await self.world.bus.request(LOBBY, dump(message))
        await self.world.settle()

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Everything of one kind that it has heard."""
        return [notice for notice in self.heard if notice["type"] == kind]

    @property
    def room(self) -> str | None:
        """Where it was led last."""
        seated = self.told("seated")
        return seated[-1]["room"] if seated else None

    @property
    def kinds(self) -> list[str]:
        """What it has heard, by kind; what it was refused by its code. Nothing is heard twice."""
        kinds = [notice["code"] if notice["type"] == "refused" else notice["type"] for notice in self.heard]
        self.heard.clear()
        return kinds


async def lobby(*players: str, bots_ms: int = 3_000) -> tuple[World, list[Tab]]:
    """A world in which bots take their time, and a tab for each player."""
    world = await World.open(*players, bots_ms=bots_ms)
    return world, [await Tab.open(world, player) for player in players]


async def take_beans(world: World, player: str) -> None:
    """All that a player was given is taken back."""
    async with world.storage.begin() as tx:
        desk = Desk(tx, world.system, world.clock.now_ms())
        await desk.reverse(f"grant:player:{player}", Order("tester", "a story"))


async def promote(world: World, player: str, points: int) -> None:
    """A hand of three seats has counted so many points for a player."""
    async with world.storage.begin() as tx:
        await tx.rooms.add(rows.room(f"R{player}"))
        await tx.hands.add(rows.hand(f"R{player}"))
        await tx.hands.finish(f"R{player}", 1, status="settled", result=b"", ended_ms=9)
        await tx.rooms.close(f"R{player}", 0)
        await tx.scores.add([ScoreRow(player, "three", 1, f"R{player}", 1, points, points)])
