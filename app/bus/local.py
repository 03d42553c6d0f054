"""The bus of a single process: a dictionary of listeners and one of responders."""

import asyncio
from collections.abc import Callable

import structlog

from app.bus.bus import Listener, NoResponderError, RequestTimeoutError, Responder, Subscription

log = structlog.get_logger(__name__)


class LocalSubscription:
    """A listener or responder of a `LocalBus`."""

    def __init__(self, take_away: Callable[[], None]) -> None:
        self._take_away: Callable[[], None] | None = take_away

    async def cancel(self) -> None:
        take_away, self._take_away = self._take_away, None
        if take_away:
            take_away()


class LocalBus:
    """A `Bus` within one process: nothing is copied, nothing is lost."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}
        self._responders: dict[str, Responder] = {}
        self._answering: set[asyncio.Task[bytes | None]] = set()

    async def publish(self, subject: str, payload: bytes) -> None:
        for listener in tuple(self._listeners.get(subject, ())):
            try:
                listener(payload)
            except Exception:
                log.exception("listener_failed", subject=subject)

    async def subscribe(self, subject: str, listener: Listener) -> Subscription:
        self._listeners.setdefault(subject, []).append(listener)

        def take_away() -> None:
            listeners = self._listeners[subject]
            listeners.remove(listener)
            if not listeners:
                del self._listeners[subject]

        return LocalSubscription(take_away)

    async def serve(self, subject: str, responder: Responder) -> Subscription:
        if subject in self._responders:
            raise ValueError(f"{subject} is served already")
        self._responders[subject] = responder
        return LocalSubscription(lambda: self._responders.pop(subject, None) and None)

    async def request(self, subject: str, payload: bytes, timeout_ms: int = 5_000) -> bytes:
        responder = self._responders.get(subject)
        if responder is None:
            raise NoResponderError(subject)
        # A task of its own: a requester that gives up must not stop the responder half-way.
        task = asyncio.create_task(_answer(responder, subject, payload))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)
        done, _ = await asyncio.wait((task,), timeout=timeout_ms / 1000)
        answer = task.result() if done and not task.cancelled() else None
        if answer is None:
            raise RequestTimeoutError(subject)
        return answer


async def _answer(responder: Responder, subject: str, payload: bytes) -> bytes | None:
    try:
        return await responder(payload)
    except Exception:
        log.exception("responder_failed", subject=subject)
        return None
