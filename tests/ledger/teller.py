"""A worker of the bank test: begins and settles hands for ever, notes each answer, and may be killed at any moment.

Each worker has a room. Whoever comes after a killed one in the same room goes on from what is stored, as a server does.
"""

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from app.ledger import hands
from app.ledger.accounts import SystemAccounts, found
from app.ledger.book import IdempotencyConflictError
from app.ledger.hands import AccountsBusyError
from app.ledger.settlement import Settlement, settle
from app.players.points import Tally, count
from app.rooms.hand import dump_players
from app.rules.levels import Ladder
from app.storage.database import Database
from app.storage.store import CommitRow, HandRow, RoomRow, Transaction
from tests.ledger.play import points_of

T = TypeVar("T")

NOW_MS = 1_764_500_000_000
SEATS = 3
MAX_TRIES = 500


def settlement_of(room: str, number: int, carried: list[int]) -> Settlement:
    """What a hand comes to: it follows from its name and from what its players carried."""
    rng = random.Random(f"{room} {number}")
    points = rng.randrange(1, 9)
    x = [points * each for each in rng.choice(((2, -1, -1), (-2, 1, 1), (-1, 2, -1)))]
    return settle(x, rng.randrange(1, 100), rng.randrange(5), carried, range(SEATS))


def work(url: str, notes: str, room: str, seed: int, names: list[str]) -> None:
    """Run the worker; it never returns."""
    asyncio.run(Teller(Database.open(url), Path(notes), room, seed, names).run())


class Teller:
    """The hands of one room."""

    def __init__(self, database: Database, notes: Path, room: str, seed: int, names: list[str]) -> None:
        self.database = database
        self.room = room
        self._names = names
        self._rng = random.Random(f"{room} {seed}")
        self._system: SystemAccounts | None = None
        self._file = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    async def run(self) -> None:
        """Half of what it does is new, half repeats an old hand, now and then with other beans."""
        while True:
            running = await self.find()
            if running is None and self._rng.random() < 0.5:
                running = await self._ask(self._begin)
            elif running is None:
                last = await self._ask(lambda tx: tx.hands.latest(self.room))
                running = self._rng.randint(1, last.hand_no) if last else None
            if running is not None:
                await self.end(running, is_changed=self._rng.random() < 0.1)

    async def end(self, number: int, *, is_changed: bool = False) -> None:
        """Settle a hand, however often that has been done, and note the answer."""

        async def act(tx: Transaction) -> str:
            self._system = system = self._system or await found(tx, NOW_MS)
            hand = await tx.hands.get(self.room, number)
            (opening,) = await tx.hands.commits(self.room, number)
            assert hand
            if is_changed and hand.status == "running":
                return ""  # other beans for a hand that has not been settled would be its settlement
            names = msgspec.json.decode(hand.players, type=list[str])
            owned = await tx.ledger.find_accounts(names)
            settlement = settlement_of(self.room, number, msgspec.json.decode(opening.facts, type=list[int]))
            if is_changed:
                gains = [moved + 1 for moved in settlement.moved[:-1]]
                settlement = Settlement((*gains, -sum(gains)), settlement.fees)
            try:
                seats = [owned[name].id for name in names]
                posted = await hands.settle(tx, system, self.room, number, seats, settlement, NOW_MS)
            except IdempotencyConflictError:
                return "conflict -"
            assert posted
            if hand.status == "running":
                await tx.hands.finish(self.room, number, status="settled", result=b"[]", ended_ms=NOW_MS)
                points = dict(zip(names, points_of(settlement), strict=True))
                await count(tx, self.room, number, Tally(Ladder.THREE, points))
            return f"{'new' if posted.is_new else 'known'} {posted.txn.request_sha}"

        if answer := await self._ask(act):
            line = f"{self.room} {number} {'changed' if is_changed else 'same'} {answer}\n"
            os.write(self._file, line.encode())

    async def find(self) -> int | None:
        """The hand that the room is playing."""
        running = await self._ask(lambda tx: tx.hands.running(self.room))
        return running.hand_no if running else None

    async def _begin(self, tx: Transaction) -> int | None:
        """A new hand of three who can play; None where they cannot."""
        names = self._rng.sample(self._names, SEATS)
        owned = await tx.ledger.find_accounts(names)
        carried = [owned[name].balance for name in names]
        if min(carried) == 0:
            return None
        if await tx.rooms.get(self.room) is None:
            await tx.rooms.add(RoomRow(self.room, "custom", None, 0, b"", "open", NOW_MS))
        last = await tx.hands.latest(self.room)
        number = last.hand_no + 1 if last else 1
        hand = HandRow(self.room, number, "classic", 1, dump_players(names), "running", None, NOW_MS, None, 1)
        opening = CommitRow(self.room, number, 0, 0, "room", None, msgspec.json.encode(carried), b"", NOW_MS)
        try:
            async with tx.savepoint():
                await tx.hands.add(hand)
                assert await tx.hands.append([opening]) == {}
                await hands.start(
                    tx, self.room, number, {owned[name].id: owned[name].balance for name in names}
                )
        except AccountsBusyError:
            return None
        return number

    async def _ask(self, act: Callable[[Transaction], Awaitable[T]]) -> T:
        """Until there is an answer: an error of the connection means unknown, and all this may be done again."""
        for tries_left in reversed(range(MAX_TRIES)):
            try:
                async with self.database.begin() as tx:
                    return await act(tx)
            except Exception:  # whatever a server that is being killed makes of it
                if not tries_left:
                    raise
                await asyncio.sleep(0.02)
        raise AssertionError("the last try returns or raises")
