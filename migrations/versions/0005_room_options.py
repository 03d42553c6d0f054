"""Has rooms say everything that they are played under, as rooms that players make do.

Revision ID: 0005
Revises: 0004
"""

from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_room = sa.table("room", sa.column("id"), sa.column("status"), sa.column("config"))
_SECONDS = {
    "classic": {"bid": 15, "play": 20, "double": None},
    "happy": {"bid": 15, "play": 20, "double": 8},
    "five": {"bid": None, "play": 20, "double": 8},
    "laizi": {"bid": 15, "play": 20, "double": None},
}


def upgrade() -> None:
    bind = op.get_bind()
    rows = bind.execute(sa.select(_room.c.id, _room.c.config).where(_room.c.status == "open")).all()
    for room_id, config in rows:
        try:
            changed = msgspec.json.encode(_with_options(msgspec.json.decode(config)))
        except (msgspec.DecodeError, LookupError):
            continue  # none that a server could go on with
        bind.execute(sa.update(_room).where(_room.c.id == room_id).values(config=changed))


def downgrade() -> None:
    raise NotImplementedError("restore a backup")


def _with_options(old: dict[str, Any]) -> dict[str, Any]:
    """A public table of before as it is written now."""
    game, stakes = old["game"], old["stakes"]
    may_show = game == "happy"
    options = {
        "game": game,
        "name": old["tier"],
        "public": True,
        "beans": True,
        "coefficient": stakes["coefficient"],
        "fee": stakes["fee"],
        "entry": old["entry"],
        "initial": stakes["initial"],
        "seconds": _SECONDS[game],
        "spare_seconds": 0,
        "auto_after": old["auto_after"],
        "bots": True,
        "watch": False,
        "hints": True,
        "counter": True,
        "phrases": True,
        "cap": stakes["cap"],
        "absence": None,
        "base": stakes["base"] if game in ("happy", "five") else None,
        "double_above": stakes["double_above"] if may_show else None,
        "show": stakes["show"] if may_show else None,
    }
    return {"options": options, "players": old["players"], "tier": old["tier"]}
