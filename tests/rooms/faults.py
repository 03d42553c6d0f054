"""A storage that fails where a test says so, and knows what has become durable."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from enum import Enum, auto
from typing import NoReturn

from app.storage.store import (
    CommitRow,
    Hands,
    History,
    LedgerRows,
    Players,
    RoomRow,
    Rooms,
    Scores,
    Sessions,
    Storage,
    Tiers,
    Transaction,
)


class Fault(Enum):
    """What happens to one transaction that holds commits."""

    BEFORE = auto()
    """It is not stored, and whoever wrote it does not know."""
    AFTER = auto()
    """It is stored, and whoever wrote it does not know."""
    HANG_BEFORE = auto()
    """It is not stored, and nobody ever hears of it again."""
    HANG_AFTER = auto()
    """It is stored, and nobody ever hears of it."""


class DatabaseAwayError(Exception):
    """What a driver might raise."""


class WatchedHands:
    """Hands whose appended rows are noted, and whose log may come back garbled; everything else is theirs."""

    def __init__(
        self, inner: Hands, rows: list[CommitRow], garble: Callable[[CommitRow], CommitRow] = lambda row: row
    ) -> None:
        self._inner = inner
        self._rows = rows
        self._garble = garble
        self.add = inner.add
        self.get = inner.get
        self.latest = inner.latest
        self.running = inner.running
        self.finish = inner.finish
        self.find_action = inner.find_action
        self.add_secret = inner.add_secret
        self.secrets = inner.secrets
        self.reveal = inner.reveal

    async def append(self, commits: Sequence[CommitRow]) -> dict[str, Exception]:
        failed = await self._inner.append(commits)
        self._rows += [row for row in commits if row.room_id not in failed]
        return failed

    async def commits(self, room_id: str, hand_no: int) -> list[CommitRow]:
        return [self._garble(row) for row in await self._inner.commits(room_id, hand_no)]


class WatchedRooms:
    """Rooms that note whether one was opened, changed or closed; everything else is theirs."""

    def __init__(self, inner: Rooms) -> None:
        self._inner = inner
        self.changed = False
        self.get = inner.get
        self.claim = inner.claim
        self.release = inner.release

    async def set_config(self, room_id: str, epoch: int, config: bytes) -> None:
        self.changed = True
        await self._inner.set_config(room_id, epoch, config)

    async def close(self, room_id: str, epoch: int) -> None:
        self.changed = True
        await self._inner.close(room_id, epoch)

    async def add(self, room: RoomRow) -> None:
        self.changed = True
        await self._inner.add(room)


class WatchedTransaction:
    """A transaction that notes the commits it holds."""

    def __init__(self, inner: Transaction, garble: Callable[[CommitRow], CommitRow]) -> None:
        self.rows: list[CommitRow] = []
        self.rooms = WatchedRooms(inner.rooms)
        self.ledger: LedgerRows = inner.ledger
        self.scores: Scores = inner.scores
        self.history: History = inner.history
        self.tiers: Tiers = inner.tiers
        self.players: Players = inner.players
        self.sessions: Sessions = inner.sessions
        self.hands: Hands = WatchedHands(inner.hands, self.rows, garble)
        self._inner = inner

    @asynccontextmanager
    async def savepoint(self) -> AsyncIterator[None]:
        before = len(self.rows)
        try:
            async with self._inner.savepoint():
                yield
        except BaseException:
            del self.rows[before:]
            raise


class FaultyStorage:
    """A `Storage` around another one.

    `plan` names the fault of the n-th transaction with commits, counted from 0 in `batches`; `fail_room` is that of
    the next transaction that opens, changes or closes a room and holds no commits; with `fail_for_good` the database is
    away after a fault. While `away`, nothing works; while `full`, only reading does. While `go` is not set, commits
    wait just before they become durable; while `answers` is not, reading waits. `durable` is every commit that has
    become so, `writes` the same by transaction; `garble` changes logs as they are read.
    """

    def __init__(self, inner: Storage) -> None:
        self._inner = inner
        self.plan: dict[int, Fault] = {}
        self.fail_room: Fault | None = None
        self.fail_for_good = False
        self.away = False
        self.full = False
        self.go = asyncio.Event()
        self.go.set()
        self.answers = asyncio.Event()
        self.answers.set()
        self.busy = 0
        self.waiting = 0
        self.batches = 0
        self.durable: list[CommitRow] = []
        self.writes: list[list[CommitRow]] = []
        self.garble: Callable[[CommitRow], CommitRow] = lambda row: row

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Transaction]:
        self._check(writes=True)
        with self._counted():
            async with self._inner.begin() as inner:
                tx = WatchedTransaction(inner, self.garble)
                yield tx
                fault = self._fault(tx)
                if not self.go.is_set():
                    await self._wait(self.go)
                self._check(writes=True)
                if fault is Fault.HANG_BEFORE:
                    await self._wait(asyncio.Event())
                if fault is Fault.BEFORE:
                    self._fail()
            self.durable += tx.rows
            if tx.rows:
                self.writes.append(tx.rows)
        if fault is Fault.HANG_AFTER:
            await asyncio.Event().wait()
        if fault is Fault.AFTER:
            self._fail()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        self._check(writes=False)
        with self._counted():
            if not self.answers.is_set():
                await self._wait(self.answers)
            async with self._inner.read() as inner:
                yield WatchedTransaction(inner, self.garble)

    async def close(self) -> None:
        await self._inner.close()

    def forget_plans(self) -> None:
        """Work from now on."""
        self.plan.clear()
        self.fail_room = None
        self.away = self.full = self.fail_for_good = False
        self.go.set()
        self.answers.set()

    def _fail(self) -> NoReturn:
        self.away = self.away or self.fail_for_good
        raise DatabaseAwayError

    def _check(self, *, writes: bool) -> None:
        if self.away or (self.full and writes):
            raise DatabaseAwayError

    def _fault(self, tx: WatchedTransaction) -> Fault | None:
        if tx.rooms.changed and not tx.rows:
            fault, self.fail_room = self.fail_room, None
            return fault
        if not tx.rows:
            return None
        self.batches += 1
        return self.plan.pop(self.batches - 1, None)

    async def _wait(self, event: asyncio.Event) -> None:
        """Wait as whoever hangs: nobody is busy meanwhile."""
        self.busy -= 1
        self.waiting += 1
        try:
            await event.wait()
        finally:
            self.busy += 1
            self.waiting -= 1

    @contextmanager
    def _counted(self) -> Iterator[None]:
        self.busy += 1
        try:
            yield
        finally:
            self.busy -= 1
