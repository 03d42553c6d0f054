"""The public tables, in SQL."""

from dataclasses import asdict
from typing import Any

from sqlalchemy import func, insert, select

from app.storage.queries import Queries
from app.storage.store import TierRow
from app.storage.tables import tier

_LATEST = (
    select(tier.c.game, tier.c.name, func.max(tier.c.version).label("version"))
    .group_by(tier.c.game, tier.c.name)
    .subquery()
)
_NEWEST = (
    select(tier)
    .join(
        _LATEST,
        (tier.c.game == _LATEST.c.game)
        & (tier.c.name == _LATEST.c.name)
        & (tier.c.version == _LATEST.c.version),
    )
    .order_by(tier.c.game, tier.c.position, tier.c.name)
)
_HISTORY = select(tier).order_by(tier.c.at_ms.desc(), tier.c.game, tier.c.name, tier.c.version.desc())


class SqlTiers:
    """The public tables of one transaction."""

    def __init__(self, queries: Queries) -> None:
        self._queries = queries

    async def add(self, row: TierRow) -> None:
        values = asdict(row) | {"bots": int(row.bots), "open": int(row.open)}
        await self._queries.change(insert(tier), **values)

    async def newest(self) -> list[TierRow]:
        return [_row(found) for found in await self._queries.rows(_NEWEST)]

    async def history(self) -> list[TierRow]:
        return [_row(found) for found in await self._queries.rows(_HISTORY)]


def _row(found: Any) -> TierRow:
    values = found._asdict()
    return TierRow(**values | {"bots": bool(values["bots"]), "open": bool(values["open"])})
