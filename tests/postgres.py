"""A PostgreSQL server for tests: made in a temporary folder, reached by its unix socket only.

`postgres_url` is a fresh, migrated database; the fsync of its server is off. `durable_postgres` is a server of its
own that can be killed and started again, with fsync on.
"""

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest

from app.storage.migrate import upgrade

T = TypeVar("T")

FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end from a place that has no event loop of its own, or must not use it."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def find(program: str) -> str | None:
    """Where a program of the PostgreSQL server is; Debian keeps them out of the PATH."""
    packaged = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: path.parts[4])
    return shutil.which(program) or (str(packaged[-1]) if packaged else None)


class Cluster:
    """A server in a folder, with trust for everybody who can reach its socket."""

    def __init__(self, *settings: str) -> None:
        initdb, server = find("initdb"), find("postgres")
        if not initdb or not server:
            pytest.fail("PostgreSQL is not installed: make test installs it as root")
        self._server = server
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        # initdb refuses root
        self._user = None
        if os.geteuid() == 0:
            names = {entry.pw_name for entry in pwd.getpwall()}
            self._user = "postgres" if "postgres" in names else "nobody"
            shutil.chown(self.folder, self._user)
        command = [initdb, "-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"]
        subprocess.run([*command, "--no-sync"], check=True, stdout=subprocess.DEVNULL, **self._where())
        self.start()

    def _where(self) -> dict[str, Any]:
        return {"cwd": self.folder, "user": self._user, "extra_groups": [] if self._user else None}

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = [
            f"unix_socket_directories={self.folder}",
            "listen_addresses=",
            "max_connections=60",
            "shared_buffers=64MB",
            "autovacuum=off",
            *self._settings,
        ]
        command = [self._server, "-D", "data", *(part for item in settings for part in ("-c", item))]
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            # after a kill the old server's children may hold its memory for a moment: then it is started again
            if self._process is None or self._process.poll() is not None:
                with (self.folder / "log").open("ab") as log:
                    self._process = subprocess.Popen(command, stdout=log, stderr=log, **self._where())
            try:
                run(self.execute("postgres", "SELECT 1"))
            except (OSError, asyncpg.CannotConnectNowError, asyncpg.ConnectionDoesNotExistError):
                time.sleep(0.02)
            else:
                return
        raise RuntimeError((self.folder / "log").read_text())

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT is its fast shutdown, SIGQUIT and SIGKILL are crashes."""
        if self._process:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def remove(self) -> None:
        """Stop the server and delete everything."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str, user: str = "postgres") -> str:
        return f"postgresql://{user}@/{database}?host={self.folder}"

    async def execute(self, database: str, sql: str) -> None:
        connection = await asyncpg.connect(user="postgres", database=database, host=str(self.folder))
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    def create(self, template: str = "template0") -> str:
        """A new database, by its name."""
        name = f"test_{next(self._numbers)}"
        run(self.execute("postgres", f"CREATE DATABASE {name} TEMPLATE {template}"))
        return name

    def drop(self, name: str) -> None:
        run(self.execute("postgres", f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[Cluster]:
    """One server for the whole run of this worker, with a database "migrated" to copy."""
    cluster = Cluster(*FAST)
    try:
        run(cluster.execute("postgres", "CREATE DATABASE migrated"))
        run(upgrade(cluster.url("migrated")))
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture
def postgres_url(postgres_cluster: Cluster) -> Iterator[str]:
    """A fresh database with the newest schema; its user is the superuser, so connections take the app's role."""
    name = postgres_cluster.create("migrated")
    yield postgres_cluster.url(name)
    postgres_cluster.drop(name)


@pytest.fixture
def empty_postgres_url(postgres_cluster: Cluster) -> Iterator[str]:
    """A fresh database without any table."""
    name = postgres_cluster.create()
    yield postgres_cluster.url(name)
    postgres_cluster.drop(name)


@pytest.fixture
def durable_postgres() -> Iterator[Callable[[], Cluster]]:
    """Makes servers with fsync on, for tests that kill them."""
    made: list[Cluster] = []

    def make() -> Cluster:
        made.append(Cluster())
        return made[-1]

    yield make
    for cluster in made:
        cluster.remove()
