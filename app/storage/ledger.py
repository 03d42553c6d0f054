"""The ledger's rows, in SQL. What they may be is guarded by the database itself, see the migrations."""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, select

from app.storage.dialect import Dialect, Session
from app.storage.queries import Queries
from app.storage.store import AccountRow, LedgerRuleError, LegRow, PostingRow, TxnRow
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


_FIND_TXN = select(*_TXN).where(ledger_txn.c.idem_key == bindparam("key"))
_GET_TXN = select(*_TXN).where(ledger_txn.c.id == bindparam("txn"))

_GET_ACCOUNT = select(account).where(account.c.id == bindparam("number"))
_OF_SYSTEM = select(account).where(account.c.kind == bindparam("kind"), account.c.owner_id.is_(None))
_OF_OWNER = select(account).where(
    account.c.kind == bindparam("kind"), account.c.owner_id == bindparam("owner")
)
_OF_OWNERS = select(account).where(account.c.owner_id.in_(bindparam("owners", expanding=True)))

_LINES = select(posting).where(posting.c.txn_id == bindparam("txn")).order_by(posting.c.line_no)
_STATEMENT = (
    select(posting)
    .where(posting.c.account_id == bindparam("account"), posting.c.account_version < bindparam("below"))
    .order_by(posting.c.account_version.desc())
    .limit(bindparam("most"))
)
_ABOVE_ALL_VERSIONS = 2**62


class SqlLedger:
    """The ledger in one transaction."""

    def __init__(self, session: Session, queries: Queries, dialect: Dialect) -> None:
        self._session = session
        self._queries = queries
        self._dialect = dialect

    async def open_account(self, kind: str, owner_id: str | None, min_balance: int = 0) -> AccountRow:
        def work(connection: Connection) -> None:
            self._dialect.open_account(connection, kind, owner_id, min_balance)

        await self._session.run(work)
        if opened := await self.find_account(kind, owner_id):
            return opened
        raise LedgerRuleError(f"{owner_id} has an account of another kind")

    async def find_account(self, kind: str, owner_id: str | None) -> AccountRow | None:
        if owner_id is None:
            found = await self._queries.row(_OF_SYSTEM, kind=kind)
        else:
            found = await self._queries.row(_OF_OWNER, kind=kind, owner=owner_id)
        return AccountRow(*found) if found else None

    async def get_account(self, account_id: int) -> AccountRow | None:
        found = await self._queries.row(_GET_ACCOUNT, number=account_id)
        return AccountRow(*found) if found else None

    async def find_accounts(self, owner_ids: Sequence[str]) -> dict[str, AccountRow]:
        rows = await self._queries.rows(_OF_OWNERS, owners=list(owner_ids))
        return {row.owner_id: AccountRow(*row) for row in rows}

    async def lock(self, account_ids: Sequence[int]) -> list[AccountRow]:
        return await self._session.run(lambda connection: self._dialect.lock(connection, account_ids))

    async def mark(self, hand: str, carried: dict[int, int]) -> bool:
        return await self._session.run(lambda connection: self._dialect.mark(connection, hand, carried))

    async def unmark(self, hand: str) -> None:
        await self._session.run(lambda connection: self._dialect.unmark(connection, hand))

    async def find_txn(self, idem_key: str) -> TxnRow | None:
        found = await self._queries.row(_FIND_TXN, key=idem_key)
        return TxnRow(*found) if found else None

    async def get_txn(self, txn_id: str) -> TxnRow | None:
        found = await self._queries.row(_GET_TXN, txn=txn_id)
        return TxnRow(*found) if found else None

    async def post(self, txn: TxnRow, legs: Sequence[LegRow]) -> None:
        await self._session.run(lambda connection: self._dialect.post(connection, txn, legs))

    async def postings(self, txn_id: str) -> list[PostingRow]:
        return [PostingRow(*row) for row in await self._queries.rows(_LINES, txn=txn_id)]

    async def statement(self, account_id: int, before_version: int | None, limit: int) -> list[PostingRow]:
        below = _ABOVE_ALL_VERSIONS if before_version is None else before_version
        rows = await self._queries.rows(_STATEMENT, account=account_id, below=below, most=limit)
        return [PostingRow(*row) for row in rows]
