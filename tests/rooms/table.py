"""A host under a clock that stands still, and people who sit down at its tables.

    world = await World.open("ann")        a host, and a person with beans
    ann = world.people["ann"]
    await ann.seek()                       a table with two bots
    await world.play(lambda: ann.over)     everybody acts, time moves from timer to timer

A `Person` is a browser: it learns only from the frames it is sent, checks that their versions have no gap, and
resumes from what it has seen. What it asserts while listening is raised by `settle`.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence, Sized
from dataclasses import replace
from random import Random
from typing import Any, Final, cast

import msgspec

from app.bus.bus import NoResponderError, Subscription
from app.bus.local import LocalBus
from app.clock import ManualClock
from app.ledger import accounts
from app.ledger.accounts import SystemAccounts
from app.randomness import SeededRandomness
from app.rooms.config import STARTER, TIERS, MatchPace, Pace, RoomConfig, Tier, dump_config, load_config
from app.rooms.host import Host
from app.rooms.lobby import Lobby
from app.rooms.messages import (
    LOBBY,
    ROOMS,
    Act,
    Arrive,
    Attach,
    Detach,
    Edit,
    Find,
    Inspect,
    Open,
    Place,
    RoomMessage,
    Seek,
    Sit,
    close_subject,
    dump,
    load_place,
    room_subject,
    socket_subject,
)
from app.rooms.opener import Opener
from app.rooms.options import check_options, tier_options
from app.rooms.room import Room
from app.rooms.tiers import TierBook, found_tiers
from app.rules import engine
from app.rules.actions import Options, Play, SeatAction
from app.rules.facts import Fact, HandOpened, Seat, Stakes
from app.rules.moves import cards_for
from app.rules.table import Table
from app.rules.views import View, learn, open_view, view
from app.storage.memory import MemoryStorage
from app.storage.store import AccountRow, CommitRow, HandRow, PlayerRow, PostingRow, RoomRow, Storage
from app.wire.facts import REGISTRY, load_facts
from app.wire.notices import Chance, Clock, Snapshot, Standing
from app.wire.options import RoomOptions, SeatState
from app.wire.plays import unbundle
from app.wire.requests import HandRequest, load_request
from tests.rooms.faults import FaultyStorage

PACE: Final = Pace(
    bot_min_ms=600, bot_max_ms=1_600, auto_ms=2_000, deal_ms=500, grace_ms=8_000, idle_ms=60_000
)


class NeverError(Exception):
    """It never comes to what a test plays for."""


class Person:
    """A player at a browser. `sockets` keeps the frames of each of its sockets, oldest first."""

    def __init__(self, world: "World", player: str) -> None:
        self.world = world
        self.player = player
        self.room = ""
        self.socket: str | None = None
        self.sockets: dict[str, list[bytes]] = {}
        self.closings: dict[str, int] = {}
        self.seat: Seat = -1
        self.hand = 0
        self.version = 0
        self.view: View | None = None
        self.clock = Clock([], None, None)
        self.options: Chance | None = None
        self.seats: list[SeatState] = []
        self.owner: Seat | None = None
        self.standing: Standing | None = None
        self.acks: list[str] = []
        self.refusals: dict[str | None, str] = {}
        self.price: int | None = None
        self.left: str | None = None
        self.phrases: list[tuple[Seat, str]] = []
        self._listening: dict[str, Subscription] = {}

    # --- to the server -------------------------------------------------------------------------------------

    async def seek(self, game: str = "happy", *, connect: bool = True) -> Place:
        """Ask the lobby for a seat, wait for it, and sit down."""
        place = await self.queue(game)
        if place.room:
            self.room = place.room
            if connect:
                await self.connect()
        return place

    async def queue(self, game: str = "happy", tier: str = "starter", *, player: str | None = None) -> Place:
        """Ask the lobby for a seat, and hear on a socket of its own where it is, or why there is none."""
        socket, found = f"{self.player}-{self.world.next_id()}", asyncio.get_running_loop().create_future()

        def hear(frame: bytes) -> None:
            heard = msgspec.json.decode(frame)
            if heard["type"] in ("seated", "refused"):
                found.set_result(Place(heard.get("room"), heard.get("code")))

        listening = await self.world.bus.subscribe(socket_subject(socket), hear)
        seek = Seek(player or self.player, socket, self.world.next_id(), game, tier)
        for message in (Arrive(seek.player, socket), seek):
            await self.world.bus.request(LOBBY, dump(message))
        try:
            place: Place = await found
            return place
        finally:
            await listening.cancel()

    async def open_room(self, options: RoomOptions | None = None, *, connect: bool = True) -> Place:
        """Open a room of his own, friendly unless told otherwise, and take the seat there."""
        message = Open(self.player, options or friendly())
        place = load_place(await self.world.bus.request(ROOMS, dump(message)))
        await self._enter(place, connect=connect)
        return place

    async def sit(self, room: str, code: str | None = None, *, connect: bool = True) -> Place:
        """Sit down in a room that somebody has made."""
        place = await self.ask(room, Sit(self.player, code))
        await self._enter(place, connect=connect)
        return place

    async def _enter(self, place: Place, *, connect: bool) -> None:
        if place.room:
            self.room, self.left = place.room, None
            self.view, self.hand, self.version = None, 0, 0
            if connect:
                await self.go()
                await self.connect()
                await self.world.settle()

    async def inspect(self, room: str, code: str | None = None) -> Place:
        """Look at a room from outside."""
        return await self.ask(room, Inspect(self.player, code))

    async def edit(self, options: RoomOptions) -> Place:
        """Have his room played under other options."""
        return await self.ask(self.room, Edit(self.player, options))

    async def tell(self, kind: str, **values: Any) -> str | None:
        """Send a request that is no action of a hand; its refusal, if it is refused."""
        sent = await self.send(kind, **values)
        await self.world.settle()
        assert (sent in self.acks) != (sent in self.refusals), "it is answered once"
        return self.refusals.pop(sent, None)

    async def connect(
        self, *, resume: bool = True, hand: int | None = None, version: int | None = None
    ) -> Place:
        """Take the seat with a new socket, from what has been seen so far unless told otherwise."""
        socket = self.socket = f"{self.player}-{len(self.sockets)}"
        self.sockets[socket] = []
        self._listening[socket] = await self.world.bus.subscribe(
            socket_subject(socket), lambda frame: self._hear(socket, frame)
        )
        await self.world.bus.subscribe(
            close_subject(socket), lambda code: self.closings.update({socket: int(code)})
        )
        if hand is None and version is None and resume and self.view is not None:
            hand, version = self.hand, self.version
        return await self._ask(Attach(self.player, socket, hand, version))

    async def attach_again(self) -> Place:
        """Say hello once more on the same socket."""
        return await self._ask(Attach(self.player, self.socket or "", None, None))

    async def find(self) -> Place:
        """Ask the lobby which room holds a seat for him."""
        return load_place(await self.world.bus.request(LOBBY, dump(Find(self.player))))

    async def cut(self) -> str | None:
        """The line breaks: this socket hears nothing more. The server does not know yet; `bye` tells it."""
        socket, self.socket = self.socket, None
        if socket:
            await self._listening.pop(socket).cancel()
        return socket

    async def bye(self, socket: str) -> Place:
        """The gateway's word that a socket has gone."""
        return await self._ask(Detach(self.player, socket))

    async def go(self) -> None:
        """Break the line, and have the gateway say so."""
        if socket := await self.cut():
            await self.bye(socket)

    async def send(self, kind: str, *, request_id: str | None = None, **values: object) -> str:
        """Send a request and return its id; what comes of it is heard later."""
        request_id = request_id or self.world.next_id()
        frame = {"type": kind, "id": request_id, "room": self.room, "hand": self.hand, **values}
        if kind in ("ready", "start", "kick", "owner", "add_bot"):
            del frame["hand"]
        place = await self.post(request(frame))
        if place.code:
            self.refusals[request_id] = place.code
        return request_id

    async def post(self, request: HandRequest, *, socket: str | None = None) -> Place:
        """Send a request as it is, from this socket or another."""
        return await self._ask(Act(self.player, socket or self.socket or "none", request))

    async def answer(self, chance: Random) -> str | None:
        """Take one of the options at random, if there are any."""
        frame = self.choose(chance)
        return await self.send(frame.pop("type"), **frame) if frame else None

    def choose(self, chance: Random) -> dict[str, Any]:
        """One of the options as a request without its envelope; empty where there is none."""
        if self.options is None or self.view is None:
            return {}
        actions, offers = self.options.actions, unbundle(self.options.plays)
        picked = chance.randrange(max(len(actions) + len(offers), 1))
        if picked < len(actions):
            values: dict[str, Any] = msgspec.to_builtins(actions[picked])
            return values
        if not offers:
            return {}
        offer = offers[picked - len(actions)]
        return {"type": "play", "cards": list(cards_for(self.view.own, offer.ranks))}

    async def _ask(self, message: Attach | Detach | Act) -> Place:
        return await self.ask(self.room, message)

    async def ask(self, room: str, message: RoomMessage) -> Place:
        """Ask a room."""
        try:
            return load_place(await self.world.bus.request(room_subject(room), dump(message)))
        except NoResponderError:
            return Place(code="no_such_room")

    # --- from the server -----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the hand, as this player knows it, has ended."""
        return self.view is not None and self.view.public.finish is not None

    @property
    def is_asked(self) -> bool:
        """Whether the clock runs for this seat."""
        return self.seat in self.clock.asked

    @property
    def may_act(self) -> bool:
        """Whether there is anything that this player may do."""
        return self.options is not None and bool(self.options.actions or self.options.plays.ranks)

    @property
    def state(self) -> SeatState:
        """This seat as all see it."""
        return next(state for state in self.seats if state.seat == self.seat)

    def told(self, kind: str, socket: str | None = None) -> list[dict[str, Any]]:
        """All frames of one kind that a socket, or the newest one, was sent."""
        frames = self.sockets[socket or self.socket or ""]
        return [frame for frame in map(msgspec.json.decode, frames) if frame["type"] == kind]

    def _hear(self, socket: str, frame: bytes) -> None:
        self.sockets[socket].append(frame)
        try:
            self.world.watch(self, frame)
            self._take(msgspec.json.decode(frame))
        except Exception as error:
            self.world.errors.append(error)
            raise

    def _take(self, frame: dict[str, Any]) -> None:
        kind = frame["type"]
        if kind in REGISTRY:
            self._learn(frame)
            return
        match kind:
            case "snapshot":
                snapshot = msgspec.convert(frame, Snapshot)
                self.seat, self.hand, self.version = snapshot.seat, snapshot.hand, snapshot.version
                self.view, self.clock, self.options = snapshot.view, snapshot.clock, None
                if self.view:
                    self.world.views[self.player, self.hand, self.version] = self.view
            case "turn":
                assert (frame["hand"], frame["version"]) == (self.hand, self.version), "a turn out of step"
                self.clock = msgspec.convert(frame["clock"], Clock)
                self.options = msgspec.convert(frame["options"], Chance)
            case "presence":
                held = msgspec.convert(frame["seats"], list[SeatState | None])
                self.seats = [state for state in held if state]
                self.owner = frame["owner"]
            case "standing":
                self.standing = msgspec.convert(frame, Standing)
            case "ack":
                self.acks.append(frame["id"])
            case "refused":
                self.refusals[frame["id"]] = frame["code"]
            case "price":
                self.price = frame["at_least"]
            case "phrase":
                self.phrases.append((frame["seat"], frame["phrase"]))
            case "left":
                self.left = frame["reason"]
            case _:
                raise AssertionError(f"an unknown notice: {kind}")

    def _learn(self, frame: dict[str, Any]) -> None:
        fact, envelope = split(frame)
        if isinstance(fact, HandOpened):
            assert envelope["hand"] > self.hand or (envelope["hand"] == self.hand and not self.version)
            self.hand, self.version = envelope["hand"], 0
            self.view, self.options = open_view(fact, self.seat), None
        else:
            assert self.view is not None
            self.view = learn(self.view, fact)
        assert (envelope["hand"], envelope["version"]) == (self.hand, self.version + 1), "a gap"
        assert envelope["room"] == self.room
        self.version += 1
        self.world.views[self.player, self.hand, self.version] = self.view
        if "clock" in envelope:
            self.clock = msgspec.convert(envelope["clock"], Clock)


def friendly(game: str = "classic", **changes: Any) -> RoomOptions:
    """Options of a room without beans, by code."""
    usual = tier_options(TIERS[game, "starter"], 2)
    no_beans = replace(usual, public=False, beans=False, coefficient=0, fee=0, entry=0, double_above=None)
    return check_options(replace(no_beans, name="Friday", **changes), TIERS)


def for_beans(game: str = "classic", **changes: Any) -> RoomOptions:
    """Options of a public room for beans, such as players make."""
    return check_options(replace(tier_options(TIERS[game, "starter"], 2), **changes), TIERS)


def hasty(view: View, options: Options, _: object) -> SeatAction | None:
    """A bot that thinks little: the first play that there is, or the first answer."""
    for offer in options.plays:
        return Play(cards_for(view.own, offer.ranks))
    return next(iter(options.actions), None)


def request(frame: dict[str, Any]) -> HandRequest:
    """A request as a browser would write it."""
    return cast("HandRequest", load_request(msgspec.json.encode(frame)))


def kind_of(frame: bytes) -> str:
    """The type of a frame."""
    return str(msgspec.json.decode(frame)["type"])


def split(frame: dict[str, Any]) -> tuple[Fact, dict[str, Any]]:
    """The fact of a versioned frame, and its envelope."""
    rest = dict(frame)
    envelope: dict[str, Any] = {
        key: rest.pop(key) for key in ("room", "hand", "version", "clock") if key in rest
    }
    [fact] = load_facts(msgspec.json.encode([rest]))
    return fact, envelope


class CountingClock(ManualClock):
    """A clock that stands still, and knows how many timers are set."""

    def __init__(self, now_ms: int | None = None) -> None:
        super().__init__(*([] if now_ms is None else [now_ms]))

    @property
    def timers(self) -> int:
        """How many timers are set and have neither run nor been cancelled."""
        return sum(timer.callback is not None for _, _, timer in self._timers)


class World:
    """A host with its storage, clock and bus, and the people of a test."""

    def __init__(self, storage: Storage, pace: Pace, seed: int, auto_after: int, bots_ms: int) -> None:
        self.storage = FaultyStorage(storage)
        self.clock = CountingClock()
        self.pace = pace
        self.people: dict[str, Person] = {}
        self.errors: list[Exception] = []
        self.views: dict[tuple[str, int, int], View] = {}
        """What each player knew at each version of each hand."""
        self.watch: Callable[[Person, bytes], None] = lambda person, frame: None
        self.chance = Random(seed)
        self.bus = LocalBus()
        self.host: Host
        self.lobby: Lobby
        self.opener: Opener
        self.system: SystemAccounts
        self.match_pace = MatchPace(bots_ms=bots_ms)
        self._seed = seed
        self._auto_after = auto_after
        self._lives = 0
        self._ids = 0

    @classmethod
    async def open(
        cls,
        *players: str,
        together: bool = False,
        beans: int = 100_000,
        storage: Storage | None = None,
        pace: Pace = PACE,
        seed: int = 1,
        auto_after: int = 2,
        stakes: Stakes | None = None,
        game: str = "happy",
        bots_ms: int = 0,
        tier: str | None = "starter",
    ) -> "World":
        """A started host. `together` seats the players at one table, "ROOM", in the order of their names."""
        world = cls(storage or MemoryStorage(), pace, seed, auto_after, bots_ms)
        async with world.storage.begin() as tx:
            world.system = await accounts.found(tx, world.clock.now_ms())
            await found_tiers(tx, TIERS, world.clock.now_ms())
        for player in players:
            await world.add(player, beans)
        if together:
            await world.seat(players, stakes or TIERS[game, "starter"].stakes, game=game, tier=tier)
        await world.start()
        if together:
            for person in world.people.values():
                person.room = "ROOM"
                await person.connect()
            await world.settle()
        return world

    async def add(self, player: str, beans: int = 100_000, *, kind: str = "member") -> Person:
        """A person with beans, not yet seated."""
        now_ms = self.clock.now_ms()
        async with self.storage.begin() as tx:
            await tx.players.add(PlayerRow(player, kind, player.title(), now_ms))
            await accounts.open_player(tx, self.system, player, now_ms, beans)
        person = self.people[player] = Person(self, player)
        return person

    async def seat(
        self,
        players: Sequence[str],
        stakes: Stakes,
        room: str = "ROOM",
        game: str = "happy",
        tier: str | None = "starter",
    ) -> None:
        """A room with these players, for a host to claim when it starts; without a `tier` the first's."""
        options = tier_options(Tier(game, tier or "starter", stakes, STARTER.entry), self._auto_after)
        config = RoomConfig(options, list(players), tier=tier, owner=None if tier else 0)
        row = RoomRow(room, "public", None, 0, dump_config(config), "open", self.clock.now_ms())
        async with self.storage.begin() as tx:
            await tx.rooms.add(row)

    async def start(self) -> None:
        """A new life of the server on the same storage, with a bus of its own."""
        self._lives += 1
        self.bus = LocalBus()
        self.host = Host(
            self.storage,
            self.system,
            self.bus,
            self.clock,
            SeededRandomness(self._seed * 1_000 + self._lives),
            self.pace,
            auto_after=self._auto_after,
        )
        await self.host.start()
        self.lobby = Lobby(
            self.host,
            self.storage,
            self.bus,
            self.clock,
            SeededRandomness(self._seed),
            self.match_pace,
            TierBook(self.storage, self.clock),
        )
        await self.lobby.start()
        self.opener = Opener(self.host, self.bus)
        await self.opener.start()
        await self.settle()

    async def crash(self) -> None:
        """The process dies: nothing of it runs any more, and its last words reach nobody.

        A test that opens world after world ends each of them so.
        """
        self.bus = LocalBus()
        for person in self.people.values():
            for subscription in person._listening.values():
                await subscription.cancel()
            person.socket = None
        doomed = asyncio.all_tasks() - {asyncio.current_task()}
        for task in doomed:
            task.cancel()
        await asyncio.gather(*doomed, return_exceptions=True)
        self.storage.forget_plans()

    async def stop(self) -> None:
        """The process stops in good order."""
        await self.opener.stop()
        await self.lobby.stop()
        await self.host.stop()
        await self.settle()

    async def restart(self) -> None:
        """The process dies and comes back; nobody is connected."""
        await self.crash()
        self.clock = CountingClock(self.clock.now_ms())
        await self.start()

    @property
    def heard(self) -> int:
        """How many frames and closings everybody has been sent so far."""
        frames = sum(len(each) for person in self.people.values() for each in person.sockets.values())
        return frames + sum(len(person.closings) for person in self.people.values())

    def next_id(self) -> str:
        """A fresh id for a request."""
        self._ids += 1
        return f"a{self._ids}"

    # --- time ----------------------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Let everything run that can run without time moving on."""
        ready = cast("Sized", cast("Any", asyncio.get_running_loop())._ready)
        await asyncio.sleep(0)
        while ready or self.storage.busy:  # noqa: ASYNC110 - nobody can set an event for "nothing left to run"
            await asyncio.sleep(0)
        if self.errors:
            raise self.errors[0]

    async def wait(self, delta_ms: int) -> None:
        """Move time on, from timer to timer."""
        until = self.clock.now_ms() + delta_ms
        await self.settle()
        while (due := self.clock.next_due_ms) is not None and due <= until:
            await self.tick()
        self.clock.advance(until - self.clock.now_ms())
        await self.settle()

    async def tick(self) -> None:
        """Move time on to the next timer."""
        due = self.clock.next_due_ms
        if due is None:
            raise NeverError
        self.clock.advance(max(due - self.clock.now_ms(), 0))
        await self.settle()

    async def play(
        self,
        until: Callable[[], bool],
        *,
        silent: Iterable[str] = (),
        limit: int = 2_000,
    ) -> None:
        """Everybody but the silent acts when asked, and time moves on where nobody is, until it is so."""
        await self.settle()
        for _ in range(limit):
            if until():
                return
            await self.step(silent)
        raise NeverError

    async def step(self, silent: Iterable[str] = ()) -> None:
        """One of those who are asked acts, or else time moves on to the next timer."""
        acting = [p for p in self.people.values() if p.player not in silent and p.socket and self._may(p)]
        if acting:
            await self.chance.choice(acting).answer(self.chance)
            await self.settle()
        else:
            await self.tick()

    def _may(self, person: Person) -> bool:
        """Whether he acts: when asked, and now and then where he only may."""
        if not person.may_act:
            return False
        return person.is_asked or self.chance.random() < 0.02

    # --- what is true --------------------------------------------------------------------------------------

    @property
    def rooms(self) -> Sequence[Room]:
        """The rooms that the host serves."""
        return self.host.rooms

    async def check(self, room: str, hand_no: int) -> None:
        """What everybody who is here knows is what the log says, and the log holds each request once."""
        table = await self.table(room, hand_no)
        for person in self.people.values():
            if person.socket:
                assert person.view == view(table, person.seat)
        log = await self.log(room, hand_no)
        assert [row.seq for row in log] == list(range(len(log)))
        ids = [(row.actor, row.action_id) for row in log if row.action_id]
        assert len(ids) == len(set(ids))

    async def log(self, room: str, hand_no: int) -> list[CommitRow]:
        """The stored commits of a hand."""
        async with self.storage.read() as tx:
            return await tx.hands.commits(room, hand_no)

    async def facts(self, room: str, hand_no: int) -> list[Fact]:
        """The stored facts of a hand."""
        return [fact for row in await self.log(room, hand_no) for fact in load_facts(row.facts)]

    async def table(self, room: str, hand_no: int) -> Table:
        """The table that the stored facts of a hand come to."""
        return engine.fold(await self.facts(room, hand_no))

    async def hand(self, room: str) -> HandRow | None:
        """The newest hand of a room."""
        async with self.storage.read() as tx:
            return await tx.hands.latest(room)

    async def total(self) -> int:
        """The sum of all balances that there are."""
        system = [self.system.recycle, self.system.penalty, self.system.house, self.system.grant]
        async with self.storage.begin() as tx:
            bots = [bot.id for bot in await tx.players.of_kind("bot")]
            owned = await tx.ledger.find_accounts([*self.people, *bots])
            others = await tx.ledger.lock([*system, self.system.mint, self.system.correction])
        return sum(account.balance for account in [*owned.values(), *others])

    async def account(self, player: str) -> AccountRow:
        """The ledger account of a player or bot."""
        async with self.storage.read() as tx:
            return (await tx.ledger.find_accounts([player]))[player]

    async def postings(self, room: str, hand_no: int) -> list[PostingRow]:
        """What a hand has moved; empty if nothing."""
        async with self.storage.read() as tx:
            txn = await tx.ledger.find_txn(f"hand:{room}:{hand_no}")
            return await tx.ledger.postings(txn.id) if txn else []

    async def config(self, room: str) -> RoomConfig:
        """The options and players of a room."""
        return load_config((await self.room_row(room)).config)

    async def name(self, player: str) -> str:
        """What others call a player."""
        async with self.storage.read() as tx:
            return (await tx.players.get([player]))[player].name

    async def room_row(self, room: str) -> RoomRow:
        """The stored row of a room."""
        async with self.storage.read() as tx:
            row = await tx.rooms.get(room)
        assert row
        return row
