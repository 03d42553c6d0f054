"""Signed-in browsers, in SQL."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import bindparam, delete, exists, insert, select, update

from app.storage.players import IN_FORCE
from app.storage.queries import Queries
from app.storage.store import SessionRow
from app.storage.tables import ban, session

_TOKEN = session.c.token_sha == bindparam("token")
_TOKENS = session.c.token_sha.in_(bindparam("tokens", expanding=True))
_ALIVE = session.c.expires_ms > bindparam("now_ms")
_FIND = select(session).where(_TOKEN, _ALIVE)
_OF_PLAYER = (
    select(session)
    .where(session.c.player_id == bindparam("player"))
    .order_by(session.c.created_ms.desc(), session.c.token_sha)
)
_EXTEND = update(session).where(_TOKEN).values(expires_ms=bindparam("until_ms"))
_END = delete(session).where(_TOKENS)
_OPEN_AMONG = select(session.c.token_sha).where(
    _TOKENS, _ALIVE, ~exists().where(ban.c.player_id == session.c.player_id, IN_FORCE)
)


class SqlSessions:
    """The sessions of one transaction."""

    def __init__(self, queries: Queries) -> None:
        self._queries = queries

    async def add(self, row: SessionRow) -> None:
        await self._queries.change(insert(session), **asdict(row))

    async def find(self, token_sha: bytes, now_ms: int) -> SessionRow | None:
        found = await self._queries.row(_FIND, token=token_sha, now_ms=now_ms)
        return SessionRow(*found) if found else None

    async def of_player(self, player_id: str) -> list[SessionRow]:
        return [SessionRow(*row) for row in await self._queries.rows(_OF_PLAYER, player=player_id)]

    async def extend(self, token_sha: bytes, expires_ms: int) -> None:
        await self._queries.change(_EXTEND, token=token_sha, until_ms=expires_ms)

    async def end(self, token_shas: Sequence[bytes]) -> None:
        await self._queries.change(_END, tokens=list(token_shas))

    async def open_among(self, token_shas: Sequence[bytes], now_ms: int) -> set[bytes]:
        rows = await self._queries.rows(_OPEN_AMONG, tokens=list(token_shas), now_ms=now_ms)
        return {row.token_sha for row in rows}
