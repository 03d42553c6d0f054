"""Quick phrases: what somebody says is told to everybody seated, and kept nowhere. No rule or timer hears of it."""

from typing import Final

from app.clock import Clock
from app.rooms.audience import Audience
from app.rooms.register import Register
from app.rooms.seats import Occupant
from app.rooms.waiting import RefusedError
from app.wire.notices import Said
from app.wire.phrases import Phrase

PAUSE_MS: Final = 3_000
"""Who has said something is silent for so long."""


class Phrases:
    """What is said in one room."""

    def __init__(self, register: Register, audience: Audience, time: Clock) -> None:
        self._register = register
        self._audience = audience
        self._time = time
        self._said_ms: dict[str, int] = {}

    async def say(self, occupant: Occupant, phrase: Phrase) -> None:
        """Have somebody say a phrase. Raises RefusedError where the room has none, and where he speaks too fast."""
        if not self._register.options.phrases:
            raise RefusedError("no_phrases")
        now = self._time.steady_ms()
        if now - self._said_ms.get(occupant.player, now - PAUSE_MS) < PAUSE_MS:
            raise RefusedError("slow_down")
        self._said_ms[occupant.player] = now
        await self._audience.tell_all(Said(self._register.room_id, occupant.seat, phrase))
