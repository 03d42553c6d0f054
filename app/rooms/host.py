"""The host: opens rooms, recovers them after a crash, and lets go of them when the server stops."""

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec
import structlog

from app.bus.bus import Bus
from app.clock import Clock
from app.ledger.accounts import SystemAccounts
from app.randomness import Randomness
from app.rooms.bank import Bank
from app.rooms.codes import draw_code
from app.rooms.companions import Companions
from app.rooms.config import AUTO_AFTER, Pace, RoomConfig, Tier, dump_config
from app.rooms.directory import Directory
from app.rooms.entry import Entry, EntryRules
from app.rooms.journal import Journal
from app.rooms.messages import Place
from app.rooms.options import tier_options
from app.rooms.register import Register
from app.rooms.room import RETRY_MS, Room, StoppedError
from app.rooms.seating import Seating
from app.rooms.services import Services
from app.rules.variants import RULESETS
from app.storage.store import RoomRow, Storage
from app.wire.options import RoomOptions

log = structlog.get_logger(__name__)

CLAIM_BATCH: Final = 100


class Host:
    """The rooms of this process."""

    def __init__(
        self,
        storage: Storage,
        system: SystemAccounts,
        bus: Bus,
        clock: Clock,
        randomness: Randomness,
        pace: Pace,
        *,
        server: str = "local",
        auto_after: int = AUTO_AFTER,
        entry: EntryRules = EntryRules(),  # noqa: B008 - a frozen value
    ) -> None:
        self._storage = storage
        self._clock = clock
        self._randomness = randomness
        self._auto_after = auto_after
        self._owner = f"{server}/{randomness.token(8).hex()}"
        self._journal = Journal(storage, system)
        self._companions = Companions(storage, system, clock, randomness)
        self.seating = Seating()
        self.directory = Directory()
        self.entry = Entry(storage, clock, entry)
        bank = Bank(storage, system, clock)
        self._services = Services(
            storage=storage,
            journal=self._journal,
            bank=bank,
            bus=bus,
            time=clock,
            randomness=randomness,
            pace=pace,
            seating=self.seating,
            companions=self._companions,
            entry=self.entry,
            directory=self.directory,
        )
        self._rooms: dict[str, Room] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closing = False
        self._nudged = asyncio.Event()

    async def start(self) -> None:
        """Claim and recover every open room."""
        for rules in RULESETS.values():
            rules.book.leads(0)  # builds its tables now, not while everybody waits for somebody's first lead
        self._journal.start()
        await self._companions.load()
        while True:
            async with self._storage.begin() as tx:
                claimed = await tx.rooms.claim(self._owner, CLAIM_BATCH)
            for row in claimed:
                await self._recover(row)
            if len(claimed) < CLAIM_BATCH:
                break
        log.info("host_started", rooms=len(self._rooms))

    async def stop(self) -> None:
        """Let every room finish what it is doing, make it durable, and give the rooms back."""
        rooms, tasks = list(self._rooms.values()), list(self._tasks.values())
        for room in rooms:
            room.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._journal.stop()
        try:
            async with self._storage.begin() as tx:
                for room in rooms:
                    if not room.closed:
                        await tx.rooms.release(room.id, room.register.epoch)
        except Exception:
            # The next life of this server claims them all the same.
            log.exception("rooms_not_released", rooms=len(rooms))
        log.info("host_stopped", rooms=len(rooms))

    @property
    def rooms(self) -> Sequence[Room]:
        """The rooms that are open now."""
        return tuple(self._rooms.values())

    def where(self, player: str) -> str | None:
        """The room that holds a seat for a player."""
        return self.seating.where(player)

    async def open_match(self, tier: Tier, players: Sequence[str]) -> str:
        """A new table of a tier for players who are held, in any order, with bots on the other seats; its room.

        Where this raises, there is no such room.
        """
        bots = await self._companions.engage(RULESETS[tier.game].seats - len(players))
        seats: list[str | None] = [*self._shuffle([*players, *bots])]
        try:
            return await self._open(
                "public", RoomConfig(tier_options(tier, self._auto_after), seats, tier.name)
            )
        except BaseException:
            self._companions.dismiss(bots)
            raise

    async def open_room(self, owner: str, options: RoomOptions) -> Place:
        """A new room of a player who is held, with empty seats beside his own.

        Where this raises, there is no such room.
        """
        empty: list[str | None] = [None] * (RULESETS[options.game].seats - 1)
        code = None if options.public else draw_code(self._randomness)
        config = RoomConfig(options, [owner, *empty], owner=0, code=code)
        return Place(room=await self._open("custom", config), invite=code)

    async def _open(self, kind: str, config: RoomConfig) -> str:
        row = RoomRow(
            id=draw_code(self._randomness),
            kind=kind,
            owner=self._owner,
            epoch=1,
            config=dump_config(config),
            status="open",
            created_ms=self._clock.now_ms(),
        )
        register = Register(row, self._services)
        await register.load()
        await self._store(row)
        await self._serve(register)
        return row.id

    def open_no_more(self) -> None:
        """Have whoever waits to learn whether a room was stored wait no longer: the next life finds it."""
        self._closing = True
        self._nudged.set()

    async def _store(self, row: RoomRow) -> None:
        """Store a new room. Where nobody knows whether it was stored, ask until somebody does: its seats are taken."""
        try:
            async with self._storage.begin() as tx:
                await tx.rooms.add(row)
        except Exception:
            log.warning("room_outcome_unknown", room=row.id, exc_info=True)
            if await self._read(row.id) != row:
                raise

    async def _read(self, room_id: str) -> RoomRow | None:
        """What is stored of a room, for as long as it takes to learn that. Raises StoppedError."""
        while not self._closing:
            try:
                async with self._storage.read() as tx:
                    return await tx.rooms.get(room_id)
            except Exception:  # noqa: BLE001 - the database may be away in many ways
                timer = self._clock.call_later(RETRY_MS, self._nudged.set)
                await self._nudged.wait()
                timer.cancel()
                self._nudged.clear()
        raise StoppedError

    def _shuffle(self, players: list[str]) -> list[str]:
        return [players.pop(self._randomness.below(len(players))) for _ in range(len(players))]

    async def _recover(self, row: RoomRow) -> None:
        """Serve a room again. One that cannot be read stays as it is, and keeps nobody else from playing."""
        try:
            register = Register(row, self._services)
            await register.load()
            await self._serve(register)
        except (msgspec.MsgspecError, LookupError):
            log.exception("room_not_recovered", room=row.id)

    async def _serve(self, register: Register) -> None:
        register.keep_all()
        room = Room(register, self._services)
        await room.open()
        self._rooms[room.id] = room
        task = asyncio.create_task(room.run(), name=f"room {room.id}")
        self._tasks[room.id] = task
        task.add_done_callback(lambda done: self._ended(room, done))

    def _ended(self, room: Room, task: "asyncio.Task[None]") -> None:
        self._rooms.pop(room.id, None)
        self._tasks.pop(room.id, None)
        room.register.let_go()
        if not task.cancelled() and (error := task.exception()):
            log.error("room_task_failed", room=room.id, exc_info=error)
