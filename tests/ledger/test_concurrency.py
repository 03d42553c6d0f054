"""Many settlements at once over the same few players: nothing is lost, nothing deadlocks, every view balances."""

import asyncio
import random
from collections.abc import Callable, Sequence
from itertools import count

import pytest
from sqlalchemy import make_url

from app.ledger import book, hands
from app.ledger.audit import audit
from app.ledger.book import IdempotencyConflictError
from app.ledger.settlement import Settlement, settle
from app.ledger.transfers import Leg, Transfer
from app.storage.database import Database
from app.storage.persistence import persist
from app.storage.store import LedgerRuleError, Transaction
from tests.ledger.play import NOW_MS, Bank, open_bank

NAMES = [f"player {number}" for number in range(9)]
RICH = 1_000_000
"""Enough for the fees of ten thousand hands."""


async def test_settlements_with_shared_players(database: Database, size: Callable[[int, int], int]) -> None:
    bank = await open_bank(database, None, **dict.fromkeys(NAMES, RICH))
    rng = random.Random(4)
    numbers = count(1)
    hands_each = size(12, 2_500)
    played = 0

    async def table() -> None:
        nonlocal played
        done = 0
        while done < hands_each:
            trio, number = rng.sample(NAMES, 3), next(numbers)
            try:
                await bank.start(f"room {number}", 1, trio)
            except hands.AccountsBusyError:
                await asyncio.sleep(0)
                continue
            async with database.read() as tx:
                found = await tx.ledger.find_accounts(trio)
            carried = [found[name].balance for name in trio]
            settlement = settle((2, -1, -1), rng.randrange(200), 5, carried, (0, 1, 2))
            posts = await asyncio.gather(
                *(bank.settle(f"room {number}", 1, trio, settlement) for _ in range(2))
            )
            assert sum(bool(post and post.is_new) for post in posts) == 1
            done += 1
            played += 1

    async def watch() -> None:
        while True:
            async with database.read() as tx:
                ((total, lowest),) = await tx.select(
                    "SELECT sum(balance), min(CASE WHEN kind = 'mint' THEN 0 ELSE balance END) FROM account"
                )
            assert total == 0
            assert lowest >= 0
            await asyncio.sleep(0.01)

    watching = asyncio.create_task(watch())
    await asyncio.gather(*(table() for _ in range(4)))
    assert not watching.done()
    watching.cancel()
    report = await audit(database)
    assert report.violations == []
    assert played == 4 * hands_each
    assert report.beans["player"] + report.beans["recycle"] == len(NAMES) * RICH
    await no_deadlock(database)


async def test_every_settlement_once_when_many_deliver_it(
    database: Database, size: Callable[[int, int], int]
) -> None:
    """Target 14: each arrives one to five times from eight tasks, and now and then with other beans."""
    bank = await open_bank(database, None, **dict.fromkeys(NAMES, 100_000))
    rng = random.Random(14)
    total = size(60, 1_000)
    trios = [rng.sample(NAMES, 3) for _ in range(total)]
    settlements = [
        settle((2, -1, -1), rng.randrange(1, 20), 2, (10**6,) * 3, (0, 1, 2)) for _ in range(total)
    ]
    deliveries = [number for number in range(total) for _ in range(rng.randint(1, 5))]
    rng.shuffle(deliveries)
    answers: list[tuple[int, bool]] = []
    changed = 0

    async def deliver() -> None:
        nonlocal changed
        while deliveries:
            number = deliveries.pop()
            transfer = await settle_loosely(bank, number, trios[number], settlements[number])
            answers.append((number, transfer))
            if number % 7 == 0:
                other = settle((2, -1, -1), 99, 0, (10**6,) * 3, (0, 1, 2))
                with pytest.raises(IdempotencyConflictError):
                    await settle_loosely(bank, number, trios[number], other)
                changed += 1

    await asyncio.gather(*(deliver() for _ in range(8)))
    assert sorted(number for number, is_new in answers if is_new) == list(range(total))
    assert changed > 0
    async with database.read() as tx:
        ((stored,),) = await tx.select("SELECT count(*) FROM ledger_txn WHERE kind = 'hand'")
    assert stored == total
    expected = dict.fromkeys(NAMES, 100_000)
    for trio, settlement in zip(trios, settlements, strict=True):
        for name, net in zip(trio, settlement.net, strict=True):
            expected[name] += net
    assert await bank.balances(*NAMES) == list(expected.values())
    await no_deadlock(database)


async def settle_loosely(bank: Bank, number: int, trio: Sequence[str], settlement: Settlement) -> bool:
    """Settle a hand that nobody has begun, as its room would; whether it is new."""

    async def act(tx: Transaction) -> bool:
        seats = [bank.players[name] for name in trio]
        posted = await hands.settle(tx, bank.system, f"r{number}", 1, seats, settlement, NOW_MS)
        assert posted
        return posted.is_new

    return await persist(bank.storage, act)


async def test_two_hundred_beans_in_and_out_of_one_account(database: Database) -> None:
    """A64: none is lost, and each has its row."""
    bank = await open_bank(database, wang=100, li=100)

    async def move(number: int) -> None:
        sign = 1 if number % 2 else -1
        legs = (
            Leg(bank.players["wang"], sign, "correction"),
            Leg(bank.players["li"], -sign, "correction"),
        )
        transfer = Transfer(f"k{number}", "correction", legs, "op:1", reason="why", ticket="T1")

        async def act(tx: Transaction) -> None:
            await book.post(tx, transfer, NOW_MS)

        await persist(database, act)

    await asyncio.gather(*(move(number) for number in range(200)))
    assert await bank.balances("wang", "li") == [100, 100]
    async with database.read() as tx:
        lines = await tx.ledger.statement(bank.players["wang"], None, 1000)
    assert len(lines) == 201
    assert [line.account_version for line in lines] == list(range(201, 0, -1))


async def test_transfers_both_ways_over_two_accounts(database: Database) -> None:
    """Locks are taken in one order, whichever way the beans go."""
    bank = await open_bank(database, wang=10_000, li=10_000)

    async def give(number: int) -> None:
        source, target = ("wang", "li") if number % 2 else ("li", "wang")
        legs = (Leg(bank.players[source], -7, "correction"), Leg(bank.players[target], 7, "correction"))
        transfer = Transfer(f"k{number}", "correction", legs, "op:1", reason="why", ticket="T1")
        async with database.begin() as tx:
            await book.post(tx, transfer, NOW_MS)

    await asyncio.gather(*(give(number) for number in range(60)))
    assert await bank.balances("wang", "li") == [10_000, 10_000]
    await no_deadlock(database)


@pytest.mark.postgres
async def test_a_mark_and_a_debit_at_once(postgres_url: str) -> None:
    """Whichever comes first: a debit that waited for a mark is refused, a mark that waited for a debit fails."""
    database = Database.open(postgres_url)
    bank = await open_bank(database, wang=10_000, li=0, sun=0)
    wang = bank.players["wang"]

    async def debit(number: int) -> str:
        legs = (Leg(wang, -1, "correction"), Leg(bank.players["sun"], 1, "correction"))
        transfer = Transfer(f"k{number}", "correction", legs, "op:1", reason="why", ticket="T1")
        try:
            async with database.begin() as tx:
                await book.post(tx, transfer, NOW_MS)
        except LedgerRuleError:
            return "refused"
        return "taken"

    async def mark(number: int) -> str:
        try:
            await bank.start(f"room {number}", 1, ("wang", "li"))
        except hands.AccountsBusyError:
            return "busy"
        return "marked"

    for number in range(20):
        before = (await bank.balances("wang"))[0]
        calls = [debit(number), mark(number)] if number % 2 else [mark(number), debit(number)]
        outcomes = set(await asyncio.gather(*calls))
        assert outcomes in ({"taken", "busy"}, {"refused", "marked"}, {"taken", "marked"})
        if "taken" not in outcomes:
            assert await bank.balances("wang") == [before]
        if "marked" in outcomes:
            assert await debit(1000 + number) == "refused"
            await bank.void(f"room {number}", 1)
    assert (await audit(database)).violations == []
    await database.close()


async def no_deadlock(database: Database) -> None:
    """The server itself counted none."""
    if make_url(database.url).get_backend_name() == "postgresql":
        async with database.read() as tx:
            ((deadlocks,),) = await tx.select(
                "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
            )
        assert deadlocks == 0
