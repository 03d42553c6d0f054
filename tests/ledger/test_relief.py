"""Relief: when it is given, how often a day, and until what is empty."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest

from app.clock import ManualClock
from app.ledger import book
from app.ledger.accounts import Budgets
from app.ledger.audit import audit
from app.ledger.economy import Economy
from app.ledger.relief import Offer, ReliefRefusedError, day_of, offer, relieve
from app.ledger.transfers import Leg, Transfer
from app.storage.database import Database
from app.storage.persistence import persist
from app.storage.store import Storage
from tests.ledger.play import Bank, open_bank

ECONOMY = Economy()
SHANGHAI = timezone(timedelta(hours=8))
EVENING_MS = int(datetime(2025, 11, 30, 23, 0, tzinfo=SHANGHAI).timestamp() * 1000)


async def ask(bank: Bank, name: str, now_ms: int = EVENING_MS, economy: Economy = ECONOMY) -> str | int:
    """What becomes of a request: the beans after it, or why not."""
    try:
        account = await persist(bank.storage, lambda tx: relieve(tx, bank.system, name, economy, now_ms))
    except ReliefRefusedError as error:
        return error.code
    return account.balance


async def offered(
    bank: Bank, name: str, now_ms: int = EVENING_MS, economy: Economy = ECONOMY
) -> Offer | None:
    async with bank.storage.read() as tx:
        account = await tx.ledger.find_account("player", name)
        assert account
        return await offer(tx, account, economy, now_ms)


async def lose(bank: Bank, name: str, beans: int, ticket: str) -> None:
    """Beans go away, as in a hand."""
    legs = (
        Leg(bank.players[name], -beans, "correction"),
        Leg(bank.system.correction, beans, "correction"),
    )
    async with bank.storage.begin() as tx:
        transfer = Transfer(f"lost:{ticket}", "correction", legs, "op", reason="lost", ticket=ticket)
        await book.post(tx, transfer, EVENING_MS)


async def test_who_has_too_few_beans_is_given_some(storage: Storage) -> None:
    bank = await open_bank(storage, poor=499, rich=500)
    assert await offered(bank, "poor") == Offer(1_000, 3)
    assert await offered(bank, "rich") is None
    assert await ask(bank, "poor") == 1_499
    assert await ask(bank, "rich") == "relief_not_needed"
    assert await ask(bank, "poor") == "relief_not_needed"
    assert await bank.balances("poor", "rich") == [1_499, 500]
    async with storage.read() as tx:
        (line, _) = await tx.ledger.statement(bank.players["poor"], None, 9)
        txn = await tx.ledger.get_txn(line.txn_id)
    assert txn
    assert (line.purpose, line.amount, line.balance_after) == ("grant", 1_000, 1_499)
    assert (txn.kind, txn.actor, txn.reason, txn.ticket) == ("grant", "system", "relief", "2025-11-30 1")
    assert await bank.system_balance("grant") == 10**10 - 999 - 1_000


async def test_the_day_ends_at_midnight_in_its_own_zone(storage: Storage) -> None:
    clock = ManualClock(EVENING_MS)
    bank = await open_bank(storage, poor=0)
    for count in (1, 2, 3):
        assert await offered(bank, "poor", clock.now_ms()) == Offer(1_000, 4 - count)
        assert await ask(bank, "poor", clock.now_ms()) == 1_000
        await lose(bank, "poor", 1_000, f"t{count}")
    clock.advance(3_600_000 - 1)
    assert await ask(bank, "poor", clock.now_ms()) == "relief_used_up"
    assert await offered(bank, "poor", clock.now_ms()) == Offer(1_000, 0)
    clock.advance(1)
    assert await offered(bank, "poor", clock.now_ms()) == Offer(1_000, 3)
    assert await ask(bank, "poor", clock.now_ms()) == 1_000


def test_days_are_those_of_the_zone() -> None:
    midnight = int(datetime(2025, 11, 30, 16, 0, tzinfo=UTC).timestamp() * 1000)
    assert day_of(midnight - 1, "Asia/Shanghai") == "2025-11-30"
    assert day_of(midnight, "Asia/Shanghai") == "2025-12-01"
    assert day_of(midnight, "UTC") == "2025-11-30"
    # The day in March on which clocks go forward is one day, an hour short.
    forward = int(datetime(2025, 3, 29, 23, 0, tzinfo=UTC).timestamp() * 1000)
    days = [day_of(forward + hours * 3_600_000, "Europe/Berlin") for hours in (-1, 0, 22, 23)]
    assert days == ["2025-03-29", "2025-03-30", "2025-03-30", "2025-03-31"]


async def test_nobody_gets_any_in_the_middle_of_a_hand(storage: Storage) -> None:
    bank = await open_bank(storage, poor=100, li=100, zhao=100)
    await bank.start("r1", 1, ("poor", "li", "zhao"))
    assert await offered(bank, "poor") is None
    assert await ask(bank, "poor") == "in_a_hand"
    await bank.void("r1", 1)
    assert await ask(bank, "poor") == 1_100


async def test_relief_ends_with_its_budget(storage: Storage) -> None:
    bank = await open_bank(storage, Budgets(grant=1_999), poor=0, poorer=0)
    assert await ask(bank, "poor") == 1_000
    assert await ask(bank, "poorer") == "relief_budget_empty"
    assert await bank.system_balance("grant") == 999
    assert await offered(bank, "poorer") == Offer(1_000, 3), "what is refused does not count"


async def test_a_server_may_be_as_generous_as_it_likes(storage: Storage) -> None:
    bank = await open_bank(storage, poor=0)
    never = Economy(reliefs_a_day=0)
    assert await offered(bank, "poor", economy=never) is None
    assert await ask(bank, "poor", economy=never) == "relief_used_up"
    once = Economy(relief=7, relief_below=1, reliefs_a_day=1)
    assert await ask(bank, "poor", economy=once) == 7
    assert await ask(bank, "poor", economy=once) == "relief_not_needed"
    assert await ask(bank, "poor") == 1_007, "the second of three, where three are allowed"


async def test_there_is_relief_for_players_alone(storage: Storage) -> None:
    bank = await open_bank(storage, poor=0)
    with pytest.raises(LookupError):
        await ask(bank, "nobody")


async def test_ten_requests_at_once_give_it_once(database: Database) -> None:
    bank = await open_bank(database, poor=0, li=0)
    answers = await asyncio.gather(*(ask(bank, name) for name in ("poor", "li") for _ in range(10)))
    assert sorted(answers, key=str) == [1_000] * 2 + ["relief_not_needed"] * 18
    assert await bank.balances("poor", "li") == [1_000, 1_000]
    assert (await audit(database)).violations == []


@pytest.mark.postgres
async def test_a_request_waits_for_the_one_before(postgres_url: str) -> None:
    """It looks at the balance only then, and finds that nothing is needed any more."""
    database = Database.open(postgres_url)
    bank = await open_bank(database, poor=0)
    async with database.begin() as tx:
        await relieve(tx, bank.system, "poor", ECONOMY, EVENING_MS)
        second = asyncio.create_task(ask(bank, "poor"))
        async with asyncio.timeout(5), database.read() as onlooker:
            while not await onlooker.select("SELECT 1 FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110
                await asyncio.sleep(0)
    assert await second == "relief_not_needed"
    await database.close()
