"""The storage in a SQL database: `Database.open("sqlite:///doudizhu.db")` or `Database.open("postgresql://...")`."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import make_url, text

from app.storage.dialect import Backend, Dialect, Session
from app.storage.hands import SqlHands
from app.storage.history import SqlHistory
from app.storage.ledger import SqlLedger
from app.storage.players import SqlPlayers
from app.storage.postgres import PostgresBackend
from app.storage.queries import Queries
from app.storage.rooms import SqlRooms
from app.storage.scores import SqlScores
from app.storage.seals import SqlSeals
from app.storage.sessions import SqlSessions
from app.storage.sqlite import SqliteBackend
from app.storage.tiers import SqlTiers


class SqlTransaction:
    """The `Transaction` of `store` over one open session."""

    def __init__(self, session: Session, dialect: Dialect) -> None:
        self._session = session
        self._dialect = dialect
        self._queries = Queries(session)
        self.rooms = SqlRooms(self._queries)
        self.hands = SqlHands(session, self._queries, dialect)
        self.ledger = SqlLedger(session, self._queries, dialect)
        self.scores = SqlScores(session, self._queries)
        self.history = SqlHistory(session, self._queries)
        self.tiers = SqlTiers(self._queries)
        self.players = SqlPlayers(self._queries)
        self.sessions = SqlSessions(self._queries)
        self.seals = SqlSeals(session, self._queries, dialect)

    @asynccontextmanager
    async def savepoint(self) -> AsyncIterator[None]:
        # Always the same words, so that the driver prepares them once; an inner name hides an outer one.
        self._session.before("SAVEPOINT part")
        try:
            yield
        except BaseException:
            self._session.before("ROLLBACK TO SAVEPOINT part")
            self._session.before("RELEASE SAVEPOINT part")
            raise
        self._session.before("RELEASE SAVEPOINT part")

    async def select(self, sql: str, **values: Any) -> Sequence[Any]:
        """The rows of a query in SQL that both databases understand: for audits and reports."""
        return await self._queries.rows(text(sql), **values)

    async def missing_guards(self) -> list[str]:
        """The ledger's triggers that are not there, or not at work."""
        return await self._session.run(self._dialect.missing_guards)


class Database:
    """The `Storage` of `store` in SQLite or PostgreSQL. It expects the newest schema, see `migrate`."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    @classmethod
    def open(cls, url: str) -> "Database":
        """A database by its URL; connections are made when they are first needed.

        `sqlite:///doudizhu.db` is a file, `sqlite://` a private file that goes when it is closed,
        `postgresql://user@/name?host=/folder` a server's socket.
        """
        name = make_url(url).get_backend_name()
        if name == "sqlite":
            return cls(SqliteBackend(url))
        if name == "postgresql":
            return cls(PostgresBackend(url))
        raise ValueError(f"no such database: {name}")

    @property
    def url(self) -> str:
        """Where the database is, for migrations; for `sqlite://` the address of its private file."""
        return self._backend.url

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[SqlTransaction]:
        """A transaction that writes; on SQLite one at a time."""
        async with self._backend.writing() as session:
            yield SqlTransaction(session, self._backend.dialect)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[SqlTransaction]:
        """A transaction that only reads, of one consistent state."""
        async with self._backend.reading() as session:
            yield SqlTransaction(session, self._backend.dialect)

    async def close(self) -> None:
        await self._backend.close()
