"""Hands, their commit log and their deal secrets, in SQL."""

from collections.abc import Sequence

from sqlalchemy import BindParameter, Connection, bindparam, insert, select, tuple_, update

from app.storage.dialect import Dialect, Session
from app.storage.queries import Queries
from app.storage.store import (
    CommitRow,
    DealSecretRow,
    DuplicateActionError,
    HandRow,
    RowConflictError,
    StaleEpochError,
)
from app.storage.tables import commit_log, deal_secret, hand, room

_ROOM_ID: BindParameter[str] = bindparam("in_room")
_HAND_NO: BindParameter[int] = bindparam("number")

_OF_ROOM = select(hand).where(hand.c.room_id == _ROOM_ID)
_GET = _OF_ROOM.where(hand.c.hand_no == _HAND_NO)
_LATEST = _OF_ROOM.order_by(hand.c.hand_no.desc()).limit(1)
_RUNNING = _OF_ROOM.where(hand.c.status == "running")
_FINISH = (
    update(hand)
    .where(hand.c.room_id == _ROOM_ID, hand.c.hand_no == _HAND_NO, hand.c.status == "running")
    .values(status=bindparam("end"), result=bindparam("outcome"), ended_ms=bindparam("now_ms"))
)

_COMMITS = (
    select(commit_log)
    .where(commit_log.c.room_id == _ROOM_ID, commit_log.c.hand_no == _HAND_NO)
    .order_by(commit_log.c.seq)
)
_ACTION = select(commit_log).where(
    commit_log.c.room_id == _ROOM_ID,
    commit_log.c.actor == bindparam("by"),
    commit_log.c.action_id == bindparam("action"),
)

_SECRETS = (
    select(deal_secret)
    .where(deal_secret.c.room_id == _ROOM_ID, deal_secret.c.hand_no == _HAND_NO)
    .order_by(deal_secret.c.deal_no)
)
_REVEAL = (
    update(deal_secret)
    .where(
        deal_secret.c.room_id == _ROOM_ID,
        deal_secret.c.hand_no == _HAND_NO,
        deal_secret.c.revealed_ms.is_(None),
    )
    .values(revealed_ms=bindparam("now_ms"))
)


class SqlHands:
    """The hands of one transaction."""

    def __init__(self, session: Session, queries: Queries, dialect: Dialect) -> None:
        self._session = session
        self._queries = queries
        self._dialect = dialect

    async def add(self, row: HandRow) -> None:
        await self._queries.change(
            insert(hand),
            room_id=row.room_id,
            hand_no=row.hand_no,
            ruleset=row.ruleset,
            engine_version=row.engine_version,
            players=row.players,
            status=row.status,
            result=row.result,
            started_ms=row.started_ms,
            ended_ms=row.ended_ms,
            coefficient=row.coefficient,
        )

    async def get(self, room_id: str, hand_no: int) -> HandRow | None:
        found = await self._queries.row(_GET, in_room=room_id, number=hand_no)
        return HandRow(*found) if found else None

    async def latest(self, room_id: str) -> HandRow | None:
        found = await self._queries.row(_LATEST, in_room=room_id)
        return HandRow(*found) if found else None

    async def running(self, room_id: str) -> HandRow | None:
        found = await self._queries.row(_RUNNING, in_room=room_id)
        return HandRow(*found) if found else None

    async def finish(self, room_id: str, hand_no: int, *, status: str, result: bytes, ended_ms: int) -> None:
        changed = await self._queries.change(
            _FINISH, in_room=room_id, number=hand_no, end=status, outcome=result, now_ms=ended_ms
        )
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
        rows = await self._queries.rows(_COMMITS, in_room=room_id, number=hand_no)
        return [CommitRow(*row) for row in rows]

    async def find_action(self, room_id: str, actor: str, action_id: str) -> CommitRow | None:
        found = await self._queries.row(_ACTION, in_room=room_id, by=actor, action=action_id)
        return CommitRow(*found) if found else None

    async def add_secret(self, secret: DealSecretRow) -> None:
        await self._queries.change(
            insert(deal_secret),
            room_id=secret.room_id,
            hand_no=secret.hand_no,
            deal_no=secret.deal_no,
            commitment=secret.commitment,
            secret=secret.secret,
            player_seeds=secret.player_seeds,
            revealed_ms=secret.revealed_ms,
        )

    async def secrets(self, room_id: str, hand_no: int) -> list[DealSecretRow]:
        rows = await self._queries.rows(_SECRETS, in_room=room_id, number=hand_no)
        return [DealSecretRow(*row) for row in rows]

    async def reveal(self, room_id: str, hand_no: int, revealed_ms: int) -> None:
        await self._queries.change(_REVEAL, in_room=room_id, number=hand_no, now_ms=revealed_ms)


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
