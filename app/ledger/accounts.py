"""The system's accounts, and how players and bots come to have one."""

from dataclasses import dataclass

from app.ledger import book
from app.ledger.transfers import Leg, Transfer
from app.storage.store import AccountRow, Transaction

STARTING_BEANS = 3_000

# How far below zero the mint may go: a bound on all beans that can ever be in circulation.
MINT_FLOOR = -(10**15)


@dataclass(frozen=True, slots=True)
class Budgets:
    """Beans that the mint gives to the system's accounts when the ledger is founded."""

    house: int = 10**10
    grant: int = 10**10


@dataclass(frozen=True, slots=True)
class SystemAccounts:
    """The ids of the system's accounts.

    `recycle` takes fees, `penalty` the system's part of escapes, `house` pays bots, `grant` pays gifts and relief,
    `mint` is the source of all beans (its balance is negative), `correction` is for operators.
    """

    recycle: int
    penalty: int
    house: int
    grant: int
    mint: int
    correction: int


async def found(tx: Transaction, now_ms: int, budgets: Budgets | None = None) -> SystemAccounts:
    """Open the system's accounts and mint their budgets, once; afterwards only say which they are."""
    budgets = budgets or Budgets()
    mint = await tx.ledger.open_account("mint", None, MINT_FLOOR)
    opened = {
        kind: (await tx.ledger.open_account(kind, None)).id
        for kind in ("recycle", "penalty", "house", "grant", "correction")
    }
    system = SystemAccounts(mint=mint.id, **opened)
    for kind, beans in (("house", budgets.house), ("grant", budgets.grant)):
        if not beans:
            continue
        await _once(
            tx,
            Transfer(
                f"mint:{kind}:founding",
                "mint",
                (Leg(system.mint, -beans, "mint"), Leg(opened[kind], beans, "mint")),
                actor="system",
                reason=f"founding budget of {kind}",
                ticket="founding",
            ),
            now_ms,
        )
    return system


async def open_player(
    tx: Transaction, system: SystemAccounts, player_id: str, now_ms: int, beans: int = STARTING_BEANS
) -> AccountRow:
    """A person's account with the starting grant, once; afterwards the account as it is."""
    return await _funded(tx, "player", player_id, system.grant, beans, "starting grant", now_ms)


async def open_bot(
    tx: Transaction, system: SystemAccounts, bot_id: str, now_ms: int, beans: int = STARTING_BEANS
) -> AccountRow:
    """A bot's account with beans of the house, once; afterwards the account as it is."""
    return await _funded(tx, "bot", bot_id, system.house, beans, "bot funding", now_ms)


async def top_up_bot(
    tx: Transaction, system: SystemAccounts, bot_id: str, now_ms: int, beans: int
) -> AccountRow:
    """Give a bot what it lacks of `beans`, from the house. A bot in a hand is left alone."""
    account = await tx.ledger.find_account("bot", bot_id)
    if account is None:
        raise LookupError(f"no such bot: {bot_id}")
    account = (await tx.ledger.lock([system.house, account.id]))[-1 if account.id > system.house else 0]
    lacking = beans - account.balance
    if lacking <= 0 or account.hand is not None:
        return account
    transfer = Transfer(
        f"grant:bot:{bot_id}:{account.version}",
        "grant",
        (Leg(system.house, -lacking, "grant"), Leg(account.id, lacking, "grant")),
        actor="system",
        reason="bot funding",
        ticket=f"version {account.version}",
    )
    await book.post(tx, transfer, now_ms)
    return await _account(tx, "bot", bot_id)


async def _funded(
    tx: Transaction, kind: str, owner_id: str, source_id: int, beans: int, reason: str, now_ms: int
) -> AccountRow:
    account = await tx.ledger.open_account(kind, owner_id)
    if beans:
        transfer = Transfer(
            f"grant:{kind}:{owner_id}",
            "grant",
            (Leg(source_id, -beans, "grant"), Leg(account.id, beans, "grant")),
            actor="system",
            reason=reason,
            ticket="opening",
        )
        await _once(tx, transfer, now_ms)
    return await _account(tx, kind, owner_id)


async def _once(tx: Transaction, transfer: Transfer, now_ms: int) -> None:
    """Post unless the key was used, whatever the amount was then: settings may have changed since."""
    if await tx.ledger.find_txn(transfer.key) is None:
        await book.post(tx, transfer, now_ms)


async def _account(tx: Transaction, kind: str, owner_id: str) -> AccountRow:
    account = await tx.ledger.find_account(kind, owner_id)
    assert account is not None
    return account
