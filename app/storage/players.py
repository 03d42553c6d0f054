"""Players and their sessions, in SQL."""

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, insert, select

from app.storage.queries import Queries
from app.storage.store import PlayerRow, SessionRow
from app.storage.tables import player, session

_GET = select(player).where(player.c.id.in_(bindparam("ids", expanding=True)))
_OF_KIND = select(player).where(player.c.kind == bindparam("kind")).order_by(player.c.id)

_TOKEN = session.c.token_sha == bindparam("token")
_FIND_SESSION = select(session).where(_TOKEN, session.c.expires_ms > bindparam("now_ms"))
_END_SESSION = delete(session).where(_TOKEN)


class SqlPlayers:
    """The players of one transaction."""

    def __init__(self, queries: Queries) -> None:
        self._queries = queries

    async def add(self, row: PlayerRow) -> None:
        await self._queries.change(
            insert(player), id=row.id, kind=row.kind, name=row.name, created_ms=row.created_ms
        )

    async def get(self, player_ids: Sequence[str]) -> dict[str, PlayerRow]:
        rows = await self._queries.rows(_GET, ids=list(player_ids))
        return {row.id: PlayerRow(*row) for row in rows}

    async def of_kind(self, kind: str) -> list[PlayerRow]:
        return [PlayerRow(*row) for row in await self._queries.rows(_OF_KIND, kind=kind)]

    async def add_session(self, row: SessionRow) -> None:
        await self._queries.change(
            insert(session),
            token_sha=row.token_sha,
            player_id=row.player_id,
            created_ms=row.created_ms,
            expires_ms=row.expires_ms,
        )

    async def find_session(self, token_sha: bytes, now_ms: int) -> SessionRow | None:
        found = await self._queries.row(_FIND_SESSION, token=token_sha, now_ms=now_ms)
        return SessionRow(*found) if found else None

    async def end_session(self, token_sha: bytes) -> None:
        await self._queries.change(_END_SESSION, token=token_sha)
