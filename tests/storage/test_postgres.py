"""What PostgreSQL's storage adds to the contract: several writers, and a role that may only add to the ledger."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable

import asyncpg
import pytest
from sqlalchemy import make_url

from app.storage.database import Database
from app.storage.migrate import upgrade
from app.storage.postgres import asyncpg_url
from app.storage.store import LedgerRuleError, StaleEpochError, TryAgainError
from tests.contracts import rows
from tests.postgres import Cluster

pytestmark = pytest.mark.postgres


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    opened = Database.open(postgres_url)
    yield opened
    await opened.close()


async def test_connections_take_the_role_and_are_durable(database: Database) -> None:
    for block, isolation in ((database.begin, "read committed"), (database.read, "repeatable read")):
        async with block() as tx:
            row = (
                await tx.select(
                    "SELECT current_user, current_setting('transaction_isolation'),"
                    " current_setting('synchronous_commit'), current_setting('lock_timeout')"
                )
            )[0]
            assert tuple(row) == ("doudizhu_app", isolation, "on", "2s")


async def test_a_claim_waits_for_the_commit_in_flight_and_fences_the_next(database: Database) -> None:
    async with database.begin() as tx:
        await tx.rooms.add(rows.room("r1", owner="a/1", epoch=1))
        await tx.hands.add(rows.hand("r1"))

    async def claim() -> list[int]:
        async with database.begin() as tx:
            claimed = await tx.rooms.claim("a/2", 1)
            log = await tx.hands.commits("r1", 1)
            return [claimed[0].epoch, len(log)]

    async with database.begin() as tx:
        assert await tx.hands.append([rows.commit("r1", epoch=1)]) == {}
        claiming = asyncio.create_task(claim())
        await asyncio.sleep(0.1)
        assert not claiming.done()
    assert await claiming == [2, 1]  # whoever claims sees everything that the former owner has stored
    async with database.begin() as tx:
        refused = await tx.hands.append([rows.commit("r1", 1, epoch=1)])
    assert isinstance(refused["r1"], StaleEpochError)


async def test_a_commit_that_waited_for_a_claim_finds_the_new_epoch(database: Database) -> None:
    async with database.begin() as tx:
        await tx.rooms.add(rows.room("r1", owner="a/1", epoch=1))
        await tx.hands.add(rows.hand("r1"))

    async def append() -> dict[str, Exception]:
        async with database.begin() as tx:
            return await tx.hands.append([rows.commit("r1", epoch=1)])

    async with database.begin() as tx:
        await tx.rooms.claim("a/2", 1)
        appending = asyncio.create_task(append())
        await asyncio.sleep(0.1)
        assert not appending.done()
    assert isinstance((await appending)["r1"], StaleEpochError)


async def test_a_lock_that_takes_too_long_may_be_tried_again(database: Database) -> None:
    async with database.begin() as tx:
        account = await tx.ledger.open_account("player", "p1")
    async with database.begin() as tx:
        await tx.ledger.lock([account.id])
        with pytest.raises(TryAgainError):
            async with database.begin() as other:
                await other.ledger.lock([account.id])


async def test_a_deadlock_may_be_tried_again(database: Database) -> None:
    async with database.begin() as tx:
        first = await tx.ledger.open_account("player", "p1")
        second = await tx.ledger.open_account("player", "p2")
    both_hold_one = asyncio.Barrier(2)

    async def lock(accounts: list[int]) -> None:
        async with database.begin() as tx:
            await tx.ledger.lock(accounts[:1])
            await both_hold_one.wait()
            await tx.ledger.lock(accounts[1:])

    outcomes = await asyncio.gather(
        lock([first.id, second.id]), lock([second.id, first.id]), return_exceptions=True
    )
    assert sorted(map(type, outcomes), key=str) == [type(None), TryAgainError]


async def test_a_posting_without_a_header_is_refused_by_the_commit(database: Database) -> None:
    with pytest.raises(LedgerRuleError):  # noqa: PT012
        async with database.begin() as tx:
            account = await tx.ledger.open_account("player", "p1")
            await tx._session.run(
                lambda connection: connection.exec_driver_sql(
                    "INSERT INTO posting VALUES ('t', 0, $1, NULL, 'grant', 5, 1, 5)", (account.id,)
                )
            )
    async with database.read() as tx:
        assert await tx.ledger.find_account("player", "p1") is None


async def test_nothing_is_added_to_a_transaction_that_another_session_is_sealing(postgres_url: str) -> None:
    place = make_url(postgres_url)
    first, second = [
        await asyncpg.connect(user="postgres", database=place.database, host=str(place.query["host"]))
        for _ in range(2)
    ]
    await first.execute("INSERT INTO account (kind, owner_id) VALUES ('player', 'p1'), ('player', 'p2')")
    await first.execute("INSERT INTO account (kind, min_balance) VALUES ('mint', -100)")
    ids = [row["id"] for row in await first.fetch("SELECT id FROM account ORDER BY id")]
    leg = "INSERT INTO posting VALUES ('t', {}, {}, NULL, 'grant', {}, 1, {})"
    begun = first.transaction()
    await begun.start()
    await first.execute(leg.format(0, ids[0], 5, 5))
    await first.execute(leg.format(1, ids[2], -5, -5))
    await first.execute(
        "INSERT INTO ledger_txn (id, idem_key, request_sha, kind, actor, reason, ticket, created_ms)"
        " VALUES ('t', 't', 's', 'grant', 'a', 'b', 'c', 1)"
    )
    late = asyncio.create_task(second.execute(leg.format(2, ids[1], 7, 7)))
    await asyncio.sleep(0.1)
    assert not late.done()
    await begun.commit()
    with pytest.raises(asyncpg.PostgresError, match="sealed"):
        await late
    await first.close()
    await second.close()


async def test_a_server_that_comes_back_is_used_again(durable_postgres: Callable[[], Cluster]) -> None:
    """What was committed survives a crash of the server; connections are made anew."""
    cluster = await asyncio.to_thread(durable_postgres)
    name = await asyncio.to_thread(cluster.create)
    await upgrade(cluster.url(name))
    database = Database.open(cluster.url(name))
    async with database.begin() as tx:
        await tx.rooms.add(rows.room("r1"))
    await asyncio.to_thread(cluster.stop, signal.SIGQUIT)
    with pytest.raises((OSError, Exception)):
        async with database.begin() as tx:
            await tx.rooms.add(rows.room("r2"))
    await asyncio.to_thread(cluster.start)
    async with database.begin() as tx:
        assert await tx.rooms.get("r1")
        assert await tx.rooms.get("r2") is None
        await tx.rooms.add(rows.room("r3"))
    await database.close()


def test_addresses_in_libpq_words() -> None:
    assert asyncpg_url("postgresql://u:p@h:5433/d?sslmode=require") == (
        "postgresql+asyncpg://u:p@h:5433/d?ssl=require"
    )
    assert asyncpg_url("postgresql://u@/d?host=/run/pg") == "postgresql+asyncpg://u@/d?host=%2Frun%2Fpg"
