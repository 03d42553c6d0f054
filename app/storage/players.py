"""Players and their sessions, in SQL."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import delete, insert, select

from app.storage.dialect import Session
from app.storage.store import PlayerRow, SessionRow
from app.storage.tables import player, session


class SqlPlayers:
    """The players of one transaction."""

    def __init__(self, opened: Session) -> None:
        self._session = opened

    async def add(self, row: PlayerRow) -> None:
        statement = insert(player).values(**asdict(row))
        await self._session.run(lambda connection: connection.execute(statement))

    async def get(self, player_ids: Sequence[str]) -> dict[str, PlayerRow]:
        statement = select(player).where(player.c.id.in_(player_ids))
        rows = await self._session.run(lambda connection: connection.execute(statement).all())
        return {row.id: PlayerRow(*row) for row in rows}

    async def of_kind(self, kind: str) -> list[PlayerRow]:
        statement = select(player).where(player.c.kind == kind).order_by(player.c.id)
        rows = await self._session.run(lambda connection: connection.execute(statement).all())
        return [PlayerRow(*row) for row in rows]

    async def add_session(self, row: SessionRow) -> None:
        statement = insert(session).values(**asdict(row))
        await self._session.run(lambda connection: connection.execute(statement))

    async def find_session(self, token_sha: bytes, now_ms: int) -> SessionRow | None:
        statement = select(session).where(session.c.token_sha == token_sha, session.c.expires_ms > now_ms)
        found = await self._session.run(lambda connection: connection.execute(statement).one_or_none())
        return SessionRow(*found) if found else None

    async def end_session(self, token_sha: bytes) -> None:
        statement = delete(session).where(session.c.token_sha == token_sha)
        await self._session.run(lambda connection: connection.execute(statement))
