"""What hands were for their players, in SQL."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import cache
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, func, insert, select, tuple_

from app.storage.dialect import Session
from app.storage.queries import Queries
from app.storage.store import HistoryKey, PlayedRow, RecordRow
from app.storage.tables import played_hand

LATEST: Final[HistoryKey] = (2**53 - 1, "", 0)
"""After every hand."""

_ADD = insert(played_hand)
_HIS = played_hand.c.player_id == bindparam("player")
_KEY = (played_hand.c.ended_ms, played_hand.c.room_id, played_hand.c.hand_no)
_RECORD = (
    select(
        played_hand.c.game,
        played_hand.c.side,
        played_hand.c.outcome,
        func.count(),
        func.sum(played_hand.c.auto),
        func.max(played_hand.c.beans),
    )
    .where(_HIS)
    .group_by(played_hand.c.game, played_hand.c.side, played_hand.c.outcome)
)

_MATCHED = (
    select(played_hand)
    .where(_HIS, played_hand.c.ended_ms > bindparam("after"), played_hand.c.tier.is_not(None))
    .order_by(*_KEY)
)


@cache
def _page(*, of_game: bool, of_outcome: bool) -> Select[Any]:
    page = select(played_hand).where(
        _HIS, tuple_(*_KEY) < tuple_(bindparam("ended"), bindparam("room"), bindparam("number"))
    )
    if of_game:
        page = page.where(played_hand.c.game == bindparam("game"))
    if of_outcome:
        page = page.where(played_hand.c.outcome == bindparam("outcome"))
    return page.order_by(*(column.desc() for column in _KEY)).limit(bindparam("most"))


class SqlHistory:
    """The histories of one transaction."""

    def __init__(self, session: Session, queries: Queries) -> None:
        self._session = session
        self._queries = queries

    async def add(self, rows: Sequence[PlayedRow]) -> None:
        if values := [asdict(row) | {"auto": int(row.auto)} for row in rows]:

            def work(connection: Connection) -> None:
                connection.execute(_ADD, values)

            await self._session.run(work)

    async def page(
        self, player_id: str, *, game: str | None, outcome: str | None, before: HistoryKey | None, limit: int
    ) -> list[PlayedRow]:
        ended, room, number = before or LATEST
        chosen = {name: value for name, value in (("game", game), ("outcome", outcome)) if value is not None}
        rows = await self._queries.rows(
            _page(of_game=game is not None, of_outcome=outcome is not None),
            player=player_id,
            ended=ended,
            room=room,
            number=number,
            most=limit,
            **chosen,
        )
        return [_row(row) for row in rows]

    async def matched(self, player_id: str, after_ms: int) -> list[PlayedRow]:
        rows = await self._queries.rows(_MATCHED, player=player_id, after=after_ms)
        return [_row(row) for row in rows]

    async def record(self, player_id: str) -> list[RecordRow]:
        rows = await self._queries.rows(_RECORD, player=player_id)
        return [
            RecordRow(game, side, outcome, hands, int(auto), best)
            for game, side, outcome, hands, auto, best in rows
        ]


def _row(row: Any) -> PlayedRow:
    return replace(PlayedRow(*row), auto=bool(row.auto))
