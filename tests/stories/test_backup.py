"""The recipes of docs/operating.md, run as they stand there: a backup under load, restored, with clean books."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import make_url

from app.clock import ManualClock
from app.ledger.audit import audit
from app.ledger.seals import Sealer
from app.ledger.settlement import settle
from app.storage.database import Database
from app.storage.migrate import upgrade
from tests.ledger.play import NOW_MS, TRIO, Bank, open_bank, seal_all
from tests.postgres import Cluster, find
from tests.stories.server import ROOT

BEFORE: Final = 20
"""So many hands at least are played before the backup begins; all that were must be in it."""


def recipe(database: str) -> tuple[str, str]:
    """The commands that back up and that restore, from the page."""
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    section = page.partition("## Backup and restore")[2].partition(f"### {database}\n")[2]
    backup, restore = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)[:2]
    return backup, restore


async def run(commands: str, **variables: str) -> str:
    """Run commands of the page; what they print."""
    programs = {str(Path(program).parent) for name in ("pg_dump", "psql") if (program := find(name))}
    path = os.pathsep.join([str(Path(sys.executable).parent), *sorted(programs), os.environ["PATH"]])
    process = await asyncio.create_subprocess_exec(
        *("bash", "-euo", "pipefail", "-c", commands),
        cwd=ROOT,
        env={**os.environ, **variables, "PATH": path},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    printed, _ = await process.communicate()
    assert process.returncode == 0, printed.decode()
    return printed.decode()


async def play(bank: Bank, number: int) -> int:
    """One hand in a room of its own; its number."""
    carried = await bank.balances(*TRIO)
    await bank.start(f"r{number}", 1, TRIO)
    await bank.settle(f"r{number}", 1, TRIO, settle((2, -1, -1), 1, 1, carried, (0, 1, 2)))
    return number


@asynccontextmanager
async def load(bank: Bank) -> AsyncIterator[Callable[[], int]]:
    """Hand after hand, sealed as they come, until the block ends; the first ones before it begins.

    It says how many have been settled so far.
    """
    sealer = Sealer(bank.storage, ManualClock(NOW_MS))  # type: ignore[arg-type]
    numbers = count(1)
    enough, over = asyncio.Event(), asyncio.Event()
    settled = 0

    async def play_on() -> None:
        nonlocal settled
        while not over.is_set():
            settled = number = await play(bank, next(numbers))
            if number % 10 == 0:
                await sealer.seal()
            if number == BEFORE:
                enough.set()

    playing = asyncio.create_task(play_on())
    await enough.wait()
    yield lambda: settled
    over.set()
    await playing


async def check(url: str, settled: int, kept: dict[int, str]) -> None:
    """A restored database: the books are clean, the seals those of before, no hand missing or half, and it goes on."""
    database = Database.open(url)
    report = await audit(database, kept)
    assert report.violations == []
    async with database.read() as tx:
        numbers = [
            int(row.room_id[1:])
            for row in await tx.select("SELECT room_id FROM ledger_txn WHERE kind = 'hand' ORDER BY no")
        ]
        accounts = await tx.ledger.find_accounts(TRIO)
        marked = {account.hand for account in accounts.values()}
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= settled
    async with database.begin() as tx:
        for hand in marked - {None}:
            await tx.ledger.unmark(hand or "")
            await tx.hands.finish((hand or "").partition(":")[0], 1, status="void", result=b"", ended_ms=1)
    bank = await open_bank(database, None, **dict.fromkeys(TRIO, 1))
    await play(bank, 1_000_000)
    assert (await seal_all(database)).no > max(kept)
    assert (await audit(database)).ok
    await database.close()


async def keep_seals(database: Database) -> dict[int, str]:
    """The seals that there are now."""
    async with database.read() as tx:
        return {seal.no: seal.sha for seal in await tx.seals.after(0, 1_000)}


async def test_sqlite_is_backed_up_while_it_is_played_on(tmp_path: Path) -> None:
    """Target 19."""
    backup, restore = recipe("SQLite")
    url, file, copy = f"sqlite:///{tmp_path}/play.sqlite3", tmp_path / "new.sqlite3", tmp_path / "backup"
    await upgrade(url)
    database = Database.open(url)
    bank = await open_bank(database, None, **dict.fromkeys(TRIO, 10**6))
    async with load(bank) as settled:
        kept, before = await keep_seals(database), settled()
        printed = await run(backup, DATABASE_URL=url, BACKUP=str(copy))
        assert "WRONG" not in printed
    await database.close()
    for leftover in ("", "-wal", "-shm"):
        (tmp_path / f"new.sqlite3{leftover}").write_bytes(b"the old database")
    printed = await run(restore, FILE=str(file), BACKUP=str(copy))
    assert "L11" in printed
    await check(f"sqlite:///{file}", before, kept)


@pytest.mark.postgres
async def test_postgres_is_backed_up_while_it_is_played_on(
    postgres_cluster: Cluster, postgres_url: str, tmp_path: Path
) -> None:
    """Target 19."""
    backup, restore = recipe("PostgreSQL")
    database = Database.open(postgres_url)
    bank = await open_bank(database, None, **dict.fromkeys(TRIO, 10**6))
    async with load(bank) as settled:
        kept, before = await keep_seals(database), settled()
        await run(backup, DATABASE_URL=postgres_url, BACKUP=str(tmp_path / "backup"))
    await database.close()
    name = await asyncio.to_thread(postgres_cluster.create)
    url = postgres_cluster.url(name)
    printed = await run(restore, DATABASE_URL=url, BACKUP=str(tmp_path / "backup"))
    assert "L11" in printed
    assert make_url(url).database == name
    await check(url, before, kept)
    await asyncio.to_thread(postgres_cluster.drop, name)
