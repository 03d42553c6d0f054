"""Keeps the points that hands count for levels, and counts those of the hands before.

Revision ID: 0003
Revises: 0002
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from alembic import op
from sqlalchemy import Connection, text

from migrations.script import role, run, schema

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    bind = op.get_bind()
    if bind.dialect.name == "sqlite":
        run(bind, "0003_scores", whole="INTEGER", clustered="STRICT, WITHOUT ROWID")
        run(bind, "0003_guards.sqlite")
    else:
        run(bind, "0003_scores", whole="BIGINT", clustered="")
        run(bind, "0003_guards.postgres", schema=schema(bind))
        if name := role(bind):
            run(bind, "0003_rights.postgres", role=name)
    if scores := list(_earlier(bind)):
        bind.execute(
            text(
                "INSERT INTO score (player_id, ladder, version, room_id, hand_no, points, points_after) VALUES"
                " (:player_id, :ladder, :version, :room_id, :hand_no, :points, :points_after)"
            ),
            scores,
        )


def downgrade() -> None:
    raise NotImplementedError("a ledger is not taken back: restore a backup")


def _earlier(bind: Connection) -> Iterator[dict[str, Any]]:
    """The points of the hands that have ended before, as their results tell them, in the order in which they ended."""
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for hand in bind.execute(
        text(
            "SELECT room_id, hand_no, players, result FROM hand WHERE status = 'settled' AND coefficient > 0"
            " ORDER BY ended_ms, room_id, hand_no"
        )
    ):
        players = msgspec.json.decode(hand.players, type=list[str])
        ladder = "five" if len(players) == 5 else "three"
        for player, points in zip(players, _points(hand.result), strict=False):
            if points:
                version, total = sums.get((player, ladder), (0, 0))
                sums[player, ladder] = version + 1, total + points
                yield {
                    "player_id": player,
                    "ladder": ladder,
                    "version": version + 1,
                    "room_id": hand.room_id,
                    "hand_no": hand.hand_no,
                    "points": points,
                    "points_after": total + points,
                }


def _points(result: bytes) -> list[int]:
    """What each seat's points were; none where a result is not one that tells them."""
    try:
        facts = msgspec.json.decode(result, type=list[dict[str, Any]])
    except msgspec.MsgspecError:
        return []
    return next((fact["points"] for fact in facts if fact.get("type") == "scored"), [])
