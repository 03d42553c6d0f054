"""The hash chain over the ledger's history: what was sealed cannot be changed unnoticed, not even without the guards.

A seal covers some transactions in the order of their numbers. Its hash is taken over the hash of the seal before and
every column of their headers and postings. So whoever changes a sealed row has to write all later seals anew, and
those are in the log and wherever operators keep them.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
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


@dataclass(frozen=True, slots=True)
class Verified:
    """The seals that were looked at: the last of them, and what is wrong with which."""

    last: SealRow
    looked_at: int
    wrong: tuple[str, ...]


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
                numbers = await tx.seals.numbers(newest.upto, MOST_SEALED)
                upto = max(each for each in numbers if each <= number)
                sha = await _hash(tx, newest, upto)
            seal = SealRow(newest.no + 1, upto, sha, self._clock.now_ms())
            try:
                async with self._database.begin() as tx:
                    await tx.seals.add(seal)
            except LedgerRuleError:
                log.info("ledger_sealed_elsewhere", no=seal.no)
                return newest
            log.info("ledger_sealed", no=seal.no, upto=seal.upto, sha=seal.sha)
            newest = seal
        return newest


async def verify(tx: SqlTransaction, after: int, limit: int) -> Verified:
    """Reckon up to `limit` seals again, from the one after number `after` on."""
    before = await tx.seals.get(after) or NOTHING
    seals = await tx.seals.after(after, limit)
    wrong = []
    for seal in seals:
        if seal.no != before.no + 1 or seal.sha != await _hash(tx, before, seal.upto):
            wrong.append(_told(before, seal))
        before = seal
    return Verified(before, len(seals), tuple(wrong))


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


def _told(before: SealRow, seal: SealRow) -> str:
    return f"seal {seal.no}: transactions {before.upto + 1} to {seal.upto} are not what was sealed"


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
