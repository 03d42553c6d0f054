"""Knows members by their passwords, bans, and what each hand was for each of its players, earlier hands among them.

Revision ID: 0004
Revises: 0003
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from alembic import op
from sqlalchemy import Connection, text

from migrations.script import role, run

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    bind = op.get_bind()
    if bind.dialect.name == "sqlite":
        run(bind, "0004_accounts", whole="INTEGER", clustered="STRICT, WITHOUT ROWID")
        run(bind, "0004_kinds.sqlite")
    else:
        run(bind, "0004_accounts", whole="BIGINT", clustered="")
        run(bind, "0004_kinds.postgres")
        if name := role(bind):
            run(bind, "0004_rights.postgres", role=name)
    if hands := list(_earlier(bind)):
        columns = ", ".join(hands[0])
        values = ", ".join(f":{name}" for name in hands[0])
        bind.execute(text(f"INSERT INTO played_hand ({columns}) VALUES ({values})"), hands)  # noqa: S608 - our names


def downgrade() -> None:
    raise NotImplementedError("a ledger is not taken back: restore a backup")


def _earlier(bind: Connection) -> Iterator[dict[str, Any]]:
    """What the hands that have ended before were for their players, as their results tell it."""
    people = {row.id for row in bind.execute(text("SELECT id FROM player WHERE kind <> 'bot'"))}
    for hand in bind.execute(
        text(
            "SELECT room_id, hand_no, ruleset, players, result, ended_ms FROM hand"
            " WHERE status <> 'running' ORDER BY ended_ms, room_id, hand_no"
        )
    ):
        players = msgspec.json.decode(hand.players, type=list[str])
        told = _told(hand.result)
        for seat, player in enumerate(players):
            if player in people:
                yield {
                    "player_id": player,
                    "ended_ms": hand.ended_ms,
                    "room_id": hand.room_id,
                    "hand_no": hand.hand_no,
                    "game": hand.ruleset,
                    "auto": 0,
                    **_of_seat(told, seat, len(players)),
                }


def _of_seat(told: dict[str, dict[str, Any]], seat: int, seats: int) -> dict[str, Any]:
    finished, scored, settled = (told.get(name) for name in ("finished", "scored", "settled"))
    if not (finished and scored and settled):
        return {"side": None, "outcome": "void", "multiple": None, "beans": 0, "points": 0}
    winners, beans = finished["winners"], settled["moved"][seat] - settled["fees"][seat]
    is_winner = seat in winners
    # Landlords are always fewer than half of the seats; of a hand that was left early the result does not tell them.
    is_landlord = is_winner == (2 * len(winners) < seats)
    if winners:
        outcome = "won" if is_winner else "lost"
    else:
        outcome = "escaped" if finished["seat"] == seat else "won" if beans > 0 else "void"
    return {
        "side": ("landlord" if is_landlord else "farmer") if winners else None,
        "outcome": outcome,
        "multiple": scored["counted"],
        "beans": beans,
        "points": scored["points"][seat],
    }


def _told(result: bytes) -> dict[str, dict[str, Any]]:
    """The facts of a result by their types; none where it is not one that tells them."""
    try:
        facts = msgspec.json.decode(result, type=list[dict[str, Any]])
    except msgspec.MsgspecError:
        return {}
    return {fact.get("type", ""): fact for fact in facts}
