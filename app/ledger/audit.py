"""Checks the ledger's invariants, over a whole database or over a part of it, in one consistent state.

Each check names the invariant that `docs/ledger.md` explains. A database that only this program has written to
passes all of them at any moment, also while hands are being played. `audit` looks at everything; a running server
looks at a part at a time (see `auditor`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

import msgspec

from app.ledger import seals
from app.storage.database import Database, SqlTransaction

MAX_SHOWN = 20
"""How many violations of one invariant are listed; the count is always exact."""
_ALL: Final = 2**62


class Over(Enum):
    """What a query looks at, and by what a part of it is chosen: numbers above `low` up to `high`."""

    STATE = "what is true now: marks and totals; cheap at any time"
    ACCOUNTS = "accounts by id, with their last postings"
    TRANSACTIONS = "transactions by number, with their postings"
    HANDS = "hands by the ms in which they ended"
    HISTORY = "every posting that there is; for whole audits"


@dataclass(frozen=True, slots=True)
class Part:
    """Numbers above `low`, up to `high`."""

    low: int = -1
    high: int = _ALL


@dataclass(frozen=True, slots=True)
class Query:
    """One look for violations: `bad` names each row that breaks the invariant."""

    invariant: str
    title: str
    over: Over
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


_ACCOUNTS = "SELECT count(*) FROM account WHERE id > :low AND id <= :high"
_TRANSACTIONS = "SELECT count(*) FROM ledger_txn WHERE no > :low AND no <= :high"
_POSTINGS = (
    "SELECT count(*) FROM ledger_txn t JOIN posting p ON p.txn_id = t.id WHERE t.no > :low AND t.no <= :high"
)
_HANDS = "SELECT count(*) FROM hand WHERE ended_ms > :low AND ended_ms <= :high"

QUERIES = (
    Query(
        "L1",
        "a transaction has two postings or more, none of them zero, which sum to zero",
        Over.TRANSACTIONS,
        _TRANSACTIONS,
        "SELECT t.id FROM ledger_txn t LEFT JOIN posting p ON p.txn_id = t.id"
        " WHERE t.no > :low AND t.no <= :high GROUP BY t.id"
        " HAVING count(p.txn_id) < 2 OR sum(p.amount) <> 0 OR min(abs(p.amount)) = 0",
    ),
    Query(
        "L1",
        "a posting has a header",
        Over.HISTORY,
        "SELECT count(*) FROM posting",
        "SELECT txn_id || ' line ' || line_no FROM posting p"
        " WHERE NOT EXISTS (SELECT 1 FROM ledger_txn t WHERE t.id = p.txn_id)",
    ),
    Query(
        "L2",
        "a balance is what the last posting left",
        Over.ACCOUNTS,
        _ACCOUNTS,
        "SELECT 'account ' || a.id FROM account a"
        " LEFT JOIN posting p ON p.account_id = a.id AND p.account_version = a.version"
        " WHERE a.id > :low AND a.id <= :high AND a.balance <> coalesce(p.balance_after, 0)",
    ),
    Query(
        "L2",
        "a balance is the sum of all its postings",
        Over.HISTORY,
        "SELECT count(*) FROM account",
        "SELECT 'account ' || a.id FROM account a LEFT JOIN posting p ON p.account_id = a.id"
        " GROUP BY a.id, a.balance HAVING a.balance <> coalesce(sum(p.amount), 0)",
    ),
    Query(
        "L3",
        "a balance is not below its floor",
        Over.ACCOUNTS,
        _ACCOUNTS,
        "SELECT 'account ' || id FROM account WHERE id > :low AND id <= :high"
        " AND (balance < min_balance OR (kind <> 'mint' AND min_balance <> 0))",
    ),
    Query(
        "L5",
        "a key belongs to one transaction",
        Over.HISTORY,
        "SELECT count(*) FROM ledger_txn",
        "SELECT min(id) FROM ledger_txn GROUP BY idem_key HAVING count(*) > 1",
    ),
    Query(
        "L5",
        "a hand's key belongs to its hand",
        Over.TRANSACTIONS,
        f"{_TRANSACTIONS} AND kind = 'hand'",
        "SELECT id FROM ledger_txn WHERE no > :low AND no <= :high"
        " AND kind = 'hand' AND idem_key <> 'hand:' || room_id || ':' || hand_no",
    ),
    Query(
        "L6",
        "the last posting of an account has the account's version",
        Over.ACCOUNTS,
        _ACCOUNTS,
        "SELECT 'account ' || a.id FROM account a WHERE a.id > :low AND a.id <= :high AND ("
        " a.version < 0 OR (a.version > 0 AND NOT EXISTS"
        " (SELECT 1 FROM posting p WHERE p.account_id = a.id AND p.account_version = a.version))"
        " OR EXISTS (SELECT 1 FROM posting p WHERE p.account_id = a.id AND p.account_version < 1)"
        " OR EXISTS (SELECT 1 FROM posting p WHERE p.account_id = a.id AND p.account_version > a.version))",
    ),
    Query(
        "L6",
        "each posting follows from the one before it on its account",
        Over.TRANSACTIONS,
        _POSTINGS,
        "SELECT 'account ' || p.account_id || ' version ' || p.account_version"
        " FROM ledger_txn t JOIN posting p ON p.txn_id = t.id"
        " LEFT JOIN posting q ON q.account_id = p.account_id AND q.account_version = p.account_version - 1"
        " WHERE t.no > :low AND t.no <= :high AND (p.balance_after <> p.amount + coalesce(q.balance_after, 0)"
        " OR (q.account_id IS NULL) <> (p.account_version = 1))",
    ),
    Query(
        "L7",
        "all balances sum to zero",
        Over.STATE,
        "SELECT count(*) FROM account",
        "SELECT 'sum ' || sum(balance) FROM account HAVING sum(balance) <> 0",
    ),
    Query(
        "L8",
        "beans moved for a hand that is settled",
        Over.TRANSACTIONS,
        f"{_TRANSACTIONS} AND kind = 'hand'",
        "SELECT t.id FROM ledger_txn t LEFT JOIN hand h ON h.room_id = t.room_id AND h.hand_no = t.hand_no"
        " WHERE t.no > :low AND t.no <= :high AND t.kind = 'hand'"
        " AND (h.status IS NULL OR h.status <> 'settled')",
    ),
    Query(
        "L8",
        "a settled hand for beans has moved beans",
        Over.HANDS,
        "SELECT count(*) FROM hand WHERE coefficient > 0 AND status = 'settled'"
        " AND ended_ms > :low AND ended_ms <= :high",
        "SELECT 'hand ' || room_id || ':' || hand_no FROM hand h WHERE coefficient > 0 AND status = 'settled'"
        " AND ended_ms > :low AND ended_ms <= :high AND NOT EXISTS"
        " (SELECT 1 FROM ledger_txn t WHERE t.idem_key = 'hand:' || h.room_id || ':' || h.hand_no)",
    ),
    Query(
        "L9",
        "only a player's or a bot's account is in a hand",
        Over.STATE,
        "SELECT count(*) FROM account WHERE hand IS NOT NULL",
        "SELECT 'account ' || id FROM account WHERE hand IS NOT NULL AND kind NOT IN ('player', 'bot')",
    ),
    Query(
        "L9",
        "the postings of a hand name that hand, others none",
        Over.TRANSACTIONS,
        _POSTINGS,
        "SELECT p.txn_id || ' line ' || p.line_no FROM ledger_txn t JOIN posting p ON p.txn_id = t.id"
        " WHERE t.no > :low AND t.no <= :high AND coalesce(p.hand, '') <>"
        " CASE WHEN t.kind = 'hand' THEN t.room_id || ':' || t.hand_no ELSE '' END",
    ),
    Query(
        "L10",
        "every amount is a whole number within 2^53 - 1",
        Over.TRANSACTIONS,
        _POSTINGS,
        "SELECT p.txn_id || ' line ' || p.line_no FROM ledger_txn t JOIN posting p ON p.txn_id = t.id"
        " WHERE t.no > :low AND t.no <= :high"
        " AND (p.amount NOT BETWEEN -9007199254740991 AND 9007199254740991"
        " OR p.balance_after NOT BETWEEN -9007199254740991 AND 9007199254740991)",
    ),
    Query(
        "L11",
        "who moved beans outside a hand is named, with a reason and a ticket",
        Over.TRANSACTIONS,
        f"{_TRANSACTIONS} AND kind <> 'hand'",
        "SELECT id FROM ledger_txn WHERE no > :low AND no <= :high"
        " AND (actor = '' OR approver = actor OR (kind <> 'hand' AND (reason = '' OR ticket = '')))",
    ),
    Query(
        "L12",
        "settled hands for beans have counted points, others none",
        Over.HANDS,
        _HANDS,
        "SELECT 'hand ' || room_id || ':' || hand_no FROM hand h WHERE ended_ms > :low AND ended_ms <= :high"
        " AND (status = 'settled' AND coefficient > 0) <> EXISTS"
        " (SELECT 1 FROM score s WHERE s.room_id = h.room_id AND s.hand_no = h.hand_no)",
    ),
    Query(
        "L12",
        "a hand's points sum to zero, or are what somebody lost who escaped",
        Over.HANDS,
        _HANDS,
        "SELECT 'hand ' || h.room_id || ':' || h.hand_no FROM hand h"
        " JOIN score s ON s.room_id = h.room_id AND s.hand_no = h.hand_no"
        " WHERE h.ended_ms > :low AND h.ended_ms <= :high GROUP BY h.room_id, h.hand_no"
        " HAVING sum(s.points) <> 0 AND (count(*) > 1 OR sum(s.points) > 0)",
    ),
    Query(
        "L12",
        "each sum of points follows from the one before",
        Over.HANDS,
        _HANDS,
        "SELECT s.player_id || ' ' || s.ladder || ' version ' || s.version FROM hand h"
        " JOIN score s ON s.room_id = h.room_id AND s.hand_no = h.hand_no"
        " LEFT JOIN score b ON b.player_id = s.player_id AND b.ladder = s.ladder AND b.version = s.version - 1"
        " WHERE h.ended_ms > :low AND h.ended_ms <= :high AND"
        " ((b.version IS NULL) <> (s.version = 1) OR s.points_after <> s.points + coalesce(b.points_after, 0))",
    ),
    Query(
        "L12",
        "a player's points on a ladder are the sum of what his hands have counted",
        Over.HISTORY,
        "SELECT count(*) FROM score",
        "SELECT player_id || ' ' || ladder FROM score s WHERE NOT EXISTS (SELECT 1 FROM score n"
        " WHERE n.player_id = s.player_id AND n.ladder = s.ladder AND n.version > s.version)"
        " AND (points_after, version) <> (SELECT sum(points), count(*) FROM score a"
        " WHERE a.player_id = s.player_id AND a.ladder = s.ladder)",
    ),
)


async def audit(database: Database, kept: Mapping[int, str] | None = None) -> Report:
    """Check every invariant and every seal, over one state of the database.

    `kept` are the hashes of seals that somebody has kept elsewhere, by number.
    """
    async with database.read() as tx:
        checks = [await check_guards(tx), await check_marks(tx)]
        checks += [await check(tx, query, Part()) for query in QUERIES]
        checks.append(sealed(await seals.verify_all(tx)))
        if kept is not None:
            wrong = await seals.compare(tx, kept)
            checks.append(_check("L4", "the seals are those that were kept", len(kept), wrong))
        return Report(tuple(checks), await count_beans(tx))


async def check(tx: SqlTransaction, query: Query, part: Part) -> Check:
    """What comes of one query over a part of what it looks at."""
    where = {} if query.over in (Over.STATE, Over.HISTORY) else {"low": part.low, "high": part.high}
    (looked_at,) = (await tx.select(query.counted, **where))[0]
    bad = [str(row[0]) for row in await tx.select(query.bad, **where)]
    return _check(query.invariant, query.title, int(looked_at), bad)


async def check_guards(tx: SqlTransaction) -> Check:
    """Whether the triggers are there."""
    return _check("L4", "the guards are at work", 1, await tx.missing_guards())


async def check_marks(tx: SqlTransaction) -> Check:
    """Whether exactly the players of running hands for beans are marked, each with his hand."""
    running = await tx.select(
        "SELECT room_id, hand_no, players, coefficient FROM hand WHERE status = 'running'"
    )
    marked = await tx.select("SELECT hand, owner_id FROM account WHERE hand IS NOT NULL")
    played = {(f"{row.room_id}:{row.hand_no}", player) for row in running for player in _players(row.players)}
    for_beans = {
        (f"{row.room_id}:{row.hand_no}", player)
        for row in running
        if row.coefficient > 0
        for player in _players(row.players)
    }
    marks = {(row.hand, row.owner_id) for row in marked}
    wrong = [f"{owner} is marked for {hand}" for hand, owner in sorted(marks - played)]
    wrong += [f"{player} is not marked for {hand}" for hand, player in sorted(for_beans - marks)]
    return _check("L8", "exactly the players of running hands are marked", len(marked), wrong)


async def count_beans(tx: SqlTransaction) -> dict[str, int]:
    """The beans by kind of account."""
    rows = await tx.select(
        "SELECT kind, CAST(sum(balance) AS BIGINT) FROM account GROUP BY kind ORDER BY kind"
    )
    return {kind: int(total) for kind, total in rows}


def sealed(verified: seals.Verified) -> Check:
    """What came of reckoning seals again, as a check."""
    return _check("L4", "the history is what was sealed", verified.looked_at, verified.wrong)


def _players(encoded: bytes) -> list[str]:
    try:
        return msgspec.json.decode(encoded, type=list[str])
    except msgspec.DecodeError:
        return []  # whoever is marked for this hand is then marked for nothing


def _check(invariant: str, title: str, looked_at: int, wrong: "list[str] | tuple[str, ...]") -> Check:
    return Check(invariant, title, looked_at, len(wrong), tuple(wrong[:MAX_SHOWN]))
