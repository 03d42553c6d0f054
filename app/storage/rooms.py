"""Rooms and who owns them, in SQL."""

from sqlalchemy import BindParameter, bindparam, func, insert, or_, select, update

from app.storage.queries import Queries
from app.storage.store import RoomRow, StaleEpochError
from app.storage.tables import room

_GET = select(room).where(room.c.id == bindparam("room_id"))

# Owned by nobody, or by this server in a former life: "local" or "local/1", not "localhost/1".
_SERVER: BindParameter[str] = bindparam("server")
_OWNER: BindParameter[str] = bindparam("new_owner")
_FREE = (
    select(room.c.id)
    .where(
        room.c.status == "open",
        or_(
            room.c.owner.is_(None),
            (room.c.owner != _OWNER)
            & (
                (room.c.owner == _SERVER)
                | (func.substr(room.c.owner, 1, bindparam("length")) == _SERVER + "/")
            ),
        ),
    )
    .order_by(room.c.id)
    .limit(bindparam("most"))
    .with_for_update()
    .cte("free")
)
_CLAIM = (
    update(room)
    .where(room.c.id.in_(select(_FREE.c.id)))
    .values(owner=_OWNER, epoch=room.c.epoch + 1)
    .returning(room)
)

_HELD = update(room).where(room.c.id == bindparam("room_id"), room.c.epoch == bindparam("held"))
_RELEASE = _HELD.values(owner=None)
_SET_CONFIG = _HELD.where(room.c.status == "open").values(config=bindparam("new_config"))
_CLOSE = _HELD.where(room.c.status == "open").values(status="closed", owner=None)


class SqlRooms:
    """The rooms of one transaction."""

    def __init__(self, queries: Queries) -> None:
        self._queries = queries

    async def add(self, row: RoomRow) -> None:
        await self._queries.change(
            insert(room),
            id=row.id,
            kind=row.kind,
            owner=row.owner,
            epoch=row.epoch,
            config=row.config,
            status=row.status,
            created_ms=row.created_ms,
        )

    async def get(self, room_id: str) -> RoomRow | None:
        found = await self._queries.row(_GET, room_id=room_id)
        return RoomRow(*found) if found else None

    async def claim(self, owner: str, limit: int) -> list[RoomRow]:
        server = owner.partition("/")[0]
        rows = await self._queries.rows(
            _CLAIM, server=server, new_owner=owner, length=len(server) + 1, most=limit
        )
        return sorted((RoomRow(*row) for row in rows), key=lambda row: row.id)

    async def release(self, room_id: str, epoch: int) -> None:
        await self._queries.change(_RELEASE, room_id=room_id, held=epoch)

    async def set_config(self, room_id: str, epoch: int, config: bytes) -> None:
        _fenced(
            room_id, await self._queries.change(_SET_CONFIG, room_id=room_id, held=epoch, new_config=config)
        )

    async def close(self, room_id: str, epoch: int) -> None:
        _fenced(room_id, await self._queries.change(_CLOSE, room_id=room_id, held=epoch))


def _fenced(room_id: str, changed: int) -> None:
    if not changed:
        raise StaleEpochError(f"room {room_id} has another owner, or is closed")
