"""What every storage's ledger does and refuses alike: in memory, in SQLite and in PostgreSQL."""

from dataclasses import replace
from typing import Any

import pytest

from app.storage.store import (
    AccountRow,
    DuplicateTxnError,
    LedgerRuleError,
    LegRow,
    PostingRow,
    Storage,
    Transaction,
    TxnRow,
)
from tests.contracts import rows


async def opened(tx: Transaction) -> tuple[int, int, int]:
    """The mint and two players, who hold 100 and nothing."""
    mint = await tx.ledger.open_account("mint", None, -1000)
    first = await tx.ledger.open_account("player", "p1")
    second = await tx.ledger.open_account("player", "p2")
    await tx.ledger.post(
        rows.txn("start", "mint"),
        [rows.leg(mint.id, -100, purpose="mint"), rows.leg(first.id, 100, purpose="mint")],
    )
    return mint.id, first.id, second.id


def gift(source: int, target: int, amount: int, **more: str) -> list[LegRow]:
    return [rows.leg(source, -amount, **more), rows.leg(target, amount, **more)]


async def balances(storage: Storage, *account_ids: int) -> list[int]:
    async with storage.begin() as tx:
        return [account.balance for account in await tx.ledger.lock(account_ids)]


async def test_an_account_is_opened_once(storage: Storage) -> None:
    async with storage.begin() as tx:
        first = await tx.ledger.open_account("player", "p1")
        assert first == AccountRow(first.id, "player", "p1", 0, 0, None, 0)
        assert await tx.ledger.open_account("player", "p1") == first
        mint = await tx.ledger.open_account("mint", None, -5)
        assert await tx.ledger.open_account("mint", None, -5) == mint
        assert await tx.ledger.find_account("mint", None) == mint
        assert await tx.ledger.find_account("house", None) is None
        assert await tx.ledger.find_account("player", "p2") is None
        bot = await tx.ledger.open_account("bot", "b1")
        assert await tx.ledger.find_accounts(["p1", "b1", "p9"]) == {"p1": first, "b1": bot}
        assert await tx.ledger.find_accounts([]) == {}
        assert await tx.ledger.get_account(first.id) == first
        assert await tx.ledger.get_account(first.id + 1000) is None


@pytest.mark.parametrize(
    ("kind", "owner_id", "floor"),
    [
        ("player", None, 0),
        ("house", "p1", 0),
        ("thief", None, 0),
        ("player", "p1", -1),
        ("house", None, -1),
        ("mint", None, 1),
        ("bot", "p0", 0),
    ],
)
async def test_what_is_no_account(storage: Storage, kind: str, owner_id: str | None, floor: int) -> None:
    async with storage.begin() as tx:
        await tx.ledger.open_account("player", "p0")
        with pytest.raises(LedgerRuleError):
            async with tx.savepoint():
                await tx.ledger.open_account(kind, owner_id, floor)


async def test_a_posted_transaction_moves_balances(storage: Storage) -> None:
    async with storage.begin() as tx:
        mint, first, second = await opened(tx)
    async with storage.begin() as tx:
        await tx.ledger.post(rows.txn("g"), gift(first, second, 30))
    assert await balances(storage, mint, first, second) == [-100, 70, 30]
    async with storage.read() as tx:
        assert await tx.ledger.find_txn("g") == rows.txn("g")
        assert await tx.ledger.find_txn("none") is None
        assert await tx.ledger.get_txn("id g") == rows.txn("g")
        assert await tx.ledger.get_txn("g") is None
        assert await tx.ledger.postings("id g") == [
            PostingRow("id g", 0, first, None, "grant", -30, 2, 70),
            PostingRow("id g", 1, second, None, "grant", 30, 1, 30),
        ]
        assert await tx.ledger.postings("none") == []
        assert [line.amount for line in await tx.ledger.statement(first, None, 10)] == [-30, 100]
        assert [line.amount for line in await tx.ledger.statement(first, None, 1)] == [-30]
        assert [line.amount for line in await tx.ledger.statement(first, 2, 10)] == [100]
        assert await tx.ledger.statement(first, 1, 10) == []
        assert await tx.ledger.statement(99, None, 10) == []


async def test_locks_come_once_each_in_order(storage: Storage) -> None:
    async with storage.begin() as tx:
        mint, first, second = await opened(tx)
        locked = await tx.ledger.lock([second, mint, first, mint, 999])
    assert [account.id for account in locked] == [mint, first, second]
    assert locked[1] == AccountRow(first, "player", "p1", 0, 1, None, 100)


async def test_a_key_is_used_once(storage: Storage) -> None:
    async with storage.begin() as tx:
        _, first, second = await opened(tx)
        await tx.ledger.post(rows.txn("g"), gift(first, second, 30))
    for txn in (rows.txn("g"), replace(rows.txn("g"), id="id other"), replace(rows.txn("other"), id="id g")):
        async with storage.begin() as tx:
            with pytest.raises(DuplicateTxnError):
                await tx.ledger.post(txn, gift(first, second, 30))
            await tx.rooms.add(rows.room(f"after {txn.id} {txn.idem_key}"))  # nothing has to be undone
    assert await balances(storage, first, second) == [70, 30]


async def refused(storage: Storage, txn: TxnRow, legs: list[LegRow], accounts: list[int]) -> None:
    """The post is refused, undoes nothing but its savepoint, and leaves every balance as it was."""
    before = await balances(storage, *accounts)
    bystander = f"room beside {txn.idem_key} {legs}"
    async with storage.begin() as tx:
        await tx.rooms.add(rows.room(bystander))
        with pytest.raises(LedgerRuleError):
            async with tx.savepoint():
                await tx.ledger.post(txn, legs)
    assert await balances(storage, *accounts) == before
    async with storage.read() as tx:
        assert await tx.rooms.get(bystander)
        assert await tx.ledger.find_txn(txn.idem_key) is None
        assert await tx.ledger.postings(txn.id) == []


@pytest.mark.parametrize(
    ("what", "changes"),
    [
        ("does not balance", [{}, {"amount": 29}]),
        ("overdraws", [{"amount": -101}, {"amount": 101}]),
        ("leaves the range", [{"amount": -(2**54)}, {"amount": 2**54}]),
        ("moves nothing", [{"amount": 0}, {"amount": 0}]),
        ("has an unknown purpose", [{"purpose": "theft"}, {}]),
        ("names another hand", [{"hand": "r9:9"}, {"hand": "r9:9"}]),
    ],
)
async def test_the_guard_refuses_what(storage: Storage, what: str, changes: list[dict[str, Any]]) -> None:
    async with storage.begin() as tx:
        mint, first, second = await opened(tx)
    legs = [replace(leg, **change) for leg, change in zip(gift(first, second, 30), changes, strict=True)]
    await refused(storage, rows.txn("g"), legs, [mint, first, second])


async def test_several_legs_of_one_account_follow_each_other(storage: Storage) -> None:
    async with storage.begin() as tx:
        mint, first, second = await opened(tx)
        legs = [*gift(first, second, 60), *gift(second, first, 50), *gift(first, mint, 90)]
        await tx.ledger.post(rows.txn("g"), legs)
        lines = await tx.ledger.postings("id g")
    assert [(line.line_no, line.account_version, line.balance_after) for line in lines] == [
        (0, 2, 40),
        (1, 1, 60),
        (2, 2, 10),
        (3, 3, 90),
        (4, 4, 0),
        (5, 2, -10),
    ]
    assert await balances(storage, mint, first, second) == [-10, 0, 10]
    overdrawn_meanwhile = [*gift(second, first, 11), *gift(first, second, 5)]
    await refused(storage, rows.txn("h"), overdrawn_meanwhile, [mint, first, second])


async def test_the_guard_refuses_fewer_than_two_postings(storage: Storage) -> None:
    async with storage.begin() as tx:
        accounts = [*await opened(tx)]
    for legs in ([], gift(accounts[1], accounts[2], 30)[:1]):
        await refused(storage, rows.txn("g"), legs, accounts)


async def test_the_guard_refuses_an_unknown_account(storage: Storage) -> None:
    async with storage.begin() as tx:
        accounts = [*await opened(tx)]
    for legs in (
        gift(accounts[1], 999, 30),
        gift(998, 999, 30),
        [*gift(accounts[1], accounts[2], 30), *gift(998, 999, 30)],
    ):
        await refused(storage, rows.txn("g"), legs, accounts)


@pytest.mark.parametrize(
    "header",
    [
        {"kind": "gift"},
        {"actor": ""},
        {"reason": ""},
        {"ticket": ""},
        {"approver": ""},
        {"approver": "system"},
        {"kind": "hand"},
        {"kind": "hand", "room_id": "r1", "hand_no": 1},
    ],
)
async def test_the_guard_refuses_a_header_that(storage: Storage, header: dict[str, object]) -> None:
    async with storage.begin() as tx:
        accounts = [*await opened(tx)]
    txn = replace(rows.txn("g"), **header)  # type: ignore[arg-type]
    await refused(storage, txn, gift(accounts[1], accounts[2], 30), accounts)


async def test_two_persons_may_be_named(storage: Storage) -> None:
    async with storage.begin() as tx:
        _, first, second = await opened(tx)
        txn = replace(rows.txn("g", "correction"), actor="op:1", approver="op:2")
        await tx.ledger.post(txn, gift(first, second, 30, purpose="correction"))
        assert await tx.ledger.find_txn("g") == txn


async def test_a_marked_account_is_debited_by_its_hand_only(storage: Storage) -> None:
    async with storage.begin() as tx:
        mint, first, second = await opened(tx)
        assert await tx.ledger.mark("r1:1", {first: 100, second: 0})
    accounts = [mint, first, second]
    await refused(storage, rows.txn("g"), gift(first, second, 30), accounts)
    other = rows.txn("hand:r2:1", "hand", room_id="r2", hand_no=1)
    await refused(storage, other, gift(first, second, 30, hand="r2:1"), accounts)
    async with storage.begin() as tx:  # a credit is welcome at any time
        await tx.ledger.post(
            rows.txn("credit"),
            gift(mint, second, 5),
        )
        own = rows.txn("hand:r1:1", "hand", room_id="r1", hand_no=1)
        await tx.ledger.post(own, gift(first, second, 30, hand="r1:1"))
        assert {account.hand for account in await tx.ledger.lock(accounts)} == {None}  # its end frees them
    assert await balances(storage, *accounts) == [-105, 70, 35]


async def test_marks_are_set_for_all_or_none(storage: Storage) -> None:
    async with storage.begin() as tx:
        mint, first, second = await opened(tx)
    for carried in (
        {first: 100, second: 1},  # the beans have changed meanwhile
        {first: 99, second: 0},
        {first: 100, 999: 0},
        {first: 100, mint: -100},
    ):
        async with storage.begin() as tx:
            assert not await tx.ledger.mark("r1:1", carried)
            assert [account.hand for account in await tx.ledger.lock([first, second])] == [None, None]
    async with storage.begin() as tx:
        assert await tx.ledger.mark("r1:1", {second: 0, first: 100})
    async with storage.begin() as tx:
        assert not await tx.ledger.mark("r2:1", {first: 100})
        assert not await tx.ledger.mark("r1:1", {first: 100})
        await tx.ledger.unmark("r2:1")
        assert [account.hand for account in await tx.ledger.lock([first, second])] == ["r1:1", "r1:1"]
        await tx.ledger.unmark("r1:1")
        assert [account.hand for account in await tx.ledger.lock([first, second])] == [None, None]
        assert await tx.ledger.mark("r2:1", {first: 100})


async def test_a_mark_is_undone_with_its_savepoint(storage: Storage) -> None:
    async with storage.begin() as tx:
        _, first, _ = await opened(tx)
        with pytest.raises(LedgerRuleError):  # noqa: PT012
            async with tx.savepoint():
                assert await tx.ledger.mark("r1:1", {first: 100})
                await tx.ledger.post(rows.txn("g"), gift(first, 999, 30))
        assert await tx.ledger.mark("r2:1", {first: 100})


async def test_one_room_that_overdraws_does_not_undo_another(storage: Storage) -> None:
    async with storage.begin() as tx:
        mint, first, second = await opened(tx)
        for room_id in ("good", "bad", "last"):
            await tx.rooms.add(rows.room(room_id))
            await tx.hands.add(rows.hand(room_id))
    async with storage.begin() as tx:
        assert await tx.hands.append([rows.commit("last")]) == {}
        async with tx.savepoint():
            assert await tx.hands.append([rows.commit("good")]) == {}
            await tx.ledger.post(rows.txn("good"), gift(first, second, 30))
        with pytest.raises(LedgerRuleError):  # noqa: PT012
            async with tx.savepoint():
                assert await tx.hands.append([rows.commit("bad")]) == {}
                await tx.hands.finish("bad", 1, status="settled", result=b"", ended_ms=1)
                await tx.ledger.post(rows.txn("bad"), gift(second, first, 31))
    assert await balances(storage, mint, first, second) == [-100, 70, 30]
    async with storage.read() as tx:
        logs = {name: len(await tx.hands.commits(name, 1)) for name in ("good", "bad", "last")}
        assert logs == {"good": 1, "bad": 0, "last": 1}
        assert await tx.hands.running("bad") == rows.hand("bad")


async def test_a_hand_moves_beans_or_is_void_never_both(storage: Storage) -> None:
    async with storage.begin() as tx:
        mint, first, second = await opened(tx)
        for room_id in ("moved", "void"):
            await tx.rooms.add(rows.room(room_id))
            await tx.hands.add(rows.hand(room_id))
        await tx.hands.finish("void", 1, status="void", result=b"", ended_ms=1)
        key = "hand:moved:1"
        legs = gift(first, second, 30, hand="moved:1", purpose="transfer")
        await tx.ledger.post(rows.txn(key, "hand", room_id="moved", hand_no=1), legs)
        with pytest.raises(LedgerRuleError):
            async with tx.savepoint():
                await tx.hands.finish("moved", 1, status="void", result=b"", ended_ms=1)
        await tx.hands.finish("moved", 1, status="settled", result=b"", ended_ms=1)
    txn = rows.txn("hand:void:1", "hand", room_id="void", hand_no=1)
    await refused(storage, txn, gift(first, second, 1, hand="void:1"), [mint, first, second])
