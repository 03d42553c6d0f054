"""The life of a hand's beans, over every storage."""

import pytest

from app.ledger import book, hands
from app.ledger.book import IdempotencyConflictError
from app.ledger.hands import AccountsBusyError
from app.ledger.settlement import Settlement, escape, settle
from app.ledger.transfers import Leg, Transfer
from app.storage.store import LedgerRuleError, Storage
from tests.ledger.play import NOW_MS, TRIO, open_bank


async def test_a_hand_moves_beans_once_and_frees_its_players(storage: Storage) -> None:
    bank = await open_bank(storage, wang=100_000, li=2_500, zhao=100_000)
    await bank.start("r1", 1, TRIO, 1000)
    settlement = settle((12, -6, -6), 1000, 50, (100_000, 2_500, 100_000), (0, 1, 2))
    first = await bank.settle("r1", 1, TRIO, settlement)
    again = await bank.settle("r1", 1, TRIO, settlement)
    assert first
    assert again
    assert (first.is_new, again.is_new) == (True, False)
    assert first.txn == again.txn
    assert await bank.balances(*TRIO) == [108_450, 0, 93_950]
    assert await bank.system_balance("recycle") == 100
    async with storage.read() as tx:
        assert {account.hand for account in (await tx.ledger.find_accounts(TRIO)).values()} == {None}
        lines = await tx.ledger.statement(bank.players["wang"], None, 2)
        assert [(line.purpose, line.amount) for line in lines] == [("fee", -50), ("transfer", 8_500)]
    with pytest.raises(IdempotencyConflictError):
        await bank.settle("r1", 1, TRIO, settle((2, -1, -1), 1000, 50, (9, 9, 9), (0, 1, 2)))
    await bank.start("r1", 2, ("wang", "zhao"))


async def test_a_hand_does_not_start_with_a_player_who_is_in_another(storage: Storage) -> None:
    bank = await open_bank(storage, wang=10, li=10, zhao=10, sun=10, zhou=10)
    await bank.start("r1", 1, TRIO)
    with pytest.raises(AccountsBusyError):
        await bank.start("r2", 1, ("zhao", "sun", "zhou"))
    async with storage.read() as tx:
        assert await tx.hands.running("r2") is None
        assert {a.hand for a in (await tx.ledger.find_accounts(["sun", "zhou"])).values()} == {None}
    await bank.void("r1", 1)
    await bank.start("r2", 1, ("zhao", "sun", "zhou"))


async def test_a_hand_does_not_start_when_beans_have_changed(storage: Storage) -> None:
    bank = await open_bank(storage, wang=10, li=10)
    async with storage.begin() as tx:
        with pytest.raises(AccountsBusyError):
            await hands.start(tx, "r1", 1, {bank.players["wang"]: 10, bank.players["li"]: 9})


async def test_a_void_hand_moves_nothing(storage: Storage) -> None:
    bank = await open_bank(storage, wang=10, li=10, zhao=10)
    await bank.start("r1", 1, TRIO)
    await bank.void("r1", 1)
    assert await bank.balances(*TRIO) == [10, 10, 10]
    with pytest.raises(LedgerRuleError):
        await bank.settle("r1", 1, TRIO, settle((2, -1, -1), 1, 0, (10, 10, 10), (0, 1, 2)))
    assert await bank.balances(*TRIO) == [10, 10, 10]


async def test_an_escape_pays_the_others_and_the_system(storage: Storage) -> None:
    bank = await open_bank(storage, wang=100, li=10, zhao=10)
    await bank.start("r1", 1, TRIO)
    await bank.settle("r1", 1, TRIO, escape(0, 75, (100, 10, 10), shared=True))
    assert await bank.balances(*TRIO) == [25, 47, 47]
    assert await bank.system_balance("penalty") == 1
    await bank.start("r1", 2, TRIO)
    await bank.settle("r1", 2, TRIO, escape(1, 60, (25, 47, 47), shared=False))
    assert await bank.balances(*TRIO) == [25, 0, 47]
    assert await bank.system_balance("penalty") == 48


async def test_a_hand_without_beans_frees_its_players(storage: Storage) -> None:
    bank = await open_bank(storage, wang=0, li=0, zhao=0)
    await bank.start("r1", 1, TRIO, 0)
    assert await bank.settle("r1", 1, TRIO, Settlement((0, 0, 0), (0, 0, 0))) is None
    await bank.start("r1", 2, TRIO, 0)


async def test_only_credits_reach_a_player_in_a_hand(storage: Storage) -> None:
    """A correction that would take beans is refused until the hand has ended; a gift is welcome."""
    bank = await open_bank(storage, wang=100, li=10, zhao=10, sun=50)
    await bank.start("r1", 1, TRIO)
    take, give = (
        Transfer(
            f"fix:{sign}",
            "correction",
            (
                Leg(bank.players["wang"], sign * 5, "correction"),
                Leg(bank.players["sun"], -sign * 5, "correction"),
            ),
            "op:1",
            reason="mistake",
            ticket="T7",
        )
        for sign in (-1, 1)
    )
    with pytest.raises(LedgerRuleError, match="in a hand"):
        async with storage.begin() as tx:
            await book.post(tx, take, NOW_MS)
    async with storage.begin() as tx:
        await book.post(tx, give, NOW_MS)
    # caps and shares still count what was carried
    await bank.settle("r1", 1, TRIO, settle((-200, 100, 100), 1, 3, (100, 10, 10), (0, 1, 2)))
    assert await bank.balances("wang", "li", "zhao", "sun") == [82, 17, 17, 45]
    async with storage.begin() as tx:
        assert (await book.post(tx, take, NOW_MS)).is_new
