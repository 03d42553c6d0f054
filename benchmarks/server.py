"""The server without its doors: rooms, journal and storage, from a request on the bus to the frames of a socket.

Everything runs in one process, pinned to one core where the system lets it; PostgreSQL has a process of its own.
Every commit is durable: SQLite with synchronous=FULL, PostgreSQL with fsync.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Final

import msgspec

from app.bus.bus import NoResponderError
from app.bus.local import LocalBus
from app.clock import SystemClock
from app.ledger import accounts
from app.randomness import SecretRandomness
from app.rooms.config import STARTER, TIERS, MatchPace, Pace, RoomConfig, dump_config
from app.rooms.hand import Records, dump_records
from app.rooms.host import Host
from app.rooms.journal import Commit, Journal
from app.rooms.lobby import Lobby
from app.rooms.messages import LOBBY, Act, Arrive, Attach, Seek, dump, room_subject, socket_subject
from app.rooms.options import tier_options
from app.rooms.tiers import TierBook, found_tiers
from app.rules.cards import Card, Rank
from app.rules.combos import Combo, Kind
from app.rules.facts import Fact, LeadTaken, Passed, Played
from app.rules.moves import cards_for
from app.storage.database import Database
from app.storage.store import CommitRow, HandRow, PlayerRow, RoomRow
from app.wire.facts import dump_facts
from app.wire.notices import Chance
from app.wire.plays import unbundle
from app.wire.requests import HandRequest, load_request
from benchmarks.databases import databases, one_core

AT_ONCE: Final = Pace(bot_min_ms=0, bot_max_ms=0, auto_ms=0, deal_ms=0)
BURST_ROOMS: Final = 100
BUSY_ROOMS: Final = 100
STEADY_ROOMS: Final = 250
STEADY_RATE: Final = 550
"""So many requests a second, less what the deals take: at 500 waiting is measured."""
BEANS: Final = 1_000_000

Row = tuple[str, float, str]


def rows(seconds: float) -> Iterator[Row]:
    """How many facts a journal stores and how many actions rooms carry out, and how long people wait for theirs."""
    with databases() as stores, one_core():
        for name, url in stores:
            yield (
                f"facts of {BURST_ROOMS} rooms at once, {name}",
                asyncio.run(_burst(url, seconds)),
                "facts/s",
            )
            yield f"actions of bots, {name}", asyncio.run(_bots(url, seconds)), "actions/s"
            yield f"actions of people, {name}", asyncio.run(_people(url, seconds)), "actions/s"
            waits = asyncio.run(_waits(url, seconds))
            percents, rate = quantiles(waits, n=100), round(len(waits) / seconds, -1)
            yield f"from action to told at {rate:.0f}/s, p50, {name}", percents[49] * 1000, "ms"
            yield f"from action to told at {rate:.0f}/s, p99, {name}", percents[98] * 1000, "ms"


async def _count_commits(database: Database) -> int:
    async with database.read() as tx:
        [[count]] = await tx.select("SELECT count(*) FROM commit_log")
    return int(count)


# --- the journal alone -------------------------------------------------------------------------------------


async def _burst(url: str, seconds: float) -> float:
    """How many facts a second become durable where every room commits one after another without a pause."""
    database, clock = Database.open(url), SystemClock()
    played = Played(
        1, (Card("3S"), Card("3H"), Card("3D"), Card("4C")), Combo(Kind.TRIO_SINGLE, 1, Rank("3"))
    )
    moves: list[list[Fact]] = [[played], [Passed(2), LeadTaken(1)]]
    first = CommitRow(
        room_id="",
        hand_no=1,
        seq=0,
        epoch=1,
        actor="seat:1",
        action_id=None,
        facts=b"",
        records=dump_records(Records(clock.now_ms(), 20_000, [False] * 3, [0] * 3)),
        at_ms=clock.now_ms(),
    )
    rooms = [f"B{number}" for number in range(BURST_ROOMS)]
    async with database.begin() as tx:
        system = await accounts.found(tx, clock.now_ms())
        for room in rooms:
            await tx.rooms.add(RoomRow(room, "public", "benchmark", 1, b"", "open", 0))
            await tx.hands.add(HandRow(room, 1, "happy", 1, b"[]", "running", None, 0, None, 10))
    journal = Journal(database, system)
    journal.start()
    stored, until = 0, perf_counter() + seconds

    async def commit(room: str) -> None:
        nonlocal stored
        seq = 0
        while perf_counter() < until:
            facts = dump_facts(moves[seq % 2])
            row = replace(first, room_id=room, seq=seq, action_id=f"{room}-{seq}", facts=facts)
            await journal.commit(Commit(row))
            stored += len(moves[seq % 2])
            seq += 1

    started = perf_counter()
    await asyncio.gather(*map(commit, rooms))
    took = perf_counter() - started
    await journal.stop()
    async with database.begin() as tx:
        for room in rooms:
            await tx.rooms.close(room, 1)
    await database.close()
    return stored / took


# --- people ------------------------------------------------------------------------------------------------


class Heard(msgspec.Struct):
    """What a player reads of a frame."""

    type: str
    seat: int | None = None
    hand: int | None = None
    version: int = 0
    cards: list[str] | None = None
    options: Chance | None = None
    room: str | None = None


load_heard = msgspec.json.Decoder(Heard).decode


class Player:
    """A player without a browser. He answers at once, or after a while that differs from time to time."""

    def __init__(self, name: str, evening: "Evening") -> None:
        self.name = name
        self.waits: list[float] = []
        self._evening = evening
        self._room = ""
        self._seat = self._hand = self._sent = 0
        self._cards: list[Card] = []
        self._asked_at: float | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def seek(self) -> None:
        """Find a table through the lobby, and take the seat there."""
        bus, room = self._evening.bus, asyncio.get_running_loop().create_future()

        def hear(frame: bytes) -> None:
            if (heard := load_heard(frame)).type == "seated":
                room.set_result(heard.room)

        listening = await bus.subscribe(socket_subject(self.name), hear)
        await bus.request(LOBBY, dump(Arrive(self.name, self.name)))
        await bus.request(LOBBY, dump(Seek(self.name, self.name, "seek", STARTER.game, STARTER.name)))
        found = await room
        await listening.cancel()
        await self.sit(found)

    async def sit(self, room: str) -> None:
        """Take the seat in a room."""
        bus = self._evening.bus
        self._room = room
        await bus.subscribe(socket_subject(self.name), self._hear)
        await bus.request(room_subject(room), dump(Attach(self.name, self.name, None, None)))

    def _hear(self, frame: bytes) -> None:
        heard = load_heard(frame)
        match heard.type:
            case "snapshot":
                self._seat, self._hand = heard.seat or 0, heard.hand or 0
            case "hand_opened":
                self._hand, self._cards = heard.hand or 0, []
                self._evening.greet(self)
            case "passed_out":
                self._cards = []
            case "dealt" | "bottom_taken" if heard.seat == self._seat:
                self._cards += map(Card, heard.cards or ())
            case "played" if heard.seat == self._seat:
                for card in heard.cards or ():
                    self._cards.remove(Card(card))
                self._note()
            case "passed" | "called" | "robbed" | "doubled" | "show_declined" if heard.seat == self._seat:
                self._note()
            case "turn" if heard.options and (heard.options.plays.ranks or heard.options.actions):
                self._evening.asked(self, heard.options)
            case "settled":
                self.send({"type": "again"})
            case "finished" if not self._cards:
                pass
            case _:
                pass

    def _note(self) -> None:
        """The own answer has come back as a fact."""
        if self._asked_at is not None:
            self.waits.append(perf_counter() - self._asked_at)
            self._asked_at = None

    def answer(self, options: Chance) -> None:
        """Answer what is asked: call, rob nobody, play or pass by chance."""
        chance = self._evening.chance
        offers = unbundle(options.plays)
        if offers and not (options.actions and chance.random() < 0.4):
            offer = chance.choice(offers)
            self.send({"type": "play", "cards": list(cards_for(tuple(self._cards), offer.ranks))})
        else:
            for action in options.actions:
                if action.type == "show" and action.moment == "deal":
                    return
                if action.type in ("pass", "call") or action.yes is False:
                    self.send(msgspec.to_builtins(action))
                    return

    def send(self, frame: dict[str, object]) -> None:
        """Send a request to the room."""
        self._sent += 1
        frame |= {"id": f"{self.name}-{self._sent}", "room": self._room, "hand": self._hand}
        request: HandRequest = load_request(msgspec.json.encode(frame))  # type: ignore[assignment]
        self._asked_at = perf_counter()
        task = asyncio.create_task(self._post(dump(Act(self.name, self.name, request))))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _post(self, message: bytes) -> None:
        with contextlib.suppress(NoResponderError):  # the evening is over
            await self._evening.bus.request(room_subject(self._room), message)


class Evening:
    """A host and its players. `think_s` is how long these take on average; on auto-play they never answer."""

    def __init__(self, think_s: float, *, auto: bool = False) -> None:
        self.bus = LocalBus()
        self.chance = Random(1)
        self._think_s = think_s
        self._auto = auto

    def asked(self, player: Player, options: Chance) -> None:
        """A player is asked something."""
        if self._auto:
            return
        if self._think_s:
            delay = self.chance.uniform(0, 2 * self._think_s)
            asyncio.get_running_loop().call_later(delay, player.answer, options)
        else:
            player.answer(options)

    def greet(self, player: Player) -> None:
        """A player's hand begins."""
        if self._auto:
            player.send({"type": "auto", "on": True})


@contextlib.asynccontextmanager
async def _playing(
    url: str, rooms: int, evening: Evening, pace: Pace, *, alone: bool
) -> AsyncIterator[tuple[Database, list[Player]]]:
    """So many tables at play, each with three people, or with one who plays alone with bots."""
    database, clock, randomness = Database.open(url), SystemClock(), SecretRandomness()
    async with database.begin() as tx:
        system = await accounts.found(tx, clock.now_ms())
        await found_tiers(tx, TIERS, clock.now_ms())
    batch = randomness.token(4).hex().upper()
    names = [f"{batch}{number}" for number in range(rooms if alone else 3 * rooms)]
    async with database.begin() as tx:
        for name in names:
            await tx.players.add(PlayerRow(name, "guest", name, clock.now_ms()))
            await accounts.open_player(tx, system, name, clock.now_ms(), BEANS)
    if not alone:
        await _lay_tables(database, names, batch)
    host = Host(database, system, evening.bus, clock, randomness, pace, server=batch)
    await host.start()
    lobby = Lobby(
        host, database, evening.bus, clock, randomness, MatchPace(bots_ms=0), TierBook(database, clock)
    )
    await lobby.start()
    players = [Player(name, evening) for name in names]
    for number, player in enumerate(players):
        if alone:
            await player.seek()
        else:
            await player.sit(f"{batch[:6]}{number // 3}")
    try:
        yield database, players
    finally:
        await lobby.stop()
        await host.stop()
        await database.close()


async def _lay_tables(database: Database, names: list[str], batch: str) -> None:
    """A room for every three of these, for the host to claim."""
    options = replace(tier_options(STARTER, 2), entry=1, show=False)
    async with database.begin() as tx:
        for number in range(len(names) // 3):
            config = RoomConfig(options, [*names[3 * number : 3 * number + 3]], tier="starter")
            room = f"{batch[:6]}{number}"
            await tx.rooms.add(RoomRow(room, "public", batch, 1, dump_config(config), "open", 0))


async def _bots(url: str, seconds: float) -> float:
    """Actions a second where every seat is a bot's, or played by one, and nobody waits."""
    evening = Evening(0, auto=True)
    async with _playing(url, BUSY_ROOMS, evening, AT_ONCE, alone=True) as (database, _):
        return await _rate(database, seconds)


async def _people(url: str, seconds: float) -> float:
    """Actions a second where every action is a person's, who answers at once."""
    async with _playing(url, BUSY_ROOMS, Evening(0), AT_ONCE, alone=False) as (database, _):
        return await _rate(database, seconds)


async def _rate(database: Database, seconds: float) -> float:
    await asyncio.sleep(min(seconds, 1))
    before, started = await _count_commits(database), perf_counter()
    await asyncio.sleep(seconds)
    return (await _count_commits(database) - before) / (perf_counter() - started)


async def _waits(url: str, seconds: float) -> list[float]:
    """How long people wait for what they did, in seconds, where so many do something each second."""
    evening = Evening(STEADY_ROOMS / STEADY_RATE)
    pace = Pace(deal_ms=50)
    async with _playing(url, STEADY_ROOMS, evening, pace, alone=False) as (_, players):
        await asyncio.sleep(4)  # until the deals lie apart
        for player in players:
            player.waits.clear()
        await asyncio.sleep(seconds)
        return [wait for player in players for wait in player.waits]
