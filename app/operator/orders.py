"""Beans that whoever runs the server moves by hand: what has been done, or a sentence that says why not."""

from collections.abc import Awaitable, Callable
from typing import Final

from app.ledger.accounts import Budgets, found
from app.ledger.book import Posted
from app.ledger.orders import Desk, OrderRefusedError
from app.storage.persistence import persist
from app.storage.store import AccountRow, Storage, Transaction

WHY_NOT: Final = {
    "no_such_player": "There is no such player; players are named by their ids, as in the log.",
    "no_such_budget": "Beans are minted for house or grant.",
    "no_such_transaction": "There is no such transaction; its id or its key names it, such as hand:K7Q2M9:3.",
    "bad_order": "An order moves at least one bean, and names who gives it and why.",
    "other_order": "This ticket stands for another order.",
    "same_person": "The second person has to be somebody else.",
    "needs_approval": "So many beans need a second person: name one with --approver.",
    "in_a_hand": "{whose} is in a hand; try again after it.",
    "below_zero": "{whose} holds {beans:,} beans, fewer than would be taken.",
}
"""Each refusal in a sentence."""


class NotDoneError(Exception):
    """An order was not carried out and nothing was moved; the message is a sentence that says why."""


async def carry_out(
    storage: Storage,
    order: Callable[[Desk], Awaitable[Posted]],
    now_ms: int,
    budgets: Budgets,
    approval_above: int | None,
) -> list[str]:
    """Carry out an order, once; the lines of what it has moved. Raises NotDoneError."""

    async def work(tx: Transaction) -> list[str]:
        system = await found(tx, now_ms, budgets)
        return await _receipt(tx, await order(Desk(tx, system, now_ms, approval_above)))

    try:
        return await persist(storage, work)
    except OrderRefusedError as error:
        blanks = {"whose": _name(error.account), "beans": error.account.balance} if error.account else {}
        raise NotDoneError(WHY_NOT[error.code].format(**blanks)) from None


async def _receipt(tx: Transaction, posted: Posted) -> list[str]:
    txn = posted.txn
    lines = await tx.ledger.postings(txn.id)
    accounts = {account.id: account for account in await tx.ledger.lock([line.account_id for line in lines])}
    done = "" if posted.is_new else ", which was carried out before; nothing was moved now"
    return [
        f"transaction {txn.id}, ticket {txn.ticket}{done}",
        *(
            f"  {_name(accounts[line.account_id])}: {line.amount:+,} beans, then {line.balance_after:,}"
            for line in lines
        ),
    ]


def _name(account: AccountRow) -> str:
    return account.kind if account.owner_id is None else f"{account.kind} {account.owner_id}"
