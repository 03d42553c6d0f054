"""Group commit: many rooms in one transaction, each with an outcome of its own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

import pytest

from app.ledger import accounts, hands
from app.ledger.accounts import SystemAccounts
from app.ledger.hands import AccountsBusyError
from app.ledger.settlement import Settlement
from app.ledger.transfers import hand_mark
from app.rooms.journal import MAX_BATCH, MAX_TRIES, Closing, Commit, Journal, Opening, UnknownOutcomeError
from app.storage.database import Database
from app.storage.memory import MemoryStorage
from app.storage.store import (
    DuplicateActionError,
    LedgerRuleError,
    RowConflictError,
    StaleEpochError,
    Storage,
    Transaction,
    TryAgainError,
)
from tests.contracts import rows
from tests.rooms.conftest import Logs
from tests.rooms.faults import Fault, FaultyStorage


class Desk:
    """A journal, and rooms with three players each that commit to it."""

    def __init__(self, storage: Storage) -> None:
        self.storage = FaultyStorage(storage)
        self.system: SystemAccounts
        self.journal: Journal
        self.accounts: dict[str, tuple[int, ...]] = {}
        self._seqs = {}  # type: dict[str, count[int]]

    @classmethod
    async def open(cls, storage: Storage, room_count: int) -> "Desk":
        desk = cls(storage)
        async with desk.storage.begin() as tx:
            desk.system = await accounts.found(tx, 0)
            for number in range(room_count):
                room = f"R{number}"
                await tx.rooms.add(rows.room(room))
                opened = [
                    await accounts.open_player(tx, desk.system, f"{room}-{seat}", 0, 1_000)
                    for seat in range(3)
                ]
                desk.accounts[room] = tuple(account.id for account in opened)
                desk._seqs[room] = count()
        desk.journal = Journal(desk.storage, desk.system)
        desk.journal.start()
        return desk

    @property
    def rooms(self) -> list[str]:
        return list(self.accounts)

    def opening(self, room: str, beans: int = 1_000) -> Commit:
        """The first commit of a hand."""
        carried = dict.fromkeys(self.accounts[room], beans)
        return Commit(
            rows.commit(room, next(self._seqs[room])),
            opening=Opening(rows.hand(room), carried),
            secret=rows.secret(1, room_id=room),
        )

    def plain(self, room: str, action_id: str | None = None, *, epoch: int = 0, hand_no: int = 1) -> Commit:
        """A commit in the middle of one."""
        row = rows.commit(room, next(self._seqs[room]), action_id=action_id, epoch=epoch, hand_no=hand_no)
        return Commit(row)

    def closing(self, room: str, moved: tuple[int, int, int] | None = (20, -10, -10)) -> Commit:
        """The last commit of one; None moves nothing, the hand is void."""
        settlement = Settlement(moved, (1, 1, 1)) if moved else None
        row = rows.commit(room, next(self._seqs[room]))
        return Commit(row, closing=Closing(b"[]", self.accounts[room], settlement))

    async def commit(self, *commits: Commit) -> list[BaseException | None]:
        """The outcomes of commits that are submitted together."""
        return list(
            await asyncio.gather(*(self.journal.commit(each) for each in commits), return_exceptions=True)
        )

    async def seqs(self, room: str) -> list[int]:
        async with self.storage.read() as tx:
            return [row.seq for row in await tx.hands.commits(room, 1)]

    async def balances(self, room: str) -> list[int]:
        async with self.storage.read() as tx:
            found = await tx.ledger.find_accounts([f"{room}-{seat}" for seat in range(3)])
        return [found[f"{room}-{seat}"].balance for seat in range(3)]

    async def marks(self, room: str) -> set[str | None]:
        async with self.storage.read() as tx:
            found = await tx.ledger.find_accounts([f"{room}-{seat}" for seat in range(3)])
        return {account.hand for account in found.values()}


async def test_many_rooms_share_a_transaction(storage: Storage) -> None:
    """The first commit goes alone, whatever comes meanwhile goes together."""
    desk = await Desk.open(storage, 40)
    for make in (desk.opening, desk.plain, desk.closing):
        desk.storage.writes.clear()
        assert set(await desk.commit(*map(make, desk.rooms))) == {None}
        assert len(desk.storage.writes) <= 2
        assert sum(map(len, desk.storage.writes)) == 40
    for room in desk.rooms:
        assert await desk.seqs(room) == [0, 1, 2]
        assert await desk.balances(room) == [1_019, 989, 989]
        assert await desk.marks(room) == {None}
    await desk.journal.stop()


async def test_a_batch_has_an_end() -> None:
    desk = await Desk.open(MemoryStorage(), MAX_BATCH + 5)
    await desk.commit(*map(desk.opening, desk.rooms))
    assert [len(batch) for batch in desk.storage.writes] == [MAX_BATCH, 5]


async def test_what_fails_in_one_room_is_stored_in_the_others(storage: Storage) -> None:
    """Money that is not there, a stale epoch, a known id: one transaction, six outcomes."""
    desk = await Desk.open(storage, 8)
    await desk.commit(*map(desk.opening, desk.rooms[2:]))
    await desk.commit(desk.plain("R3", "x"))
    async with desk.storage.begin() as tx:
        await tx.rooms.claim("local/2", 1)
    desk.storage.writes.clear()
    outcomes = await desk.commit(
        desk.opening("R1", beans=999),
        desk.plain("R2"),
        desk.plain("R3", "x"),
        desk.plain("R4", epoch=7),
        desk.closing("R5"),
        desk.closing("R6", (1_000, -999, -1)),
        desk.plain("R7"),
    )
    kinds = [type(outcome) for outcome in outcomes]
    assert kinds == [
        AccountsBusyError,
        type(None),
        DuplicateActionError,
        StaleEpochError,
        type(None),
        type(None),
        type(None),
    ]
    assert len(desk.storage.writes) <= 2
    assert [await desk.seqs(room) for room in desk.rooms] == [
        [],
        [],
        [0, 1],
        [0, 1],
        [0],
        [0, 1],
        [0, 1],
        [0, 1],
    ]
    assert await desk.balances("R5") == [1_019, 989, 989]
    async with desk.storage.read() as tx:
        assert await tx.hands.get("R1", 1) is None
        assert await tx.hands.secrets("R1", 1) == []
    assert await desk.marks("R1") == {None}
    await desk.journal.stop()


async def test_a_settlement_that_the_ledger_refuses_disturbs_nobody(storage: Storage) -> None:
    """Who has not got the beans after all cannot pay them; his hand stays as it is."""
    desk = await Desk.open(storage, 3)
    await desk.commit(*map(desk.opening, desk.rooms))
    outcomes = await desk.commit(
        desk.closing("R0"), desk.closing("R1", (2_500, -1_000, -1_500)), desk.closing("R2")
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), LedgerRuleError, type(None)]
    assert await desk.balances("R1") == [1_000, 1_000, 1_000]
    assert await desk.marks("R1") == {hand_mark("R1", 1)}
    assert await desk.seqs("R1") == [0]
    assert await desk.balances("R2") == [1_019, 989, 989]
    await desk.journal.stop()


async def test_a_bug_in_one_rooms_money_disturbs_nobody(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what no check foresaw, such as another settlement under the same key."""
    desk = await Desk.open(storage, 3)
    await desk.commit(*map(desk.opening, desk.rooms))
    settle = hands.settle

    async def failing(tx: Transaction, system: SystemAccounts, room_id: str, *rest: object) -> object:
        posted = await settle(tx, system, room_id, *rest)  # type: ignore[arg-type]
        if room_id == "R1":
            raise ZeroDivisionError
        return posted

    monkeypatch.setattr(hands, "settle", failing)
    outcomes = await desk.commit(*map(desk.closing, desk.rooms))
    assert [type(outcome) for outcome in outcomes] == [type(None), ZeroDivisionError, type(None)]
    assert await desk.balances("R1") == [1_000, 1_000, 1_000]
    assert await desk.seqs("R1") == [0]
    assert await desk.balances("R2") == [1_019, 989, 989]
    await desk.journal.stop()


async def test_a_row_that_the_database_refuses_is_found(storage: Storage) -> None:
    """It would take all plain commits of the batch with it, again and again."""
    desk = await Desk.open(storage, 3)
    await desk.commit(*map(desk.opening, desk.rooms))
    outcomes = await desk.commit(desk.plain("R0"), desk.plain("R1", hand_no=9), desk.plain("R2"))
    assert [type(outcome) for outcome in outcomes] == [type(None), RowConflictError, type(None)]
    assert [await desk.seqs(room) for room in desk.rooms] == [[0, 1], [0], [0, 1]]
    await desk.journal.stop()


@pytest.mark.postgres
async def test_hands_of_one_batch_lock_their_accounts_in_one_order(postgres_database: Database) -> None:
    """Somebody else holds a low account and comes for a high one, while a batch settles the high hand first."""
    desk = await Desk.open(postgres_database, 3)
    await desk.commit(*map(desk.opening, desk.rooms))
    low, high = min(desk.accounts["R0"]), max(desk.accounts["R1"])
    async with postgres_database.begin() as tx:
        await tx.ledger.lock([low])
        batch = asyncio.gather(
            *map(desk.journal.commit, (desk.plain("R2"), desk.closing("R1"), desk.closing("R0")))
        )
        await until_somebody_waits(postgres_database)
        await tx.ledger.lock([high])
    assert await batch == [None, None, None]
    async with postgres_database.read() as tx:
        found = await tx.select("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
    assert found[0][0] == 0
    await desk.journal.stop()


async def until_somebody_waits(database: Database) -> None:
    """Until a transaction waits for another one's row."""
    async with asyncio.timeout(10):
        while True:
            async with database.read() as tx:
                if (await tx.select("SELECT count(*) FROM pg_locks WHERE NOT granted"))[0][0]:
                    return


async def test_a_void_hand_frees_its_players(storage: Storage) -> None:
    desk = await Desk.open(storage, 1)
    await desk.commit(desk.opening("R0"))
    assert await desk.marks("R0") == {hand_mark("R0", 1)}
    assert await desk.commit(desk.closing("R0", None)) == [None]
    assert await desk.marks("R0") == {None}
    assert await desk.balances("R0") == [1_000] * 3
    async with desk.storage.read() as tx:
        hand = await tx.hands.get("R0", 1)
        assert await tx.ledger.find_txn("hand:R0:1") is None
    assert hand
    assert hand.status == "void"
    await desk.journal.stop()


@pytest.mark.parametrize("fault", [Fault.BEFORE, Fault.AFTER])
async def test_a_transaction_that_breaks_is_unknown_to_all_of_it(fault: Fault, logs: Logs) -> None:
    logs.expect("journal_outcome_unknown")
    desk = await Desk.open(MemoryStorage(), 5)
    await desk.commit(*map(desk.opening, desk.rooms))
    desk.storage.plan[desk.storage.batches] = fault
    outcomes = await desk.commit(*map(desk.plain, desk.rooms))
    assert [type(outcome) for outcome in outcomes] == [UnknownOutcomeError] * 5
    assert len({id(outcome) for outcome in outcomes}) == 5
    for room in desk.rooms:
        assert await desk.seqs(room) == ([0, 1] if fault is Fault.AFTER else [0])
    assert logs.count("journal_outcome_unknown") == 1
    desk._seqs = {room: count(5) for room in desk.rooms}
    assert await desk.commit(*map(desk.plain, desk.rooms)) == [None] * 5


class Deadlocking(FaultyStorage):
    """A storage whose transactions must be run again, so many times."""

    def __init__(self, inner: Storage, times: int) -> None:
        super().__init__(inner)
        self.times = times
        self.tries = 0

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Transaction]:
        async with super().begin() as tx:
            self.tries += 1
            if self.tries <= self.times:
                raise TryAgainError
            yield tx


async def test_a_deadlock_is_tried_again(logs: Logs) -> None:
    logs.expect("journal_outcome_unknown")
    desk = await Desk.open(MemoryStorage(), 1)
    for times, outcome in ((MAX_TRIES - 1, type(None)), (MAX_TRIES, UnknownOutcomeError)):
        storage = Deadlocking(desk.storage, times)
        desk.journal = Journal(storage, desk.system)
        desk.journal.start()
        [got] = await desk.commit(desk.opening("R0"))
        assert type(got) is outcome
        assert storage.tries == MAX_TRIES
        await desk.journal.stop()


async def test_a_deadlock_in_the_money_is_not_one_rooms_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = await Desk.open(MemoryStorage(), 2)
    await desk.commit(*map(desk.opening, desk.rooms))
    settle, failing = hands.settle, iter([True])

    async def settle_later(*rest: object) -> object:
        if next(failing, False):
            raise TryAgainError
        return await settle(*rest)  # type: ignore[arg-type]

    monkeypatch.setattr(hands, "settle", settle_later)
    assert await desk.commit(*map(desk.closing, desk.rooms)) == [None, None]
    assert await desk.balances("R0") == [1_019, 989, 989]


async def test_stopping_stores_what_was_submitted() -> None:
    desk = await Desk.open(MemoryStorage(), 20)
    outcomes = asyncio.gather(*(desk.journal.commit(desk.opening(room)) for room in desk.rooms))
    await asyncio.sleep(0)
    await desk.journal.stop()
    assert await outcomes == [None] * 20
    assert all([await desk.seqs(room) == [0] for room in desk.rooms])


async def test_who_waits_no_longer_stops_nobody() -> None:
    desk = await Desk.open(MemoryStorage(), 3)
    desk.storage.go.clear()
    waiting = [asyncio.create_task(desk.journal.commit(desk.opening(room))) for room in desk.rooms]
    await asyncio.sleep(0)
    waiting[1].cancel()
    await asyncio.sleep(0)
    desk.storage.go.set()
    await asyncio.wait(waiting)
    assert [task.cancelled() for task in waiting] == [False, True, False]
    await desk.journal.stop()
