"""The seals of the ledger's history, in SQL, and the history as they read it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import bindparam, insert, select

from app.storage.dialect import Dialect, Horizon, Session
from app.storage.queries import Queries
from app.storage.tables import account, ledger_seal, ledger_txn, posting

_NEWEST = select(ledger_seal).order_by(ledger_seal.c.no.desc()).limit(1)
_AFTER = (
    select(ledger_seal)
    .where(ledger_seal.c.no > bindparam("after"))
    .order_by(ledger_seal.c.no)
    .limit(bindparam("most"))
)
_GET = select(ledger_seal).where(ledger_seal.c.no == bindparam("number"))

_IN_RANGE = ledger_txn.c.no.between(bindparam("low"), bindparam("high"))
_NUMBERS = (
    select(ledger_txn.c.no)
    .where(ledger_txn.c.no > bindparam("after"))
    .order_by(ledger_txn.c.no)
    .limit(bindparam("most"))
)
_HEADERS = (
    select(
        ledger_txn.c.no,
        ledger_txn.c.id,
        ledger_txn.c.idem_key,
        ledger_txn.c.request_sha,
        ledger_txn.c.kind,
        ledger_txn.c.room_id,
        ledger_txn.c.hand_no,
        ledger_txn.c.actor,
        ledger_txn.c.reason,
        ledger_txn.c.ticket,
        ledger_txn.c.approver,
        ledger_txn.c.created_ms,
    )
    .where(_IN_RANGE)
    .order_by(ledger_txn.c.no)
)
_POSTINGS = (
    select(
        ledger_txn.c.no,
        posting.c.line_no,
        posting.c.account_id,
        account.c.kind,
        account.c.owner_id,
        posting.c.hand,
        posting.c.purpose,
        posting.c.amount,
        posting.c.account_version,
        posting.c.balance_after,
    )
    .select_from(ledger_txn)
    .join(posting, posting.c.txn_id == ledger_txn.c.id)
    .outerjoin(account, account.c.id == posting.c.account_id)
    .where(_IN_RANGE)
    .order_by(ledger_txn.c.no, posting.c.line_no)
)


EVERY_SEAL: Final = 2**31
"""A limit that no ledger reaches."""


@dataclass(frozen=True, slots=True)
class SealRow:
    """Seal `no` ends with transaction number `upto`; `sha` also depends on every seal before."""

    no: int
    upto: int
    sha: str
    sealed_ms: int


class SqlSeals:
    """The seals of one transaction."""

    def __init__(self, session: Session, queries: Queries, dialect: Dialect) -> None:
        self._session = session
        self._queries = queries
        self._dialect = dialect

    async def newest(self) -> SealRow | None:
        found = await self._queries.row(_NEWEST)
        return SealRow(*found) if found else None

    async def get(self, no: int) -> SealRow | None:
        found = await self._queries.row(_GET, number=no)
        return SealRow(*found) if found else None

    async def after(self, no: int, limit: int) -> list[SealRow]:
        """Seals in order, from the one after `no` on."""
        return [SealRow(*row) for row in await self._queries.rows(_AFTER, after=no, most=limit)]

    async def add(self, seal: SealRow) -> None:
        """Store the next seal; raises LedgerRuleError unless it follows the one before."""
        await self._queries.change(
            insert(ledger_seal), no=seal.no, upto=seal.upto, sha=seal.sha, sealed_ms=seal.sealed_ms
        )

    async def horizon(self) -> Horizon:
        """How far the ledger's numbers have come; in a transaction that writes."""
        return await self._session.run(self._dialect.horizon)

    async def is_final(self, horizon: Horizon) -> bool:
        """Whether every transaction that could still get a number up to the horizon has ended."""
        return await self._session.run(lambda connection: self._dialect.is_final(connection, horizon))

    async def numbers(self, after: int, limit: int) -> list[int]:
        """The numbers of the transactions that follow number `after`."""
        return [row.no for row in await self._queries.rows(_NUMBERS, after=after, most=limit)]

    async def history(self, low: int, high: int) -> tuple[Sequence[Any], Sequence[Any]]:
        """The headers with the numbers from `low` to `high`, and their postings with the accounts' kinds and owners.

        Each row begins with the transaction's number; both are in order.
        """
        headers = await self._queries.rows(_HEADERS, low=low, high=high)
        return headers, await self._queries.rows(_POSTINGS, low=low, high=high)
