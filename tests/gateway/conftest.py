"""A server process that the tests of one module share, and browsers that are signed in at it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from app.players import passwords
from tests.stories.server import ServerProcess

HUMAN = {"MESSAGES_PER_S": "10", "BOT_MIN_MS": "60", "BOT_MAX_MS": "60"}
"""The limit that a server has by itself, and bots slow enough to play against within it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A running server; that it still lives, and has logged no traceback, is checked at the end."""
    folder: Path = tmp_path_factory.mktemp("server")
    started = ServerProcess.start(folder, f"sqlite:///{folder}/test.sqlite3", HUMAN)
    try:
        yield started
        assert started.process.poll() is None, started.log
        assert started.stop() == 0
        assert "Traceback" not in started.log, started.log
        assert "[error" not in started.log, started.log
    finally:
        started.kill()


@pytest.fixture(scope="module")
def quick_hashes() -> Iterator[None]:
    """Passwords' hashes that take no time: how long the real ones take is not looked at."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield
