"""Brings a database to the newest schema. Safe when several servers start at once: one migrates, all wait."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, make_url, pool, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import create_async_engine

from app.storage.postgres import asyncpg_url

_MIGRATIONS = Path(__file__).parents[2] / "migrations"
_LOCK = 4607_0001
_WAIT_S = 60


async def upgrade(url: str) -> None:
    """Apply every migration that the database at this URL has not seen yet, all in one transaction."""
    await migrating(url, _upgrade)


async def version(url: str) -> str | None:
    """The revision that the database is at; None if it is empty."""
    found: list[str | None] = []
    await migrating(url, lambda connection: found.append(_current(connection)))
    return found[0]


def newest() -> str | None:
    """The revision that this version of the program needs."""
    return ScriptDirectory.from_config(_config()).get_current_head()


async def migrating(url: str, work: Callable[[Connection], None]) -> None:
    """Run `work` in one transaction that keeps every other migration of this database out."""
    if make_url(url).get_backend_name() == "sqlite":
        await asyncio.to_thread(_on_sqlite, url, work)
    else:
        await _on_postgres(url, work)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


def _current(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection) -> None:
    if _current(connection) == newest():
        return
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _on_sqlite(url: str, work: Callable[[Connection], None]) -> None:
    engine = create_engine(url, poolclass=pool.NullPool, connect_args={"timeout": _WAIT_S})

    @event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _: object) -> None:
        assert isinstance(connection, sqlite3.Connection)
        connection.isolation_level = None  # transactions begin and end by our own word only
        _switch_to_wal(connection)

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.begin() as connection:
        work(connection)


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    """The file keeps the mode. Switching needs the file alone, and SQLite does not wait for that by itself."""
    for tries_left in reversed(range(_WAIT_S * 100)):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if not tries_left:
                raise
            time.sleep(0.01)
        else:
            return


async def _on_postgres(url: str, work: Callable[[Connection], None]) -> None:
    engine = create_async_engine(asyncpg_url(url), poolclass=pool.NullPool)
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            await connection.run_sync(work)
    finally:
        await engine.dispose()
