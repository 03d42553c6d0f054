"""What SQLite's storage adds to the contract: one file, durable, one writer among several processes."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import make_url

from app.storage import sqlite
from app.storage.backup import copy_database
from app.storage.database import Database
from app.storage.migrate import upgrade
from app.storage.store import LedgerRuleError, TryAgainError
from tests.contracts import rows


async def test_each_connection_is_durable_and_guarded(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'test.sqlite3'}"
    await upgrade(url)
    database = Database.open(url)
    for block in (database.begin, database.read):
        async with block() as tx:
            found = [
                (await tx.select(f"SELECT * FROM pragma_{name}"))[0][0]
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        assert found == ["wal", 2, 1]
    await database.close()


def test_a_private_database_leaves_nothing_behind() -> None:
    async def use() -> Path:
        database = Database.open("sqlite://")
        await upgrade(database.url)
        async with database.begin() as tx:
            await tx.rooms.add(rows.room())
        async with database.read() as tx:
            assert await tx.rooms.get("r1")
        await database.close()
        return Path(make_url(database.url).database or "")

    path = asyncio.run(use())
    assert path.is_absolute()
    assert not path.parent.exists()


async def test_a_second_server_on_the_file_waits_and_then_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MS", 100)
    url = f"sqlite:///{tmp_path / 'test.sqlite3'}"
    await upgrade(url)
    first, second = Database.open(url), Database.open(url)
    async with first.begin() as tx:
        await tx.rooms.add(rows.room())
        with pytest.raises(TryAgainError):
            async with second.begin():
                pass
        async with second.read() as reader:  # readers wait for nobody
            assert await reader.rooms.get("r1") is None
    async with second.begin() as tx:
        assert await tx.rooms.get("r1")
    await first.close()
    await second.close()


async def test_a_commit_that_is_refused_leaves_the_connection_usable(tmp_path: Path) -> None:
    """A posting without its header is found by COMMIT itself, which leaves SQLite's transaction open."""
    url = f"sqlite:///{tmp_path / 'test.sqlite3'}"
    await upgrade(url)
    database = Database.open(url)
    with pytest.raises(LedgerRuleError):  # noqa: PT012
        async with database.begin() as tx:
            account = await tx.ledger.open_account("player", "p1")
            await tx._session.run(
                lambda connection: connection.exec_driver_sql(
                    "INSERT INTO posting VALUES ('t', 0, ?, NULL, 'grant', 5, 1, 5)", (account.id,)
                )
            )
    async with database.begin() as tx:
        assert await tx.ledger.find_account("player", "p1") is None
        await tx.rooms.add(rows.room())
    async with database.read() as tx:
        assert await tx.rooms.get("r1")
    await database.close()


async def test_readers_share_their_connections(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'test.sqlite3'}"
    await upgrade(url)
    database = Database.open(url)

    async def look() -> None:
        async with database.read() as tx:
            await asyncio.sleep(0.001)
            assert await tx.rooms.get("r1") is None

    await asyncio.gather(*(look() for _ in range(20)))
    await database.close()


async def test_an_old_sqlite_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(RuntimeError, match=r"3\.37"):
        Database.open("sqlite://")


def test_other_databases_are_refused() -> None:
    with pytest.raises(ValueError, match="mysql"):
        Database.open("mysql://localhost/x")


async def test_a_copy_has_what_is_committed_and_nothing_else(tmp_path: Path) -> None:
    """What lies in the log beside the file is part of the database; what is being written is not yet."""
    url = f"sqlite:///{tmp_path}/test.sqlite3"
    await upgrade(url)
    database = Database.open(url)
    async with database.begin() as tx:
        await tx.rooms.add(rows.room("r1"))
    async with database.begin() as tx:
        await tx.rooms.add(rows.room("r2"))
        await asyncio.to_thread(copy_database, url, tmp_path / "copy.sqlite3")
    await database.close()
    copy = Database.open(f"sqlite:///{tmp_path}/copy.sqlite3")
    async with copy.read() as tx:
        assert await tx.rooms.get("r1") == rows.room("r1")
        assert await tx.rooms.get("r2") is None
    await copy.close()
    assert not (tmp_path / "copy.sqlite3.part").exists()
