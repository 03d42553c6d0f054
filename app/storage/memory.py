"""The storage in memory, for tests, simulations and tables without a database: the same guards, no durability."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import fields, replace

from app.storage.memory_history import MemoryHistory
from app.storage.memory_ledger import MemoryLedger
from app.storage.memory_players import MemoryPlayers, MemorySessions
from app.storage.memory_scores import MemoryScores
from app.storage.memory_state import State
from app.storage.memory_tiers import MemoryTiers
from app.storage.store import (
    CommitRow,
    DealSecretRow,
    DuplicateActionError,
    HandRow,
    LedgerRuleError,
    RoomRow,
    RowConflictError,
    StaleEpochError,
)


class MemoryRooms:
    """Rooms and who owns them."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def add(self, room: RoomRow) -> None:
        if self._state.rooms.get(room.id):
            raise RowConflictError(f"room {room.id} exists")
        self._state.rooms.put(room.id, room)

    async def get(self, room_id: str) -> RoomRow | None:
        return self._state.rooms.get(room_id)

    async def claim(self, owner: str, limit: int) -> list[RoomRow]:
        server = owner.partition("/")[0]
        free = [
            room
            for room in self._state.rooms.values()
            if room.status == "open"
            and room.owner != owner
            and (room.owner is None or room.owner.partition("/")[0] == server)
        ]
        claimed = [
            replace(room, owner=owner, epoch=room.epoch + 1)
            for room in sorted(free, key=lambda room: room.id)[:limit]
        ]
        for room in claimed:
            self._state.rooms.put(room.id, room)
        return claimed

    async def release(self, room_id: str, epoch: int) -> None:
        room = self._state.rooms.get(room_id)
        if room and room.epoch == epoch:
            self._state.rooms.put(room_id, replace(room, owner=None))

    async def set_config(self, room_id: str, epoch: int, config: bytes) -> None:
        self._state.rooms.put(room_id, replace(self._fenced(room_id, epoch), config=config))

    async def close(self, room_id: str, epoch: int) -> None:
        self._state.rooms.put(room_id, replace(self._fenced(room_id, epoch), status="closed", owner=None))

    def _fenced(self, room_id: str, epoch: int) -> RoomRow:
        room = self._state.rooms.get(room_id)
        if room is None or room.epoch != epoch or room.status != "open":
            raise StaleEpochError(f"room {room_id} is not at epoch {epoch}")
        return room


class MemoryHands:
    """Hands, their commit log and their deal secrets."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def add(self, hand: HandRow) -> None:
        if not self._state.rooms.get(hand.room_id) or self._state.hands.get((hand.room_id, hand.hand_no)):
            raise RowConflictError(f"hand {hand.room_id}:{hand.hand_no} exists, or its room does not")
        numbers = self._state.hand_numbers.get(hand.room_id) or ()
        if hand.status == "running" and self._running(hand.room_id):
            raise RowConflictError(f"a hand of {hand.room_id} is running")
        self._state.hands.put((hand.room_id, hand.hand_no), hand)
        self._state.hand_numbers.put(hand.room_id, tuple(sorted((*numbers, hand.hand_no))))

    async def get(self, room_id: str, hand_no: int) -> HandRow | None:
        return self._state.hands.get((room_id, hand_no))

    async def latest(self, room_id: str) -> HandRow | None:
        numbers = self._state.hand_numbers.get(room_id)
        return self._state.hands.get((room_id, numbers[-1])) if numbers else None

    async def running(self, room_id: str) -> HandRow | None:
        return self._running(room_id)

    def _running(self, room_id: str) -> HandRow | None:
        for hand_no in reversed(self._state.hand_numbers.get(room_id) or ()):
            hand = self._state.hands.get((room_id, hand_no))
            if hand and hand.status == "running":
                return hand
        return None

    async def finish(self, room_id: str, hand_no: int, *, status: str, result: bytes, ended_ms: int) -> None:
        hand = self._state.hands.get((room_id, hand_no))
        if hand is None or hand.status != "running" or status not in ("settled", "void"):
            raise RowConflictError(f"hand {room_id}:{hand_no} is not running")
        if status == "void" and self._state.txns.get(f"hand:{room_id}:{hand_no}"):
            raise LedgerRuleError("ledger: the hand has moved beans")
        ended = replace(hand, status=status, result=result, ended_ms=ended_ms)
        self._state.hands.put((room_id, hand_no), ended)

    async def append(self, commits: Sequence[CommitRow]) -> dict[str, Exception]:
        if len({row.room_id for row in commits}) != len(commits):
            raise ValueError("a room may come once only")
        refused: dict[str, Exception] = {}
        for row in commits:
            if reason := self._refusal(row):
                refused[row.room_id] = reason
                continue
            self._state.commits.put((row.room_id, row.hand_no, row.seq), row)
            if row.action_id is not None:
                self._state.actions.put((row.room_id, row.actor, row.action_id), row)
        return refused

    def _refusal(self, row: CommitRow) -> Exception | None:
        room = self._state.rooms.get(row.room_id)
        if room is None or room.epoch != row.epoch:
            return StaleEpochError(f"room {row.room_id} is not at epoch {row.epoch}")
        if row.action_id is not None and self._state.actions.get((row.room_id, row.actor, row.action_id)):
            return DuplicateActionError(f"{row.room_id} {row.actor} {row.action_id}")
        if self._state.commits.get((row.room_id, row.hand_no, row.seq)):
            return StaleEpochError(f"{row.room_id}:{row.hand_no} has a commit {row.seq}")
        if self._state.hands.get((row.room_id, row.hand_no)) is None:
            raise RowConflictError(f"hand {row.room_id}:{row.hand_no} does not exist")
        return None

    async def commits(self, room_id: str, hand_no: int) -> list[CommitRow]:
        rows: list[CommitRow] = []
        while row := self._state.commits.get((room_id, hand_no, len(rows))):
            rows.append(row)
        return rows

    async def find_action(self, room_id: str, actor: str, action_id: str) -> CommitRow | None:
        return self._state.actions.get((room_id, actor, action_id))

    async def add_secret(self, secret: DealSecretRow) -> None:
        key = (secret.room_id, secret.hand_no)
        secrets = self._state.secrets.get(key) or ()
        known = self._state.hands.get(key) is not None
        if not known or any(row.deal_no == secret.deal_no for row in secrets):
            raise RowConflictError(f"deal {secret.deal_no} of {key} has a secret, or its hand does not exist")
        self._state.secrets.put(key, tuple(sorted((*secrets, secret), key=lambda row: row.deal_no)))

    async def secrets(self, room_id: str, hand_no: int) -> list[DealSecretRow]:
        return list(self._state.secrets.get((room_id, hand_no)) or ())

    async def reveal(self, room_id: str, hand_no: int, revealed_ms: int) -> None:
        secrets = self._state.secrets.get((room_id, hand_no)) or ()
        shown = tuple(
            replace(row, revealed_ms=revealed_ms if row.revealed_ms is None else row.revealed_ms)
            for row in secrets
        )
        self._state.secrets.put((room_id, hand_no), shown)


class MemoryTransaction:
    """The `Transaction` of `store` over the newest layers of the tables."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.rooms = MemoryRooms(state)
        self.hands = MemoryHands(state)
        self.ledger = MemoryLedger(state)
        self.scores = MemoryScores(state)
        self.history = MemoryHistory(state)
        self.tiers = MemoryTiers(state)
        self.players = MemoryPlayers(state)
        self.sessions = MemorySessions(state)

    @asynccontextmanager
    async def savepoint(self) -> AsyncIterator[None]:
        for table in self._state.tables():
            table.push()
        try:
            yield
        except BaseException:
            for table in self._state.tables():
                table.drop()
            raise
        for table in self._state.tables():
            table.merge()


class MemoryStorage:
    """The `Storage` of `store` in memory."""

    def __init__(self) -> None:
        self._state = State()
        self._gate = asyncio.Lock()
        self._readers = 0

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[MemoryTransaction]:
        """A transaction that writes, one at a time."""
        async with self._gate:
            tables = self._state.tables()
            for table in tables:
                table.push()
            try:
                yield MemoryTransaction(self._state)
            except BaseException:
                for table in tables:
                    table.drop()
                raise
            for table in tables:
                table.merge(copy=self._readers > 0)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[MemoryTransaction]:
        """A transaction over what is committed now; what is written meanwhile is not seen."""
        snapshot = State(**{f.name: getattr(self._state, f.name).snapshot() for f in fields(State)})
        self._readers += 1
        try:
            yield MemoryTransaction(snapshot)
        finally:
            self._readers -= 1

    async def close(self) -> None:
        """Nothing to close."""
