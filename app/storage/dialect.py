"""What differs between SQLite and PostgreSQL, as protocols; `sqlite` and `postgres` are the two answers."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from app.storage.store import AccountRow, CommitRow, LegRow, TxnRow

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Horizon:
    """The highest number of a ledger transaction that was stored, and what must be over before all below are known.

    Numbers are not taken in the order of commits: one below may belong to a transaction that has not ended.
    """

    newest: int
    fence: int


class Session(Protocol):
    """One open transaction on one connection."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run statements on the connection, off the event loop where they would block it.

        Errors of the database come as the errors of `store`, where those say more.
        """
        ...

    def before(self, statement: str) -> None:
        """Send a statement without values together with the next work, to save a journey of its own."""
        ...


class Dialect(Protocol):
    """Statements that each database has its own best form of. They run inside `Session.run`."""

    def append(self, connection: Connection, commits: Sequence[CommitRow]) -> set[str]:
        """Insert the commits whose epoch is their room's; returns the rooms whose commit was stored."""
        ...

    def lock(self, connection: Connection, account_ids: Sequence[int]) -> list[AccountRow]: ...

    def mark(self, connection: Connection, hand: str, carried: Mapping[int, int]) -> bool: ...

    def unmark(self, connection: Connection, hand: str) -> None: ...

    def open_account(self, connection: Connection, kind: str, owner_id: str | None, min_balance: int) -> None:
        """Insert the account unless this kind and owner have one."""
        ...

    def post(self, connection: Connection, txn: TxnRow, legs: Sequence[LegRow]) -> None: ...

    def horizon(self, connection: Connection) -> Horizon:
        """How far the ledger's numbers have come; the transaction must be one that writes."""
        ...

    def is_final(self, connection: Connection, horizon: Horizon) -> bool:
        """Whether everything that could still get a number up to the horizon has ended."""
        ...

    def missing_guards(self, connection: Connection) -> list[str]:
        """The ledger's triggers that are not there, or not at work."""
        ...

    def told(self, error: DBAPIError) -> Exception:
        """What an error of the driver means to callers of the storage."""
        ...


class Backend(Protocol):
    """Connections to one database."""

    @property
    def url(self) -> str: ...

    @property
    def dialect(self) -> Dialect: ...

    def writing(self) -> AbstractAsyncContextManager[Session]:
        """A transaction that is committed when the block ends and rolled back when it raises."""
        ...

    def reading(self) -> AbstractAsyncContextManager[Session]:
        """A transaction over one consistent state that cannot write."""
        ...

    async def close(self) -> None: ...
