"""Storages for tests: `storage` is each implementation in turn, `database` each SQL database in turn."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.storage.database import Database
from app.storage.memory import MemoryStorage
from app.storage.migrate import upgrade
from app.storage.store import Storage

POSTGRES = pytest.param("postgres", marks=pytest.mark.postgres)


async def _database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    if kind == "postgres":
        return Database.open(request.getfixturevalue("postgres_url"))
    url = f"sqlite:///{tmp_path / 'test.sqlite3'}"
    await upgrade(url)
    return Database.open(url)


@pytest.fixture(params=["memory", "sqlite", POSTGRES])
async def storage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Storage]:
    """The storage protocol in memory, in a SQLite file and in PostgreSQL."""
    if request.param == "memory":
        yield MemoryStorage()
        return
    database = await _database(request.param, request, tmp_path)
    yield database
    await database.close()


@pytest.fixture
async def sqlite_database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """A migrated database in a SQLite file."""
    opened = await _database("sqlite", request, tmp_path)
    yield opened
    await opened.close()


@pytest.fixture
async def postgres_database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """A migrated database in PostgreSQL; its tests are marked with `postgres`."""
    opened = await _database("postgres", request, tmp_path)
    yield opened
    await opened.close()


@pytest.fixture(params=["sqlite", POSTGRES])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """A migrated database in a SQLite file and in PostgreSQL."""
    opened = await _database(request.param, request, tmp_path)
    yield opened
    await opened.close()
