"""A server in a process of its own under abuse: its memory, its table beside it, its logs and its end."""

import asyncio
import re
import signal
import statistics
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from app.wire.requests import Ping
from tests.gateway.raw import CLOSE, CONTINUATION, TEXT, RawSocket, frame, handshake, text
from tests.stories.player import Player
from tests.stories.server import ServerProcess

HELLO: Final = text('{"type":"hello","protocol":1}')
PINGED: Final = text('{"type":"ping","t":1}')
UNTOUCHED_S: Final = 0.05
"""Half of a neighbour's answers take less, whatever else the machine has to do; a table that waits takes seconds."""
MIB: Final = 1024


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server with the limits it has by itself."""
    limits = {"MESSAGES_PER_S": "10", "BOT_MIN_MS": "60", "BOT_MAX_MS": "60", "LOG_FORMAT": "json"}
    started = ServerProcess.start(tmp_path, f"sqlite:///{tmp_path}/test.sqlite3", limits)
    try:
        yield started
        assert "Traceback" not in started.log, started.log
    finally:
        started.kill()


@pytest.fixture
async def cookie(server: ServerProcess) -> str:
    """A signed-in browser's cookie."""
    return (await Player.sign_in(server.address)).cookie


async def greeted(server: ServerProcess, cookie: str) -> RawSocket:
    socket = await RawSocket.open(server.address, cookie)
    socket.write(HELLO)
    await socket.read_text()
    return socket


def bomb() -> bytes:
    """15 MB that compress to 15 KB, in a frame that says so."""
    squeezer = zlib.compressobj(wbits=-15)
    return frame(TEXT, squeezer.compress(b" " * 15_000_000) + squeezer.flush(zlib.Z_SYNC_FLUSH)[:-4], rsv=4)


ABUSE: Final[dict[str, tuple[Callable[[], bytes], int]]] = {
    "15 MB": (lambda: text(b"x" * 15_000_000), 1009),
    "15 MB compressed": (bomb, 1009),
    "1 GiB declared": (lambda: frame(TEXT, b"x" * 60_000, declared=2**30), 1009),
    "10,000 pieces": (
        lambda: frame(TEXT, b"", fin=False) + frame(CONTINUATION, b"", fin=False) * 10_000,
        1009,
    ),
    "10,000 messages": (lambda: PINGED * 10_000, 1008),
}


@pytest.mark.parametrize("case", ABUSE)
async def test_abuse_costs_no_memory(
    server: ServerProcess, cookie: str, case: str, size: Callable[[int, int], int]
) -> None:
    make, code = ABUSE[case]
    sent = make()
    async with await greeted(server, cookie):
        pass
    before = server.resident_kib
    for _ in range(size(5, 50)):
        async with await greeted(server, cookie) as socket:
            socket.write(sent)
            assert (await socket.read_close())[1] == code
    assert server.resident_kib - before <= 5 * MIB


async def test_handshakes_that_never_end_cost_little_memory(server: ServerProcess) -> None:
    before = server.resident_kib
    halves = [await RawSocket.dial(server.address) for _ in range(200)]
    for socket in halves:
        socket.write(handshake(server.address)[:-4])
    await Player.sign_in(server.address)
    assert server.resident_kib - before <= 5 * MIB
    for socket in halves:
        socket.writer.transport.abort()


@pytest.fixture
async def neighbours(server: ServerProcess) -> AsyncIterator[list[float]]:
    """How long the answers to a well-behaved tab took, in seconds, while the test ran."""
    waits: list[float] = []
    player = await Player.sign_in(server.address, "neighbour")
    await player.connect()

    async def measure() -> None:
        while True:
            start = time.perf_counter()
            await player.send(Ping(1))
            await player.hear()
            waits.append(time.perf_counter() - start)
            await asyncio.sleep(0.11)

    measuring = asyncio.create_task(measure())
    yield waits
    measuring.cancel()
    await asyncio.wait({measuring})
    assert measuring.cancelled()
    await player.close()


async def test_a_flood_soon_ends_and_nobody_else_waits(
    server: ServerProcess, cookie: str, neighbours: list[float]
) -> None:
    async with await greeted(server, cookie) as socket:
        start = time.perf_counter()
        closing = asyncio.create_task(socket.read_close())
        while not closing.done():
            socket.write(PINGED * 10)
            await asyncio.wait({closing}, timeout=0.01)
        assert (await closing)[1] == 1008
        assert time.perf_counter() - start <= 3
    assert statistics.median(neighbours) < UNTOUCHED_S


async def test_clients_that_never_read_cost_nobody_else_anything(
    server: ServerProcess, neighbours: list[float]
) -> None:
    before = server.resident_kib
    cookies = [(await Player.sign_in(server.address)).cookie for _ in range(50)]
    deaf = [await RawSocket.open(server.address, cookie) for cookie in cookies]
    start = time.perf_counter()
    for socket in deaf:
        socket.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a read transport too
        socket.write(HELLO)
    calm = len(neighbours)

    async def gone(socket: RawSocket) -> None:
        while not socket.writer.transport.is_closing():
            socket.write(PINGED)
            await asyncio.sleep(0.2)

    async with asyncio.timeout(15):
        await asyncio.gather(*map(gone, deaf))
    assert time.perf_counter() - start <= 12, "5 s to the ping, 5 s for its answer, and the noticing"
    assert server.resident_kib - before <= 15 * MIB
    assert statistics.median(neighbours[calm:]) < UNTOUCHED_S


async def test_a_stop_tells_every_socket_and_is_soon_over(
    server: ServerProcess, size: Callable[[int, int], int]
) -> None:
    """A57: readers hear 1012, those who do not read hold nobody up, and the exit code says that all is well."""
    readers = []
    for _ in range(size(60, 200)):
        cookie = (await Player.sign_in(server.address)).cookie
        readers += [await greeted(server, cookie) for _ in range(5)]
    player = await Player.sign_in(server.address)
    await player.connect()
    await player.find_seat()
    deaf = await RawSocket.open(server.address, player.cookie)
    deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a read transport too
    start = time.perf_counter()
    server.process.send_signal(signal.SIGTERM)
    codes = {(await socket.read_close())[1] for socket in readers}
    assert codes == {1012}
    assert await asyncio.to_thread(server.process.wait, 10) == 0
    assert time.perf_counter() - start <= 6
    for socket in (*readers, deaf):
        socket.writer.transport.abort()
    await player.drop()


CARD: Final = re.compile(r"\b(?:[3-9TJQKA2][DCHS]|BJ|RJ)\b")


async def test_a_whole_session_leaves_no_secret_in_the_log(tmp_path: Path) -> None:
    """A49: at the most talkative level, with a kill in between and with everything a client can do wrong."""
    environment = {"LOG_LEVEL": "debug", "LOG_FORMAT": "json"}
    url = f"sqlite:///{tmp_path}/test.sqlite3"
    server = ServerProcess.start(tmp_path, url, environment)
    player = await Player.sign_in(server.address, "Canary小鸟")
    token = player.cookie.partition("=")[2]
    try:
        await player.connect()
        await player.find_seat()
        await player.play_hand()
        await player.again()
        await player.until_fact(object)
        cards = {card for frame in player.frames for card in CARD.findall(frame)}
        assert len(cards) > 20, "it has seen cards, so the search below means something"
        for line in (f"GET /ws?{player.cookie} HTTP/1.1", f"GET /{token} HTTP/1.1"):
            async with await RawSocket.dial(server.address) as socket:
                socket.write(handshake(server.address, {"Cookie": player.cookie}, request=line))
                await socket.read_status()
        async with await RawSocket.open(server.address, player.cookie) as socket:
            socket.write(text('{"type":"' + token) + frame(TEXT, b"\xff" + token.encode()))
            await socket.read_close()
        async with await RawSocket.open(server.address, player.cookie) as socket:
            socket.write(HELLO + frame(CLOSE, b"\x03\xe8" + token.encode()))
            await socket.read_close()
        server.kill()
        server = ServerProcess.start(tmp_path, url, environment)
        assert server.stop() == 0
    finally:
        server.kill()
    log = server.log
    assert "guest_created" in log
    assert log.count("host_started") == 2
    for secret in (token, "session=", "Canary", "小鸟", "Traceback"):
        assert secret not in log
    assert not CARD.findall(log)
