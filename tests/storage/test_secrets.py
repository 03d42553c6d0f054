"""What a database says of an error goes into the log, so it must not repeat what was to be stored."""

import traceback

import pytest

from app.storage.database import Database
from app.storage.store import PlayerRow, RowConflictError, SessionRow


async def store(database: Database, row: PlayerRow | SessionRow) -> None:
    async with database.begin() as tx:
        if isinstance(row, PlayerRow):
            await tx.players.add(row)
        else:
            await tx.sessions.add(row)


@pytest.mark.parametrize("row", [PlayerRow("p", "alien", "Canary", 1), SessionRow(b"Canary", "Canary", 1, 2)])
async def test_an_error_does_not_repeat_a_row(database: Database, row: PlayerRow | SessionRow) -> None:
    with pytest.raises(RowConflictError) as refused:
        await store(database, row)
    told = "".join(traceback.format_exception(refused.value))
    assert "[parameters" not in told
    # PostgreSQL's own detail, which the log masks, is all that may.
    assert "Canary" not in told.partition("DETAIL")[0]
