"""A small ledger to test with: founded, with players, and hands that are played in one call."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.clock import ManualClock
from app.ledger import accounts, hands
from app.ledger.accounts import Budgets, SystemAccounts
from app.ledger.book import Posted
from app.ledger.seals import Sealer
from app.ledger.settlement import Settlement
from app.players.points import Tally, count
from app.rooms.hand import dump_players
from app.rules.facts import End, Finished, Scored, Settled
from app.rules.levels import Ladder
from app.storage.database import Database
from app.storage.seals import SealRow
from app.storage.store import HandRow, PlayerRow, RoomRow, Storage, Transaction
from app.wire.facts import dump_facts

NOW_MS = 1_764_500_000_000
TRIO = ("wang", "li", "zhao")


@dataclass(frozen=True)
class Bank:
    """A founded ledger and the account ids of its players, by name. Older schemas keep no scores."""

    storage: Storage
    system: SystemAccounts
    players: dict[str, int]
    keeps_scores: bool = True

    async def balances(self, *names: str) -> list[int]:
        async with self.storage.read() as tx:
            found = await tx.ledger.find_accounts(names)
        return [found[name].balance for name in names]

    async def system_balance(self, kind: str) -> int:
        async with self.storage.read() as tx:
            account = await tx.ledger.find_account(kind, None)
        assert account
        return account.balance

    async def start(self, room_id: str, hand_no: int, names: Sequence[str], coefficient: int = 1) -> None:
        """Begin a hand: its row, and the mark on its players."""
        async with self.storage.begin() as tx:
            if await tx.rooms.get(room_id) is None:
                await tx.rooms.add(RoomRow(room_id, "custom", None, 0, b"", "open", NOW_MS))
            row = HandRow(
                room_id,
                hand_no,
                "classic",
                1,
                dump_players(list(names)),
                "running",
                None,
                NOW_MS,
                None,
                coefficient,
            )
            await tx.hands.add(row)
            found = await tx.ledger.find_accounts(names)
            carried = {found[name].id: found[name].balance for name in names}
            await hands.start(tx, room_id, hand_no, carried)

    async def settle(
        self, room_id: str, hand_no: int, names: Sequence[str], settlement: Settlement, now_ms: int = NOW_MS
    ) -> Posted | None:
        """Settle a hand; one that has ended only moves beans."""
        async with self.storage.begin() as tx:
            seats = [self.players[name] for name in names]
            posted = await hands.settle(tx, self.system, room_id, hand_no, seats, settlement, now_ms)
            if await tx.hands.running(room_id):
                await self.end(tx, room_id, hand_no, names, settlement, now_ms)
            return posted

    async def end(
        self,
        tx: Transaction,
        room_id: str,
        hand_no: int,
        names: Sequence[str],
        settlement: Settlement,
        now_ms: int = NOW_MS,
    ) -> None:
        """End a hand whose beans have moved: its status, and points such as these beans may have come from."""
        x = points_of(settlement)
        end, seat = (End.ESCAPE, x.index(min(x))) if settlement.escaped else (End.OUT, 0)
        winners = () if settlement.escaped else (0,)
        result = dump_facts(
            [
                Finished(end, seat, winners, ((),) * len(x)),
                Scored(1, 1, 1, (1,) * len(x), x, x),
                Settled(settlement.moved, settlement.moved, settlement.fees, settlement.penalty),
            ]
        )
        await tx.hands.finish(room_id, hand_no, status="settled", result=result, ended_ms=now_ms)
        await introduce(tx, names)
        hand = await tx.hands.get(room_id, hand_no)
        if self.keeps_scores and hand and hand.coefficient:
            counted = {name: points for name, points in zip(names, x, strict=True) if points}
            await count(tx, room_id, hand_no, Tally(Ladder.THREE, counted))

    async def void(self, room_id: str, hand_no: int) -> None:
        async with self.storage.begin() as tx:
            await hands.void(tx, room_id, hand_no)
            await tx.hands.finish(room_id, hand_no, status="void", result=b"", ended_ms=NOW_MS)


def points_of(settlement: Settlement) -> tuple[int, ...]:
    """Who escaped has lost some, or the first seat wins one of each other."""
    others = len(settlement.moved) - 1
    if not settlement.escaped:
        return (others, *(-1,) * others)
    escaper = settlement.moved.index(min(settlement.moved))
    return tuple(-10 if seat == escaper else 0 for seat in range(others + 1))


async def seal_all(database: Database) -> SealRow:
    """Seal all that has been posted; the newest seal."""
    sealer = Sealer(database, ManualClock(NOW_MS))
    await sealer.seal()
    return await sealer.seal()


async def introduce(tx: Transaction, names: Sequence[str]) -> None:
    """Have these be players, as whoever plays has to be."""
    known = await tx.players.get(names)
    for name in names:
        if name not in known:
            await tx.players.add(PlayerRow(name, "guest", name, NOW_MS))


async def open_bank(storage: Storage, budgets: Budgets | None = None, **beans: int) -> Bank:
    """A founded ledger with players who hold these beans: `open_bank(storage, wang=3000, li=20)`."""
    async with storage.begin() as tx:
        system = await accounts.found(tx, NOW_MS, budgets)
        await introduce(tx, list(beans))
        opened = {
            name: (await accounts.open_player(tx, system, name, NOW_MS, amount)).id
            for name, amount in beans.items()
        }
    return Bank(storage, system, opened)
