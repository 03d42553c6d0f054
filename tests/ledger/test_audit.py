"""The audit finds nothing in a sound ledger, and each kind of damage in a damaged one."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import make_url

from app.ledger.audit import QUERIES, Report, audit
from app.ledger.settlement import settle
from app.storage.database import Database
from app.storage.migrate import upgrade
from app.storage.sqlite import GUARDS
from tests.ledger.play import TRIO, Bank, open_bank


async def played(database: Database) -> Bank:
    """A ledger with a settled, a void and a running hand."""
    bank = await open_bank(database, wang=1000, li=1000, zhao=1000)
    await bank.start("r1", 1, TRIO)
    await bank.settle("r1", 1, TRIO, settle((2, -1, -1), 100, 7, (1000,) * 3, (0, 1, 2)))
    await bank.start("r1", 2, TRIO)
    await bank.void("r1", 2)
    await bank.start("r1", 3, TRIO)
    return bank


async def test_a_sound_ledger_passes(database: Database) -> None:
    empty = await audit(database)
    assert empty.ok
    await played(database)
    report = await audit(database)
    assert report.violations == []
    assert report.ok
    assert report.beans["player"] == 3000 - 21
    assert report.beans["recycle"] == 21
    assert sum(report.beans.values()) == 0
    assert {check.invariant for check in report.checks} == {
        *("L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9", "L10", "L11", "L12")
    }
    assert {check.title for check in report.checks if not check.looked_at} == {
        "the history is what was sealed"
    }, "nothing has been sealed yet"
    assert len(report.checks) == len(QUERIES) + 3


# What somebody could do who may switch the guards off; each with the invariant that it breaks first.
DAMAGE = [
    ("UPDATE posting SET amount = amount + 1 WHERE line_no = 0", "L1"),
    ("DELETE FROM posting WHERE line_no = 0", "L1"),
    ("DELETE FROM ledger_txn WHERE kind = 'hand'", "L1"),
    ("UPDATE account SET balance = balance + 1 WHERE owner_id = 'wang'", "L2"),
    ("UPDATE account SET balance = balance + 1 WHERE owner_id = 'wang'", "L7"),
    ("UPDATE account SET min_balance = -50 WHERE kind = 'mint'", "L3"),
    ("UPDATE ledger_txn SET hand_no = 9 WHERE kind = 'hand'", "L5"),
    ("UPDATE account SET version = version + 1 WHERE owner_id = 'wang'", "L6"),
    ("UPDATE posting SET balance_after = balance_after + 1 WHERE line_no = 0", "L6"),
    ("UPDATE hand SET status = 'void' WHERE hand_no = 1", "L8"),
    ("UPDATE hand SET status = 'settled', result = '', ended_ms = 1 WHERE hand_no = 3", "L8"),
    ("UPDATE hand SET status = 'settled' WHERE hand_no = 2", "L8"),
    ("UPDATE account SET hand = NULL", "L8"),
    ("UPDATE account SET hand = 'r1:1' WHERE owner_id = 'wang'", "L8"),
    ("INSERT INTO account (kind, owner_id, hand) VALUES ('player', 'sun', 'r1:3')", "L8"),
    ("UPDATE posting SET hand = 'r1:8' WHERE hand IS NOT NULL", "L9"),
    ("UPDATE posting SET balance_after = 9007199254740992 WHERE line_no = 0", "L10"),
    ("UPDATE ledger_txn SET ticket = '' WHERE kind = 'mint'", "L11"),
    ("DELETE FROM score", "L12"),
    ("UPDATE score SET hand_no = 2", "L12"),
    ("UPDATE score SET points = points + 1 WHERE player_id = 'wang'", "L12"),
    ("UPDATE score SET points_after = points_after + 1 WHERE player_id = 'wang'", "L12"),
    ("UPDATE score SET version = 2 WHERE player_id = 'wang'", "L12"),
    ("DELETE FROM score WHERE player_id = 'wang'", "L12"),
]


@asynccontextmanager
async def unguarded(url: str) -> AsyncIterator[list[str]]:
    """Statements to run on the database without its triggers, checks and keys, as a superuser could."""
    damage: list[str] = []
    yield damage
    if make_url(url).get_backend_name() == "sqlite":
        with sqlite3.connect(make_url(url).database or "", isolation_level=None) as connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            connection.execute("PRAGMA synchronous = OFF")
            triggers = connection.execute(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
            ).fetchall()
            for name, _ in triggers:
                connection.execute(f"DROP TRIGGER {name}")
            for statement in damage:
                connection.execute(statement.replace("result = ''", "result = x''"))
            for _, sql in triggers:
                connection.execute(sql)
        connection.close()
        return
    place = make_url(url)
    superuser = await asyncpg.connect(user="postgres", database=place.database, host=str(place.query["host"]))
    try:
        for constraint, table in await superuser.fetch(
            "SELECT conname, conrelid::regclass::text FROM pg_constraint WHERE contype = 'c'"
            " AND connamespace = 'public'::regnamespace"
        ):
            await superuser.execute(f"ALTER TABLE {table} DROP CONSTRAINT {constraint}")
        await superuser.execute("SET session_replication_role = replica")
        for statement in damage:
            await superuser.execute(statement)
    finally:
        await superuser.close()


@pytest.mark.parametrize(("statement", "invariant"), DAMAGE)
async def test_damage_is_found(sqlite_database: Database, statement: str, invariant: str) -> None:
    await played(sqlite_database)
    async with unguarded(sqlite_database.url) as damage:
        damage.append(statement)
    report = await audit(sqlite_database)
    assert not report.ok
    assert invariant in {line.split()[0] for line in report.violations}, report.violations


@pytest.mark.postgres
async def test_all_damage_at_once_is_found_on_postgres_too(postgres_database: Database) -> None:
    """Each query there finds something; which finds what is the same SQL."""
    await played(postgres_database)
    async with unguarded(postgres_database.url) as damage:
        damage += [statement for statement, _ in DAMAGE if not statement.startswith("DELETE")]
    found = {line.split()[0] for line in (await audit(postgres_database)).violations}
    assert found >= {invariant for _, invariant in DAMAGE}


async def test_a_guard_that_is_gone_is_named(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'test.sqlite3'}"
    await upgrade(url)
    with sqlite3.connect(tmp_path / "test.sqlite3") as connection:
        for name in sorted(GUARDS):
            connection.execute(f"DROP TRIGGER {name}")
    connection.close()
    database = Database.open(url)
    report: Report = await audit(database)
    await database.close()
    assert [line.split()[-1] for line in report.violations] == sorted(GUARDS)


@pytest.mark.postgres
async def test_a_guard_that_is_switched_off_is_named(postgres_database: Database) -> None:
    place = make_url(postgres_database.url)
    superuser = await asyncpg.connect(user="postgres", database=place.database, host=str(place.query["host"]))
    await superuser.execute("ALTER TABLE posting DISABLE TRIGGER posting_apply")
    await superuser.close()
    report = await audit(postgres_database)
    assert report.violations == ["L4 the guards are at work: posting_apply"]
