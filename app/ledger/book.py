"""Posts transfers: locks in ascending order, then the key, then postings first and header last."""

from dataclasses import dataclass

from app.ledger.transfers import Transfer
from app.storage.store import DuplicateTxnError, LedgerRuleError, PostingRow, Transaction, TxnRow


class IdempotencyConflictError(Exception):
    """The key was used before, for a transfer that differs: nothing was posted."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A transaction in the book; `is_new` is False when it was there already."""

    txn: TxnRow
    is_new: bool


async def post(tx: Transaction, transfer: Transfer, now_ms: int) -> Posted:
    """Post a transfer once. The same key and payload again is answered with what is there already.

    Raises IdempotencyConflictError, or LedgerRuleError where the ledger's guard refuses.
    """
    accounts = {account.id: account for account in await tx.ledger.lock(transfer.account_ids)}
    if missing := set(transfer.account_ids) - set(accounts):
        raise LedgerRuleError(f"no accounts {sorted(missing)}")
    balances = {account.id: account.balance for account in accounts.values()}
    versions = {account.id: account.version for account in accounts.values()}
    postings: list[PostingRow] = []
    for line_no, leg in enumerate(transfer.legs):
        balances[leg.account_id] += leg.amount
        versions[leg.account_id] += 1
        postings.append(
            PostingRow(
                txn_id=transfer.txn_id,
                line_no=line_no,
                account_id=leg.account_id,
                hand=transfer.hand,
                purpose=leg.purpose,
                amount=leg.amount,
                account_version=versions[leg.account_id],
                balance_after=balances[leg.account_id],
            )
        )
    txn = TxnRow(
        id=transfer.txn_id,
        idem_key=transfer.key,
        request_sha=transfer.request_sha,
        kind=transfer.kind,
        room_id=transfer.room_id,
        hand_no=transfer.hand_no,
        actor=transfer.actor,
        reason=transfer.reason,
        created_ms=now_ms,
        ticket=transfer.ticket,
        approver=transfer.approver,
    )
    try:
        await tx.ledger.post(txn, postings)  # looks at the key before it stores anything
    except DuplicateTxnError:
        found = await tx.ledger.find_txn(transfer.key)
        if found is None:
            raise
        if found.request_sha != transfer.request_sha:
            raise IdempotencyConflictError(f"the key {transfer.key} was used for another transfer") from None
        return Posted(found, is_new=False)
    return Posted(txn, is_new=True)
