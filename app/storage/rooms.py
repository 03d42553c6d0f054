"""Rooms and who owns them, in SQL."""

from sqlalchemy import Update, func, insert, or_, select, update

from app.storage.dialect import Session
from app.storage.store import RoomRow, StaleEpochError
from app.storage.tables import room


class SqlRooms:
    """The rooms of one transaction."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, row: RoomRow) -> None:
        statement = insert(room).values(
            id=row.id,
            kind=row.kind,
            owner=row.owner,
            epoch=row.epoch,
            config=row.config,
            status=row.status,
            created_ms=row.created_ms,
        )
        await self._session.run(lambda connection: connection.execute(statement))

    async def get(self, room_id: str) -> RoomRow | None:
        statement = select(room).where(room.c.id == room_id)
        found = await self._session.run(lambda connection: connection.execute(statement).one_or_none())
        return RoomRow(*found) if found else None

    async def claim(self, owner: str, limit: int) -> list[RoomRow]:
        server = owner.partition("/")[0]
        former = func.substr(room.c.owner, 1, len(server) + 1) == f"{server}/"
        free = (
            select(room.c.id)
            .where(
                room.c.status == "open",
                or_(room.c.owner.is_(None), (room.c.owner != owner) & (former | (room.c.owner == server))),
            )
            .order_by(room.c.id)
            .limit(limit)
            .with_for_update()
            .cte("free")
        )
        statement = (
            update(room)
            .where(room.c.id.in_(select(free.c.id)))
            .values(owner=owner, epoch=room.c.epoch + 1)
            .returning(room)
        )
        rows = await self._session.run(lambda connection: connection.execute(statement).all())
        return sorted((RoomRow(*row) for row in rows), key=lambda row: row.id)

    async def release(self, room_id: str, epoch: int) -> None:
        statement = update(room).where(room.c.id == room_id, room.c.epoch == epoch).values(owner=None)
        await self._session.run(lambda connection: connection.execute(statement))

    async def set_config(self, room_id: str, epoch: int, config: bytes) -> None:
        await self._fenced(room_id, epoch, update(room).values(config=config))

    async def close(self, room_id: str, epoch: int) -> None:
        await self._fenced(room_id, epoch, update(room).values(status="closed", owner=None))

    async def _fenced(self, room_id: str, epoch: int, change: Update) -> None:
        statement = change.where(room.c.id == room_id, room.c.epoch == epoch, room.c.status == "open")
        changed = await self._session.run(lambda connection: connection.execute(statement).rowcount)
        if not changed:
            raise StaleEpochError(f"room {room_id} is not at epoch {epoch}")
