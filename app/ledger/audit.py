"""Checks the ledger's invariants over a whole database, in one consistent state.

Each check names the invariant that `docs/ledger.md` explains. A database that only this program has written to
passes all of them at any moment, also while hands are being played.
"""

from dataclasses import dataclass

from app.storage.database import Database, SqlTransaction

MAX_SHOWN = 20
"""How many violations of one invariant are listed; the count is always exact."""


@dataclass(frozen=True, slots=True)
class Query:
    """One look for violations: `bad` names each row that breaks the invariant."""

    invariant: str
    title: str
    counted: str
    bad: str


@dataclass(frozen=True, slots=True)
class Check:
    """What came of a query: over how many rows it looked, and what was wrong."""

    invariant: str
    title: str
    looked_at: int
    wrong: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All checks, and the beans by kind of account; they sum to zero, for the mint is below zero."""

    checks: tuple[Check, ...]
    beans: dict[str, int]

    @property
    def ok(self) -> bool:
        return not any(check.wrong for check in self.checks)

    @property
    def violations(self) -> list[str]:
        """Each violation in one line."""
        return [f"{check.invariant} {check.title}: {row}" for check in self.checks for row in check.examples]


QUERIES = (
    Query(
        "L1",
        "a transaction has two postings or more, which sum to zero",
        "SELECT count(*) FROM ledger_txn",
        "SELECT t.id FROM ledger_txn t LEFT JOIN posting p ON p.txn_id = t.id"
        " GROUP BY t.id HAVING count(p.txn_id) < 2 OR sum(p.amount) <> 0",
    ),
    Query(
        "L1",
        "a posting moves beans and has a header",
        "SELECT count(*) FROM posting",
        "SELECT txn_id || ' line ' || line_no FROM posting p"
        " WHERE amount = 0 OR NOT EXISTS (SELECT 1 FROM ledger_txn t WHERE t.id = p.txn_id)",
    ),
    Query(
        "L2",
        "a balance is the sum of its postings",
        "SELECT count(*) FROM account",
        "SELECT 'account ' || a.id FROM account a LEFT JOIN posting p ON p.account_id = a.id"
        " GROUP BY a.id, a.balance HAVING a.balance <> coalesce(sum(p.amount), 0)",
    ),
    Query(
        "L3",
        "a balance is not below its floor",
        "SELECT count(*) FROM account",
        "SELECT 'account ' || id FROM account WHERE balance < min_balance"
        " OR (kind <> 'mint' AND min_balance <> 0)",
    ),
    Query(
        "L5",
        "a key belongs to one transaction, and a hand's key to its hand",
        "SELECT count(*) FROM ledger_txn",
        "SELECT min(id) FROM ledger_txn GROUP BY idem_key HAVING count(*) > 1"
        " UNION ALL SELECT id FROM ledger_txn WHERE kind = 'hand' AND idem_key <> 'hand:' || room_id || ':' || hand_no",
    ),
    Query(
        "L6",
        "an account's versions are 1 to n without a gap",
        "SELECT count(*) FROM account",
        "SELECT 'account ' || a.id FROM account a LEFT JOIN posting p ON p.account_id = a.id"
        " GROUP BY a.id, a.version HAVING a.version <> count(p.account_id)"
        " OR coalesce(max(p.account_version), 0) <> a.version OR coalesce(min(p.account_version), 1) <> 1",
    ),
    Query(
        "L6",
        "each balance follows from the one before",
        "SELECT count(*) FROM posting",
        "SELECT 'account ' || account_id || ' version ' || account_version FROM ("
        " SELECT account_id, account_version, amount, balance_after, coalesce(lag(balance_after) OVER"
        " (PARTITION BY account_id ORDER BY account_version), 0) AS balance_before FROM posting) AS chain"
        " WHERE balance_before + amount <> balance_after",
    ),
    Query(
        "L7",
        "all balances sum to zero",
        "SELECT count(*) FROM account",
        "SELECT 'sum ' || sum(balance) FROM account HAVING sum(balance) <> 0",
    ),
    Query(
        "L8",
        "beans moved for a hand that is settled",
        "SELECT count(*) FROM ledger_txn WHERE kind = 'hand'",
        "SELECT t.id FROM ledger_txn t LEFT JOIN hand h ON h.room_id = t.room_id AND h.hand_no = t.hand_no"
        " WHERE t.kind = 'hand' AND (h.status IS NULL OR h.status <> 'settled')",
    ),
    Query(
        "L8",
        "a settled hand for beans has moved beans",
        "SELECT count(*) FROM hand WHERE coefficient > 0 AND status = 'settled'",
        "SELECT 'hand ' || room_id || ':' || hand_no FROM hand h WHERE coefficient > 0 AND status = 'settled'"
        " AND NOT EXISTS (SELECT 1 FROM ledger_txn t WHERE t.kind = 'hand'"
        " AND t.room_id = h.room_id AND t.hand_no = h.hand_no)",
    ),
    Query(
        "L8",
        "a mark names a hand that is running",
        "SELECT count(*) FROM account WHERE hand IS NOT NULL",
        "SELECT 'account ' || id FROM account a WHERE a.hand IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM hand WHERE status = 'running' AND room_id || ':' || hand_no = a.hand)",
    ),
    Query(
        "L8",
        "a running hand for beans has marked its players",
        "SELECT count(*) FROM hand WHERE coefficient > 0 AND status = 'running'",
        "SELECT 'hand ' || room_id || ':' || hand_no FROM hand WHERE coefficient > 0 AND status = 'running'"
        " AND (SELECT count(*) FROM account a WHERE a.hand = room_id || ':' || hand_no) < 2",
    ),
    Query(
        "L9",
        "only a player's or a bot's account is in a hand, and its postings name that hand alone",
        "SELECT count(*) FROM posting",
        "SELECT p.txn_id FROM posting p JOIN ledger_txn t ON t.id = p.txn_id WHERE p.hand IS NOT NULL"
        " AND (t.kind <> 'hand' OR p.hand <> t.room_id || ':' || t.hand_no)"
        " UNION ALL SELECT 'account ' || id FROM account"
        " WHERE hand IS NOT NULL AND kind NOT IN ('player', 'bot')",
    ),
    Query(
        "L10",
        "every amount is a whole number within 2^53 - 1",
        "SELECT count(*) FROM posting",
        "SELECT txn_id || ' line ' || line_no FROM posting"
        " WHERE amount NOT BETWEEN -9007199254740991 AND 9007199254740991"
        " OR balance_after NOT BETWEEN -9007199254740991 AND 9007199254740991",
    ),
    Query(
        "L11",
        "who moved beans outside a hand is named, with a reason and a ticket",
        "SELECT count(*) FROM ledger_txn WHERE kind <> 'hand'",
        "SELECT id FROM ledger_txn WHERE actor = '' OR approver = actor"
        " OR (kind <> 'hand' AND (reason = '' OR ticket = ''))",
    ),
)


async def audit(database: Database) -> Report:
    """Check every invariant, over one state of the database."""
    async with database.read() as tx:
        missing = await tx.missing_guards()
        guards = Check("L4", "the guards are at work", 1, len(missing), tuple(missing))
        checks = [await _check(tx, query) for query in QUERIES]
        beans = await tx.select(
            "SELECT kind, CAST(sum(balance) AS BIGINT) FROM account GROUP BY kind ORDER BY kind"
        )
    return Report((guards, *checks), {kind: int(total) for kind, total in beans})


async def _check(tx: SqlTransaction, query: Query) -> Check:
    (looked_at,) = (await tx.select(query.counted))[0]
    bad = [str(row[0]) for row in await tx.select(query.bad)]
    return Check(query.invariant, query.title, int(looked_at), len(bad), tuple(bad[:MAX_SHOWN]))
