"""The points that hands have counted, in SQL. That they add up the database guards itself, see the migrations."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import Connection, Subquery, bindparam, insert, select

from app.storage.dialect import Session
from app.storage.queries import Queries
from app.storage.store import ScoreRow, StandingRow
from app.storage.tables import player, score

_ADD = insert(score)
_OF_HAND = (
    select(score)
    .where(score.c.room_id == bindparam("in_room"), score.c.hand_no == bindparam("number"))
    .order_by(score.c.player_id)
)


def _latest() -> Subquery:
    """The newest entry of each player on a ladder, found by its key whatever came before it."""
    newest = (
        select(score.c.version)
        .where(score.c.player_id == player.c.id, score.c.ladder == bindparam("on_ladder"))
        .order_by(score.c.version.desc())
        .limit(1)
        .scalar_subquery()
    )
    return (
        select(player.c.id, newest.label("version"))
        .where(player.c.id.in_(bindparam("ids", expanding=True)))
        .subquery()
    )


_NEWEST = _latest()
_STANDINGS = select(score.c.player_id, score.c.version, score.c.points_after).join(
    _NEWEST,
    (score.c.player_id == _NEWEST.c.id)
    & (score.c.ladder == bindparam("on_ladder"))
    & (score.c.version == _NEWEST.c.version),
)


class SqlScores:
    """The points of one transaction."""

    def __init__(self, session: Session, queries: Queries) -> None:
        self._session = session
        self._queries = queries

    async def add(self, rows: Sequence[ScoreRow]) -> None:
        if values := [asdict(row) for row in rows]:

            def work(connection: Connection) -> None:
                connection.execute(_ADD, values)

            await self._session.run(work)

    async def standings(self, player_ids: Sequence[str], ladder: str) -> dict[str, StandingRow]:
        rows = await self._queries.rows(_STANDINGS, ids=list(player_ids), on_ladder=ladder)
        return {row.player_id: StandingRow(row.version, row.points_after) for row in rows}

    async def of_hand(self, room_id: str, hand_no: int) -> list[ScoreRow]:
        return [ScoreRow(*row) for row in await self._queries.rows(_OF_HAND, in_room=room_id, number=hand_no)]
