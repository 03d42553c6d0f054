"""Players, what members sign in with, and who is banned, in SQL."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import bindparam, delete, insert, or_, select, update

from app.storage.queries import Queries
from app.storage.store import BanRow, CredentialRow, PlayerRow
from app.storage.tables import ban, credential, player

_GET = select(player).where(player.c.id.in_(bindparam("ids", expanding=True)))
_OF_KIND = select(player).where(player.c.kind == bindparam("of_kind")).order_by(player.c.id)
_CHANGE = (
    update(player)
    .where(player.c.id == bindparam("player"))
    .values(kind=bindparam("new_kind"), name=bindparam("new_name"))
)

_HIS_CREDENTIAL = credential.c.player_id == bindparam("player")
_FIND_CREDENTIAL = select(credential).where(credential.c.login == bindparam("named"))
_CREDENTIAL_OF = select(credential).where(_HIS_CREDENTIAL)
_CHANGE_PASSWORD = update(credential).where(_HIS_CREDENTIAL).values(password=bindparam("new_password"))
_REMOVE_CREDENTIAL = delete(credential).where(_HIS_CREDENTIAL)

_HIS_BAN = ban.c.player_id == bindparam("player")
_UNBAN = delete(ban).where(_HIS_BAN)
IN_FORCE = or_(ban.c.until_ms.is_(None), ban.c.until_ms > bindparam("now_ms"))
"""That a ban has not run out at `now_ms`."""
_FIND_BAN = select(ban).where(_HIS_BAN, IN_FORCE)


class SqlPlayers:
    """The players of one transaction."""

    def __init__(self, queries: Queries) -> None:
        self._queries = queries

    async def add(self, row: PlayerRow) -> None:
        await self._queries.change(insert(player), **asdict(row))

    async def get(self, player_ids: Sequence[str]) -> dict[str, PlayerRow]:
        rows = await self._queries.rows(_GET, ids=list(player_ids))
        return {row.id: PlayerRow(*row) for row in rows}

    async def of_kind(self, kind: str) -> list[PlayerRow]:
        return [PlayerRow(*row) for row in await self._queries.rows(_OF_KIND, of_kind=kind)]

    async def change(self, player_id: str, *, kind: str, name: str) -> None:
        await self._queries.change(_CHANGE, player=player_id, new_kind=kind, new_name=name)

    async def add_credential(self, row: CredentialRow) -> None:
        await self._queries.change(insert(credential), **asdict(row))

    async def find_credential(self, login: str) -> CredentialRow | None:
        found = await self._queries.row(_FIND_CREDENTIAL, named=login)
        return CredentialRow(*found) if found else None

    async def credential_of(self, player_id: str) -> CredentialRow | None:
        found = await self._queries.row(_CREDENTIAL_OF, player=player_id)
        return CredentialRow(*found) if found else None

    async def change_password(self, player_id: str, password: str) -> None:
        await self._queries.change(_CHANGE_PASSWORD, player=player_id, new_password=password)

    async def remove_credential(self, player_id: str) -> None:
        await self._queries.change(_REMOVE_CREDENTIAL, player=player_id)

    async def ban(self, row: BanRow) -> None:
        await self.unban(row.player_id)
        await self._queries.change(insert(ban), **asdict(row))

    async def unban(self, player_id: str) -> None:
        await self._queries.change(_UNBAN, player=player_id)

    async def find_ban(self, player_id: str, now_ms: int) -> BanRow | None:
        found = await self._queries.row(_FIND_BAN, player=player_id, now_ms=now_ms)
        return BanRow(*found) if found else None
