"""The frames on their way to one browser: bounded, so that one that does not read costs nobody else anything."""

import asyncio
from collections import deque
from typing import Final

MAX_FRAMES: Final = 256
"""A tail of missed facts comes at once and must fit (rooms send a snapshot instead of a longer one)."""
MAX_BYTES: Final = 256 * 1024


class Outbox:
    """A queue that says no instead of growing, and that ends with a closing code."""

    def __init__(self) -> None:
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._changed = asyncio.Event()
        self.closing: int | None = None

    def put(self, frame: bytes) -> bool:
        """Add a frame; False if it does not fit. After the end nothing is added and nothing is missed."""
        if self.closing is not None:
            return True
        if len(self._frames) >= MAX_FRAMES or self._bytes + len(frame) > MAX_BYTES:
            return False
        self._frames.append(frame)
        self._bytes += len(frame)
        self._changed.set()
        return True

    def end(self, code: int, *, drop: bool = False) -> None:
        """The last thing is to close with this code; with `drop` nothing before it is sent either."""
        if self.closing is None:
            self.closing = code
            if drop:
                self._frames.clear()
            self._changed.set()

    async def take(self) -> bytes | None:
        """The next frame, as soon as there is one; None after the last."""
        while not self._frames:
            if self.closing is not None:
                return None
            self._changed.clear()
            await self._changed.wait()
        frame = self._frames.popleft()
        self._bytes -= len(frame)
        return frame
