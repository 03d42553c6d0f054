"""Real servers for tests: in this process, or as a process of their own that can be killed."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from app.gateway.server import Server, server_config
from app.main import build_app
from app.settings import Settings

ROOT: Final = Path(__file__).parents[2]
FAST: Final[dict[str, Any]] = {
    "port": 0,
    "bot_min_ms": 0,
    "bot_max_ms": 0,
    "auto_ms": 0,
    "deal_ms": 0,
    "match_bots_ms": 0,
    "guests_per_hour": 100_000,
    "messages_per_s": 10_000,
    "max_sockets_per_ip": 10_000,
}
"""A server that never waits for its own part of a game."""


@asynccontextmanager
async def running(database_url: str, **settings: Any) -> AsyncIterator[str]:
    """A fast server in this event loop; its address, such as http://127.0.0.1:34567."""
    chosen = Settings(**{**FAST, **settings}, database_url=database_url)
    port = 0
    up = asyncio.Event()

    def announce(chosen_port: int) -> None:
        nonlocal port
        port = chosen_port
        up.set()

    config = server_config(
        build_app(chosen), host=chosen.host, port=chosen.port, trusted_proxies=chosen.trusted_proxies
    )
    server = Server(config, announce)
    task = asyncio.create_task(server.serve())
    try:
        waiting = asyncio.create_task(up.wait())
        await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if task.done():
            await task
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await task


class ServerProcess:
    """A fast server in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]", address: str, log: Path) -> None:
        self.process = process
        self.address = address
        self._log = log

    @classmethod
    def start(
        cls, folder: Path, database_url: str, environment: Mapping[str, str] | None = None
    ) -> "ServerProcess":
        """Start one and wait until it is up. What it logs goes to a file in `folder`."""
        fast = {name.upper(): str(value) for name, value in FAST.items()}
        log = folder / "server.log"
        with log.open("a") as lines:
            process = subprocess.Popen(
                [sys.executable, "-m", "app", "serve"],
                cwd=ROOT,
                env={**os.environ, **fast, "DATABASE_URL": database_url, **(environment or {})},
                stdout=subprocess.PIPE,
                stderr=lines,
                text=True,
            )
        assert process.stdout is not None
        # It prints its address once it is up, and only then; at an early end this is empty.
        address = process.stdout.readline().strip()
        server = cls(process, address, log)
        if not address:
            server.kill()
            raise RuntimeError(server.log)
        return server

    @property
    def log(self) -> str:
        """Everything it has logged, former lives in the same folder included."""
        return self._log.read_text()

    @property
    def resident_kib(self) -> int:
        """The memory that it holds now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.process.kill()
        self._gone()

    def stop(self, seconds: float = 10) -> int:
        """Tell it to stop; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._gone(seconds)

    def _gone(self, seconds: float = 10) -> int:
        code = self.process.wait(seconds)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code
