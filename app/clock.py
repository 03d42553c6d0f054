"""Time as a protocol, so that a test can hold it still."""

import asyncio
import time
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Protocol


class Timer(Protocol):
    """A call that has been put off; cancelling one that has run or been cancelled does nothing."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """What the server knows of time."""

    def now_ms(self) -> int:
        """Milliseconds since 1970-01-01 UTC: for deadlines that outlive the process, and for records."""
        ...

    def steady_ms(self) -> int:
        """Milliseconds that never jump, from an arbitrary start: for waiting within the process."""
        ...

    def call_later(self, delay_ms: int, callback: Callable[[], None]) -> Timer:
        """Run `callback` once in the event loop after `delay_ms` of steady time."""
        ...


class SystemClock:
    """The clock of a running server: wall time for records, the event loop's steady time for timers."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def steady_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def call_later(self, delay_ms: int, callback: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(max(delay_ms, 0) / 1000, callback)


class ManualTimer:
    """A timer of a `ManualClock`."""

    def __init__(self, due_ms: int, callback: Callable[[], None]) -> None:
        self.due_ms = due_ms
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class ManualClock:
    """A clock that stands still until it is moved: for tests and simulations."""

    def __init__(self, now_ms: int = 1_764_500_000_000) -> None:
        self._now_ms = now_ms
        self._timers: list[tuple[int, int, ManualTimer]] = []
        self._numbers = count()

    def now_ms(self) -> int:
        return self._now_ms

    def steady_ms(self) -> int:
        return self._now_ms

    def call_later(self, delay_ms: int, callback: Callable[[], None]) -> Timer:
        timer = ManualTimer(self._now_ms + max(delay_ms, 0), callback)
        heappush(self._timers, (timer.due_ms, next(self._numbers), timer))
        return timer

    @property
    def next_due_ms(self) -> int | None:
        """When the next live timer is due; None if there is none."""
        while self._timers and not self._timers[0][2].callback:
            heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def advance(self, delta_ms: int) -> None:
        """Move time on, running every timer that falls due in the order of its due time."""
        until = self._now_ms + delta_ms
        while (due := self.next_due_ms) is not None and due <= until:
            self._now_ms = max(due, self._now_ms)
            _, _, timer = heappop(self._timers)
            callback, timer.callback = timer.callback, None
            if callback:
                callback()
        self._now_ms = until
