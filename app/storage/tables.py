"""The tables, for queries. Migrations create them, with the triggers that guard the ledger.

Times are milliseconds since 1970 in UTC (`_ms`), amounts are whole beans. On SQLite every table is STRICT, so
that a column holds what its type says.
"""

from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData()

Whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

ACCOUNT_KINDS = ("player", "bot", "recycle", "penalty", "house", "grant", "mint", "correction")
TXN_KINDS = ("hand", "grant", "mint", "correction")
PURPOSES = ("transfer", "fee", "penalty", "share", "grant", "correction", "mint")
MAX_BEANS = 2**53 - 1
LADDERS = ("three", "five")
PLAYER_KINDS = ("guest", "member", "bot", "deleted")
SIDES = ("landlord", "farmer")
OUTCOMES = ("won", "lost", "escaped", "void")


def _one_of(column: str, values: tuple[str, ...]) -> str:
    return f"{column} IN ({', '.join(repr(value) for value in values)})"


def _table(name: str, *items: Any, rowid: bool = True) -> sa.Table:
    return sa.Table(name, metadata, *items, sqlite_strict=True, sqlite_with_rowid=rowid)


def _text(name: str, *, null: bool = False, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=null, **more)


def _whole(name: str, *, null: bool = False, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, Whole, nullable=null, **more)


def _bytes(name: str, *, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.LargeBinary(), nullable=null)


room = _table(
    "room",
    _text("id", primary_key=True),
    _text("kind"),
    _text("owner", null=True),
    _whole("epoch"),
    _bytes("config"),
    _text("status"),
    _whole("created_ms"),
    sa.CheckConstraint(_one_of("status", ("open", "closed")), name="room_status"),
)

hand = _table(
    "hand",
    _text("room_id"),
    _whole("hand_no"),
    _text("ruleset"),
    _whole("engine_version"),
    _bytes("players"),
    _text("status"),
    _bytes("result", null=True),
    _whole("started_ms"),
    _whole("ended_ms", null=True),
    _whole("coefficient"),
    sa.PrimaryKeyConstraint("room_id", "hand_no", name="hand_pkey"),
    sa.ForeignKeyConstraint(["room_id"], ["room.id"], name="hand_room"),
    sa.CheckConstraint(_one_of("status", ("running", "settled", "void")), name="hand_status"),
    sa.CheckConstraint("(status = 'running') = (ended_ms IS NULL)", name="hand_ended"),
    sa.CheckConstraint("(status = 'running') = (result IS NULL)", name="hand_result"),
    sa.CheckConstraint("coefficient >= 0", name="hand_coefficient"),
    rowid=False,
)
sa.Index(
    "hand_running",
    hand.c.room_id,
    unique=True,
    sqlite_where=hand.c.status == "running",
    postgresql_where=hand.c.status == "running",
)
sa.Index("hand_ended", hand.c.ended_ms)

commit_log = _table(
    "commit_log",
    _text("room_id"),
    _whole("hand_no"),
    _whole("seq"),
    _whole("epoch"),
    _text("actor"),
    _text("action_id", null=True),
    _bytes("facts"),
    _bytes("records"),
    _whole("at_ms"),
    sa.PrimaryKeyConstraint("room_id", "hand_no", "seq", name="commit_log_pkey"),
    sa.ForeignKeyConstraint(["room_id", "hand_no"], ["hand.room_id", "hand.hand_no"], name="commit_log_hand"),
    rowid=False,
)
sa.Index(
    "commit_log_action",
    commit_log.c.room_id,
    commit_log.c.actor,
    commit_log.c.action_id,
    unique=True,
    sqlite_where=commit_log.c.action_id.is_not(None),
    postgresql_where=commit_log.c.action_id.is_not(None),
)

deal_secret = _table(
    "deal_secret",
    _text("room_id"),
    _whole("hand_no"),
    _whole("deal_no"),
    _text("commitment"),
    _bytes("secret"),
    _bytes("player_seeds"),
    _whole("revealed_ms", null=True),
    sa.PrimaryKeyConstraint("room_id", "hand_no", "deal_no", name="deal_secret_pkey"),
    sa.ForeignKeyConstraint(
        ["room_id", "hand_no"], ["hand.room_id", "hand.hand_no"], name="deal_secret_hand"
    ),
    rowid=False,
)

player = _table(
    "player",
    _text("id", primary_key=True),
    _text("kind"),
    _text("name"),
    _whole("created_ms"),
    sa.CheckConstraint(_one_of("kind", PLAYER_KINDS), name="player_kind"),
)
sa.Index("player_of_kind", player.c.kind, player.c.id)

session = _table(
    "session",
    sa.Column("token_sha", sa.LargeBinary(), primary_key=True, nullable=False),
    _text("player_id"),
    _whole("created_ms"),
    _whole("expires_ms"),
    sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="session_player"),
)
sa.Index("session_of_player", session.c.player_id)

credential = _table(
    "credential",
    _text("player_id"),
    _text("login"),
    _text("password"),
    sa.PrimaryKeyConstraint("player_id", name="credential_pkey"),
    sa.UniqueConstraint("login", name="credential_login"),
    sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="credential_player"),
    rowid=False,
)

ban = _table(
    "ban",
    _text("player_id"),
    _text("reason"),
    _whole("since_ms"),
    _whole("until_ms", null=True),
    sa.PrimaryKeyConstraint("player_id", name="ban_pkey"),
    sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="ban_player"),
    sa.CheckConstraint("reason <> ''", name="ban_reason"),
    rowid=False,
)

account = _table(
    "account",
    sa.Column("id", Whole, sa.Identity(always=True), primary_key=True),
    _text("kind"),
    _text("owner_id", null=True),
    _whole("min_balance", server_default=sa.text("0")),
    _whole("version", server_default=sa.text("0")),
    _text("hand", null=True),
    _whole("balance", server_default=sa.text("0")),
    sa.CheckConstraint(_one_of("kind", ACCOUNT_KINDS), name="account_kind"),
    sa.CheckConstraint("(kind IN ('player', 'bot')) = (owner_id IS NOT NULL)", name="account_owner"),
    sa.CheckConstraint("min_balance = 0 OR (kind = 'mint' AND min_balance < 0)", name="account_floor"),
    sa.CheckConstraint("hand IS NULL OR owner_id IS NOT NULL", name="account_hand"),
    sa.CheckConstraint("balance >= min_balance", name="account_balance"),
    sa.CheckConstraint(f"balance BETWEEN -{MAX_BEANS} AND {MAX_BEANS}", name="account_range"),
)
sa.Index(
    "account_of_owner",
    account.c.owner_id,
    unique=True,
    sqlite_where=account.c.owner_id.is_not(None),
    postgresql_where=account.c.owner_id.is_not(None),
)
sa.Index(
    "account_of_system",
    account.c.kind,
    unique=True,
    sqlite_where=account.c.owner_id.is_(None),
    postgresql_where=account.c.owner_id.is_(None),
)
sa.Index(
    "account_in_hand",
    account.c.hand,
    sqlite_where=account.c.hand.is_not(None),
    postgresql_where=account.c.hand.is_not(None),
)

ledger_txn = _table(
    "ledger_txn",
    _text("id"),
    _text("idem_key"),
    _text("request_sha"),
    _text("kind"),
    _text("room_id", null=True),
    _whole("hand_no", null=True),
    _text("actor"),
    _text("reason"),
    _text("ticket"),
    _text("approver", null=True),
    _whole("created_ms"),
    sa.Column("no", Whole, sa.Identity(always=True), primary_key=True),
    sa.UniqueConstraint("id", name="ledger_txn_id"),
    sa.UniqueConstraint("idem_key", name="ledger_txn_key"),
    sa.CheckConstraint(_one_of("kind", TXN_KINDS), name="ledger_txn_kind"),
    sa.CheckConstraint(
        "kind <> 'hand' OR (room_id IS NOT NULL AND hand_no IS NOT NULL"
        " AND idem_key = 'hand:' || room_id || ':' || hand_no)",
        name="ledger_txn_hand",
    ),
    sa.CheckConstraint(
        "actor <> '' AND (kind = 'hand' OR (reason <> '' AND ticket <> ''))", name="ledger_txn_named"
    ),
    sa.CheckConstraint("approver IS NULL OR (approver <> '' AND approver <> actor)", name="ledger_txn_two"),
)

posting = _table(
    "posting",
    _text("txn_id"),
    _whole("line_no"),
    _whole("account_id"),
    _text("hand", null=True),
    _text("purpose"),
    _whole("amount"),
    _whole("account_version"),
    _whole("balance_after"),
    sa.PrimaryKeyConstraint("txn_id", "line_no", name="posting_pkey"),
    sa.ForeignKeyConstraint(
        ["txn_id"], ["ledger_txn.id"], name="posting_txn", deferrable=True, initially="DEFERRED"
    ),
    sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="posting_account"),
    sa.UniqueConstraint("account_id", "account_version", name="posting_version"),
    sa.CheckConstraint("amount <> 0", name="posting_amount"),
    sa.CheckConstraint(_one_of("purpose", PURPOSES), name="posting_purpose"),
    rowid=False,
)

ledger_seal = _table(
    "ledger_seal",
    sa.Column("no", Whole, primary_key=True, autoincrement=False, nullable=False),
    _whole("upto"),
    _text("sha"),
    _whole("sealed_ms"),
)

score = _table(
    "score",
    _text("player_id"),
    _text("ladder"),
    _whole("version"),
    _text("room_id"),
    _whole("hand_no"),
    _whole("points"),
    _whole("points_after"),
    sa.PrimaryKeyConstraint("player_id", "ladder", "version", name="score_pkey"),
    sa.UniqueConstraint("room_id", "hand_no", "player_id", name="score_once"),
    sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="score_player"),
    sa.ForeignKeyConstraint(["room_id", "hand_no"], ["hand.room_id", "hand.hand_no"], name="score_hand"),
    sa.CheckConstraint(_one_of("ladder", LADDERS), name="score_ladder"),
    sa.CheckConstraint("points <> 0", name="score_points"),
    sa.CheckConstraint(f"points_after BETWEEN -{MAX_BEANS} AND {MAX_BEANS}", name="score_range"),
    rowid=False,
)

played_hand = _table(
    "played_hand",
    _text("player_id"),
    _whole("ended_ms"),
    _text("room_id"),
    _whole("hand_no"),
    _text("game"),
    _text("side", null=True),
    _text("outcome"),
    _whole("multiple", null=True),
    _whole("beans"),
    _whole("points"),
    _whole("auto"),
    _text("tier", null=True),
    sa.PrimaryKeyConstraint("player_id", "ended_ms", "room_id", "hand_no", name="played_hand_pkey"),
    sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="played_hand_player"),
    sa.ForeignKeyConstraint(
        ["room_id", "hand_no"], ["hand.room_id", "hand.hand_no"], name="played_hand_hand"
    ),
    sa.CheckConstraint(_one_of("side", SIDES), name="played_hand_side"),
    sa.CheckConstraint(_one_of("outcome", OUTCOMES), name="played_hand_outcome"),
    sa.CheckConstraint("auto IN (0, 1)", name="played_hand_auto"),
    rowid=False,
)

tier = _table(
    "tier",
    _text("game"),
    _text("name"),
    _whole("version"),
    _whole("coefficient"),
    _whole("fee"),
    _whole("entry"),
    _whole("double_above"),
    _whole("bots"),
    _whole("open"),
    _whole("position"),
    _text("actor"),
    _text("reason"),
    _whole("at_ms"),
    sa.PrimaryKeyConstraint("game", "name", "version", name="tier_pkey"),
    sa.CheckConstraint(
        "coefficient >= 1 AND fee >= 0 AND entry >= 1 AND double_above >= 0", name="tier_figures"
    ),
    sa.CheckConstraint("bots IN (0, 1) AND open IN (0, 1)", name="tier_switches"),
    sa.CheckConstraint("version >= 1 AND actor <> '' AND reason <> ''", name="tier_named"),
    rowid=False,
)
