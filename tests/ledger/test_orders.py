"""What an operator moves by hand: once, by name, never below zero, and taken back only by its reverse."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.accounts import Budgets
from app.ledger.audit import audit
from app.ledger.book import Posted
from app.ledger.orders import Desk, Order, OrderRefusedError
from app.ledger.settlement import escape, settle
from app.storage.database import Database
from app.storage.memory import MemoryStorage
from app.storage.persistence import persist
from app.storage.store import Storage
from tests.ledger.play import NOW_MS, Bank, open_bank

TRIO = ("wang", "li", "zhao")
BY_ANNA = Order("anna", "lost a hand to our crash", "T1")


At = Callable[[Desk], Awaitable[Posted]]


def grant(player: str, beans: int, order: Order) -> At:
    return lambda desk: desk.grant(player, beans, order)


def mint(budget: str, beans: int, order: Order) -> At:
    return lambda desk: desk.mint(budget, beans, order)


def reverse(name: str, order: Order) -> At:
    return lambda desk: desk.reverse(name, order)


async def at_desk(bank: Bank, order: At, *, approval_above: int | None = None) -> Posted:
    return await persist(bank.storage, lambda tx: order(Desk(tx, bank.system, NOW_MS, approval_above)))


async def refusal(bank: Bank, order: At, *, approval_above: int | None = None) -> str:
    with pytest.raises(OrderRefusedError) as refused:
        await at_desk(bank, order, approval_above=approval_above)
    return refused.value.code


async def test_a_grant_is_double_entry_and_says_who_and_why(storage: Storage) -> None:
    bank = await open_bank(storage, wang=100)
    posted = await at_desk(bank, grant("wang", 250, BY_ANNA))
    assert posted.is_new
    assert await bank.balances("wang") == [350]
    assert await bank.system_balance("grant") == 10**10 - 350
    async with storage.read() as tx:
        txn = await tx.ledger.get_txn(posted.txn.id)
    assert txn == posted.txn
    assert txn is not None
    assert (txn.kind, txn.actor, txn.reason, txn.ticket, txn.approver) == (
        "grant", "anna", "lost a hand to our crash", "T1", None,
    )  # fmt: skip


async def test_an_order_is_carried_out_once(storage: Storage) -> None:
    bank = await open_bank(storage, wang=0, li=0)
    for _ in range(3):
        await at_desk(bank, grant("wang", 250, BY_ANNA))
    assert await bank.balances("wang") == [250]
    # Another player, or another ticket, is another order; another amount under the same ticket is none.
    await at_desk(bank, grant("li", 250, BY_ANNA))
    await at_desk(bank, grant("wang", 250, replace(BY_ANNA, ticket="T2")))
    assert await refusal(bank, grant("wang", 251, BY_ANNA)) == "other_order"
    assert await bank.balances("wang", "li") == [500, 250]


async def test_without_a_ticket_the_same_words_are_the_same_order(storage: Storage) -> None:
    bank = await open_bank(storage, wang=0)
    words = Order("anna", "monthly prize")
    first = await at_desk(bank, grant("wang", 10, words))
    again = await at_desk(bank, grant("wang", 10, words))
    assert (again.txn, again.is_new) == (first.txn, False)
    await at_desk(bank, grant("wang", 11, words))
    await at_desk(bank, grant("wang", 10, replace(words, reason="second prize")))
    assert await bank.balances("wang") == [31]


async def test_a_player_in_a_hand_may_be_given_beans(storage: Storage) -> None:
    bank = await open_bank(storage, None, **dict.fromkeys(TRIO, 100))
    await bank.start("r1", 1, TRIO)
    await at_desk(bank, grant("wang", 5, BY_ANNA))
    assert await bank.balances("wang") == [105]


async def test_what_is_no_grant(storage: Storage) -> None:
    bank = await open_bank(storage, Budgets(grant=100), wang=0)
    for beans in (0, -5, 2**53):
        assert await refusal(bank, grant("wang", beans, BY_ANNA)) == "bad_order"
    for nobody in (replace(BY_ANNA, actor=""), replace(BY_ANNA, reason="")):
        assert await refusal(bank, grant("wang", 1, nobody)) == "bad_order"
    assert await refusal(bank, grant("sun", 1, BY_ANNA)) == "no_such_player"
    assert await refusal(bank, grant("wang", 101, BY_ANNA)) == "below_zero"
    assert await bank.balances("wang") == [0]


async def test_an_empty_budget_is_filled_by_minting(storage: Storage) -> None:
    bank = await open_bank(storage, Budgets(grant=0, house=0))
    await at_desk(bank, mint("grant", 700, BY_ANNA))
    await at_desk(bank, mint("house", 20, BY_ANNA))
    again = await at_desk(bank, mint("grant", 700, BY_ANNA))
    assert not again.is_new
    assert [await bank.system_balance(kind) for kind in ("grant", "house", "mint")] == [700, 20, -720]
    for other in ("mint", "recycle", "wang"):
        assert await refusal(bank, mint(other, 1, BY_ANNA)) == "no_such_budget"
    assert await refusal(bank, mint("house", -1, BY_ANNA)) == "bad_order"
    more = replace(BY_ANNA, ticket="T9")
    assert await refusal(bank, mint("house", 10**15, more)) == "below_zero", "the mint's floor"


# --- two people --------------------------------------------------------------------------------------------


async def test_above_a_limit_it_takes_two(storage: Storage) -> None:
    bank = await open_bank(storage, wang=0)
    by_two = replace(BY_ANNA, approver="bert")
    code = await refusal(bank, grant("wang", 101, BY_ANNA), approval_above=100)
    assert code == "needs_approval"
    alone = replace(BY_ANNA, approver="anna")
    assert await refusal(bank, grant("wang", 101, alone), approval_above=100) == "same_person"
    assert await refusal(bank, grant("wang", 1, alone)) == "same_person"
    assert await bank.balances("wang") == [0]
    posted = await at_desk(bank, grant("wang", 101, by_two), approval_above=100)
    assert posted.txn.approver == "bert"
    small = replace(BY_ANNA, ticket="T2")
    await at_desk(bank, grant("wang", 100, small), approval_above=100)
    assert await bank.balances("wang") == [201]
    # Taking back what took two takes two as well.
    code = await refusal(bank, reverse(posted.txn.id, BY_ANNA), approval_above=100)
    assert code == "needs_approval"
    await at_desk(bank, reverse(posted.txn.id, by_two), approval_above=100)
    assert await bank.balances("wang") == [100]


# --- corrections -------------------------------------------------------------------------------------------


async def test_a_correction_reverses_every_line_once(storage: Storage) -> None:
    bank = await open_bank(storage, None, **dict.fromkeys(TRIO, 1_000))
    await bank.start("r1", 1, TRIO)
    posted = await bank.settle("r1", 1, TRIO, settle((2, -1, -1), 100, 7, (1_000,) * 3, (0, 1, 2)))
    assert posted
    assert await bank.balances(*TRIO) == [1_193, 893, 893]
    first = await at_desk(bank, reverse("hand:r1:1", BY_ANNA))
    assert await bank.balances(*TRIO) == [1_000] * 3
    assert await bank.system_balance("recycle") == 0
    assert (first.txn.kind, first.txn.actor) == ("correction", "anna")
    by_id = await at_desk(bank, reverse(posted.txn.id, BY_ANNA))
    assert (by_id.txn, by_id.is_new) == (first.txn, False), "the same transaction, named otherwise"
    other = replace(BY_ANNA, reason="once more", ticket="T2")
    assert await refusal(bank, reverse("hand:r1:1", other)) == "other_order"
    # A correction that was wrong is taken back like anything else.
    await at_desk(bank, reverse(first.txn.id, other))
    assert await bank.balances(*TRIO) == [1_193, 893, 893]


async def test_a_correction_takes_nobody_below_zero(storage: Storage) -> None:
    bank = await open_bank(storage, wang=0, li=0)
    posted = await at_desk(bank, grant("wang", 100, BY_ANNA))
    gift = await at_desk(bank, grant("wang", 30, replace(BY_ANNA, ticket="T2")))
    await at_desk(bank, reverse(gift.txn.id, BY_ANNA))
    await bank.start("r1", 1, ("wang", "li"))
    assert await refusal(bank, reverse(posted.txn.id, BY_ANNA)) == "in_a_hand"
    await bank.settle("r1", 1, ("wang", "li"), escape(0, 1, (100, 0), shared=True))
    with pytest.raises(OrderRefusedError) as refused:
        await at_desk(bank, reverse(posted.txn.id, BY_ANNA))
    assert refused.value.code == "below_zero"
    assert refused.value.account
    assert (refused.value.account.owner_id, refused.value.account.balance) == ("wang", 99)
    assert await bank.balances("wang", "li") == [99, 1]
    for unknown in ("hand:r1:2", "0" * 32, ""):
        code = await refusal(bank, reverse(unknown, BY_ANNA))
        assert code == "no_such_transaction"


@given(st.lists(st.integers(1, 60), min_size=1, max_size=6), st.data())
async def test_taking_everything_back_leaves_everything_as_it_was(
    amounts: list[int], data: st.DataObject
) -> None:
    """In whatever order, as far as it can be: a hand's fees and gains never stand in each other's way."""
    bank = await open_bank(MemoryStorage(), None, **dict.fromkeys(TRIO, 100))
    keys = []
    for number, amount in enumerate(amounts, 1):
        carried = tuple(await bank.balances(*TRIO))
        await bank.start("r1", number, TRIO)
        x = data.draw(st.sampled_from([(2, -1, -1), (-2, 1, 1), (-1, 2, -1)]))
        posted = await bank.settle("r1", number, TRIO, settle(x, amount, 9, carried, (0, 1, 2)))
        if posted:
            keys.append(posted.txn.idem_key)
    for key in reversed(keys):
        assert (await at_desk(bank, reverse(key, BY_ANNA))).is_new
    assert await bank.balances(*TRIO) == [100] * 3
    assert await bank.system_balance("recycle") == 0


async def test_the_same_order_ten_times_at_once(database: Database) -> None:
    bank = await open_bank(database, wang=0)
    posts = await asyncio.gather(*(at_desk(bank, grant("wang", 50, BY_ANNA)) for _ in range(10)))
    assert sum(post.is_new for post in posts) == 1
    reversals = await asyncio.gather(*(at_desk(bank, reverse(posts[0].txn.id, BY_ANNA)) for _ in range(10)))
    assert sum(post.is_new for post in reversals) == 1
    assert await bank.balances("wang") == [0]
    assert (await audit(database)).violations == []
