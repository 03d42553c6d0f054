"""A room's waiting: many due times, one timer (field report A17: never more than one per room)."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from app.clock import Clock, Timer
from app.rules.facts import Seat


class Wait(StrEnum):
    """What a room waits for."""

    STEP = "step"
    DEADLINE = "deadline"
    THINK = "think"
    IDLE = "idle"


class Due(NamedTuple):
    """One thing that is waited for; the seat matters only where one thinks."""

    wait: Wait
    seat: Seat = 0


class Turns:
    """Due times in steady ms, and the one timer that wakes the room at the earliest."""

    def __init__(self, clock: Clock, wake: Callable[[], None]) -> None:
        self._clock = clock
        self._wake = wake
        self._due: dict[Due, int] = {}
        self._timer: Timer | None = None

    def wait(self, due: Due, delay_ms: int) -> None:
        """Fall due in `delay_ms`, instead of whenever it was due before."""
        self._due[due] = self._clock.steady_ms() + delay_ms
        self._arm()

    def is_waiting(self, due: Due) -> bool:
        """Whether this has a due time."""
        return due in self._due

    def forget(self, *dues: Due) -> None:
        """Wait no longer for these."""
        for due in dues:
            self._due.pop(due, None)
        self._arm()

    def keep(self, wanted: set[Due]) -> None:
        """Wait for nothing but these, as far as they are waited for."""
        self._due = {due: at_ms for due, at_ms in self._due.items() if due in wanted}
        self._arm()

    def take_due(self) -> list[Due]:
        """What has fallen due by now, earliest first; it is waited for no longer."""
        now = self._clock.steady_ms()
        ripe = sorted((at_ms, due) for due, at_ms in self._due.items() if at_ms <= now)
        for _, due in ripe:
            del self._due[due]
        self._arm()
        return [due for _, due in ripe]

    def stop(self) -> None:
        """Wait for nothing any more; no timer is left."""
        self.keep(set())

    def _arm(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._due:
            delay = min(self._due.values()) - self._clock.steady_ms()
            self._timer = self._clock.call_later(max(delay, 0), self._wake)
