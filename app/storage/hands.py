"""Hands, their commit log and their deal secrets, in SQL."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import Connection, insert, select, tuple_, update

from app.storage.dialect import Dialect, Session
from app.storage.store import (
    CommitRow,
    DealSecretRow,
    DuplicateActionError,
    HandRow,
    RowConflictError,
    StaleEpochError,
)
from app.storage.tables import commit_log, deal_secret, hand, room


class SqlHands:
    """The hands of one transaction."""

    def __init__(self, session: Session, dialect: Dialect) -> None:
        self._session = session
        self._dialect = dialect

    async def add(self, row: HandRow) -> None:
        statement = insert(hand).values(**asdict(row))
        await self._session.run(lambda connection: connection.execute(statement))

    async def get(self, room_id: str, hand_no: int) -> HandRow | None:
        statement = select(hand).where(hand.c.room_id == room_id, hand.c.hand_no == hand_no)
        found = await self._session.run(lambda connection: connection.execute(statement).one_or_none())
        return HandRow(*found) if found else None

    async def latest(self, room_id: str) -> HandRow | None:
        statement = select(hand).where(hand.c.room_id == room_id).order_by(hand.c.hand_no.desc()).limit(1)
        found = await self._session.run(lambda connection: connection.execute(statement).one_or_none())
        return HandRow(*found) if found else None

    async def running(self, room_id: str) -> HandRow | None:
        statement = select(hand).where(hand.c.room_id == room_id, hand.c.status == "running")
        found = await self._session.run(lambda connection: connection.execute(statement).one_or_none())
        return HandRow(*found) if found else None

    async def finish(self, room_id: str, hand_no: int, *, status: str, result: bytes, ended_ms: int) -> None:
        statement = (
            update(hand)
            .where(hand.c.room_id == room_id, hand.c.hand_no == hand_no, hand.c.status == "running")
            .values(status=status, result=result, ended_ms=ended_ms)
        )
        changed = await self._session.run(lambda connection: connection.execute(statement).rowcount)
        if not changed:
            raise RowConflictError(f"hand {room_id}:{hand_no} is not running")

    async def append(self, commits: Sequence[CommitRow]) -> dict[str, Exception]:
        rooms = {row.room_id for row in commits}
        if len(rooms) != len(commits):
            raise ValueError("a room may come once only")
        if not commits:
            return {}

        def work(connection: Connection) -> dict[str, Exception]:
            refused = rooms - self._dialect.append(connection, commits)
            return _reasons(connection, [row for row in commits if row.room_id in refused]) if refused else {}

        return await self._session.run(work)

    async def commits(self, room_id: str, hand_no: int) -> list[CommitRow]:
        statement = (
            select(commit_log)
            .where(commit_log.c.room_id == room_id, commit_log.c.hand_no == hand_no)
            .order_by(commit_log.c.seq)
        )
        rows = await self._session.run(lambda connection: connection.execute(statement).all())
        return [CommitRow(*row) for row in rows]

    async def find_action(self, room_id: str, actor: str, action_id: str) -> CommitRow | None:
        statement = select(commit_log).where(
            commit_log.c.room_id == room_id,
            commit_log.c.actor == actor,
            commit_log.c.action_id == action_id,
        )
        found = await self._session.run(lambda connection: connection.execute(statement).one_or_none())
        return CommitRow(*found) if found else None

    async def add_secret(self, secret: DealSecretRow) -> None:
        statement = insert(deal_secret).values(**asdict(secret))
        await self._session.run(lambda connection: connection.execute(statement))

    async def secrets(self, room_id: str, hand_no: int) -> list[DealSecretRow]:
        statement = (
            select(deal_secret)
            .where(deal_secret.c.room_id == room_id, deal_secret.c.hand_no == hand_no)
            .order_by(deal_secret.c.deal_no)
        )
        rows = await self._session.run(lambda connection: connection.execute(statement).all())
        return [DealSecretRow(*row) for row in rows]

    async def reveal(self, room_id: str, hand_no: int, revealed_ms: int) -> None:
        statement = (
            update(deal_secret)
            .where(
                deal_secret.c.room_id == room_id,
                deal_secret.c.hand_no == hand_no,
                deal_secret.c.revealed_ms.is_(None),
            )
            .values(revealed_ms=revealed_ms)
        )
        await self._session.run(lambda connection: connection.execute(statement))


def _reasons(connection: Connection, refused: Sequence[CommitRow]) -> dict[str, Exception]:
    epochs = {
        row.id: row.epoch
        for row in connection.execute(
            select(room.c.id, room.c.epoch).where(room.c.id.in_([row.room_id for row in refused]))
        )
    }
    actions = tuple_(commit_log.c.room_id, commit_log.c.actor, commit_log.c.action_id)
    sent = [(row.room_id, row.actor, row.action_id) for row in refused if row.action_id is not None]
    known = {row.room_id for row in connection.execute(select(commit_log.c.room_id).where(actions.in_(sent)))}
    reasons: dict[str, Exception] = {}
    for row in refused:
        if epochs.get(row.room_id) != row.epoch:
            reasons[row.room_id] = StaleEpochError(f"room {row.room_id} is not at epoch {row.epoch}")
        elif row.room_id in known:
            reasons[row.room_id] = DuplicateActionError(f"{row.room_id} {row.actor} {row.action_id}")
        else:
            reasons[row.room_id] = StaleEpochError(f"{row.room_id}:{row.hand_no} has a commit {row.seq}")
    return reasons
