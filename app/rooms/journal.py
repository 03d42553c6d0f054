"""The journal: one task that makes the commits of many rooms durable in one transaction (group commit).

A room submits one commit and waits for its outcome, so within a room order is free. Plain commits go in as one
statement; one that opens or closes a hand, and so touches money, gets a savepoint of its own, so that a failing
check undoes that room's commit and nobody else's.

What leaves `commit` as an exception: StaleEpochError (another owner has the room, or this commit is there already),
DuplicateActionError, AccountsBusyError (the hand does not start) or another error of its own, and nothing of it was
stored; or UnknownOutcomeError: the transaction broke while it was being made durable, and the room has to read what
is there.
"""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from app.ledger import hands
from app.ledger.accounts import SystemAccounts
from app.ledger.settlement import Settlement
from app.players import history, points
from app.players.history import Part
from app.players.points import Tally
from app.storage.store import (
    CommitRow,
    DealSecretRow,
    HandRow,
    LedgerRuleError,
    RowConflictError,
    Storage,
    Transaction,
    TryAgainError,
)

log = structlog.get_logger(__name__)

MAX_BATCH: Final = 256
MAX_TRIES: Final = 5


class UnknownOutcomeError(Exception):
    """Whether the commit was stored is unknown: read before saying anything."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What the first commit of a hand brings: its row, and the beans that each account carries into it."""

    hand: HandRow
    carried: dict[int, int]


@dataclass(frozen=True, slots=True)
class Closing:
    """What the last commit of a hand brings: its encoded result and the beans to move between accounts.

    `accounts` are in seat order. No settlement: the hand is void, and nothing moves. No tally: it counts no points.
    `parts` are what it was for the people who played it.
    """

    result: bytes
    accounts: tuple[int, ...]
    settlement: Settlement | None
    tally: Tally | None = None
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Commit:
    """One accepted action, with everything that must become durable together with it.

    `config` is what the room's row says from then on, where that changes too.
    """

    row: CommitRow
    opening: Opening | None = None
    secret: DealSecretRow | None = None
    closing: Closing | None = None
    config: bytes | None = None

    @property
    def plain(self) -> bool:
        """Whether it is a row of the log and nothing else."""
        return (self.opening, self.secret, self.closing, self.config) == (None, None, None, None)


@dataclass(slots=True)
class Submission:
    """A commit and the room that waits for it."""

    commit: Commit
    done: "asyncio.Future[None]"


class Journal:
    """Takes commits from rooms and stores them in batches."""

    def __init__(self, storage: Storage, system: SystemAccounts) -> None:
        self._storage = storage
        self._system = system
        self._waiting: asyncio.Queue[Submission] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to take commits."""
        self._task = asyncio.create_task(self._run(), name="journal")

    async def stop(self) -> None:
        """Store what has been submitted, then take nothing more."""
        await self._waiting.join()
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def commit(self, commit: Commit) -> None:
        """Return when the commit is durable; raises what the module says."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(Submission(commit, done))
        await done

    async def _run(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < MAX_BATCH and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            try:
                outcomes = await self._store([submission.commit for submission in batch])
            except Exception as error:
                log.exception("journal_outcome_unknown", commits=len(batch))
                outcomes = [UnknownOutcomeError(str(error)) for _ in batch]
            for submission, outcome in zip(batch, outcomes, strict=True):
                self._waiting.task_done()
                if submission.done.cancelled():
                    continue
                if outcome is None:
                    submission.done.set_result(None)
                else:
                    submission.done.set_exception(outcome)

    async def _store(self, commits: Sequence[Commit]) -> list[Exception | None]:
        together = True
        for tries_left in reversed(range(MAX_TRIES)):
            try:
                async with self._storage.begin() as tx:
                    return await self._write(tx, commits, together=together)
            except TryAgainError:
                if not tries_left:
                    raise
            except (RowConflictError, LedgerRuleError):
                # The database refuses one of the rows, and so all of them: find out which.
                if not together:
                    raise
                together = False
        raise AssertionError("the last try returns or raises")

    async def _write(
        self, tx: Transaction, commits: Sequence[Commit], *, together: bool
    ) -> list[Exception | None]:
        plain = [commit.row for commit in commits if commit.plain] if together else []
        failed = await tx.hands.append(plain)
        await self._lock(tx, commits)
        return [
            failed.get(commit.row.room_id)
            if commit.plain and together
            else await self._write_alone(tx, commit)
            for commit in commits
        ]

    async def _lock(self, tx: Transaction, commits: Sequence[Commit]) -> None:
        """Lock all accounts that several hands touch, in the one order in which everybody locks."""
        touched = [accounts for commit in commits if (accounts := self._accounts(commit))]
        if len(touched) > 1:
            await tx.ledger.lock(sorted(set().union(*touched)))

    def _accounts(self, commit: Commit) -> Collection[int]:
        """The accounts whose marks or balances a commit changes."""
        opening, closing = commit.opening, commit.closing
        if opening:
            return opening.carried
        if not closing:
            return ()
        if not closing.settlement:
            return closing.accounts
        return (*closing.accounts, self._system.recycle, self._system.penalty)

    async def _write_alone(self, tx: Transaction, commit: Commit) -> Exception | None:
        """Write what may fail without the others; a transaction that is broken as a whole fails when it ends."""
        try:
            async with tx.savepoint():
                await self._write_with_money(tx, commit)
        except TryAgainError:
            raise
        except Exception as error:  # noqa: BLE001 - the room is told, whatever it is
            return error
        return None

    async def _write_with_money(self, tx: Transaction, commit: Commit) -> None:
        row, opening, closing = commit.row, commit.opening, commit.closing
        if opening:
            await tx.hands.add(opening.hand)
        failed = await tx.hands.append([row])
        if row.room_id in failed:
            raise failed[row.room_id]
        if commit.secret:
            await tx.hands.add_secret(commit.secret)
        if opening:
            await hands.start(tx, row.room_id, row.hand_no, opening.carried)
        if closing:
            await self._close(tx, row, closing)
        if commit.config is not None:
            await tx.rooms.set_config(row.room_id, row.epoch, commit.config)

    async def _close(self, tx: Transaction, row: CommitRow, closing: Closing) -> None:
        status = "void"
        if closing.settlement:
            status = "settled"
            await hands.settle(
                tx, self._system, row.room_id, row.hand_no, closing.accounts, closing.settlement, row.at_ms
            )
        else:
            await hands.void(tx, row.room_id, row.hand_no)
        await tx.hands.finish(
            row.room_id, row.hand_no, status=status, result=closing.result, ended_ms=row.at_ms
        )
        if closing.tally:
            await points.count(tx, row.room_id, row.hand_no, closing.tally)
        await history.note(tx, row.room_id, row.hand_no, row.at_ms, closing.parts)
        await tx.hands.reveal(row.room_id, row.hand_no, row.at_ms)
