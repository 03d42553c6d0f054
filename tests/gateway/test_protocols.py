"""Every wait has an end: half requests, silent peers, untaken bytes. The waits are shortened here."""

import asyncio
import logging
import socket as sockets
from contextlib import suppress

import pytest

from app.gateway import protocols, server
from app.rooms.messages import Attach, Detach
from app.wire.notices import Maintenance
from tests.gateway.doorway import doorway, until
from tests.gateway.raw import CLOSE, PING, PONG, RawSocket, frame, handshake, text
from tests.stories.notices import load_notice
from tests.stories.player import Player

HELLO = text('{"type":"hello","protocol":1}')
TO_ROOM = text('{"type":"hello","protocol":1,"room":"ROOM1"}')


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "REQUEST_S", 0.2)
    monkeypatch.setattr(protocols, "LAST_S", 0.2)


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)


async def ended(socket: RawSocket) -> bytes:
    """What the server still says until it hangs up."""
    async with asyncio.timeout(5):
        try:
            return await socket.reader.read()
        except ConnectionError:
            return b""


@pytest.mark.parametrize("start", [b"G", b"GET /ws HTT", b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgr"])
async def test_half_a_request_is_answered_400(start: bytes) -> None:
    async with doorway() as door, await RawSocket.dial(door.address) as socket:
        socket.write(start)
        assert (await ended(socket)).startswith(b"HTTP/1.1 400 ")


async def test_a_request_that_comes_byte_by_byte_has_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    async with doorway() as door, await RawSocket.dial(door.address) as socket:
        answer = asyncio.create_task(ended(socket))
        for byte in handshake(door.address):
            if answer.done():
                break
            socket.write(bytes([byte]))
            await asyncio.wait({answer}, timeout=0.01)
        else:
            raise AssertionError("it was waited for to the last byte")
        # A byte that crosses the answer on its way resets the connection, and the answer may be lost.
        assert b"HTTP/1.1 400 ".startswith((await answer)[:13])


async def test_a_connection_that_says_nothing_is_hung_up_without_a_word() -> None:
    """Browsers open one ahead of need and would take an answer for that of their next request."""
    async with doorway() as door, await RawSocket.dial(door.address) as socket:
        assert await ended(socket) == b""


async def test_half_a_body_is_hung_up() -> None:
    async with doorway() as door, await RawSocket.dial(door.address) as socket:
        socket.write(
            b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Origin: http://x\r\nContent-Length: 100\r\n\r\n{"
        )
        assert b"201" not in await ended(socket)


async def test_a_second_request_has_its_own_time() -> None:
    async with doorway() as door, await RawSocket.dial(door.address) as socket:
        for _ in range(3):
            socket.write(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
            assert await socket.read_status() == 200
            assert await socket.reader.readexactly(15) == b'{"status":"ok"}'
            await asyncio.sleep(0.1)
        socket.write(b"GET /li")
        assert (await ended(socket)).startswith(b"HTTP/1.1 400 ")


async def test_too_long_a_head_is_answered_400() -> None:
    async with doorway() as door:
        for head in (b"GET /ws?" + b"x" * 100_000, b"GET /ws HTTP/1.1\r\nX: " + b"x" * 100_000):
            async with await RawSocket.dial(door.address) as socket:
                socket.write(head)
                assert (await ended(socket)).startswith(b"HTTP/1.1 400 ")


BAD_HANDSHAKES: dict[str, tuple[str, dict[str, str | None], int]] = {
    "another version": ("GET /ws HTTP/1.1", {"Sec-WebSocket-Version": "8"}, 400),
    "no version": ("GET /ws HTTP/1.1", {"Sec-WebSocket-Version": None}, 400),
    "no key": ("GET /ws HTTP/1.1", {"Sec-WebSocket-Key": None}, 400),
    "a short key": ("GET /ws HTTP/1.1", {"Sec-WebSocket-Key": "eA=="}, 400),
    "a key that is none": ("GET /ws HTTP/1.1", {"Sec-WebSocket-Key": "?"}, 400),
    "POST": ("POST /ws HTTP/1.1", {}, 405),
    "no upgrade": ("GET /ws HTTP/1.1", {"Upgrade": None}, 404),
    "another upgrade": ("GET /ws HTTP/1.1", {"Upgrade": "h2c"}, 404),
    "no connection header": ("GET /ws HTTP/1.1", {"Connection": "keep-alive"}, 404),
    "another path": ("GET /ws/ HTTP/1.1", {}, 403),
    "the page": ("GET / HTTP/1.1", {}, 403),
    "a file": ("GET /static/js/net.js HTTP/1.1", {}, 403),
    "an interface": ("GET /api/session HTTP/1.1", {}, 403),
    "no host": ("GET /ws HTTP/1.1", {"Host": None}, 400),
    "HTTP/2": ("GET /ws HTTP/2", {}, 400),
    "no HTTP": ("GET /ws", {}, 400),
}


@pytest.mark.parametrize("case", BAD_HANDSHAKES)
async def test_a_bad_handshake_has_its_status(case: str) -> None:
    request, headers, status = BAD_HANDSHAKES[case]
    async with doorway() as door, await RawSocket.dial(door.address) as socket:
        socket.write(handshake(door.address, headers, request=request))
        assert await socket.read_status() == status


async def test_compression_is_not_agreed() -> None:
    async with doorway() as door, await RawSocket.dial(door.address) as socket:
        socket.write(handshake(door.address, {"Sec-WebSocket-Extensions": "permessage-deflate"}))
        head = await socket.reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head
        assert b"extensions" not in head.lower()


async def test_who_answers_no_ping_is_gone_and_the_room_hears_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PING_S", 0.1)
    async with doorway() as door:
        await door.serve_room("ROOM1")
        player = await Player.sign_in(door.address)
        async with await RawSocket.open(door.address, player.cookie) as socket:
            socket.write(TO_ROOM)
            attached = await door.hear()
            assert isinstance(attached, Attach)
            while (received := await socket.read()) and received.opcode != PING:
                pass
            assert received is not None
            socket.write(frame(PONG, received.payload))
            while (received := await socket.read()) and received.opcode != PING:
                pass
            assert await door.hear() == Detach(player.id, attached.socket)


async def test_who_takes_nothing_is_cut_off_and_the_room_hears_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.gateway.connection.LAST_WORDS_MS", 200)
    async with doorway() as door:
        await door.serve_room("ROOM1")
        player = await Player.sign_in(door.address)
        async with await RawSocket.open(door.address, player.cookie) as socket:
            socket.write(TO_ROOM)
            attached = await door.hear()
            assert isinstance(attached, Attach)
            socket.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a read transport too
            frame_bytes = b'{"type":"ack","id":"' + b"x" * 20_000 + b'"}'
            async with asyncio.timeout(3):  # long before it is missed for not answering pings
                while door.heard.empty():
                    await door.gateway.bus.publish(f"socket.{attached.socket}", frame_bytes)
                    await asyncio.sleep(0)
            assert await door.hear() == Detach(player.id, attached.socket)
        await until(lambda: not len(door.gateway.census))


async def test_pings_of_a_client_that_takes_no_pongs_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "CONTROLS_PER_S", 1_000_000)
    monkeypatch.setattr(protocols, "CONTROL_BURST", 1_000_000)
    async with doorway() as door:
        player = await Player.sign_in(door.address)
        async with await RawSocket.open(door.address, player.cookie) as socket:
            socket.write(HELLO)
            await socket.read_text()
            socket.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a read transport too
            raw: sockets.socket = socket.writer.get_extra_info("socket")
            raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
            with suppress(ConnectionError):
                while not socket.writer.transport.is_closing():
                    socket.write(frame(PING, b"x" * 125) * 100)
                    await socket.writer.drain()
        await until(lambda: not len(door.gateway.census))


async def test_a_client_that_does_not_close_back_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.gateway.connection.LAST_WORDS_MS", 200)
    async with doorway() as door:
        player = await Player.sign_in(door.address)
        async with await RawSocket.open(door.address, player.cookie) as socket:
            socket.write(HELLO + text("x") * 3)
            _, code = await socket.read_close()
            assert code == 1008
            assert await ended(socket) == b""


async def test_a_stop_tells_everybody_and_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async with doorway() as door:
        player = await Player.sign_in(door.address)
        socket = await RawSocket.open(door.address, player.cookie)
        half = await RawSocket.dial(door.address)
        half.write(b"GET /ws HTT")
        socket.write(HELLO)
        await socket.read_text()
    async with socket, half:
        assert load_notice(await socket.read_text()) == Maintenance(seconds=0)
        received = await socket.read()
        assert received is not None
        assert (received.opcode, received.code) == (CLOSE, 1012)
