"""What hands were for their players, in memory."""

from collections.abc import Sequence

from app.storage.memory_state import State
from app.storage.store import HistoryKey, Outcome, PlayedRow, RecordRow, RowConflictError, Side
from app.storage.tables import OUTCOMES, SIDES


class MemoryHistory:
    """The histories of one transaction."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def add(self, rows: Sequence[PlayedRow]) -> None:
        for row in rows:
            known = self._state.players.get(row.player_id) and self._state.hands.get(
                (row.room_id, row.hand_no)
            )
            before = self._state.played.get(row.player_id) or ()
            if not known or any(_key(each) == _key(row) for each in before):
                raise RowConflictError("the hand is in this history, or it or its player does not exist")
            if row.outcome not in OUTCOMES or row.side not in (*SIDES, None):
                raise RowConflictError("there is no such side or outcome")
            self._state.played.put(row.player_id, (*before, row))

    async def page(
        self, player_id: str, *, game: str | None, outcome: str | None, before: HistoryKey | None, limit: int
    ) -> list[PlayedRow]:
        found = [
            row
            for row in self._state.played.get(player_id) or ()
            if (game in (None, row.game)) and outcome in (None, row.outcome)
            if before is None or _key(row) < before
        ]
        return sorted(found, key=_key, reverse=True)[:limit]

    async def matched(self, player_id: str, after_ms: int) -> list[PlayedRow]:
        rows = self._state.played.get(player_id) or ()
        return sorted((row for row in rows if row.ended_ms > after_ms and row.tier is not None), key=_key)

    async def record(self, player_id: str) -> list[RecordRow]:
        groups: dict[tuple[str, Side | None, Outcome], list[PlayedRow]] = {}
        for row in self._state.played.get(player_id) or ():
            groups.setdefault((row.game, row.side, row.outcome), []).append(row)
        return [
            RecordRow(*group, len(rows), sum(row.auto for row in rows), max(row.beans for row in rows))
            for group, rows in groups.items()
        ]


def _key(row: PlayedRow) -> HistoryKey:
    return row.ended_ms, row.room_id, row.hand_no
