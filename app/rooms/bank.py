"""What rooms ask of the ledger between hands: balances, and beans for bots that have run short."""

from collections.abc import Sequence
from typing import Final

import structlog

from app.clock import Clock
from app.ledger.accounts import SystemAccounts, top_up_bot
from app.rooms.seats import Occupant
from app.storage.persistence import persist
from app.storage.store import LedgerRuleError, Storage, Transaction

log = structlog.get_logger(__name__)

BOT_RESERVE: Final = 30
"""A bot that cannot pay the entry is given so many times as much, so that it does not run short every other hand."""


class Bank:
    """The ledger as rooms see it."""

    def __init__(self, storage: Storage, system: SystemAccounts, clock: Clock) -> None:
        self._storage = storage
        self._system = system
        self._clock = clock

    async def balances(self, players: Sequence[str]) -> dict[str, int]:
        """The beans of each player as the ledger has them."""
        async with self._storage.read() as tx:
            accounts = await tx.ledger.find_accounts(players)
        return {player: account.balance for player, account in accounts.items()}

    async def fund_bots(self, occupants: Sequence[Occupant], entry: int) -> None:
        """Top up the bots among these that cannot pay the entry, as long as the house has beans."""
        poor = [occupant.player for occupant in occupants if occupant.bot and occupant.beans < max(entry, 1)]
        if poor:

            async def fund(tx: Transaction) -> None:
                for bot in poor:
                    await top_up_bot(tx, self._system, bot, self._clock.now_ms(), entry * BOT_RESERVE)

            try:
                await persist(self._storage, fund)
            except LedgerRuleError:
                log.error("house_has_no_beans", bots=len(poor))
