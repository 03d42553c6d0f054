"""The public tables as the database has them: founded with the usual ones, afterwards changed there alone."""

from collections.abc import Iterable
from typing import Final

import structlog

from app.clock import Clock
from app.ledger.stakes import StakesError
from app.rooms.config import BASES, Tier, TierName, Tiers
from app.rules.facts import Stakes
from app.storage.store import Storage, TierRow, Transaction

log = structlog.get_logger(__name__)

MAX_AGE_MS: Final = 2_000
"""What was read longer ago is read again before anything is said about it."""
FOUNDER: Final = ("system", "the settings of the first start")
"""Who has made the tables that there are from the first, and why."""


async def found_tiers(tx: Transaction, usual: Tiers, now_ms: int) -> None:
    """Give every game that has no public table the usual ones."""
    games = {row.game for row in await tx.tiers.newest()}
    actor, reason = FOUNDER
    for game in {tier.game for tier in usual.values()} - games:
        tables = [tier for tier in usual.values() if tier.game == game]
        for position, tier in enumerate(tables, 1):
            await tx.tiers.add(row_of(tier, 1, position, actor, reason, now_ms))


def row_of(tier: Tier, version: int, position: int, actor: str, reason: str, now_ms: int) -> TierRow:
    """A version of a table as it is stored."""
    return TierRow(
        game=tier.game,
        name=tier.name,
        version=version,
        coefficient=tier.stakes.coefficient,
        fee=tier.stakes.fee,
        entry=tier.entry,
        double_above=tier.stakes.double_above,
        bots=tier.bots,
        open=tier.open,
        position=position,
        actor=actor,
        reason=reason,
        at_ms=now_ms,
    )


def tier_of(row: TierRow) -> Tier:
    """A table as it is stored. Raises StakesError where no table may be like that."""
    stakes = Stakes(
        base=BASES[row.game], coefficient=row.coefficient, fee=row.fee, double_above=row.double_above
    )
    return Tier(row.game, row.name, stakes, row.entry, row.bots, row.open)


def open_tiers(tiers: Tiers) -> Tiers:
    """Those among them that take people."""
    return {name: tier for name, tier in tiers.items() if tier.open}


class TierBook:
    """The public tables. `latest` is what was read last, closed ones among them."""

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self.latest: Tiers = {}
        self._storage = storage
        self._clock = clock
        self._read_ms: int | None = None

    async def read(self) -> Tiers:
        """The tables as they are now, or were a moment ago."""
        now_ms = self._clock.steady_ms()
        if self._read_ms is None or now_ms - self._read_ms >= MAX_AGE_MS:
            async with self._storage.read() as tx:
                self.latest = dict(_readable(await tx.tiers.newest()))
            self._read_ms = now_ms
        return self.latest


def _readable(rows: Iterable[TierRow]) -> Iterable[tuple[TierName, Tier]]:
    """The tables of the games that there are, in the order of the lobby."""
    known = [row for row in rows if row.game in BASES]
    for row in sorted(known, key=lambda row: list(BASES).index(row.game)):
        try:
            yield (row.game, row.name), tier_of(row)
        except StakesError:
            log.error("tier_cannot_be_played", game=row.game, tier=row.name)
