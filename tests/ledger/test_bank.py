"""The bank test: workers that are killed, a server that is killed, and not one bean or answer that is lost."""

import asyncio
import multiprocessing
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.ledger.audit import audit
from app.storage.database import Database
from app.storage.migrate import upgrade
from tests.ledger.play import open_bank
from tests.ledger.teller import transfer_of, work
from tests.postgres import Cluster

NAMES = [f"player {number}" for number in range(12)]
BEANS = 2_000
WORKERS = 3


async def _open(url: str) -> tuple[list[int], int]:
    await upgrade(url)
    database = Database.open(url)
    bank = await open_bank(database, None, **dict.fromkeys(NAMES, BEANS))
    await database.close()
    return list(bank.players.values()), bank.system.recycle


async def _total(url: str) -> int:
    """The sum of all balances, in the middle of everything; nobody may be below zero."""
    database = Database.open(url)
    async with database.read() as tx:
        ((total, lowest),) = await tx.select(
            "SELECT sum(balance), min(CASE WHEN kind = 'mint' THEN 0 ELSE balance END) FROM account"
        )
    await database.close()
    assert lowest >= 0
    return int(total)


async def _check(url: str, notes: list[list[str]], players: list[int], recycle: int) -> None:
    """Every answer that a worker got is true in the database, and the database has nothing else to hide."""
    database = Database.open(url)
    report = await audit(database)
    assert report.violations == []
    assert report.beans["player"] + report.beans["recycle"] == len(NAMES) * BEANS
    async with database.read() as tx:
        rows = await tx.select("SELECT idem_key, request_sha FROM ledger_txn WHERE kind = 'correction'")
    stored = {row.idem_key: row.request_sha for row in rows}
    await database.close()
    news = [(name, number) for name, number, _, answer in notes if answer == "new"]
    assert len(set(news)) == len(news), "a transfer was new twice"
    for name, number, payload, answer in notes:
        transfer = transfer_of(name, int(number), players, recycle)
        if answer in ("new", "known") and payload == "same":
            assert stored.get(transfer.key) == transfer.request_sha, f"lost: {transfer.key}"
        elif answer == "conflict":
            assert transfer.key in stored
        elif payload == "changed":
            # the first try was refused for want of beans, so the key was free
            assert answer in ("new", "known", "refused")


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_kills_lose_nothing(
    kind: str,
    durable_postgres: Callable[[], Cluster],
    tmp_path: Path,
    size: Callable[[int, int], int],
) -> None:
    cluster = durable_postgres() if kind == "postgres" else None
    url = cluster.url(cluster.create()) if cluster else f"sqlite:///{tmp_path / 'bank.sqlite3'}"
    players, recycle = asyncio.run(_open(url))
    notes = tmp_path / "notes"
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["tests.ledger.teller"])
    rng = random.Random(11)

    def start(number: int) -> "multiprocessing.context.ForkServerProcess":
        process = processes.Process(
            target=work, args=(url, str(notes), f"w{number}", players, recycle), daemon=True
        )
        process.start()
        return process

    workers = [start(number) for number in range(WORKERS)]
    kills = size(10, 120)
    server_kills = {kills * n // size(2, 12) for n in range(size(2, 12))} if cluster else set()
    try:
        for number in range(kills):
            time.sleep(rng.uniform(0.05, 0.4))
            workers.pop(rng.randrange(len(workers))).kill()
            workers.append(start(WORKERS + number))
            if cluster and number in server_kills:
                cluster.stop(rng.choice((signal.SIGQUIT, signal.SIGKILL)))
                cluster.start()
            assert asyncio.run(_total(url)) == 0
        time.sleep(0.5)
    finally:
        for worker in workers:
            worker.kill()
            worker.join()
    lines = [line.split() for line in notes.read_text().splitlines()]
    assert len(lines) > kills
    assert {"new", "known", "conflict"} <= {line[3] for line in lines}
    asyncio.run(_check(url, lines, players, recycle))
