"""Signing in: what it costs those who play meanwhile, and whether its time tells which names there are.

A server in a process of its own, asked over its own doors. Each sign-in comes from an address and for a name that have
not used up their tries.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Iterator
from itertools import count
from statistics import median, quantiles
from time import perf_counter
from typing import Final

import httpx2
from websockets.asyncio.client import connect
from websockets.typing import Origin

AT_ONCE: Final = 20
PINGS_PER_S: Final = 9
"""As many as a socket may send for ever."""
SOCKETS: Final = 20
TRIES: Final = 200
PER_ADDRESS: Final = 4
PASSWORD: Final = "korrektes pferd"

Row = tuple[str, float, str]


def rows(seconds: float) -> Iterator[Row]:
    """How long pings of players take while others sign in, and how long known and unknown names take to refuse."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "DATABASE_URL": f"sqlite:///{folder}/t.sqlite3",
            "PORT": "0",
            "GUESTS_PER_HOUR": "100000",
        }
        server = subprocess.Popen(
            [sys.executable, "-m", "app", "serve"],
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert server.stdout is not None
            yield from asyncio.run(_measure(server.stdout.readline().strip(), seconds))
        finally:
            server.terminate()
            server.wait()


async def _measure(address: str, seconds: float) -> list[Row]:
    browser = Browsers(address)
    names = [f"m{number}" for number in range(TRIES // 2 // PER_ADDRESS)]
    for name in names:
        await browser.post("/api/members", name)
    tables = [asyncio.create_task(browser.ping(seconds)) for _ in range(SOCKETS)]
    idle = [wait for waits in await asyncio.gather(*tables) for wait in waits]
    tables = [asyncio.create_task(browser.ping(seconds)) for _ in range(SOCKETS)]
    ends = perf_counter() + seconds
    bursts = 0
    while perf_counter() < ends:
        await asyncio.gather(
            *(browser.post("/api/session", f"nobody{next(browser.numbers)}") for _ in range(AT_ONCE))
        )
        bursts += 1
    busy = [wait for waits in await asyncio.gather(*tables) for wait in waits]
    known, unknown = [], []
    for number in range(TRIES // 2):
        known.append(await _timed(browser.post("/api/session", names[number // PER_ADDRESS], "a wrong one")))
        unknown.append(
            await _timed(browser.post("/api/session", f"nobody{next(browser.numbers)}", "a wrong one"))
        )
    differs = abs(median(known) - median(unknown)) / median(known) * 100
    return [
        ("a ping, p99, nobody signs in", quantiles(idle, n=100)[98] * 1000, "ms"),
        (f"a ping, p99, {AT_ONCE} sign in at once, {bursts} times", quantiles(busy, n=100)[98] * 1000, "ms"),
        ("a wrong password, median", median(known) * 1000, "ms"),
        ("a name that nobody has, differs by", differs, "%"),
    ]


async def _timed(done: Awaitable[object]) -> float:
    started = perf_counter()
    await done
    return perf_counter() - started


class Browsers:
    """Browsers in many places of the network, each of which is asked for a few things only."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.numbers = count()

    async def post(self, path: str, name: str, password: str = PASSWORD) -> httpx2.Response:
        """A request from a place of its own."""
        high, low = divmod(next(self.numbers), 256)
        transport = httpx2.AsyncHTTPTransport(local_address=f"127.1.{high}.{low}")
        async with httpx2.AsyncClient(base_url=self._address, transport=transport) as http:
            body = {"name": name} if path == "/api/guests" else {"name": name, "password": password}
            return await http.post(path, json=body, headers={"Origin": self._address})

    async def ping(self, seconds: float) -> list[float]:
        """How long each ping of a player took, sent one after another."""
        cookie = (await self.post("/api/guests", "pinger")).headers["set-cookie"].partition(";")[0]
        waits = []
        url = self._address.replace("http", "ws", 1) + "/ws"
        headers = {"Cookie": cookie}
        async with connect(
            url, origin=Origin(self._address), additional_headers=headers, proxy=None
        ) as socket:
            await socket.send('{"type":"hello","protocol":1}')
            await socket.recv()
            ends = perf_counter() + seconds
            while perf_counter() < ends:
                started = perf_counter()
                await socket.send('{"type":"ping","t":1}')
                while '"pong"' not in str(await socket.recv()):
                    pass
                waits.append(perf_counter() - started)
                await asyncio.sleep(1 / PINGS_PER_S)
        return waits
