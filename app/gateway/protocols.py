"""uvicorn's two protocols with the ends that a server on the open internet needs.

As they come they wait for ever for a request that arrives byte by byte and for a client that takes nothing, keep
every empty continuation frame, and answer every ping. None of that costs the other side anything. And where a
frame breaks the rules they hang up with its rest unread, which resets the connection and loses the closing code;
here the rest is read and thrown away for a moment.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from app.gateway.limits import Bucket, Verdict
from app.wire.closing import CloseCode

ABORT: Final = "doudizhu.abort"
"""The extension of a socket's scope that cuts the connection off at once."""

REQUEST_S: Final = 10
"""How long a whole request may take to arrive."""
LAST_S: Final = 2
"""How long a client has to take the last bytes."""
READ_BYTES: Final = 16 * 1024
"""How much is read at once: what one read brings is parsed into objects of many times its size."""
MAX_FRAGMENTS: Final = 64
"""A frame of at most 8 KiB never needs as many pieces."""
CONTROLS_PER_S: Final = 2
CONTROL_BURST: Final = 20
MAX_UNTAKEN_BYTES: Final = 512 * 1024
"""How much may wait to be taken by a client whose pings are still answered."""


class HttpProtocol(H11Protocol):
    """HTTP, with an end to how long a request may take."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._patience: asyncio.TimerHandle | None = None
        self._silent = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_waiting()

    def data_received(self, data: bytes) -> None:
        self._silent = False
        super().data_received(data)
        reading = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if reading and self.transport.get_protocol() is self and not self.transport.is_closing():
            self._wait()
        else:
            self._stop_waiting()

    def _wait(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(REQUEST_S, self._lose_patience)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _lose_patience(self) -> None:
        self._patience = None
        if self.conn.their_state is h11.IDLE and not self._silent:
            self.send_400_response("The request did not arrive in time.")
        else:  # opened ahead of need by a browser, or the rest of a body is missing
            self.transport.close()


class SocketProtocol(WebSocketsSansIOProtocol):
    """WebSocket, with an end to what a client may leave lying or send for nothing."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._controls = Bucket(CONTROLS_PER_S, CONTROL_BURST, self._now_ms(), debt=1)
        self._deaf = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if hasattr(transport, "max_size"):
            transport.max_size = READ_BYTES

    def data_received(self, data: bytes) -> None:
        if not self._deaf:
            super().data_received(data)

    async def send(self, message: ASGISendEvent) -> None:
        if self.close_sent or self.transport.is_closing():
            # Here uvicorn calls the first a bug of the application's, and asyncio logs each write to the second.
            raise ClientDisconnected
        await super().send(message)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            abort: Callable[[], None] = self.transport.abort
            self.scope["extensions"][ABORT] = abort  # type: ignore[assignment]  # a dictionary

    # What one read brought is handled to its end, even after a frame in it has ended the connection.

    def handle_cont(self, event: Frame) -> None:
        if self._deaf:
            return
        if len(self.frames) < MAX_FRAGMENTS:
            super().handle_cont(event)
        else:
            self._fail(CloseCode.TOO_BIG)

    def handle_ping(self) -> None:
        if not self._deaf:
            super().handle_ping()
            self._count_control()

    def handle_pong(self, event: Frame) -> None:
        if not self._deaf:
            super().handle_pong(event)
            self._count_control()

    def handle_parser_exception(self) -> None:
        """Say why, then read the rest and throw it away: hanging up on it would lose what was said."""
        assert self.conn.close_sent is not None
        code, reason = self.conn.close_sent.code, self.conn.close_sent.reason
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.stop_keepalive()
        self._deaf = self.close_sent = True
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.write_eof()
            self.transport.resume_reading()
        # Its being set keeps `run_asgi` from closing before.
        self.close_timer = self.loop.call_later(LAST_S, self.transport.abort)

    def handle_close(self, event: Frame) -> None:
        if not self._deaf:
            super().handle_close(event)
            self._cut_off()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        super().shutdown()
        self._cut_off()

    def _count_control(self) -> None:
        if self._controls.take(self._now_ms()) is Verdict.ABUSE:
            self._fail(CloseCode.ABUSE)
        if self.transport.get_write_buffer_size() > MAX_UNTAKEN_BYTES:
            self.transport.abort()

    def _fail(self, code: CloseCode) -> None:
        if not self.close_sent:
            self.conn.fail(code)
            self.handle_parser_exception()

    def _cut_off(self) -> None:
        self.loop.call_later(LAST_S, self.transport.abort)

    def _now_ms(self) -> int:
        return int(self.loop.time() * 1000)
