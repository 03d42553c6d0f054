"""Posts transfers: each key once, and the same transfer whenever it comes again."""

from dataclasses import dataclass

from app.ledger.transfers import Transfer
from app.storage.store import DuplicateTxnError, LegRow, Transaction, TxnRow


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
        await tx.ledger.post(
            txn, [LegRow(leg.account_id, transfer.hand, leg.purpose, leg.amount) for leg in transfer.legs]
        )
    except DuplicateTxnError:
        found = await tx.ledger.find_txn(transfer.key)
        if found is None:
            raise
        if found.request_sha != transfer.request_sha:
            raise IdempotencyConflictError(f"the key {transfer.key} was used for another transfer") from None
        return Posted(found, is_new=False)
    return Posted(txn, is_new=True)
