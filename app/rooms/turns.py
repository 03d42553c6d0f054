"""A room's waiting: many due times, one timer (field report A17: never more than one per room)."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from app.clock import Clock, Timer


class Wait(StrEnum):
    """What a room waits for."""

    STEP = "step"
    DEADLINE = "deadline"
    THINK = "think"
    IDLE = "idle"
    OWNER = "owner"
    ABSENCE = "absence"
    AGE = "age"


class Due(NamedTuple):
    """One thing that is waited for. `of` tells two of a kind apart: a seat, or a time in ms."""

    wait: Wait
    of: int = 0


class Turns:
    """Due times in steady ms, and the one timer that wakes the room at the earliest."""

    def __init__(self, clock: Clock, wake: Callable[[], None]) -> None:
        self._clock = clock
        self._wake = wake
        self._due: dict[Due, int] = {}
        self._timer: Timer | None = None
        self._timer_ms = 0
        self._rung = False

    def keep(self, wanted: set[Due], delay_ms: Callable[[Due], int]) -> None:
        """Wait for these and for nothing else. What was waited for already keeps its due time."""
        now = self._clock.steady_ms()
        self._due = {
            due: self._due[due] if due in self._due else now + max(delay_ms(due), 0) for due in sorted(wanted)
        }
        self._set_timer()

    def take_due(self) -> Due | None:
        """The earliest of what has fallen due by now; it is waited for no longer.

        One at a time, since what comes of it may make the others pointless. Those that stay due wake the room again.
        """
        self._rung = False
        now = self._clock.steady_ms()
        at_ms, due = min(((at_ms, due) for due, at_ms in self._due.items()), default=(now + 1, None))
        if at_ms > now or due is None:
            self._set_timer()
            return None
        del self._due[due]
        self._set_timer()
        return due

    def stop(self) -> None:
        """Wait for nothing any more; no timer is left."""
        self._due = {}
        self._set_timer()

    def _set_timer(self) -> None:
        """Have the timer at the earliest due time; once it has rung the room is on its way, and needs no other."""
        earliest = None if self._rung else min(self._due.values(), default=None)
        if self._timer:
            if earliest == self._timer_ms:
                return
            self._timer.cancel()
            self._timer = None
        if earliest is not None:
            self._timer_ms = earliest
            self._timer = self._clock.call_later(max(earliest - self._clock.steady_ms(), 0), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._rung = True
        self._wake()
