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
from tests.ledger.teller import Teller, work
from tests.postgres import Cluster

NAMES = [f"player {number}" for number in range(12)]
BEANS = 2_000
WORKERS = 3


async def _open(url: str) -> None:
    await upgrade(url)
    database = Database.open(url)
    await open_bank(database, None, **dict.fromkeys(NAMES, BEANS))
    await database.close()


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


async def _end_all(url: str, notes: Path) -> None:
    """End what the last workers have left, as a server does when it comes back; then nobody is held (target 17)."""
    database = Database.open(url)
    for number in range(WORKERS):
        teller = Teller(database, notes, f"room{number}", 0, NAMES)
        if (running := await teller.find()) is not None:
            await teller.end(running)
    async with database.read() as tx:
        ((marked,),) = await tx.select("SELECT count(*) FROM account WHERE hand IS NOT NULL")
    assert marked == 0
    await database.close()


async def _check(url: str, notes: list[list[str]]) -> None:
    """Every answer that a worker got is true in the database, and the database has nothing else to hide."""
    database = Database.open(url)
    report = await audit(database)
    assert report.violations == []
    assert report.beans["player"] + report.beans["recycle"] == len(NAMES) * BEANS
    async with database.read() as tx:
        rows = await tx.select("SELECT idem_key, request_sha FROM ledger_txn WHERE kind = 'hand'")
        ((ended,),) = await tx.select("SELECT count(*) FROM hand WHERE status = 'settled'")
    stored = {row.idem_key: row.request_sha for row in rows}
    await database.close()
    assert len(stored) == ended
    news = [(room, number) for room, number, _, answer, _ in notes if answer == "new"]
    assert len(set(news)) == len(news), "a hand was settled twice"
    for room, number, payload, answer, sha in notes:
        key = f"hand:{room}:{number}"
        if payload == "same":
            assert stored.get(key) == sha, f"lost: {key}"
        else:
            assert answer == "conflict", "other beans under an old key"
            assert key in stored


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_kills_lose_nothing(
    kind: str,
    durable_postgres: Callable[[], Cluster],
    tmp_path: Path,
    size: Callable[[int, int], int],
) -> None:
    """Target 11."""
    cluster = durable_postgres() if kind == "postgres" else None
    url = cluster.url(cluster.create()) if cluster else f"sqlite:///{tmp_path / 'bank.sqlite3'}"
    asyncio.run(_open(url))
    notes = tmp_path / "notes"
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["tests.ledger.teller"])
    rng = random.Random(11)

    def start(room: int, seed: int) -> "multiprocessing.context.ForkServerProcess":
        process = processes.Process(
            target=work, args=(url, str(notes), f"room{room}", seed, NAMES), daemon=True
        )
        process.start()
        return process

    workers = [start(room, 0) for room in range(WORKERS)]
    kills = size(30, 120)
    server_kills = {kills * n // size(2, 12) for n in range(size(2, 12))} if cluster else set()
    try:
        for number in range(1, kills + 1):
            time.sleep(rng.uniform(0.05, 0.15) * size(1, 6))
            room = rng.randrange(WORKERS)
            workers[room].kill()
            workers[room].join()
            workers[room] = start(room, number)
            if cluster and number in server_kills:
                cluster.stop(rng.choice((signal.SIGQUIT, signal.SIGKILL)))
                cluster.start()
            assert asyncio.run(_total(url)) == 0
        time.sleep(0.5)
    finally:
        for worker in workers:
            worker.kill()
            worker.join()
    asyncio.run(_end_all(url, notes))
    lines = [line.split() for line in notes.read_text().splitlines()]
    assert len(lines) > kills
    assert {"new", "known", "conflict"} <= {line[3] for line in lines}
    asyncio.run(_check(url, lines))
