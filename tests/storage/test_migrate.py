"""Migrations: from nothing to the newest schema, once, whoever else is starting at the same time."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import asyncpg
import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, make_url

from app.ledger.audit import audit
from app.ledger.settlement import settle
from app.rooms.config import STARTER, load_config
from app.rooms.options import tier_options
from app.rules.facts import Stakes
from app.storage.database import Database
from app.storage.migrate import migrating, newest, upgrade, version
from app.storage.store import StandingRow
from app.storage.tables import metadata
from tests.contracts import rows
from tests.ledger.play import TRIO, Bank, open_bank, seal_all

UPGRADE = "import asyncio, sys; from app.storage.migrate import upgrade; asyncio.run(upgrade(sys.argv[1]))"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without any table."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.sqlite3'}"
    url: str = request.getfixturevalue("empty_postgres_url")
    return url


async def test_an_empty_database_gets_the_newest_schema_fast(empty_url: str) -> None:
    assert await version(empty_url) is None
    started = time.perf_counter()
    await upgrade(empty_url)
    assert time.perf_counter() - started < 3
    assert await version(empty_url) == newest()
    await upgrade(empty_url)
    database = Database.open(empty_url)
    async with database.begin() as tx:
        await tx.rooms.add(rows.room())
    await database.close()


def to_revision(revision: str) -> Callable[[Connection], None]:
    """Migrations up to an older version."""

    def work(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parents[2] / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)

    return work


async def test_an_old_ledger_is_brought_up_with_all_that_is_in_it(empty_url: str) -> None:
    """From the first version, which numbered no transactions: rows stay as they are, and guards are at work."""
    await migrating(empty_url, to_revision("0001"))
    database = Database.open(empty_url)
    bank = replace(await open_bank(database, wang=1000, li=1000, zhao=1000), keeps_scores=False)
    await bank.start("r1", 1, TRIO)
    await bank.settle("r1", 1, TRIO, settle((2, -1, -1), 100, 7, (1000,) * 3, (0, 1, 2)))
    await bank.start("r1", 2, TRIO)
    await bank.void("r1", 2)
    await bank.start("r1", 3, TRIO)
    columns = "id, idem_key, request_sha, kind, room_id, hand_no, actor, reason, ticket, approver, created_ms"
    queries = [f"SELECT {columns} FROM ledger_txn ORDER BY id"]
    queries += [f"SELECT * FROM {table} ORDER BY 1, 2" for table in ("account", "posting", "hand")]

    async def rows_of_all() -> list[object]:
        async with database.read() as tx:
            return [tuple(row) for query in queries for row in await tx.select(query)]

    before = await rows_of_all()
    await database.close()
    await upgrade(empty_url)
    database = Database.open(empty_url)
    assert await rows_of_all() == before
    bank = Bank(database, bank.system, bank.players)
    await bank.settle("r1", 3, TRIO, settle((2, -1, -1), 1, 0, (1193, 893, 893), (0, 1, 2)))
    again = await bank.settle("r1", 1, TRIO, settle((2, -1, -1), 100, 7, (1000,) * 3, (0, 1, 2)))
    assert again
    assert not again.is_new
    assert await bank.balances(*TRIO) == [1195, 892, 892]
    assert (await seal_all(database)).upto == 7
    async with database.read() as tx:
        scores = await tx.scores.of_hand("r1", 1)
        standings = await tx.scores.standings(TRIO, "three")
        history = {
            name: await tx.history.page(name, game=None, outcome=None, before=None, limit=9) for name in TRIO
        }
    assert {row.player_id: row.points for row in scores} == {"wang": 2, "li": -1, "zhao": -1}, "counted anew"
    assert standings == {
        "wang": StandingRow(2, 4),
        "li": StandingRow(2, -2),
        "zhao": StandingRow(2, -2),
    }
    assert {
        name: [(row.hand_no, row.side, row.outcome, row.beans, row.points) for row in rows]
        for name, rows in history.items()
    } == {
        "wang": [(2, None, "void", 0, 0), (1, "landlord", "won", 193, 2)],
        "li": [(2, None, "void", 0, 0), (1, "farmer", "lost", -107, -1)],
        "zhao": [(2, None, "void", 0, 0), (1, "farmer", "lost", -107, -1)],
    }
    report = await audit(database)
    assert report.violations == []
    await database.close()


async def test_a_table_from_before_rooms_had_options_is_gone_on_with(empty_url: str) -> None:
    """As the version before wrote it; it is served under the same stakes, with the same people."""
    stakes = b'{"base":1,"initial":2,"cap":null,"coefficient":10,"fee":5,"double_above":500,"show":true}'
    old = b'{"game":"happy","tier":"starter","stakes":%b,"entry":100,"auto_after":2,"players":["a","b","c"]}'
    await migrating(empty_url, to_revision("0004"))
    database = Database.open(empty_url)
    async with database.begin() as tx:
        await tx.rooms.add(replace(rows.room(), config=old % stakes))
        await tx.rooms.add(replace(rows.room("gone"), config=b"null", status="closed"))
    await database.close()
    await upgrade(empty_url)
    database = Database.open(empty_url)
    async with database.read() as tx:
        row = await tx.rooms.get("r1")
    await database.close()
    assert row
    config = load_config(row.config)
    assert config.stakes == msgspec.json.decode(stakes, type=Stakes)
    assert (config.tier, config.owner, config.seated) == ("starter", None, ["a", "b", "c"])
    assert config.options == replace(tier_options(STARTER, 2), initial=2)


async def test_the_tables_for_queries_are_those_of_the_migrations(empty_url: str) -> None:
    await upgrade(empty_url)
    differences: list[object] = []

    def compare(connection: Connection) -> None:
        differences.extend(compare_metadata(MigrationContext.configure(connection), metadata))

    await migrating(empty_url, compare)
    assert differences == []


def test_servers_that_start_at_once_all_come_up(empty_url: str) -> None:
    """One migrates, the others wait for it, on a database that nobody has touched before."""
    root = Path(__file__).parents[2]
    starts = [
        subprocess.Popen([sys.executable, "-c", UPGRADE, empty_url], cwd=root, stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    errors = [process.communicate(timeout=60)[1].decode() for process in starts]
    assert [process.returncode for process in starts] == [0, 0, 0], errors
    assert asyncio.run(version(empty_url)) == newest()


async def test_connections_that_open_at_once_on_a_new_file(tmp_path: Path) -> None:
    """Each switches the file to WAL, which needs it for a moment alone."""
    url = f"sqlite:///{tmp_path / 'test.sqlite3'}"
    await upgrade(url)
    databases = [Database.open(url) for _ in range(4)]

    async def look(database: Database) -> None:
        async with database.read() as tx:
            assert await tx.rooms.get("r1") is None

    await asyncio.gather(*(look(database) for database in databases for _ in range(3)))
    for database in databases:
        await database.close()


def test_the_command_line_knows_the_migrations(empty_url: str) -> None:
    root = Path(__file__).parents[2]
    program = Path(sys.executable).parent / "alembic"
    environment = {**os.environ, "DATABASE_URL": empty_url}
    subprocess.run([program, "upgrade", "head"], cwd=root, env=environment, check=True, capture_output=True)
    current = subprocess.run(
        [program, "check"], cwd=root, env=environment, check=True, capture_output=True, text=True
    )
    assert "No new upgrade operations" in current.stdout


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("rights", "role"),
    [
        ("", "keeper_plain"),  # may make no role and is in none: it keeps its own rights
        ("CREATEROLE", "doudizhu_app"),
        ("IN ROLE doudizhu_app", "doudizhu_app"),
    ],
)
async def test_an_owner_who_is_no_superuser(empty_postgres_url: str, rights: str, role: str) -> None:
    place = make_url(empty_postgres_url)
    name = f"keeper_{rights.partition(' ')[0].lower() or 'plain'}"
    superuser = await asyncpg.connect(user="postgres", database=place.database, host=str(place.query["host"]))
    await superuser.execute(f"CREATE ROLE {name} LOGIN {rights}")
    await superuser.execute(f"ALTER DATABASE {place.database} OWNER TO {name}")
    url = place.set(username=name).render_as_string()
    await upgrade(url)
    database = Database.open(url)
    async with database.begin() as tx:
        await tx.rooms.add(rows.room())
        await tx.ledger.open_account("player", "p1")
        assert (await tx.select("SELECT current_user"))[0][0] == role
        assert await tx.missing_guards() == []
    await database.close()
    await superuser.execute(f"ALTER DATABASE {place.database} OWNER TO postgres")
    await superuser.execute(f"REASSIGN OWNED BY {name} TO postgres; DROP OWNED BY {name}; DROP ROLE {name}")
    await superuser.close()
