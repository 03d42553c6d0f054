"""The bus protocol. A subject is dotted words, such as "room.K7Q2M9"; payloads are bytes.

Listeners of a subject hear what is published on it, each in the order of publishing; nobody listening is no
error, and a message may be lost when a process dies. A request has exactly one responder. Whatever must not
be lost is in the database, so losing a message only costs time.
"""

from collections.abc import Awaitable, Callable
from typing import Protocol

Listener = Callable[[bytes], None]
"""Takes a message at once and must not block; what it raises is logged and heard by nobody."""
Responder = Callable[[bytes], Awaitable[bytes]]


class NoResponderError(Exception):
    """Nobody serves the subject of a request (now)."""


class RequestTimeoutError(Exception):
    """The responder has not answered in time; whether it acted is unknown."""


class Subscription(Protocol):
    """A listener or responder in place."""

    async def cancel(self) -> None:
        """Take it away; doing so twice does nothing."""
        ...


class Bus(Protocol):
    """Moves messages between gateways and owners."""

    async def publish(self, subject: str, payload: bytes) -> None: ...

    async def subscribe(self, subject: str, listener: Listener) -> Subscription: ...

    async def serve(self, subject: str, responder: Responder) -> Subscription:
        """Answer the requests of a subject; raises ValueError if this process serves it already."""
        ...

    async def request(self, subject: str, payload: bytes, timeout_ms: int = 5_000) -> bytes:
        """The answer of the subject's responder.

        Raises NoResponderError, or RequestTimeoutError where no answer comes, also because the responder failed. A
        responder goes on to its end, whether or not anybody still waits for it.
        """
        ...
