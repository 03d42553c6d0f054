"""What every storage does with public tables: in memory, in SQLite and in PostgreSQL."""

from dataclasses import replace

import pytest
from sqlalchemy.exc import DBAPIError

from app.storage.database import Database
from app.storage.store import LedgerRuleError, RowConflictError, Storage, TierRow
from tests.contracts import rows

TIER = TierRow(
    game="happy",
    name="starter",
    version=1,
    coefficient=10,
    fee=5,
    entry=100,
    double_above=500,
    bots=True,
    open=True,
    position=0,
    actor="system",
    reason="settings",
    at_ms=rows.NOW_MS,
)


async def test_the_newest_version_of_a_table_is_the_table(storage: Storage) -> None:
    later = replace(
        TIER, version=2, fee=7, bots=False, open=False, actor="anna", reason="too dear", at_ms=TIER.at_ms + 5
    )
    high, five = replace(TIER, name="a_high", position=1), replace(TIER, game="five", at_ms=TIER.at_ms + 9)
    async with storage.begin() as tx:
        assert await tx.tiers.newest() == []
        for tier in (TIER, high, five, later):
            await tx.tiers.add(tier)
    async with storage.read() as tx:
        assert await tx.tiers.newest() == [five, later, high]
        assert await tx.tiers.history() == [five, later, high, TIER]


@pytest.mark.parametrize(
    "bad",
    [
        TIER,
        replace(TIER, version=2, coefficient=0),
        replace(TIER, version=2, reason=""),
        replace(TIER, version=0),
    ],
    ids=lambda row: str(row.version),
)
async def test_no_version_is_written_over_and_none_is_empty(storage: Storage, bad: TierRow) -> None:
    async with storage.begin() as tx:
        await tx.tiers.add(TIER)
    with pytest.raises(RowConflictError):
        async with storage.begin() as tx:
            await tx.tiers.add(bad)


async def test_no_version_is_ever_changed(database: Database) -> None:
    async with database.begin() as tx:
        await tx.tiers.add(TIER)
    for statement in ("UPDATE tier SET fee = 0", "DELETE FROM tier"):
        with pytest.raises((RowConflictError, LedgerRuleError, DBAPIError)):
            async with database.begin() as tx:
                await tx.select(statement)
    async with database.read() as tx:
        assert await tx.tiers.newest() == [TIER]
