"""SQLite: a file in WAL mode, one thread that writes, a few that read."""

import asyncio
import json
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import fields
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, create_engine, event, make_url, pool
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError

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

READERS = 3
BUSY_MS = 5000
NEEDED = (3, 37)  # STRICT tables

_LEDGER_TABLES = ("account", "posting", "ledger_txn", "ledger_seal", "score")
_COMMIT_COLUMNS = "room_id, hand_no, seq, epoch, actor, action_id, facts, records, at_ms"
_COMMIT_WIDTH = 9
_COMMIT_BATCH = 1024
_TXN_FIELDS = tuple(field.name for field in fields(TxnRow))
_txn_values = attrgetter(*_TXN_FIELDS)
_HEADER = (  # names of fields only
    f"INSERT INTO ledger_txn ({', '.join(_TXN_FIELDS)})"  # noqa: S608
    f" VALUES ({', '.join('?' * len(_TXN_FIELDS))})"
)

# A leg without an account gets no version, which no posting may lack.
_POSTINGS = """
INSERT INTO posting (txn_id, line_no, account_id, hand, purpose, amount, account_version, balance_after)
  WITH leg (line_no, account_id, hand, purpose, amount) AS (
    SELECT key, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
      json_extract(value, '$[3]') FROM json_each(?2)
  )
  SELECT ?1, line_no, account_id, leg.hand, purpose, amount,
      account.version + row_number() OVER so_far, account.balance + sum(amount) OVER so_far
    FROM leg LEFT JOIN account ON account.id = account_id
    WINDOW so_far AS (PARTITION BY account_id ORDER BY line_no)
    ORDER BY line_no
"""


GUARDS = frozenset(
    {
        "account_frozen",
        "account_guard",
        "account_opened",
        "hand_frozen",
        "ledger_seal_frozen_delete",
        "ledger_seal_frozen_update",
        "ledger_seal_next",
        "ledger_txn_free",
        "ledger_txn_frozen_delete",
        "ledger_txn_frozen_update",
        "ledger_txn_numbered",
        "ledger_txn_seal",
        "posting_apply",
        "posting_frozen_delete",
        "posting_frozen_update",
        "posting_sealed",
        "score_frozen_delete",
        "score_frozen_update",
        "score_next",
    }
)


class Lane:
    """One connection that lives on one thread of its own; it is one transaction's at a time."""

    def __init__(self, url: str, name: str, *, writes: bool) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"sqlite-{name}")
        self._engine = create_engine(
            url,
            poolclass=pool.NullPool,
            hide_parameters=True,  # an error's text goes into the log, and must not bring cards there
            connect_args={"check_same_thread": False, "timeout": BUSY_MS / 1000},
        )
        self._connection: Connection | None = None
        self._waiting: list[str] = []
        opening = "BEGIN IMMEDIATE" if writes else "BEGIN"

        @event.listens_for(self._engine, "connect")
        def connected(connection: DBAPIConnection, _: object) -> None:
            assert isinstance(connection, sqlite3.Connection)
            connection.isolation_level = None  # transactions begin and end by our own word only
            for pragma in ("foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL", "trusted_schema=OFF"):
                connection.execute(f"PRAGMA {pragma}")
            if not writes:
                connection.execute("PRAGMA query_only=ON")

        @event.listens_for(self._engine, "begin")
        def begun(connection: Connection) -> None:
            connection.exec_driver_sql(opening)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run statements on the lane's thread."""
        waiting, self._waiting = self._waiting, []
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._work, waiting, work)
        except DBAPIError as error:
            raise told(error) from error

    def before(self, statement: str) -> None:
        """Send a statement together with the next work."""
        self._waiting.append(statement)

    async def begin(self) -> None:
        await self.run(_fresh)

    async def commit(self) -> None:
        await self.run(lambda connection: connection.commit())

    async def rollback(self) -> None:
        self._waiting.clear()
        await self.run(_rollback)

    async def close(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._close)
        self._thread.shutdown(wait=True)

    def _work(self, waiting: list[str], work: Callable[[Connection], T]) -> T:
        if self._connection is None:
            self._connection = self._engine.connect()
        for statement in waiting:
            self._connection.exec_driver_sql(statement)
        return work(self._connection)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()


def _rollback(connection: Connection) -> None:
    connection.rollback()
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.rollback()  # a COMMIT that fails leaves SQLite's transaction open


def _fresh(connection: Connection) -> None:
    _rollback(connection)  # whoever had the lane may have been cancelled before it could clean up
    connection.begin()


class SqliteBackend:
    """The connections to one file. `sqlite://` is a file of its own that goes when it is closed."""

    def __init__(self, url: str) -> None:
        if sqlite3.sqlite_version_info < NEEDED:
            raise RuntimeError(f"SQLite {'.'.join(map(str, NEEDED))} or newer is needed")
        name = make_url(url).database
        self._folder: str | None = None
        if not name or name == ":memory:":
            self._folder = tempfile.mkdtemp(prefix="doudizhu-")
            name = str(Path(self._folder) / "private.sqlite3")
        self._url = f"sqlite:///{name}"
        self.dialect = SqliteDialect()
        self._gate = asyncio.Lock()
        self._writer = Lane(self._url, "writer", writes=True)
        self._readers = [Lane(self._url, f"reader-{number}", writes=False) for number in range(READERS)]
        self._idle: asyncio.LifoQueue[Lane] = asyncio.LifoQueue()
        for lane in self._readers:
            self._idle.put_nowait(lane)

    @property
    def url(self) -> str:
        """The address of the file, for migrations."""
        return self._url

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Lane]:
        async with self._gate:
            lane = self._writer
            try:
                await lane.begin()
                yield lane
                await lane.commit()
            except BaseException:
                await lane.rollback()
                raise

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Lane]:
        lane = await self._idle.get()
        try:
            await lane.begin()
            yield lane
        finally:
            try:
                await lane.rollback()
            finally:
                self._idle.put_nowait(lane)

    async def close(self) -> None:
        for lane in [*self._readers, self._writer]:
            await lane.close()
        if self._folder:
            await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)


class SqliteDialect:
    """Statements in SQLite's form. There is one writer at a time, so nothing has to be locked."""

    def append(self, connection: Connection, commits: Sequence[CommitRow]) -> set[str]:
        stored: set[str] = set()
        for start in range(0, len(commits), _COMMIT_BATCH):
            part = commits[start : start + _COMMIT_BATCH]
            rows = 1 << (len(part) - 1).bit_length()  # few sizes, so that the driver's statement cache helps
            values: list[object] = []
            for row in part:
                values += (row.room_id, row.hand_no, row.seq, row.epoch, row.actor, row.action_id)
                values += (row.facts, row.records, row.at_ms)
            values += [None] * (_COMMIT_WIDTH * (rows - len(part)))
            found = connection.exec_driver_sql(_append_statement(rows), tuple(values))
            stored.update(room_id for (room_id,) in found)
        return stored

    def lock(self, connection: Connection, account_ids: Sequence[int]) -> list[AccountRow]:
        rows = connection.exec_driver_sql(
            "SELECT id, kind, owner_id, min_balance, version, hand, balance FROM account"
            " WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",
            (json.dumps(list(account_ids)),),
        )
        return [AccountRow(*row) for row in rows]

    def mark(self, connection: Connection, hand: str, carried: Mapping[int, int]) -> bool:
        for account in (accounts := self.lock(connection, list(carried))):
            if account.hand or account.owner_id is None or account.balance != carried[account.id]:
                return False
        if len(accounts) != len(carried):
            return False
        connection.exec_driver_sql(
            "UPDATE account SET hand = ? WHERE id IN (SELECT value FROM json_each(?))",
            (hand, json.dumps(list(carried))),
        )
        return True

    def unmark(self, connection: Connection, hand: str) -> None:
        connection.exec_driver_sql("UPDATE account SET hand = NULL WHERE hand = ?", (hand,))

    def open_account(self, connection: Connection, kind: str, owner_id: str | None, min_balance: int) -> None:
        connection.exec_driver_sql(
            "INSERT INTO account (kind, owner_id, min_balance) SELECT ?, ?, ?"
            " WHERE NOT EXISTS (SELECT 1 FROM account WHERE kind = ? AND owner_id IS ?)",
            (kind, owner_id, min_balance, kind, owner_id),
        )

    def post(self, connection: Connection, txn: TxnRow, legs: Sequence[LegRow]) -> None:
        known = connection.exec_driver_sql(
            "SELECT 1 FROM ledger_txn WHERE id = ? OR idem_key = ?", (txn.id, txn.idem_key)
        )
        if known.first():
            raise DuplicateTxnError(f"the key {txn.idem_key} is taken")
        form = json.dumps([[leg.account_id, leg.hand, leg.purpose, leg.amount] for leg in legs])
        connection.exec_driver_sql(_POSTINGS, (txn.id, form))
        connection.exec_driver_sql(_HEADER, _txn_values(txn))

    def horizon(self, connection: Connection) -> Horizon:
        newest = connection.exec_driver_sql("SELECT coalesce(max(no), 0) FROM ledger_txn").scalar_one()
        return Horizon(newest, 0)  # one writer at a time: numbers come in the order of commits

    def is_final(self, connection: Connection, horizon: Horizon) -> bool:
        return True

    def missing_guards(self, connection: Connection) -> list[str]:
        found = connection.exec_driver_sql("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        return sorted(GUARDS - {name for (name,) in found})

    def told(self, error: DBAPIError) -> Exception:
        return told(error)


def _append_statement(rows: int) -> str:
    marks = ",".join(["(?,?,?,?,?,?,?,?,?)"] * rows)
    return (  # question marks only
        f"WITH batch ({_COMMIT_COLUMNS}) AS (VALUES {marks})"  # noqa: S608
        f" INSERT INTO commit_log ({_COMMIT_COLUMNS})"
        " SELECT batch.* FROM batch JOIN room ON room.id = batch.room_id AND room.epoch = batch.epoch"
        " WHERE true ON CONFLICT DO NOTHING RETURNING room_id"
    )


def told(error: DBAPIError) -> Exception:
    """What an error of the driver means to callers of the storage."""
    text = str(error.orig)
    code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
    if text == "ledger: duplicate key":
        return DuplicateTxnError(text)
    if text.startswith("ledger: "):
        return LedgerRuleError(text)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return TryAgainError(text)
    if code == sqlite3.SQLITE_CONSTRAINT:
        # "CHECK constraint failed: account_balance", "UNIQUE constraint failed: room.id"; the one key that is
        # looked at by COMMIT is the one from a posting to its header
        at_commit = error.statement is None
        in_ledger = at_commit or text.partition(": ")[2].startswith(_LEDGER_TABLES)
        return LedgerRuleError(text) if in_ledger else RowConflictError(text)
    return error
