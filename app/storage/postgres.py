"""PostgreSQL through asyncpg: READ COMMITTED to write, a REPEATABLE READ snapshot to read."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, event, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from app.storage.dialect import Horizon
from app.storage.store import (
    AccountRow,
    CommitRow,
    DuplicateTxnError,
    LedgerRuleError,
    LegRow,
    RowConflictError,
    TryAgainError,
    TxnRow,
)

T = TypeVar("T")

CONNECTIONS = 10
LOCK_TIMEOUT_MS = 2000

# The role that may only look at and add to the ledger, where the migration could make it and this user may
# take it; otherwise the user's own rights stay.
_TAKE_ROLE = """
SELECT set_config('role', rolname, false) FROM pg_roles
  WHERE rolname = 'doudizhu_app' AND pg_has_role(session_user, oid, 'MEMBER')
    AND has_table_privilege(oid, to_regclass('posting'), 'INSERT')
"""

# Share locks on the rooms, in id order, hold until the end: who claims a room waits for commits in flight, and
# commits that come after the claim find another epoch.
_APPEND = """
WITH fenced AS MATERIALIZED (
  SELECT id, epoch FROM room WHERE id = ANY ($1::text[]) ORDER BY id FOR SHARE
)
INSERT INTO commit_log (room_id, hand_no, seq, epoch, actor, action_id, facts, records, at_ms)
  SELECT batch.* FROM unnest(
    $1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bytea[], $8::bytea[],
    $9::bigint[]
  ) AS batch (room_id, hand_no, seq, epoch, actor, action_id, facts, records, at_ms)
  JOIN fenced ON fenced.id = batch.room_id AND fenced.epoch = batch.epoch
  ON CONFLICT DO NOTHING RETURNING room_id
"""

_POST = """
SELECT post_txn($1::text, $2::text, $3::text, $4::text, $5::text, $6::bigint, $7::text, $8::text, $9::text,
  $10::text, $11::bigint, $12::bigint[], $13::text[], $14::text[], $15::bigint[])
"""

# Whoever has taken a number has stored postings before it, and so had his transaction's id before this one's.
_HORIZON = """
SELECT (SELECT coalesce(max(no), 0) FROM ledger_txn), pg_current_xact_id()::text::bigint
"""

_LEDGER_TABLES = ("account", "posting", "ledger_txn", "ledger_seal", "score")

GUARDS = frozenset(
    {
        "account_frozen",
        "account_guard",
        "account_opened",
        "account_truncate",
        "hand_frozen",
        "ledger_seal_frozen",
        "ledger_seal_next",
        "ledger_seal_truncate",
        "ledger_txn_free",
        "ledger_txn_frozen",
        "ledger_txn_seal",
        "ledger_txn_truncate",
        "posting_apply",
        "posting_frozen",
        "posting_sealed",
        "posting_truncate",
        "score_frozen",
        "score_next",
        "score_truncate",
    }
)


def asyncpg_url(url: str) -> str:
    """The URL for SQLAlchemy: the asyncpg driver, and libpq's `sslmode` under asyncpg's name."""
    made = make_url(url).set(drivername="postgresql+asyncpg")
    query = dict(made.query)
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    return made.set(query=query).render_as_string(hide_password=False)


class PostgresSession:
    """A transaction on one connection of the pool."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._waiting: list[str] = []

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run statements; the driver suspends the task while it waits for the server."""
        waiting, self._waiting = self._waiting, []

        def with_waiting(connection: Connection) -> T:
            for statement in waiting:
                connection.exec_driver_sql(statement)
            return work(connection)

        try:
            return await self._connection.run_sync(with_waiting)
        except DBAPIError as error:
            raise told(error) from error

    def before(self, statement: str) -> None:
        """Send a statement together with the next work."""
        self._waiting.append(statement)

    async def commit(self) -> None:
        await self.run(lambda connection: connection.commit())


class PostgresBackend:
    """A pool of connections to one database."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.dialect = PostgresDialect()
        self._engine = create_async_engine(
            asyncpg_url(url),
            pool_size=CONNECTIONS,
            max_overflow=0,
            hide_parameters=True,  # an error's text goes into the log, and must not bring cards there
            isolation_level="READ COMMITTED",
            connect_args={
                "server_settings": {
                    "application_name": "doudizhu",
                    "lock_timeout": str(LOCK_TIMEOUT_MS),
                    "synchronous_commit": "on",
                }
            },
        )
        self._snapshots = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )

        @event.listens_for(self._engine.sync_engine, "connect")
        def connected(connection: Any, _: object) -> None:
            cursor = connection.cursor()
            cursor.execute(_TAKE_ROLE)
            cursor.close()
            connection.commit()

    @property
    def url(self) -> str:
        """The address as it was given."""
        return self._url

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[PostgresSession]:
        async with self._engine.connect() as connection:
            session = PostgresSession(connection)
            yield session
            await session.commit()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[PostgresSession]:
        async with self._snapshots.connect() as connection:
            yield PostgresSession(connection)

    async def close(self) -> None:
        await self._engine.dispose()


class PostgresDialect:
    """Statements in PostgreSQL's form. Balances and marks change through functions, for the role may not."""

    def append(self, connection: Connection, commits: Sequence[CommitRow]) -> set[str]:
        columns = (
            [row.room_id for row in commits],
            [row.hand_no for row in commits],
            [row.seq for row in commits],
            [row.epoch for row in commits],
            [row.actor for row in commits],
            [row.action_id for row in commits],
            [row.facts for row in commits],
            [row.records for row in commits],
            [row.at_ms for row in commits],
        )
        return {room_id for (room_id,) in connection.exec_driver_sql(_APPEND, columns)}

    def lock(self, connection: Connection, account_ids: Sequence[int]) -> list[AccountRow]:
        rows = connection.exec_driver_sql(
            "SELECT id, kind, owner_id, min_balance, version, hand, balance FROM lock_accounts($1::bigint[])",
            (sorted(set(account_ids)),),
        )
        return [AccountRow(*row) for row in rows]

    def mark(self, connection: Connection, hand: str, carried: Mapping[int, int]) -> bool:
        ids = sorted(carried)
        marked = connection.exec_driver_sql(
            "SELECT mark_hand($1::text, $2::bigint[], $3::bigint[])", (hand, ids, [carried[n] for n in ids])
        )
        return bool(marked.scalar_one())

    def unmark(self, connection: Connection, hand: str) -> None:
        connection.exec_driver_sql("SELECT unmark_hand($1::text)", (hand,))

    def open_account(self, connection: Connection, kind: str, owner_id: str | None, min_balance: int) -> None:
        connection.exec_driver_sql(
            "INSERT INTO account (kind, owner_id, min_balance) VALUES ($1::text, $2::text, $3::bigint)"
            " ON CONFLICT DO NOTHING",
            (kind, owner_id, min_balance),
        )

    def post(self, connection: Connection, txn: TxnRow, legs: Sequence[LegRow]) -> None:
        posted = connection.exec_driver_sql(
            _POST,
            (
                txn.id,
                txn.idem_key,
                txn.request_sha,
                txn.kind,
                txn.room_id,
                txn.hand_no,
                txn.actor,
                txn.reason,
                txn.ticket,
                txn.approver,
                txn.created_ms,
                [leg.account_id for leg in legs],
                [leg.hand for leg in legs],
                [leg.purpose for leg in legs],
                [leg.amount for leg in legs],
            ),
        )
        if not posted.scalar_one():
            raise DuplicateTxnError(f"the key {txn.idem_key} is taken")

    def horizon(self, connection: Connection) -> Horizon:
        newest, own = connection.exec_driver_sql(_HORIZON).one()
        return Horizon(newest, own)

    def is_final(self, connection: Connection, horizon: Horizon) -> bool:
        past = connection.exec_driver_sql(
            "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint > $1::bigint", (horizon.fence,)
        )
        return bool(past.scalar_one())

    def missing_guards(self, connection: Connection) -> list[str]:
        found = connection.exec_driver_sql(
            "SELECT tgname FROM pg_trigger WHERE tgenabled IN ('O', 'A') AND NOT tgisinternal"
            " AND tgrelid = ANY (ARRAY['account', 'ledger_txn', 'posting', 'hand', 'ledger_seal', 'score']::regclass[])"
        )
        return sorted(GUARDS - {name for (name,) in found})

    def told(self, error: DBAPIError) -> Exception:
        return told(error)


def told(error: DBAPIError) -> Exception:
    """What an error of the driver means to callers of the storage."""
    cause = getattr(error.orig, "__cause__", None)
    state = str(getattr(cause, "sqlstate", ""))
    table, name = getattr(cause, "table_name", None), getattr(cause, "constraint_name", None)
    if state == "DL001":
        return LedgerRuleError(str(cause))
    if state in ("40001", "40P01", "55P03"):
        return TryAgainError(str(cause))
    if state == "23505" and name in ("ledger_txn_id", "ledger_txn_key"):
        return DuplicateTxnError(str(cause))
    if state.startswith("23"):
        return LedgerRuleError(str(cause)) if table in _LEDGER_TABLES else RowConflictError(str(cause))
    if state == "22003":  # out of the range of an integer
        return LedgerRuleError(str(cause))
    return error
