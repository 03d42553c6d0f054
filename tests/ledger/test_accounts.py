"""How the ledger is founded, and how players and bots get their beans."""

import pytest

from app.ledger import accounts
from app.ledger.accounts import Budgets
from app.storage.store import LedgerRuleError, Storage
from tests.ledger.play import NOW_MS, open_bank


async def test_founding_happens_once(storage: Storage) -> None:
    async with storage.begin() as tx:
        first = await accounts.found(tx, NOW_MS, Budgets(house=500, grant=400))
    async with storage.begin() as tx:
        assert await accounts.found(tx, NOW_MS + 1, Budgets(house=9, grant=9)) == first
        found = {account.kind: account for account in await tx.ledger.lock(range(1, 20))}
    assert {kind: account.balance for kind, account in found.items()} == {
        "mint": -900,
        "house": 500,
        "grant": 400,
        "recycle": 0,
        "penalty": 0,
        "correction": 0,
    }
    assert {kind: account.id for kind, account in found.items()} == {
        kind: getattr(first, kind) for kind in found
    }


async def test_a_player_gets_the_starting_grant_once(storage: Storage) -> None:
    bank = await open_bank(storage)
    async with storage.begin() as tx:
        account = await accounts.open_player(tx, bank.system, "wang", NOW_MS)
        assert (account.kind, account.owner_id, account.balance) == ("player", "wang", 3_000)
    async with storage.begin() as tx:
        assert await accounts.open_player(tx, bank.system, "wang", NOW_MS, 500) == account
        (line,) = await tx.ledger.statement(account.id, None, 9)
        txn = await tx.ledger.find_txn("grant:player:wang")
        assert txn
        assert (line.purpose, line.amount, line.txn_id) == ("grant", 3_000, txn.id)
        assert (txn.actor, txn.reason, txn.ticket) == ("system", "starting grant", "opening")


async def test_a_player_may_start_with_nothing(storage: Storage) -> None:
    bank = await open_bank(storage)
    async with storage.begin() as tx:
        assert (await accounts.open_player(tx, bank.system, "wang", NOW_MS, 0)).balance == 0


async def test_grants_end_with_their_budget(storage: Storage) -> None:
    bank = await open_bank(storage, Budgets(grant=5_000), wang=3_000)
    with pytest.raises(LedgerRuleError):
        async with storage.begin() as tx:
            await accounts.open_player(tx, bank.system, "li", NOW_MS)
    assert await bank.system_balance("grant") == 2_000


async def test_the_house_pays_for_bots(storage: Storage) -> None:
    bank = await open_bank(storage, Budgets(house=10_000))
    async with storage.begin() as tx:
        bot = await accounts.open_bot(tx, bank.system, "b1", NOW_MS, 100)
        assert (bot.kind, bot.balance) == ("bot", 100)
        assert await accounts.top_up_bot(tx, bank.system, "b1", NOW_MS, 100) == bot
        assert (await accounts.top_up_bot(tx, bank.system, "b1", NOW_MS, 250)).balance == 250
        assert (await accounts.top_up_bot(tx, bank.system, "b1", NOW_MS, 250)).balance == 250
        with pytest.raises(LookupError):
            await accounts.top_up_bot(tx, bank.system, "b2", NOW_MS, 250)
    assert await bank.system_balance("house") == 9_750


async def test_a_bot_in_a_hand_is_left_alone(storage: Storage) -> None:
    bank = await open_bank(storage)
    async with storage.begin() as tx:
        bot = await accounts.open_bot(tx, bank.system, "b1", NOW_MS, 100)
        assert await tx.ledger.mark("r1:1", {bot.id: 100})
        assert (await accounts.top_up_bot(tx, bank.system, "b1", NOW_MS, 250)).balance == 100
