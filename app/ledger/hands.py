"""The life of a hand's beans: marked at its start, moved once at its end, never held anywhere else."""

from collections.abc import Mapping, Sequence

from app.ledger import book
from app.ledger.accounts import SystemAccounts
from app.ledger.settlement import Settlement
from app.ledger.transfers import hand_mark, hand_transfer
from app.storage.store import Transaction


class AccountsBusyError(Exception):
    """A player is in another hand, or no longer holds what he was said to carry: the hand does not start."""


async def start(tx: Transaction, room_id: str, hand_no: int, carried: Mapping[int, int]) -> None:
    """Mark a hand on its players' accounts, `carried` being the beans of each account id.

    Until the hand ends only its own settlement may debit them. Raises AccountsBusyError.
    """
    if not await tx.ledger.mark(hand_mark(room_id, hand_no), dict(carried)):
        raise AccountsBusyError(f"{hand_mark(room_id, hand_no)} cannot start")


async def settle(
    tx: Transaction,
    system: SystemAccounts,
    room_id: str,
    hand_no: int,
    seats: Sequence[int],
    settlement: Settlement,
    now_ms: int,
) -> book.Posted | None:
    """Move the beans of a finished or escaped hand and free its players; `seats` are their account ids.

    Doing it again changes nothing. None: no beans were to move.
    """
    transfer = hand_transfer(
        room_id, hand_no, seats, settlement, recycle_id=system.recycle, penalty_id=system.penalty
    )
    if transfer is None:
        await tx.ledger.unmark(hand_mark(room_id, hand_no))
        return None
    return await book.post(tx, transfer, now_ms)  # its header frees the players


async def void(tx: Transaction, room_id: str, hand_no: int) -> None:
    """Free the players of a hand that was called off or voided; no beans move.

    The record of it is the hand's own status, "void", which the database refuses once the hand has moved beans.
    """
    await tx.ledger.unmark(hand_mark(room_id, hand_no))
