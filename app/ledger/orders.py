"""Orders: beans that whoever runs the server moves by hand, each with who, why and a ticket in its header.

A header is never changed or deleted, so the book itself is the record of who has done what. An order is carried out
once: the same one again is answered with what is there. A mistake is put right by a transaction that reverses it.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from app.ledger import book
from app.ledger.accounts import SystemAccounts
from app.ledger.book import IdempotencyConflictError, Posted
from app.ledger.transfers import Leg, Transfer
from app.storage.store import AccountRow, Transaction

BUDGETS = ("house", "grant")
"""The accounts that beans are minted for."""


class OrderRefusedError(Exception):
    """An order is not carried out and nothing has moved: `code` says why, `account` whose account it is about."""

    def __init__(self, code: str, account: AccountRow | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.account = account


@dataclass(frozen=True, slots=True)
class Order:
    """Who orders, and why; `approver` is a second person. Without a `ticket` the order's own words are its ticket."""

    actor: str
    reason: str
    ticket: str = ""
    approver: str | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Where orders are carried out, in an open transaction. Above `approval_above` beans each needs two people."""

    tx: Transaction
    system: SystemAccounts
    now_ms: int
    approval_above: int | None = None

    async def grant(self, player_id: str, beans: int, order: Order) -> Posted:
        """Give a player beans from the account `grant`, also while he is in a hand."""
        account = await self.tx.ledger.find_account("player", player_id)
        if account is None:
            raise OrderRefusedError("no_such_player")
        _check_beans(beans)
        ticket = order.ticket or _words("grant", player_id, beans, order)
        legs = (Leg(self.system.grant, -beans, "grant"), Leg(account.id, beans, "grant"))
        return await self._carry_out(f"order:grant:{player_id}:{ticket}", "grant", legs, order, ticket)

    async def mint(self, budget: str, beans: int, order: Order) -> Posted:
        """Make new beans for the account `house` or `grant`."""
        account = await self.tx.ledger.find_account(budget, None) if budget in BUDGETS else None
        if account is None:
            raise OrderRefusedError("no_such_budget")
        _check_beans(beans)
        ticket = order.ticket or _words("mint", budget, beans, order)
        legs = (Leg(self.system.mint, -beans, "mint"), Leg(account.id, beans, "mint"))
        return await self._carry_out(f"order:mint:{budget}:{ticket}", "mint", legs, order, ticket)

    async def reverse(self, name: str, order: Order) -> Posted:
        """Take a transaction back, named by its id or its key; each only once."""
        txn = await self.tx.ledger.get_txn(name) or await self.tx.ledger.find_txn(name)
        if txn is None:
            raise OrderRefusedError("no_such_transaction")
        lines = await self.tx.ledger.postings(txn.id)
        legs = [Leg(line.account_id, -line.amount, "correction") for line in lines]
        # What an account gets before what it gives: on the way it holds no less than in the end.
        legs.sort(key=lambda leg: leg.amount < 0)
        ticket = order.ticket or f"reverses {txn.id}"
        return await self._carry_out(f"order:reverse:{txn.id}", "correction", legs, order, ticket)

    async def _carry_out(self, key: str, kind: str, legs: Iterable[Leg], order: Order, ticket: str) -> Posted:
        try:
            transfer = Transfer(key, kind, tuple(legs), order.actor, order.reason, ticket, order.approver)
        except ValueError:
            raise OrderRefusedError("bad_order") from None
        accounts = await self.tx.ledger.lock(transfer.account_ids)
        if await self.tx.ledger.find_txn(key) is None:
            self._check_people(transfer)
            _check_accounts(transfer, accounts)
        try:
            return await book.post(self.tx, transfer, self.now_ms)
        except IdempotencyConflictError:
            raise OrderRefusedError("other_order") from None

    def _check_people(self, transfer: Transfer) -> None:
        if not transfer.actor or transfer.approver == "":
            raise OrderRefusedError("bad_order")
        if transfer.approver == transfer.actor:
            raise OrderRefusedError("same_person")
        moved = sum(leg.amount for leg in transfer.legs if leg.amount > 0)
        if self.approval_above is not None and moved > self.approval_above and transfer.approver is None:
            raise OrderRefusedError("needs_approval")


def _check_beans(beans: int) -> None:
    """What is given is given: nobody takes beans by giving less than none."""
    if beans < 1:
        raise OrderRefusedError("bad_order")


def _check_accounts(transfer: Transfer, accounts: Iterable[AccountRow]) -> None:
    """Say beforehand what the guards would refuse; the accounts stay locked until the end."""
    for account in accounts:
        amounts = [leg.amount for leg in transfer.legs if leg.account_id == account.id]
        if min(amounts) < 0 and account.hand is not None:
            raise OrderRefusedError("in_a_hand", account)
        if account.balance + sum(amounts) < account.min_balance:
            raise OrderRefusedError("below_zero", account)


def _words(what: str, whom: str, beans: int, order: Order) -> str:
    """A ticket for an order that names none: the same words are the same order."""
    words = msgspec.json.encode([what, whom, beans, order.actor, order.reason])
    return f"words {hashlib.sha256(words).hexdigest()[:12]}"
