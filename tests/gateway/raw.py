"""A WebSocket client that breaks every rule it is asked to: bytes in, frames out."""

import asyncio
import base64
import os
import struct
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
WAIT_S: Final = 15


def frame(
    opcode: int,
    payload: bytes = b"",
    *,
    fin: bool = True,
    rsv: int = 0,
    masked: bool = True,
    declared: int | None = None,
    size: int | None = None,
) -> bytes:
    """One frame. `declared` lies about the length, `size` picks how many bytes the length takes (1, 3 or 9)."""
    length = len(payload) if declared is None else declared
    size = size or (1 if length < 126 else 3 if length < 65536 else 9)
    first = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
    mask_bit = 0x80 if masked else 0
    if size == 1:
        head = first + bytes([mask_bit | length])
    elif size == 3:
        head = first + bytes([mask_bit | 126]) + struct.pack("!H", length)
    else:
        head = first + bytes([mask_bit | 127]) + struct.pack("!Q", length)
    if not masked:
        return head + payload
    mask = b"\x11\x22\x33\x44"
    repeated = mask * (len(payload) // 4 + 1)
    whole = int.from_bytes(payload, "big") ^ int.from_bytes(repeated[: len(payload)], "big")
    return head + mask + whole.to_bytes(len(payload), "big")


def text(payload: str | bytes) -> bytes:
    """A text frame."""
    return frame(TEXT, payload.encode() if isinstance(payload, str) else payload)


def handshake(
    address: str, headers: dict[str, str | None] | None = None, *, request: str = "GET /ws HTTP/1.1"
) -> bytes:
    """A handshake as a browser sends it, but for `headers`: None leaves one out."""
    host = urlsplit(address).netloc
    usual: dict[str, str | None] = {
        "Host": host,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Origin": address,
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
    }
    chosen = {**usual, **(headers or {})}
    lines = [request, *(f"{name}: {value}" for name, value in chosen.items() if value is not None)]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


@dataclass(frozen=True, slots=True)
class Received:
    """One frame from the server."""

    opcode: int
    payload: bytes

    @property
    def code(self) -> int | None:
        """The closing code; None where the server gave none."""
        return struct.unpack("!H", self.payload[:2])[0] if self.payload else None


class RawSocket:
    """A TCP connection to a server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def dial(cls, address: str) -> "RawSocket":
        """A connection without a handshake."""
        parts = urlsplit(address)
        return cls(*await asyncio.open_connection(parts.hostname, parts.port))

    @classmethod
    async def open(cls, address: str, cookie: str | None) -> "RawSocket":
        """A connection with its handshake done."""
        socket = await cls.dial(address)
        socket.write(handshake(address, {"Cookie": cookie}))
        status = await socket.read_status()
        assert status == 101, status
        return socket

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.writer.transport.abort()

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self.writer.write(data)

    async def read_status(self) -> int:
        """The status of the HTTP answer, its headers read."""
        async with asyncio.timeout(WAIT_S):
            head = await self.reader.readuntil(b"\r\n\r\n")
        return int(head.split(b" ", 2)[1])

    async def read(self) -> Received | None:
        """The next frame from the server; None at the end of the connection."""
        async with asyncio.timeout(WAIT_S):
            try:
                first, second = await self.reader.readexactly(2)
                length = second & 0x7F
                if length == 126:
                    (length,) = struct.unpack("!H", await self.reader.readexactly(2))
                elif length == 127:
                    (length,) = struct.unpack("!Q", await self.reader.readexactly(8))
                return Received(first & 0x0F, await self.reader.readexactly(length))
            except (asyncio.IncompleteReadError, ConnectionError):
                return None

    async def read_text(self) -> str:
        """The next text from the server; pings are passed over."""
        while received := await self.read():
            if received.opcode == TEXT:
                return received.payload.decode()
            assert received.opcode == PING, received
        raise AssertionError("closed")

    async def read_close(self) -> tuple[list[str], int | None]:
        """The texts until the server closes, and its code; -1 if it hung up without one."""
        texts: list[str] = []
        while received := await self.read():
            if received.opcode == CLOSE:
                return texts, received.code
            if received.opcode == TEXT:
                texts.append(received.payload.decode())
        return texts, -1
