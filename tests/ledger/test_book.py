"""Posting: balances, keys, and everything that is refused, over every storage."""

import asyncio
from dataclasses import replace

import pytest

from app.ledger import book
from app.ledger.book import IdempotencyConflictError
from app.ledger.transfers import Leg, Transfer
from app.storage.store import LedgerRuleError, Storage
from tests.ledger.play import NOW_MS, Bank, open_bank


def gift(bank: Bank, key: str, source: str, target: str, beans: int) -> Transfer:
    legs = (Leg(bank.players[source], -beans, "correction"), Leg(bank.players[target], beans, "correction"))
    return Transfer(key, "correction", legs, "op:1", reason="why", ticket="T1")


async def post(bank: Bank, transfer: Transfer) -> bool:
    """Post in a transaction of its own; whether it is new."""
    async with bank.storage.begin() as tx:
        return (await book.post(tx, transfer, NOW_MS)).is_new


async def test_a_post_moves_beans_and_keeps_who_and_why(storage: Storage) -> None:
    bank = await open_bank(storage, wang=100, li=50)
    transfer = replace(gift(bank, "k", "wang", "li", 30), approver="op:2")
    async with storage.begin() as tx:
        posted = await book.post(tx, transfer, NOW_MS)
    assert await bank.balances("wang", "li") == [70, 80]
    async with storage.read() as tx:
        assert await tx.ledger.find_txn("k") == posted.txn
        lines = await tx.ledger.postings(posted.txn.id)
    assert [(line.line_no, line.amount, line.balance_after) for line in lines] == [(0, -30, 70), (1, 30, 80)]
    txn = posted.txn
    assert (txn.actor, txn.approver, txn.reason, txn.ticket) == ("op:1", "op:2", "why", "T1")
    assert (txn.created_ms, txn.request_sha) == (NOW_MS, transfer.request_sha)


async def test_the_same_again_changes_nothing(storage: Storage) -> None:
    bank = await open_bank(storage, wang=100, li=50)
    transfer = gift(bank, "k", "wang", "li", 90)
    assert [await post(bank, transfer) for _ in range(3)] == [True, False, False]
    assert await bank.balances("wang", "li") == [10, 140]


async def test_a_key_with_another_payload_is_an_error_and_nothing_moves(storage: Storage) -> None:
    bank = await open_bank(storage, wang=100, li=50, zhao=0)
    await post(bank, gift(bank, "k", "wang", "li", 10))
    for other in (gift(bank, "k", "wang", "li", 11), gift(bank, "k", "li", "zhao", 10)):
        with pytest.raises(IdempotencyConflictError):
            await post(bank, other)
    assert await bank.balances("wang", "li", "zhao") == [90, 60, 0]


async def test_an_account_may_have_several_legs(storage: Storage) -> None:
    bank = await open_bank(storage, wang=100, li=50)
    wang, li = bank.players["wang"], bank.players["li"]
    legs = (
        Leg(wang, -100, "transfer"),
        Leg(li, 100, "transfer"),
        Leg(li, -150, "fee"),
        Leg(bank.system.recycle, 150, "fee"),
    )
    await post(bank, replace(gift(bank, "k", "wang", "li", 1), legs=legs))
    assert await bank.balances("wang", "li") == [0, 0]
    assert await bank.system_balance("recycle") == 150


async def test_nobody_is_overdrawn_not_even_for_a_moment(storage: Storage) -> None:
    bank = await open_bank(storage, wang=100, li=50)
    wang, li = bank.players["wang"], bank.players["li"]
    legs = (Leg(wang, -101, "transfer"), Leg(li, 101, "transfer"), Leg(li, -10, "fee"), Leg(wang, 10, "fee"))
    for transfer in (
        gift(bank, "k", "wang", "li", 101),
        replace(gift(bank, "k", "wang", "li", 1), legs=legs),
    ):
        with pytest.raises(LedgerRuleError):
            await post(bank, transfer)
    assert await bank.balances("wang", "li") == [100, 50]


async def test_an_unknown_account_is_refused(storage: Storage) -> None:
    bank = await open_bank(storage, wang=100)
    legs = (Leg(bank.players["wang"], -1, "grant"), Leg(999, 1, "grant"))
    with pytest.raises(LedgerRuleError):
        await post(bank, Transfer("k", "grant", legs, "op:1", reason="why", ticket="T1"))


async def test_each_key_once_when_many_deliver_it(storage: Storage) -> None:
    """Every transfer arrives several times at once from many tasks (target 14 in small)."""
    bank = await open_bank(storage, wang=1000, li=1000)
    transfers = [
        gift(bank, f"k{n}", *(("wang", "li") if n % 2 else ("li", "wang")), 1 + n) for n in range(10)
    ]
    news = await asyncio.gather(*(post(bank, transfer) for transfer in transfers for _ in range(3)))
    assert sum(news) == len(transfers)
    moved = sum(1 + n if n % 2 else -(1 + n) for n in range(10))
    assert await bank.balances("wang", "li") == [1000 - moved, 1000 + moved]


async def test_fifty_debits_of_ten_from_a_hundred(storage: Storage) -> None:
    bank = await open_bank(storage, wang=100, li=0)

    async def debit(number: int) -> bool:
        try:
            return await post(bank, gift(bank, f"k{number}", "wang", "li", 10))
        except LedgerRuleError:
            return False

    assert sum(await asyncio.gather(*(debit(number) for number in range(50)))) == 10
    assert await bank.balances("wang", "li") == [0, 100]
