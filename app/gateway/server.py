"""uvicorn, set for a game: small frames, no compression, quick pings, and an end to every wait."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from app.gateway.protocols import HttpProtocol, SocketProtocol
from app.gateway.services import Gateway
from app.wire.notices import Maintenance
from app.wire.requests import MAX_FRAME_BYTES

PING_S: Final = 5
"""How long after a ping's answer the next is sent, and how long an answer may take.

Whoever falls silent is gone after twice that, which is what the others at his table wait for him to be shown as
away; a loop that stalls for as long drops nobody, since what has arrived is read before timers run.
"""
FAREWELL_S: Final = 0.1
"""How long browsers have to take the word that the server stops, before their sockets are closed."""
STOP_S: Final = 4
"""How long a stop waits for what is under way."""


class Server(uvicorn.Server):
    """A server that says when it is up, and ends with exit code 0 when it is told to stop."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[int], None] = lambda port: None) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce(self.port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, after every browser has heard why."""
        gateway: Gateway | None = self.lifespan.state.get("gateway")
        if gateway is not None:
            await gateway.say_to_all(Maintenance(seconds=0))
            await asyncio.sleep(FAREWELL_S)
        await super().shutdown(sockets)

    @property
    def port(self) -> int:
        """The port that it listens on, chosen by the system where 0 was asked for."""
        port: int = self.servers[0].sockets[0].getsockname()[1]
        return port

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn's, which raises the signal again after the stop and so dies by it in the end."""
        try:
            before = {number: signal.signal(number, _ignore) for number in (signal.SIGINT, signal.SIGTERM)}
        except ValueError:  # not the main thread: no signals come here
            before = {}
        try:
            with super().capture_signals():
                yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _ignore(number: int, frame: object) -> None:
    """The server has stopped already."""


def server_config(
    app: ASGIApp, *, host: str, port: int, trusted_proxies: Sequence[str] = ()
) -> uvicorn.Config:
    """How uvicorn runs this application."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="asyncio",
        http=HttpProtocol,
        ws=SocketProtocol,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=list(trusted_proxies),
        timeout_graceful_shutdown=STOP_S,
    )
