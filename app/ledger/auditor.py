"""Looks at the ledger for as long as the server runs: what breaks an invariant is logged as an error and counted.

A look takes what is true now, what came since the look before, and one more part of everything older, so that it
costs the same in a large ledger as in a small one. Whole passes over the past follow each other; what fits into the
parts of six looks is gone over every minute. Before each look, what is new is sealed.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import structlog

from app.clock import Clock
from app.ledger import seals
from app.ledger.audit import (
    QUERIES,
    Check,
    Over,
    Part,
    check,
    check_guards,
    check_marks,
    count_beans,
    sealed,
)
from app.ledger.seals import Sealer
from app.observe.metrics import Metrics
from app.storage.database import Database, SqlTransaction

log = structlog.get_logger(__name__)

PERIOD_MS: Final = 10_000
ACCOUNTS: Final = 10_000
"""So many accounts are looked at in one part, and so many of the others:"""
TRANSACTIONS: Final = 2_000
HANDS: Final = 2_000
SEALED: Final = 200
LATE_MS: Final = 60_000
"""A hand is stored with the time at which its end was decided; so much later at most it is there."""
INVARIANTS: Final = tuple(f"L{number}" for number in range(1, 13))

_LAST_ACCOUNT = "SELECT coalesce(max(id), 0) FROM account"
_LAST_HAND = "SELECT coalesce(max(ended_ms), 0) FROM hand"
_LAST_OF_PART = (
    "SELECT max(ended_ms) FROM"
    " (SELECT ended_ms FROM hand WHERE ended_ms > :low ORDER BY ended_ms LIMIT :most) AS part"
)


class Sweep:
    """Goes over numbers part by part, and at the end begins again."""

    def __init__(self) -> None:
        self.low = -1

    def take(self, high: int, last: int) -> Part:
        """The part up to `high`, of numbers up to `last`."""
        part = Part(self.low, high)
        self.low = -1 if high >= last else high
        return part


class Auditor:
    """The audit of one server, and its sealer."""

    def __init__(self, database: Database, clock: Clock, metrics: Metrics) -> None:
        self._database = database
        self._clock = clock
        self._metrics = metrics
        self._sealer = Sealer(database, clock)
        self._accounts, self._transactions, self._hands = Sweep(), Sweep(), Sweep()
        self._last_seal = 0
        self._seen: int | None = None
        self._looked_ms = clock.now_ms()
        self._task: asyncio.Task[None] | None = None
        for invariant in INVARIANTS:
            metrics.violations.labels(invariant)

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._run(), name="auditor")

    async def stop(self) -> None:
        """Look no more."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                log.warning("ledger_not_audited", exc_info=True)
            elapsed = asyncio.Event()
            timer = self._clock.call_later(PERIOD_MS, elapsed.set)
            try:
                await elapsed.wait()
            finally:
                timer.cancel()

    async def look(self) -> list[Check]:
        """Seal what is new, then look once; what came of it."""
        now_ms = self._clock.now_ms()
        newest = await self._sealer.seal()
        async with self._database.read() as tx:
            parts = await self._parts(tx, newest.upto, now_ms)
            checks = [await check_guards(tx), await check_marks(tx)]
            checks += [
                await check(tx, query, part) for query in QUERIES for part in parts.get(query.over, ())
            ]
            verified = await seals.verify(tx, self._last_seal, SEALED)
            beans = await count_beans(tx)
        self._last_seal = 0 if verified.is_last else verified.last.no
        self._seen, self._looked_ms = newest.upto, now_ms
        checks.append(sealed(verified))
        self._metrics.sealed.set(newest.upto)
        self._metrics.audited.set(now_ms / 1000)
        for kind, total in beans.items():
            self._metrics.beans.labels(kind).set(total)
        self._tell(checks)
        return checks

    async def _parts(self, tx: SqlTransaction, upto: int, now_ms: int) -> dict[Over, list[Part]]:
        """What is looked at this time: one more part of the past, and what is new where that lies outside of it."""
        (last_account,) = (await tx.select(_LAST_ACCOUNT))[0]
        accounts = self._accounts.take(self._accounts.low + ACCOUNTS, last_account)
        transactions = self._transactions.take(self._transactions.low + TRANSACTIONS, upto)
        (last_hand,) = (await tx.select(_LAST_HAND))[0]
        (end,) = (await tx.select(_LAST_OF_PART, low=self._hands.low, most=HANDS))[0]
        hands = self._hands.take(last_hand if end is None else end, last_hand)
        seen = upto if self._seen is None else self._seen
        return {
            Over.STATE: [Part()],
            Over.ACCOUNTS: [accounts],
            Over.TRANSACTIONS: [transactions, *_outside(transactions, Part(seen, upto))],
            Over.HANDS: [hands, *_outside(hands, Part(self._looked_ms - LATE_MS, now_ms))],
        }

    def _tell(self, checks: Sequence[Check]) -> None:
        for found in checks:
            if found.wrong:
                self._metrics.violations.labels(found.invariant).inc(found.wrong)
                log.error(
                    "ledger_violation",
                    invariant=found.invariant,
                    what=found.title,
                    wrong=found.wrong,
                    examples=list(found.examples),
                )


def _outside(part: Part, new: Part) -> list[Part]:
    """What is new and not in a part that is looked at anyway."""
    low = part.high if part.low <= new.low < part.high else new.low
    return [Part(low, new.high)] if low < new.high else []
