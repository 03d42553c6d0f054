"""The public tables: what they are, how they are changed, and who has changed what."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from app.ledger.stakes import StakesError
from app.operator.orders import NotDoneError
from app.rooms.config import BASES, DOUBLE_FROM
from app.rooms.tiers import tier_of
from app.storage.persistence import persist
from app.storage.store import Storage, TierRow, Transaction

NAME: Final = re.compile("[a-z0-9_]{1,24}")
COLUMNS: Final = ("game", "tier", "a point", "fee", "entry", "double above", "bots", "open", "place")


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be different about a table; None: that stays as it is. A new one needs its first three."""

    coefficient: int | None = None
    fee: int | None = None
    entry: int | None = None
    double_above: int | None = None
    bots: bool | None = None
    open: bool | None = None
    position: int | None = None


async def list_tiers(storage: Storage) -> list[str]:
    """Every public table as it is now, closed ones among them."""
    async with storage.read() as tx:
        return list(_table(COLUMNS, map(_figures, await tx.tiers.newest())))


async def tell_changes(storage: Storage, zone: str) -> list[str]:
    """Every version of every table, the newest first, with who made it and why; times are those of a zone."""
    async with storage.read() as tx:
        rows = await tx.tiers.history()
    told = [
        (
            f"{datetime.fromtimestamp(row.at_ms / 1000, ZoneInfo(zone)):%Y-%m-%d %H:%M:%S}",
            *_figures(row),
            row.actor,
            row.reason,
        )
        for row in rows
    ]
    return list(_table(("at", *COLUMNS, "by", "reason"), told))


async def set_tier(
    storage: Storage, game: str, name: str, change: Change, *, actor: str, reason: str, now_ms: int
) -> list[str]:
    """Change a table, or make a new one; the line of what it is now. Raises NotDoneError.

    Tables that are being played are as they were; the server takes up what is new within seconds.
    """
    if not (actor and reason):
        raise NotDoneError("A change names who makes it and why.")
    if game not in BASES or not NAME.fullmatch(name):
        raise NotDoneError(f"A table has a game ({', '.join(BASES)}) and a name of a-z, 0-9 and _.")

    async def work(tx: Transaction) -> TierRow:
        rows = await tx.tiers.newest()
        before = next((row for row in rows if (row.game, row.name) == (game, name)), None)
        after = _changed(before, change) if before else _new(rows, game, name, change)
        if after == before:
            raise NotDoneError("That is what the table is already.")
        version = before.version + 1 if before else 1
        row = replace(after, version=version, actor=actor, reason=reason, at_ms=now_ms)
        _check(row)
        await tx.tiers.add(row)
        return row

    return list(_table(COLUMNS, [_figures(await persist(storage, work))]))


def _changed(row: TierRow, change: Change) -> TierRow:
    values = {field: getattr(change, field) for field in Change.__slots__}
    return replace(row, **{field: value for field, value in values.items() if value is not None})


def _new(rows: Iterable[TierRow], game: str, name: str, change: Change) -> TierRow:
    if change.coefficient is None or change.fee is None or change.entry is None:
        raise NotDoneError("There is no such table; a new one needs --coefficient, --fee and --entry.")
    position = max((row.position for row in rows if row.game == game), default=0) + 1
    row = TierRow(
        game=game,
        name=name,
        version=1,
        coefficient=change.coefficient,
        fee=change.fee,
        entry=change.entry,
        double_above=DOUBLE_FROM * change.entry,
        bots=True,
        open=True,
        position=position,
        actor="",
        reason="",
        at_ms=0,
    )
    return _changed(row, change)


def _check(row: TierRow) -> None:
    """Raise NotDoneError where no table may be like this."""
    if min(row.coefficient, row.entry) < 1 or min(row.fee, row.double_above, row.position) < 0:
        raise NotDoneError("A point and the entry are at least one bean; nothing is less than none.")
    try:
        tier_of(row)
    except StakesError as error:
        raise NotDoneError(f"No table may play for this {error.field}.") from None


def _figures(row: TierRow) -> tuple[str, ...]:
    return (
        row.game,
        row.name,
        f"{row.coefficient:,}",
        f"{row.fee:,}",
        f"{row.entry:,}",
        f"{row.double_above:,}",
        "yes" if row.bots else "no",
        "yes" if row.open else "no",
        str(row.position),
    )


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterable[str]:
    """Lines with the columns below each other."""
    cells = [[*head], *([*row] for row in rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(cells[0]))]
    for row in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
