"""The vigil: sockets whose session is over are closed, however it has ended.

Whoever ends a session in this process has its sockets closed at once. But a session also runs out by itself, and a ban
may come from another process, so all sockets are looked at again and again, a batch of them in one query.
"""

import asyncio
from contextlib import suppress
from typing import Final

import structlog

from app.gateway.errors import closing_of
from app.gateway.limits import CountedSocket
from app.gateway.services import Gateway

log = structlog.get_logger(__name__)

PERIOD_MS: Final = 10_000
"""How long a session that has ended elsewhere may go on at most."""
BATCH: Final = 500


class Vigil:
    """Looks after the sockets of one gateway."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._run(), name="vigil")

    async def stop(self) -> None:
        """Look no more."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            elapsed = asyncio.Event()
            timer = self._gateway.clock.call_later(PERIOD_MS, elapsed.set)
            try:
                await elapsed.wait()
            finally:
                timer.cancel()
            try:
                await self.look()
            except Exception:
                log.warning("sessions_not_looked_at", exc_info=True)

    async def look(self) -> None:
        """Look at every socket once."""
        sockets = list(self._gateway.census.sockets())
        for start in range(0, len(sockets), BATCH):
            await self._look_at(sockets[start : start + BATCH])

    async def _look_at(self, sockets: list[CountedSocket]) -> None:
        tokens = {socket.token_sha for socket in sockets}
        async with self._gateway.storage.read() as tx:
            valid = await tx.sessions.open_among(list(tokens), self._gateway.clock.now_ms())
        for socket in sockets:
            if socket.token_sha not in valid:
                socket.close(closing_of("signed_out"))
