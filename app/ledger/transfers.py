"""A ledger transaction as a value: signed legs that sum to zero, under a key that makes it happen once."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from app.ledger.settlement import MAX_BEANS, Settlement


@dataclass(frozen=True, slots=True)
class Leg:
    """A signed amount of beans on one account."""

    account_id: int
    amount: int
    purpose: str


@dataclass(frozen=True, slots=True)
class Transfer:
    """What is to be posted; the same key always means the same transfer.

    `kind` is "hand", "grant", "mint" or "correction". Whoever moves beans outside a hand says why and under which
    ticket; `approver` is the second person where one was needed.
    """

    key: str
    kind: str
    legs: tuple[Leg, ...]
    actor: str
    reason: str = ""
    ticket: str = ""
    approver: str | None = None
    room_id: str | None = None
    hand_no: int | None = None

    def __post_init__(self) -> None:
        if len(self.legs) < 2 or sum(leg.amount for leg in self.legs) != 0:
            raise ValueError("a transfer has two legs or more, which sum to zero")
        for leg in self.legs:
            if type(leg.amount) is not int or leg.amount == 0 or abs(leg.amount) > MAX_BEANS:
                raise ValueError(f"not an amount of beans: {leg.amount!r}")
        if self.kind != "hand" and not (self.reason and self.ticket):
            raise ValueError("who moves beans outside a hand gives a reason and a ticket")

    @property
    def txn_id(self) -> str:
        """The id of the transaction, from its key."""
        return hashlib.sha256(f"transaction {self.key}".encode()).hexdigest()[:32]

    @property
    def request_sha(self) -> str:
        """The hash of everything that was asked for, in a canonical form."""
        legs = [[leg.account_id, leg.amount, leg.purpose] for leg in self.legs]
        form: list[object] = [self.key, self.kind, legs, self.actor, self.reason, self.ticket, self.approver]
        form += [self.room_id, self.hand_no]
        canonical = json.dumps(form, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()

    @property
    def hand(self) -> str | None:
        """The mark of the hand that this settles, None for any other transfer."""
        return hand_mark(self.room_id or "", self.hand_no or 0) if self.kind == "hand" else None

    @property
    def account_ids(self) -> tuple[int, ...]:
        """The accounts, once each, in the order in which they are locked."""
        return tuple(sorted({leg.account_id for leg in self.legs}))


def hand_mark(room_id: str, hand_no: int) -> str:
    """What is written on the accounts of a running hand's players."""
    return f"{room_id}:{hand_no}"


def hand_key(room_id: str, hand_no: int) -> str:
    """The key of a hand's one settlement."""
    return f"hand:{room_id}:{hand_no}"


def hand_transfer(
    room_id: str,
    hand_no: int,
    seats: Sequence[int],
    settlement: Settlement,
    *,
    recycle_id: int,
    penalty_id: int,
) -> Transfer | None:
    """The settlement of a hand as a transfer, `seats` being its players' account ids; None if nothing moves.

    A line for each seat's transfer, then a line for each seat's fee, so that a statement reads as the rules do.
    """
    gains, losses = ("share", "penalty") if settlement.escaped else ("transfer", "transfer")
    legs = [
        Leg(account_id, moved, gains if moved > 0 else losses)
        for account_id, moved in zip(seats, settlement.moved, strict=True)
        if moved
    ]
    if settlement.penalty:
        legs.append(Leg(penalty_id, settlement.penalty, "penalty"))
    legs += [
        Leg(account_id, -fee, "fee") for account_id, fee in zip(seats, settlement.fees, strict=True) if fee
    ]
    if fees := sum(settlement.fees):
        legs.append(Leg(recycle_id, fees, "fee"))
    if not legs:
        return None
    return Transfer(
        hand_key(room_id, hand_no),
        "hand",
        tuple(legs),
        actor="system",
        reason="escape" if settlement.escaped else "settlement",
        room_id=room_id,
        hand_no=hand_no,
    )
