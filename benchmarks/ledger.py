"""The ledger alone: how many hands a second it settles, how long each takes, and what an audit costs.

A settlement is a hand of three: four postings of players and one of the system's fee account, which all of them share.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Final

from sqlalchemy import make_url

from app.clock import SystemClock
from app.ledger import accounts, hands
from app.ledger.accounts import SystemAccounts
from app.ledger.auditor import Auditor
from app.ledger.seals import Sealer
from app.ledger.settlement import Settlement, settle
from app.observe.logs import configure_logs
from app.observe.metrics import Metrics
from app.players.points import Tally
from app.rooms.hand import Records, dump_players, dump_records
from app.rooms.journal import Closing, Commit, Journal, Opening
from app.rules.levels import Ladder
from app.storage.database import Database
from app.storage.persistence import persist
from app.storage.store import CommitRow, HandRow, PlayerRow, RoomRow, Transaction
from benchmarks.databases import databases, one_core

PLAYERS: Final = 300
AT_ONCE: Final = 16
"""So many settle at the same time."""
GROUP: Final = 64
"""So many settlements share a transaction where they are grouped, as the journal does."""
BEANS: Final = 10_000_000

Row = tuple[str, float, str]


def rows(seconds: float) -> Iterator[Row]:
    """Settlements one a commit and in groups, whole hands through the journal, and a look of the auditor."""
    configure_logs(level="error")
    with databases() as stores, one_core():
        for name, url in stores:
            yield from asyncio.run(_measure(name, url, seconds))


async def _measure(name: str, url: str, seconds: float) -> list[Row]:
    bank = await Bank.open(Database.open(url))
    played = await bank.play(seconds)
    number, look = await bank.look()
    rate, waits = await bank.settle_alone(seconds)
    grouped = await bank.settle_grouped(seconds)
    deadlocks = await bank.deadlocks()
    await bank.database.close()
    percents = quantiles(waits, n=100)
    found = [
        (f"settlements, one a commit, {AT_ONCE} at once, {name}", rate, "/s"),
        (f"one of these, p50, {name}", percents[49] * 1000, "ms"),
        (f"one of these, p99, {name}", percents[98] * 1000, "ms"),
        (f"settlements, {GROUP} a commit, {name}", grouped, "/s"),
        (f"hands begun, logged and settled by the journal, {name}", played, "/s"),
        (f"a look of the auditor, {number:,} transactions, {name}", look * 1000, "ms"),
    ]
    return found if deadlocks is None else [*found, (f"deadlocks meanwhile, {name}", deadlocks, "")]


@dataclass
class Bank:
    """A ledger with many players."""

    database: Database
    system: SystemAccounts
    ids: list[int]
    names: list[str]
    numbers: "count[int]"
    chance: Random

    @classmethod
    async def open(cls, database: Database) -> "Bank":
        names = [f"player {number}" for number in range(PLAYERS)]
        async with database.begin() as tx:
            system = await accounts.found(tx, 0)
            for name in names:
                await tx.players.add(PlayerRow(name, "guest", name, 0))
            ids = [(await accounts.open_player(tx, system, name, 0, BEANS)).id for name in names]
        return cls(database, system, ids, names, count(), Random(1))

    def settlement(self) -> Settlement:
        """Some beans of a hand of three."""
        x = self.chance.choice(((2, -1, -1), (-2, 1, 1), (-1, 2, -1)))
        return settle(x, self.chance.randrange(1, 50), 5, (BEANS,) * 3, (0, 1, 2))

    async def settle_alone(self, seconds: float) -> tuple[float, list[float]]:
        """Each settlement in a transaction of its own: how many a second, and how long each took, in seconds."""
        until, waits = perf_counter() + seconds, list[float]()

        async def teller() -> None:
            while (began := perf_counter()) < until:
                await persist(self.database, self._settling([self.chance.sample(self.ids, 3)]))
                waits.append(perf_counter() - began)

        took = await _took([teller() for _ in range(AT_ONCE)])
        return len(waits) / took, waits

    async def settle_grouped(self, seconds: float) -> float:
        """Many settlements in one transaction, which locks all their accounts first: how many a second."""
        until, done = perf_counter() + seconds, 0

        async def teller() -> None:
            nonlocal done
            while perf_counter() < until:
                trios = [self.chance.sample(self.ids, 3) for _ in range(GROUP)]
                await persist(self.database, self._settling(trios))
                done += GROUP

        return await _rate(lambda: done, [teller()])

    def _settling(self, trios: Sequence[Sequence[int]]) -> Callable[[Transaction], Awaitable[None]]:
        planned = [(next(self.numbers), trio, self.settlement()) for trio in trios]

        async def work(tx: Transaction) -> None:
            if len(planned) > 1:
                everybody = {account for _, trio, _ in planned for account in trio}
                await tx.ledger.lock(sorted({*everybody, self.system.recycle}))
            for number, trio, settlement in planned:
                await hands.settle(tx, self.system, f"S{number}", 1, trio, settlement, 0)

        return work

    async def play(self, seconds: float) -> float:
        """Hands of a hundred rooms, two commits each, through the journal: how many a second."""
        journal, now_ms = Journal(self.database, self.system), SystemClock().now_ms()
        until, done = perf_counter() + seconds, 0
        rooms = [f"P{number}" for number in range(PLAYERS // 3)]
        async with self.database.begin() as tx:
            for room in rooms:
                await tx.rooms.add(RoomRow(room, "public", "benchmark", 1, b"", "open", now_ms))
        journal.start()
        records = dump_records(Records(None, None, [False] * 3, [0] * 3))

        async def table(number: int) -> None:
            nonlocal done
            names, trio = self.names[3 * number : 3 * number + 3], self.ids[3 * number : 3 * number + 3]
            for hand_no in count(1):
                if perf_counter() > until:
                    return
                async with self.database.read() as tx:
                    found = await tx.ledger.find_accounts(names)
                row = CommitRow(rooms[number], hand_no, 0, 1, "room", None, b"[]", records, now_ms)
                hand = HandRow(
                    rooms[number],
                    hand_no,
                    "classic",
                    1,
                    dump_players(names),
                    "running",
                    None,
                    now_ms,
                    None,
                    1,
                )
                held = {account.id: account.balance for account in found.values()}
                await journal.commit(Commit(row, opening=Opening(hand, held)))
                tally = Tally(Ladder.THREE, dict(zip(names, (2, -1, -1), strict=True)))
                closing = Closing(b"[]", tuple(trio), self.settlement(), tally)
                row = CommitRow(rooms[number], hand_no, 1, 1, "room", None, b"[]", records, now_ms)
                await journal.commit(Commit(row, closing=closing))
                done += 1

        rate = await _rate(lambda: done, [table(number) for number in range(len(rooms))])
        await journal.stop()
        return rate

    async def look(self) -> tuple[int, float]:
        """How many transactions there are, and how long a look at them takes on average, in seconds."""
        sealer = Sealer(self.database, SystemClock())
        await sealer.seal()
        newest = await sealer.seal()
        auditor = Auditor(self.database, SystemClock(), Metrics())
        await auditor.look()
        began = perf_counter()
        for _ in range(5):
            await auditor.look()
        return newest.upto, (perf_counter() - began) / 5

    async def deadlocks(self) -> float | None:
        """How many the server has counted; None where it is not one."""
        if make_url(self.database.url).get_backend_name() != "postgresql":
            return None
        async with self.database.read() as tx:
            [[found]] = await tx.select(
                "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
            )
        return float(found)


async def _rate(done: Callable[[], int], work: Sequence[Awaitable[None]]) -> float:
    took = await _took(work)
    return done() / took


async def _took(work: Sequence[Awaitable[None]]) -> float:
    began = perf_counter()
    await asyncio.gather(*work)
    return perf_counter() - began
