"""The hash chain over the ledger's history: what was sealed cannot be changed unnoticed, not even without the guards.

A seal covers some transactions in the order of their numbers. Its hash is taken over the hash of the seal before and
every column of their headers and postings. So whoever changes a sealed row has to write all later seals anew, and
those are in the log and wherever operators keep them.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import structlog

from app.clock import Clock
from app.storage.database import Database, SqlTransaction
from app.storage.dialect import Horizon
from app.storage.seals import SealRow
from app.storage.store import LedgerRuleError

log = structlog.get_logger(__name__)

NOTHING: Final = SealRow(0, 0, "0" * 64, 0)
"""What the first seal follows."""
MOST_SEALED: Final = 100
"""So many transactions are under one seal: a bad one tells where to look, and hashing holds nobody up."""
AT_ONCE: Final = 1_000
"""So many transactions are in memory at once while all are gone over."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The seals that were looked at: the last of them, whether none follows it, and what is wrong with which."""

    last: SealRow
    looked_at: int
    wrong: tuple[str, ...]
    is_last: bool


class _Rows:
    """Rows that begin with a number, taken in order."""

    def __init__(self, rows: Sequence[Any]) -> None:
        self._rows = rows
        self._taken = 0

    def take(self, upto: int) -> Sequence[Any]:
        """The next rows whose number is not above `upto`."""
        start = self._taken
        while self._taken < len(self._rows) and self._rows[self._taken][0] <= upto:
            self._taken += 1
        return self._rows[start : self._taken]


class Sealer:
    """Seals what has been posted; several servers may do so at once."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._horizon: Horizon | None = None

    async def seal(self) -> SealRow:
        """Seal every transaction that is sure to have no lower number beside it any more; the newest seal."""
        async with self._database.read() as tx:
            newest = await tx.seals.newest() or NOTHING
            is_final = self._horizon is not None and await tx.seals.is_final(self._horizon)
        if self._horizon is not None and is_final:
            newest = await self._seal_up_to(self._horizon.newest, newest)
            self._horizon = None
        if self._horizon is None:
            async with self._database.begin() as tx:
                horizon = await tx.seals.horizon()
            self._horizon = horizon if horizon.newest > newest.upto else None
        return newest

    async def _seal_up_to(self, number: int, newest: SealRow) -> SealRow:
        while newest.upto < number:
            async with self._database.read() as tx:
                following = await tx.seals.numbers(newest.upto, MOST_SEALED)
                numbers = [each for each in following if each <= number]
                if not numbers:
                    return newest  # somebody has taken them out of the book; the audit tells
                sha = await _hash(tx, newest, numbers[-1])
            seal = SealRow(newest.no + 1, numbers[-1], sha, self._clock.now_ms())
            try:
                async with self._database.begin() as tx:
                    await tx.seals.add(seal)
            except LedgerRuleError:
                log.info("ledger_sealed_elsewhere", no=seal.no)
                return newest
            log.info("ledger_sealed", no=seal.no, upto=seal.upto, sha=seal.sha)
            newest = seal
        return newest


async def verify(tx: SqlTransaction, after: int, transactions: int) -> Verified:
    """Reckon seals again, from the one after number `after` on, until so many transactions have been gone over."""
    before = await tx.seals.get(after) or NOTHING
    found = await tx.seals.after(after, transactions)
    within = [seal for seal in found if seal.upto <= before.upto + transactions] or found[:1]
    if not within:
        return Verified(before, 0, (), is_last=True)
    headers, postings = await tx.seals.history(before.upto + 1, within[-1].upto)
    rest = _Rows(headers), _Rows(postings)
    wrong = []
    for seal in within:
        sha = chain(before.sha, *(rows.take(seal.upto) for rows in rest))
        if seal.no != before.no + 1 or seal.sha != sha:
            wrong.append(
                f"seal {seal.no}: transactions {before.upto + 1} to {seal.upto} are not what was sealed"
            )
        before = seal
    return Verified(before, len(within), tuple(wrong), is_last=within == found)


async def verify_all(tx: SqlTransaction) -> Verified:
    """Reckon every seal again."""
    looked_at, last = 0, NOTHING
    wrong: list[str] = []
    while True:
        part = await verify(tx, last.no, AT_ONCE)
        looked_at, last = looked_at + part.looked_at, part.last
        wrong += part.wrong
        if part.is_last:
            return Verified(last, looked_at, tuple(wrong), is_last=True)


def read_kept(text: str) -> dict[int, str]:
    """Hashes by number, from lines as `python -m app seals` prints them; raises ValueError for other text."""
    kept = {}
    for line in text.splitlines():
        number, _, sha = line.split()
        kept[int(number)] = sha
    return kept


async def compare(tx: SqlTransaction, kept: Mapping[int, str]) -> list[str]:
    """What is wrong with the stored seals where somebody has kept their hashes by number."""
    wrong = []
    for no, sha in sorted(kept.items()):
        stored = await tx.seals.get(no)
        if stored is None:
            wrong.append(f"seal {no} is gone")
        elif stored.sha != sha:
            wrong.append(f"seal {no} is not the one that was kept")
    return wrong


async def _hash(tx: SqlTransaction, before: SealRow, upto: int) -> str:
    headers, postings = await tx.seals.history(before.upto + 1, upto)
    return chain(before.sha, headers, postings)


def chain(before: str, headers: Iterable[Any], postings: Iterable[Any]) -> str:
    """The hash of these rows that follow a seal's hash."""
    digest = hashlib.sha256(before.encode())
    for rows in (headers, postings):
        for row in rows:
            digest.update(json.dumps([*row], ensure_ascii=True, separators=(",", ":")).encode() + b"\n")
        digest.update(b"\n")
    return digest.hexdigest()
