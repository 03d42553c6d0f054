"""Every way to break the protocol, frame by frame: the right closing code, and nobody else notices.

Each case is what a signed-in socket sends after its hello; then either the closing code that must follow, or
`ANSWERED`: one "bad_message" or one pong, and the socket lives on.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

import pytest

from tests.gateway.raw import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    RawSocket,
    frame,
    text,
)
from tests.stories.player import Player
from tests.stories.server import ServerProcess

HELLO: Final = text('{"type":"hello","protocol":1}')
PINGED: Final = text('{"type":"ping","t":1}')
NOTHING: Final = b""

FRAMES: Final[dict[str, tuple[bytes, int | None]]] = {
    "unmasked": (frame(TEXT, b"{}", masked=False), 1002),
    "reserved opcode 3": (frame(0x3, b"x"), 1002),
    "reserved opcode 7": (frame(0x7, b"x"), 1002),
    "reserved control opcode 11": (frame(0xB, b"x"), 1002),
    "reserved control opcode 15": (frame(0xF, b""), 1002),
    "reserved bit 1, compression that was not agreed": (frame(TEXT, b"x", rsv=4), 1002),
    "reserved bit 2": (frame(TEXT, b"x", rsv=2), 1002),
    "reserved bit 3": (frame(TEXT, b"x", rsv=1), 1002),
    "reserved bit on a ping": (frame(PING, b"x", rsv=4), 1002),
    "ping in pieces": (frame(PING, b"x", fin=False), 1002),
    "close in pieces": (frame(CLOSE, b"", fin=False), 1002),
    "ping of 126 bytes": (frame(PING, b"x" * 126), 1002),
    "pong of 1,000 bytes": (frame(PONG, b"x" * 1000), 1002),
    "close of 126 bytes": (frame(CLOSE, b"\x03\xe8" + b"x" * 124), 1002),
    "close of 1 byte": (frame(CLOSE, b"\x03"), 1002),
    "close with code 999": (frame(CLOSE, b"\x03\xe7"), 1002),
    "close with code 1005": (frame(CLOSE, b"\x03\xed"), 1002),
    "close with code 65535": (frame(CLOSE, b"\xff\xff"), 1002),
    "close with a reason that is no UTF-8": (frame(CLOSE, b"\x03\xe8\xff\xfe"), 1007),
    "continuation of nothing": (frame(CONTINUATION, b"x"), 1002),
    "a text inside a message in pieces": (frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"), 1002),
    "a binary inside a text in pieces": (frame(TEXT, b"{", fin=False) + frame(BINARY, b"}"), 1002),
    "text that is no UTF-8": (frame(TEXT, b"\xff\xfe\xfd"), 1007),
    "overlong UTF-8": (frame(TEXT, b"\xc0\xaf"), 1007),
    "a surrogate in UTF-8": (frame(TEXT, b"\xed\xa0\x80"), 1007),
    "UTF-8 cut at the end of the message": (frame(TEXT, b"\xe4\xb8"), 1007),
    "8 KiB and a byte": (text("x" * 8193), 1009),
    "1 MB": (text("x" * 1_000_000), 1009),
    "1 GiB declared": (frame(TEXT, b"x", declared=2**30), 1009),
    "the largest length there is": (frame(TEXT, b"x", declared=2**63 - 1), 1009),
    "a length beyond the largest": (frame(TEXT, b"x", declared=2**64 - 1), 1009),
    "1 GiB of binary declared": (frame(BINARY, b"x", declared=2**30), 1009),
    "two pieces of 8 KiB in all and a byte": (
        frame(TEXT, b"x" * 8000, fin=False) + frame(CONTINUATION, b"x" * 193),
        1009,
    ),
    "1,000 pieces of 10 bytes": (
        frame(TEXT, b"", fin=False) + frame(CONTINUATION, b"x" * 10, fin=False) * 1000,
        1009,
    ),
    "10,000 empty pieces": (frame(TEXT, b"", fin=False) + frame(CONTINUATION, b"", fin=False) * 10_000, 1009),
    "1,000 pings": (frame(PING, b"x" * 125) * 1000, 1008),
    "1,000 pongs": (frame(PONG, b"x" * 125) * 1000, 1008),
    "1,000 messages": (PINGED * 1000, 1008),
    "1,000 empty texts": (text("") * 1000, 1008),
    "1,000 empty binaries": (frame(BINARY, b"") * 1000, 1008),
    "a good close": (frame(CLOSE, b"\x03\xe8"), 1000),
    "a good close with a reason": (frame(CLOSE, b"\x0f\xa0" + "再见".encode()), 4000),
    "a close without a code": (frame(CLOSE, b""), None),
    "three binaries": (frame(BINARY, b'{"type":"ping","t":1}') * 3, 1008),
    "three bad messages": (text("x") * 3, 1008),
    "another protocol": (text('{"type":"hello","protocol":2}'), 1008),
}

HARMLESS: Final[dict[str, bytes]] = {
    "a message in pieces": frame(TEXT, b'{"type":"pi', fin=False)
    + frame(CONTINUATION, b'ng",', fin=False)
    + frame(CONTINUATION, b'"t":1}'),
    "a ping between pieces": frame(TEXT, b'{"type":"pi', fin=False)
    + frame(PING, b"x")
    + frame(CONTINUATION, b'ng","t":1}'),
    "UTF-8 cut between pieces": frame(TEXT, b'{"type":"ping","t":1}'[:-1], fin=False)
    + frame(CONTINUATION, b"}"),
    "a length in more bytes than it needs": frame(TEXT, b'{"type":"ping","t":1}', size=9),
    "a pong that nobody asked for": frame(PONG, b"x") + PINGED,
    "8 KiB of blanks around a message": text(" " * 8000 + '{"type":"ping","t":1}'),
}


@pytest.fixture
async def neighbour(server: ServerProcess) -> AsyncIterator[Player]:
    """Somebody else on the same server, who must not notice a thing."""
    async with await Player.sign_in(server.address, "neighbour") as player:
        await player.find_seat()
        yield player
        async with asyncio.timeout(5):
            await player.play_hand()


async def greeted(server: ServerProcess) -> RawSocket:
    player = await Player.sign_in(server.address)
    socket = await RawSocket.open(server.address, player.cookie)
    socket.write(HELLO)
    assert '"welcome"' in await socket.read_text()
    return socket


@pytest.mark.parametrize("case", FRAMES)
async def test_a_broken_rule_has_its_closing_code(server: ServerProcess, case: str) -> None:
    sent, expected = FRAMES[case]
    async with await greeted(server) as socket:
        socket.write(sent)
        _, code = await socket.read_close()
        assert code == expected


@pytest.mark.parametrize("case", HARMLESS)
async def test_what_the_protocol_allows_is_served(server: ServerProcess, case: str) -> None:
    async with await greeted(server) as socket:
        socket.write(HARMLESS[case])
        while (received := await socket.read()) and received.opcode == PONG:
            assert received.payload == b"x"
        assert received is not None
        assert b'"pong"' in received.payload


async def test_a_ping_is_answered_with_its_own_payload(server: ServerProcess) -> None:
    async with await greeted(server) as socket:
        socket.write(frame(PING, b"\x00\xffdata"))
        received = await socket.read()
        assert received is not None
        assert (received.opcode, received.payload) == (PONG, b"\x00\xffdata")


async def test_a_table_plays_on_while_every_rule_is_broken_beside_it(
    server: ServerProcess, neighbour: Player
) -> None:
    async def break_rule(sent: bytes) -> None:
        async with await greeted(server) as socket:
            socket.write(sent)
            await socket.read_close()

    playing = asyncio.create_task(neighbour.play_hand())
    await asyncio.gather(*(break_rule(sent) for sent, _ in FRAMES.values()))
    await playing
