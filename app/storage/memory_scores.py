"""The points that hands have counted, in memory, with the guards that the databases have."""

from collections.abc import Sequence

from app.storage.memory_state import State
from app.storage.store import LedgerRuleError, ScoreRow, StandingRow
from app.storage.tables import LADDERS, MAX_BEANS


class MemoryScores:
    """The points of one transaction."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def add(self, rows: Sequence[ScoreRow]) -> None:
        for row in rows:
            self._check(row)
            counted = self._state.scores.get((row.room_id, row.hand_no)) or ()
            self._state.scores.put(
                (row.room_id, row.hand_no), tuple(sorted((*counted, row), key=lambda each: each.player_id))
            )
            self._state.standings.put((row.player_id, row.ladder), StandingRow(row.version, row.points_after))

    async def standings(self, player_ids: Sequence[str], ladder: str) -> dict[str, StandingRow]:
        found = ((player, self._state.standings.get((player, ladder))) for player in player_ids)
        return {player: standing for player, standing in found if standing}

    async def of_hand(self, room_id: str, hand_no: int) -> list[ScoreRow]:
        return list(self._state.scores.get((room_id, hand_no)) or ())

    def _check(self, row: ScoreRow) -> None:
        last = self._state.standings.get((row.player_id, row.ladder)) or StandingRow(0, 0)
        hand = self._state.hands.get((row.room_id, row.hand_no))
        counted = self._state.scores.get((row.room_id, row.hand_no)) or ()
        _rule(row.points != 0 and row.ladder in LADDERS, "score_points")
        _rule(-MAX_BEANS <= row.points_after <= MAX_BEANS, "score_range")
        _rule(self._state.players.get(row.player_id) is not None, "score_player")
        _rule(all(each.player_id != row.player_id for each in counted), "the hand has counted")
        _rule(
            (row.version, row.points_after) == (last.version + 1, last.points + row.points),
            "points do not follow",
        )
        _rule(
            hand is not None and hand.status == "settled" and hand.coefficient > 0, "the hand does not count"
        )


def _rule(holds: bool, name: str) -> None:
    if not holds:
        raise LedgerRuleError(f"ledger: {name}")
