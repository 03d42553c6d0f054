"""The host: opens rooms, finds them, recovers them after a crash, and lets go of them when the server stops."""

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec
import structlog

from app.bus.bus import Bus, Subscription
from app.clock import Clock
from app.ledger.accounts import SystemAccounts
from app.randomness import Randomness
from app.rooms.bank import Bank
from app.rooms.companions import Companions
from app.rooms.config import AUTO_AFTER, TIERS, Pace, RoomConfig, Tier, Tiers, dump_config, load_config
from app.rooms.journal import Journal
from app.rooms.messages import LOBBY, Find, Place, Seek, dump, load_lobby
from app.rooms.room import Room
from app.rooms.seats import Occupant
from app.rooms.services import Services
from app.rules.variants import RULESETS
from app.storage.store import RoomRow, Storage

log = structlog.get_logger(__name__)

ROOM_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
ROOM_ID_LENGTH: Final = 6
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
        tiers: Tiers = TIERS,
        auto_after: int = AUTO_AFTER,
    ) -> None:
        self._storage = storage
        self._bus = bus
        self._clock = clock
        self._randomness = randomness
        self._auto_after = auto_after
        self._tiers = tiers
        self._owner = f"{server}/{randomness.token(8).hex()}"
        self._journal = Journal(storage, system)
        self._bank = Bank(storage, system, clock)
        self._companions = Companions(storage, system, clock, randomness)
        self._services = Services(storage, self._journal, self._bank, bus, clock, randomness, pace)
        self._rooms: dict[str, Room] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._where: dict[str, str] = {}
        self._seeking: set[str] = set()
        self._nobody_seeks = asyncio.Event()
        self._unsure: dict[str, RoomRow] = {}
        self._serving: Subscription | None = None

    async def start(self) -> None:
        """Claim and recover every open room, then answer the lobby."""
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
        self._serving = await self._bus.serve(LOBBY, self._receive)
        log.info("host_started", rooms=len(self._rooms))

    async def stop(self) -> None:
        """Let every room finish what it is doing, make it durable, and give the rooms back."""
        if self._serving:
            await self._serving.cancel()
        if self._seeking:
            await self._nobody_seeks.wait()
        rooms, tasks = list(self._rooms.values()), list(self._tasks.values())
        for room in rooms:
            room.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._journal.stop()
        try:
            async with self._storage.begin() as tx:
                for room in rooms:
                    if not room.closed:
                        await tx.rooms.release(room.id, room.epoch)
        except Exception:
            # The next life of this server claims them all the same.
            log.exception("rooms_not_released", rooms=len(rooms))
        log.info("host_stopped", rooms=len(rooms))

    @property
    def rooms(self) -> Sequence[Room]:
        """The rooms that are open now."""
        return tuple(self._rooms.values())

    async def _receive(self, payload: bytes) -> bytes:
        match load_lobby(payload):
            case Find(player):
                return dump(Place(room=self._where.get(player)))
            case Seek(player, game, tier):
                return dump(await self._seek(player, self._tiers.get((game, tier))))

    async def _seek(self, player: str, tier: Tier | None) -> Place:
        """A seat for a player: the one he has, or one at a new table with two bots."""
        if tier is None:
            return Place(code="no_such_tier")
        if player in self._where:
            return Place(room=self._where[player])
        if player in self._seeking:
            return Place(code="busy")
        self._seeking.add(player)
        self._nobody_seeks.clear()
        try:
            if await self._find_unsure(player):
                return Place(room=self._where[player])
            beans = (await self._bank.balances([player])).get(player, 0)
            if beans < max(tier.entry, 1):
                return Place(code="not_enough_beans")
            return Place(room=await self._open(player, tier))
        except Exception:
            log.exception("no_seat_found", player=player)
            return Place(code="unavailable")
        finally:
            self._seeking.discard(player)
            if not self._seeking:
                self._nobody_seeks.set()

    async def _open(self, player: str, tier: Tier) -> str:
        seats = RULESETS[tier.game].seats
        players = await self._companions.engage(seats - 1)
        players.insert(self._randomness.below(seats), player)
        config = RoomConfig(tier.game, tier.name, tier.stakes, tier.entry, self._auto_after, players)
        row = RoomRow(
            id=self._draw_room_id(),
            kind="public",
            owner=self._owner,
            epoch=1,
            config=dump_config(config),
            status="open",
            created_ms=self._clock.now_ms(),
        )
        self._unsure[player] = row
        async with self._storage.begin() as tx:
            await tx.rooms.add(row)
        await self._find_unsure(player)
        return row.id

    async def _find_unsure(self, player: str) -> bool:
        """Whether the room that was being opened for a player is stored; then it is served from now on."""
        row = self._unsure.get(player)
        if row is None:
            return False
        async with self._storage.read() as tx:
            stored = await tx.rooms.get(row.id)
        config = load_config(row.config)
        is_there = stored == row
        if is_there:
            await self._run(row, config)
        else:
            self._companions.dismiss(config.players)
        del self._unsure[player]
        return is_there

    def _draw_room_id(self) -> str:
        letters = (ROOM_LETTERS[self._randomness.below(len(ROOM_LETTERS))] for _ in range(ROOM_ID_LENGTH))
        return "".join(letters)

    async def _recover(self, row: RoomRow) -> None:
        """Serve a room again. One that cannot be read stays as it is, and keeps nobody else from playing."""
        try:
            config = load_config(row.config)
            self._companions.take(config.players)
            await self._run(row, config)
        except (msgspec.MsgspecError, LookupError):
            log.exception("room_not_recovered", room=row.id)

    async def _run(self, row: RoomRow, config: RoomConfig) -> None:
        async with self._storage.read() as tx:
            players = await tx.players.get(config.players)
            accounts = await tx.ledger.find_accounts(config.players)
        occupants = [
            Occupant(
                seat=seat,
                player=player,
                name=players[player].name,
                bot=players[player].kind == "bot",
                account=accounts[player].id,
                beans=accounts[player].balance,
            )
            for seat, player in enumerate(config.players)
        ]
        room = Room(row.id, row.epoch, config, occupants, self._services)
        await room.open()
        self._rooms[room.id] = room
        for occupant in occupants:
            if not occupant.bot:
                self._where[occupant.player] = room.id
        task = asyncio.create_task(room.run(), name=f"room {room.id}")
        self._tasks[room.id] = task
        task.add_done_callback(lambda done: self._ended(room, done))

    def _ended(self, room: Room, task: "asyncio.Task[None]") -> None:
        self._rooms.pop(room.id, None)
        self._tasks.pop(room.id, None)
        for occupant in room.occupants:
            if self._where.get(occupant.player) == room.id:
                del self._where[occupant.player]
        self._companions.dismiss(room.config.players)
        if not task.cancelled() and (error := task.exception()):
            log.error("room_task_failed", room=room.id, exc_info=error)
