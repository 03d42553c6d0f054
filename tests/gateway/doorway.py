"""The doors alone: a real server in this event loop, with a scripted host behind it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI

from app.bus.local import LocalBus
from app.clock import Clock, SystemClock
from app.gateway.app import create_app
from app.gateway.origins import Origins
from app.gateway.server import Server, server_config
from app.gateway.services import Doors, Gateway
from app.ledger.accounts import found
from app.ledger.economy import Economy
from app.randomness import SecretRandomness
from app.rooms.config import TIERS
from app.rooms.messages import (
    LOBBY,
    Arrive,
    Depart,
    Find,
    LobbyMessage,
    Place,
    RoomMessage,
    close_subject,
    dump,
    load_lobby,
    load_room,
    room_subject,
    socket_subject,
)
from app.rooms.tiers import found_tiers
from app.storage.memory import MemoryStorage
from app.wire.notices import Notice, dump_notice


@dataclass
class Doorway:
    """What a test sees: the address, the services, and what the host has been told.

    `lobby_answer` and `room_answer` are what the lobby and the rooms say; where there is a `hold` they say it once
    it is set, and `held` counts who waits for that. `found` is where everybody sits, `here` and `gone` are the sockets
    that have come and gone.
    """

    gateway: Gateway
    app: FastAPI
    address: str = ""
    heard: asyncio.Queue[LobbyMessage | RoomMessage] = field(default_factory=asyncio.Queue)
    lobby_answer: Place = field(default_factory=Place)
    room_answer: Place = field(default_factory=Place)
    found: Place = field(default_factory=Place)
    hold: asyncio.Event | None = None
    held: int = 0
    here: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)

    async def say(self, socket: str, *notices: Notice) -> None:
        """Tell a socket something, as a room would."""
        for notice in notices:
            await self.gateway.bus.publish(socket_subject(socket), dump_notice(notice))

    async def close(self, socket: str, code: int) -> None:
        """Have a socket closed, as a room would."""
        await self.gateway.bus.publish(close_subject(socket), str(code).encode())

    async def serve_lobby(self) -> None:
        """Be the lobby."""

        async def answer(payload: bytes) -> bytes:
            message = load_lobby(payload)
            match message:
                case Find():
                    await self._wait()
                    return dump(self.found)
                case Arrive(_, socket):
                    self.here.append(socket)
                    return dump(Place())
                case Depart(_, socket):
                    self.gone.append(socket)
                    return dump(Place())
                case _:
                    self.heard.put_nowait(message)
                    return dump(self.lobby_answer)

        await self.gateway.bus.serve(LOBBY, answer)

    async def serve_room(self, room: str) -> None:
        """Be a room."""

        async def answer(payload: bytes) -> bytes:
            self.heard.put_nowait(load_room(payload))
            await self._wait()
            return dump(self.room_answer)

        await self.gateway.bus.serve(room_subject(room), answer)

    async def _wait(self) -> None:
        if self.hold:
            self.held += 1
            await self.hold.wait()
            self.held -= 1

    async def hear(self) -> LobbyMessage | RoomMessage:
        """The next message that a room or the lobby was sent, other than the question where somebody is."""
        async with asyncio.timeout(5):
            return await self.heard.get()


@asynccontextmanager
async def doorway(
    *,
    clock: Clock | None = None,
    address: str | None = None,
    economy: Economy | None = None,
    **doors: Any,
) -> AsyncIterator[Doorway]:
    """The doors on a port of their own, rooms and lobby served by the test. `address` is the public one."""
    origins = Origins(frozenset({address} if address else ()))
    usual = {"guests_per_hour": 10_000, "static_folder": "static"}
    chosen = Doors(
        origins=origins, secure=bool(address and address.startswith("https")), **{**usual, **doors}
    )
    storage, bus, time = MemoryStorage(), LocalBus(), clock or SystemClock()
    async with storage.begin() as tx:
        system = await found(tx, time.now_ms())
        await found_tiers(tx, TIERS, time.now_ms())
    gateway = Gateway(chosen, storage, system, bus, time, SecretRandomness(), economy=economy or Economy())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, Any]]:
        yield {"gateway": gateway}

    app = create_app(chosen, lifespan)
    way = Doorway(gateway, app)
    await way.serve_lobby()
    up = asyncio.Event()
    ports: list[int] = []

    def announce(port: int) -> None:
        ports.append(port)
        up.set()

    server = Server(server_config(app, host="127.0.0.1", port=0), announce)
    task = asyncio.create_task(server.serve())
    try:
        await up.wait()
        way.address = f"http://127.0.0.1:{ports[0]}"
        yield way
    finally:
        server.should_exit = True
        await task


async def until(holds: Callable[[], bool]) -> None:
    """Let the event loop run until something holds that nobody announces."""
    async with asyncio.timeout(5):
        while not holds():  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0)
