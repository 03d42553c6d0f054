"""The ledger's rows, in SQL. What they may be is guarded by the database itself, see the migrations."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, select

from app.storage.dialect import Dialect, Session
from app.storage.store import AccountRow, LedgerRuleError, PostingRow, TxnRow
from app.storage.tables import account, ledger_txn, posting

_TXN = (
    ledger_txn.c.id,
    ledger_txn.c.idem_key,
    ledger_txn.c.request_sha,
    ledger_txn.c.kind,
    ledger_txn.c.room_id,
    ledger_txn.c.hand_no,
    ledger_txn.c.actor,
    ledger_txn.c.reason,
    ledger_txn.c.created_ms,
    ledger_txn.c.ticket,
    ledger_txn.c.approver,
)


class SqlLedger:
    """The ledger in one transaction."""

    def __init__(self, session: Session, dialect: Dialect) -> None:
        self._session = session
        self._dialect = dialect

    async def open_account(self, kind: str, owner_id: str | None, min_balance: int = 0) -> AccountRow:
        def work(connection: Connection) -> AccountRow:
            self._dialect.open_account(connection, kind, owner_id, min_balance)
            if found := connection.execute(_account_of(kind, owner_id)).one_or_none():
                return AccountRow(*found)
            raise LedgerRuleError(f"{owner_id} has an account of another kind")

        return await self._session.run(work)

    async def find_account(self, kind: str, owner_id: str | None) -> AccountRow | None:
        statement = _account_of(kind, owner_id)
        found = await self._session.run(lambda connection: connection.execute(statement).one_or_none())
        return AccountRow(*found) if found else None

    async def find_accounts(self, owner_ids: Sequence[str]) -> dict[str, AccountRow]:
        statement = select(account).where(account.c.owner_id.in_(owner_ids))
        rows = await self._session.run(lambda connection: connection.execute(statement).all())
        return {row.owner_id: AccountRow(*row) for row in rows}

    async def lock(self, account_ids: Sequence[int]) -> list[AccountRow]:
        return await self._session.run(lambda connection: self._dialect.lock(connection, account_ids))

    async def mark(self, hand: str, carried: dict[int, int]) -> bool:
        return await self._session.run(lambda connection: self._dialect.mark(connection, hand, carried))

    async def unmark(self, hand: str) -> None:
        await self._session.run(lambda connection: self._dialect.unmark(connection, hand))

    async def find_txn(self, idem_key: str) -> TxnRow | None:
        statement = select(*_TXN).where(ledger_txn.c.idem_key == idem_key)
        found = await self._session.run(lambda connection: connection.execute(statement).one_or_none())
        return TxnRow(*found) if found else None

    async def post(self, txn: TxnRow, postings: Sequence[PostingRow]) -> None:
        await self._session.run(lambda connection: self._dialect.post(connection, txn, postings))

    async def postings(self, txn_id: str) -> list[PostingRow]:
        statement = select(posting).where(posting.c.txn_id == txn_id).order_by(posting.c.line_no)
        rows = await self._session.run(lambda connection: connection.execute(statement).all())
        return [PostingRow(*row) for row in rows]

    async def statement(self, account_id: int, before_version: int | None, limit: int) -> list[PostingRow]:
        statement = select(posting).where(posting.c.account_id == account_id)
        if before_version is not None:
            statement = statement.where(posting.c.account_version < before_version)
        statement = statement.order_by(posting.c.account_version.desc()).limit(limit)
        rows = await self._session.run(lambda connection: connection.execute(statement).all())
        return [PostingRow(*row) for row in rows]


def _account_of(kind: str, owner_id: str | None) -> Select[Any]:
    owner = account.c.owner_id.is_(None) if owner_id is None else account.c.owner_id == owner_id
    return select(account).where(account.c.kind == kind, owner)
