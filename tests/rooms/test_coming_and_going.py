"""Whatever people do at rooms of their own, in any order, with crashes and broken commits in between.

What is stored is the model: from it follows what each request may come to, and it is what everybody who is here has
been told. Nobody has two seats, no seat is two people's, and whoever owns a room sits in it.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.rooms.config import RoomConfig, load_config
from app.rooms.messages import Place
from tests.rooms.conftest import Logs
from tests.rooms.faults import Fault
from tests.rooms.table import PACE, Person, World, friendly

Size = Callable[[int, int], int]
PEOPLE = ("ann", "bob", "cyd", "dan")
BEGINNING = (("open", "ann", "ann", None), ("sit", "bob", "ann", None), ("open", "dan", "dan", None))
KINDS = (
    *("open", "sit", "sit", "ready", "ready", "start", "start", "kick", "owner", "add_bot"),
    *("leave", "leave", "edit", "go", "connect", "connect", "wait", "crash"),
)
STEPS = st.tuples(
    st.sampled_from(KINDS),
    st.sampled_from(PEOPLE),
    st.sampled_from(PEOPLE),
    st.sampled_from([None, None, None, Fault.BEFORE, Fault.AFTER]),
)


class Evening:
    """People at rooms; `known` is what is stored, by room."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.known: dict[str, RoomConfig] = {}
        self.playing: set[str] = set()

    async def look(self) -> None:
        """Read what is stored."""
        self.known, self.playing = {}, set()
        for room in {person.room for person in self.world.people.values()} - {""}:
            row = await self.world.room_row(room)
            if row.status == "open":
                self.known[room] = load_config(row.config)
                hand = await self.world.hand(room)
                if hand and hand.status == "running":
                    self.playing.add(room)

    def seat(self, person: Person) -> tuple[str, int] | None:
        """Where somebody sits."""
        seats = [
            (room, seat)
            for room, config in self.known.items()
            for seat, player in enumerate(config.players)
            if player == person.player
        ]
        assert len(seats) <= 1, "one seat for everybody"
        return seats[0] if seats else None

    async def step(self, kind: str, person: Person, other: Person, fault: Fault | None) -> None:
        """Do something, and check what has come of it."""
        if fault and kind not in ("go", "connect", "wait", "crash", "ready"):
            self.world.storage.fail_room = fault
        match kind:
            case "open":
                place = await person.open_room(friendly(public=True))
                if fault is not Fault.BEFORE:
                    assert place.code == ("seated" if self.seat(person) else None)
            case "sit":
                rooms = [room for room in (other.room, *self.known) if room in self.known]
                await self._sit(person, rooms[0] if rooms else "NONE")
            case "go":
                await person.go()
            case "connect":
                if self.seat(person) and not person.socket:
                    await person.connect()
            case "wait":
                await self.world.wait(PACE.owner_ms)
            case "crash":
                await self.world.restart()
            case "edit":
                if self.seat(person):
                    await self._edit(person)
            case _:
                if self.seat(person) and person.socket:
                    await self._tell(kind, person, other)
        await self.world.settle()
        self.world.storage.forget_plans()

    async def _sit(self, person: Person, room: str) -> None:
        config, seat = self.known.get(room), self.seat(person)
        answer = await person.sit(room)
        if seat and seat[0] == room:
            assert answer == Place(room=room)
        elif config is None:
            assert answer.code == "no_such_room"
        elif None not in config.players:
            assert answer.code == "room_full"
        else:
            assert answer.code in (("seated",) if seat else (None, "kicked"))

    async def _edit(self, person: Person) -> None:
        seat = self.seat(person)
        assert seat
        config = self.known[seat[0]]
        answer = await person.edit(friendly(public=True, bots=not config.options.bots))
        if config.owner != seat[1]:
            assert answer.code == "not_owner"
        else:
            assert answer.code == ("hand_running" if seat[0] in self.playing else None)

    async def _tell(self, kind: str, person: Person, other: Person) -> None:
        seat = self.seat(person)
        assert seat
        room, own = seat
        config, playing = self.known[room], room in self.playing
        target = self.seat(other)
        there = target[1] if target and target[0] == room else 2
        values: dict[str, dict[str, int]] = {
            "ready": {"on": True},
            "kick": {"seat": there},
            "owner": {"seat": there},
        }
        code = await person.tell(kind, **values.get(kind, {}))
        if kind == "leave":
            assert code is None, "nobody is kept"
        elif kind == "ready":
            assert code == ("hand_running" if playing else None)
        elif config.owner != own:
            assert code == "not_owner"
        elif playing:
            assert code == "hand_running"

    async def check(self) -> None:
        """What holds at any time."""
        world, where = self.world, self.world.host.where
        await self.look()
        seated = Counter(player for config in self.known.values() for player in config.seated)
        assert not seated or max(seated.values()) == 1, "bots too"
        assert {room.id for room in world.rooms} == set(self.known)
        for room in world.rooms:
            config = self.known[room.id]
            assert room.config == config
            owner = None if config.owner is None else config.players[config.owner]
            assert owner in PEOPLE, "who owns a room sits in it, and is no bot"
            assert room.id not in self.playing or None not in config.players
        names = {player: await world.name(player) for player in seated}
        for person in world.people.values():
            seat = self.seat(person)
            assert where(person.player) == (seat and seat[0])
            if seat and person.socket:
                config = self.known[seat[0]]
                told = {state.seat: state.name for state in person.seats}
                held = {place: names[player] for place, player in enumerate(config.players) if player}
                assert (told, person.owner, person.seat) == (held, config.owner, seat[1])
        assert world.clock.timers <= len(self.known)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, min_size=5, max_size=40))
async def test_seats_are_what_is_stored(logs: Logs, steps: list[tuple[str, str, str, Fault | None]]) -> None:
    logs.expect("room_not_opened")
    tasks = len(asyncio.all_tasks())
    world = await World.open(*PEOPLE, beans=0)
    evening = Evening(world)
    for kind, name, other, fault in (*BEGINNING, *steps):
        await evening.step(kind, world.people[name], world.people[other], fault)
        await evening.check()
    for person in world.people.values():
        if evening.seat(person):
            if not person.socket:
                await person.connect()
                await world.settle()
            assert await person.tell("leave") is None
        await evening.check()
    assert world.rooms == ()
    assert world.clock.timers == 0
    await world.stop()
    with suppress(asyncio.CancelledError):
        await asyncio.sleep(0)
    assert len(asyncio.all_tasks()) == tasks
