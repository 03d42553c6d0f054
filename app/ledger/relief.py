"""Relief: beans for a player who has run short, a few times a day, as long as the account `grant` lasts.

The key of a relief is the player, the day and its count on that day. Accounts are locked before anything is looked
at, so of many requests at once one is given and the others find that it is not needed any more.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from app.ledger import book
from app.ledger.accounts import SystemAccounts
from app.ledger.economy import Economy
from app.ledger.transfers import Leg, Transfer
from app.storage.store import AccountRow, Transaction

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class ReliefRefusedError(Exception):
    """No beans are given: `code` is in_a_hand, relief_not_needed, relief_used_up or relief_budget_empty."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Offer:
    """What a player who has run short may ask for now: so many beans, so many times more today (0: tomorrow)."""

    beans: int
    left: int


async def offer(tx: Transaction, account: AccountRow, economy: Economy, now_ms: int) -> Offer | None:
    """What this player may ask for; None where he has enough or is in a hand."""
    if account.hand is not None or account.balance >= economy.relief_below or not economy.reliefs_a_day:
        return None
    given = await _given(tx, account, economy, day_of(now_ms, economy.day_zone))
    return Offer(economy.relief, economy.reliefs_a_day - given)


async def relieve(
    tx: Transaction, system: SystemAccounts, player_id: str, economy: Economy, now_ms: int
) -> AccountRow:
    """Give a player relief; his account after it. Raises ReliefRefusedError."""
    found = await tx.ledger.find_account("player", player_id)
    if found is None:
        raise LookupError(f"no such player: {player_id}")
    locked = {account.id: account for account in await tx.ledger.lock([system.grant, found.id])}
    account, budget = locked[found.id], locked[system.grant]
    if account.hand is not None:
        raise ReliefRefusedError("in_a_hand")
    if account.balance >= economy.relief_below:
        raise ReliefRefusedError("relief_not_needed")
    day = day_of(now_ms, economy.day_zone)
    given = await _given(tx, account, economy, day)
    if given >= economy.reliefs_a_day:
        raise ReliefRefusedError("relief_used_up")
    if budget.balance < economy.relief:
        raise ReliefRefusedError("relief_budget_empty")
    transfer = Transfer(
        _key(player_id, day, given + 1),
        "grant",
        (Leg(budget.id, -economy.relief, "grant"), Leg(account.id, economy.relief, "grant")),
        actor="system",
        reason="relief",
        ticket=f"{day} {given + 1}",
    )
    await book.post(tx, transfer, now_ms)
    (after,) = await tx.ledger.lock([account.id])
    return after


def day_of(now_ms: int, zone: str) -> str:
    """The date of a moment in a time zone, such as 2025-11-30."""
    return (_EPOCH + timedelta(milliseconds=now_ms)).astimezone(ZoneInfo(zone)).date().isoformat()


async def _given(tx: Transaction, account: AccountRow, economy: Economy, day: str) -> int:
    """How often the player has had relief on this day, which is looked at up to the limit."""
    given = 0
    while given < economy.reliefs_a_day and await tx.ledger.find_txn(
        _key(account.owner_id or "", day, given + 1)
    ):
        given += 1
    return given


def _key(player_id: str, day: str, count: int) -> str:
    return f"relief:{player_id}:{day}:{count}"
