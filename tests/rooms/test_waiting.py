"""Rooms that players make: who may sit down, decide and go between the hands, and what is told of it."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from app.rooms.entry import DAY_MS, Entry, EntryRules
from app.rooms.messages import Place
from app.rooms.waiting import KICKED_MS
from app.rules.facts import End
from app.storage.store import Storage
from app.wire.options import RoomOptions
from tests.rooms.conftest import Logs
from tests.rooms.faults import Fault
from tests.rooms.table import PACE, Person, World, for_beans, friendly

Size = Callable[[int, int], int]


async def _together(world: World, options: RoomOptions | None = None) -> list[Person]:
    """Everybody in one room, which the first of them owns."""
    owner, *others = world.people.values()
    place = await owner.open_room(options)
    assert place.code is None
    for person in others:
        assert (await person.sit(owner.room, place.invite)).code is None
    return [owner, *others]


async def _playing(world: World, options: RoomOptions | None = None) -> list[Person]:
    """Everybody in one room, bots on the other seats, in the middle of a hand."""
    people = await _together(world, options)
    for person in people[1:]:
        assert await person.tell("ready", on=True) is None
    assert await people[0].tell("start") is None
    await world.play(lambda: people[0].view is not None and people[0].view.public.phase == "tricks")
    return people


def _held(person: Person) -> list[tuple[int, str]]:
    """Who holds which seat, as this person has been told."""
    return [(state.seat, state.name) for state in person.seats]


# --- an evening --------------------------------------------------------------------------------------------


async def test_friends_play_again_and_again(storage: Storage) -> None:
    """Field report A35: opened with a code, joined, played and played again by the same people, as it was set."""
    world = await World.open("ann", "bob", beans=0, storage=storage)
    ann, bob = world.people.values()
    place = await ann.open_room(friendly("happy"))
    assert place.invite
    [snapshot] = ann.told("snapshot")
    assert (snapshot["code"], snapshot["seat"], snapshot["view"]) == (place.invite, 0, None)
    assert (await bob.inspect(ann.room, "WRONG2")).code == "no_such_room"
    info = (await bob.inspect(ann.room, place.invite)).info
    assert info
    assert (info.options.name, info.owner, info.running) == ("Friday", 0, False)
    assert [state and state.name for state in info.seats] == ["Ann", None, None]
    assert (await bob.sit(ann.room, place.invite)) == Place(room=ann.room)
    assert _held(ann) == _held(bob) == [(0, "Ann"), (1, "Bob")]
    assert await ann.tell("add_bot") is None
    assert await bob.tell("ready", on=True) is None
    assert not ann.hand, "everybody has to be ready"
    assert await ann.tell("ready", on=True) is None
    before = await world.config(ann.room)
    for number in (1, 2, 3):
        assert (ann.hand, bob.hand) == (number, number)
        await world.play(lambda: ann.over and bob.over)
        await world.check(ann.room, number)
        assert await world.postings(ann.room, number) == []
        for person in (ann, bob):
            await person.send("again")
        await world.settle()
    after = await world.config(ann.room)
    assert (after.options, after.players, after.code) == (before.options, before.players, place.invite)
    hand = await world.hand(ann.room)
    assert hand
    assert (hand.coefficient, (await world.account("ann")).hand) == (0, None), "nothing is at stake"
    async with world.storage.read() as tx:
        assert await tx.scores.of_hand(ann.room, 1) == []
    assert (await world.account("ann")).balance == 0
    await world.crash()


async def test_beans_are_played_for_by_members_who_have_enough() -> None:
    world = await World.open("ann", "bob", "cyd", beans=1_000)
    poor, guest = await world.add("poor", 99), await world.add("guest", kind="guest")
    ann = world.people["ann"]
    assert (await poor.open_room(for_beans())).code == "not_enough_beans"
    assert (await guest.open_room(for_beans())).code == "registered_only"
    await ann.open_room(for_beans())
    assert (await poor.sit(ann.room)).code == "not_enough_beans"
    assert (await guest.sit(ann.room)).code == "registered_only"
    assert (await guest.open_room()).code is None, "without beans they may"
    for name in ("bob", "cyd"):
        assert (await world.people[name].sit(ann.room)).code is None
    people = [world.people[name] for name in ("ann", "bob", "cyd")]
    for person in people:
        await person.tell("ready", on=True)
    await world.play(lambda: all(person.over for person in people))
    assert await world.postings(ann.room, 1)
    async with world.storage.read() as tx:
        assert len(await tx.scores.of_hand(ann.room, 1)) == 3


async def test_a_server_may_ask_more_of_who_plays_for_beans() -> None:
    """An account that is old enough, and hands at public tables; without beans nothing."""
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, entry = world.people["ann"], Entry(world.storage, world.clock, EntryRules(days=2, hands=1))
    await world.play(lambda: all(person.over for person in world.people.values()))
    new = await world.add("new")
    assert await entry.refusal("ann", for_beans()) == "too_new"
    assert await entry.refusal("ann", friendly()) is None
    world.clock.advance(2 * DAY_MS)
    assert ann.over
    assert await entry.refusal("ann", for_beans()) is None
    assert await entry.refusal(new.player, for_beans()) == "too_new", "he has played nothing"


async def test_who_has_become_poor_holds_up_the_next_hand() -> None:
    """Everybody is told, gets ready anew once somebody else has come, and the hand begins."""
    world = await World.open("ann", "bob", "cyd", "dan", beans=100)
    *people, dan = world.people.values()
    ann, bob, cyd = people
    await ann.open_room(for_beans())
    for person in (bob, cyd):
        await person.sit(ann.room)
    for number in range(1, 20):
        for person in people:
            await person.tell("ready", on=True)
        if ann.hand < number:
            break
        await world.play(lambda: all(person.over for person in people))
    refused = ann.told("refused")[-1]
    assert (refused["code"], refused["params"]) == ("not_enough_beans", {"entry": 100})
    assert not any(state.ready for state in ann.seats)
    poor = min(ann.seats, key=lambda state: state.beans)
    owner = next(person for person in people if person.seat == ann.owner)
    if poor.seat == owner.seat:
        await owner.tell("owner", seat=(owner.seat + 1) % 3)
        owner = next(person for person in people if person.seat == owner.owner)
    assert await owner.tell("kick", seat=poor.seat) is None
    assert (await dan.sit(ann.room)).code is None
    staying = [person for person in people if person.left is None]
    for person in (*staying, dan):
        await person.tell("ready", on=True)
    assert dan.hand == staying[0].hand == number


# --- who decides -------------------------------------------------------------------------------------------


async def test_only_the_owner_decides_and_only_between_hands() -> None:
    world = await World.open("ann", "bob")
    ann, bob = await _together(world)
    asked: list[tuple[str, dict[str, int]]] = [
        ("start", {}),
        ("kick", {"seat": 0}),
        ("owner", {"seat": 1}),
        ("add_bot", {}),
    ]
    for kind, values in asked:
        assert await bob.tell(kind, **values) == "not_owner"
    assert (await bob.edit(friendly())).code == "not_owner"
    assert await ann.tell("start") == "not_ready"
    for seat in (0, 2, 4):
        assert await ann.tell("kick", seat=seat) == "no_such_seat"
    assert await ann.tell("owner", seat=2) == "no_such_seat"
    assert await ann.tell("add_bot") is None
    assert await ann.tell("owner", seat=2) == "no_such_seat", "a bot owns nothing"
    assert await ann.tell("add_bot") == "room_full"
    await bob.tell("ready", on=True)
    assert await ann.tell("start") is None
    for kind, values in (*asked, ("again", {})):
        assert await ann.tell(kind, **values) == "hand_running"
    assert (await ann.edit(friendly())).code == "hand_running"
    await world.play(lambda: ann.over)
    assert await ann.tell("owner", seat=1) is None
    assert (ann.owner, bob.owner) == (1, 1)
    assert await ann.tell("kick", seat=1) == "not_owner"
    assert await bob.tell("kick", seat=0) is None
    assert ann.left == "kicked"
    assert _held(bob)[0] == (1, "Bob")


async def test_without_bots_people_fill_the_room() -> None:
    world = await World.open("ann", "bob")
    ann, bob = await _together(world, friendly(bots=False))
    assert await ann.tell("add_bot") == "no_bots"
    await bob.tell("ready", on=True)
    assert await ann.tell("start") == "seats_empty"
    assert (await world.config(ann.room)).players == ["ann", "bob", None]


async def test_a_request_sent_twice_is_carried_out_once() -> None:
    """Field report A41, also after a restart: the row of the room knows what has changed it."""
    world = await World.open("ann", "bob", "cyd")
    ann, _, cyd = await _together(world)
    kick = await ann.send("kick", seat=1)
    await world.settle()
    assert await ann.tell("add_bot") is None
    assert (await world.config(ann.room)).players[1].startswith("bot-")  # type: ignore[union-attr]
    await world.restart()
    await ann.connect()
    await ann.send("kick", seat=1, request_id=kick)
    await world.settle()
    assert ann.acks.count(kick) == 2
    assert None not in (await world.config(ann.room)).players
    assert cyd.left is None


async def test_who_was_sent_away_comes_back_later_at_most() -> None:
    world = await World.open("ann", "bob")
    ann, bob = await _together(world)
    code = (await world.config(ann.room)).code
    assert await ann.tell("kick", seat=1) is None
    assert (await bob.find()).room is None
    assert (await bob.sit(ann.room, code)).code == "kicked"
    await world.wait(KICKED_MS)
    assert (await bob.sit(ann.room, code)).code is None


async def test_a_room_outlives_its_owner() -> None:
    """Field report A36: who owns it leaves, or is away for too long; the next one who is here decides."""
    world = await World.open("ann", "bob", "cyd")
    ann, bob, cyd = await _together(world)
    await bob.go()
    await world.wait(PACE.owner_ms * 2)
    assert cyd.owner == 0
    await ann.go()
    await world.wait(PACE.owner_ms - 1)
    assert cyd.owner == 0
    await world.wait(1)
    assert cyd.owner == 2, "bob is not here"
    await ann.connect()
    await world.settle()
    assert ann.owner == 2
    await bob.connect()
    await cyd.tell("leave")
    assert (cyd.left, ann.owner) == ("left", 0)
    assert _held(bob) == [(0, "Ann"), (1, "Bob")]
    await ann.tell("leave")
    assert bob.owner == 1
    await bob.tell("leave")
    assert (await world.room_row(bob.room)).status == "closed"
    assert world.rooms == ()
    assert world.clock.timers == 0


async def test_ready_is_who_is_here() -> None:
    """A hand does not begin for somebody whose line has broken; it does when he is back."""
    world = await World.open("ann", "bob")
    ann, bob = await _together(world)
    await ann.tell("add_bot")
    await bob.tell("ready", on=True)
    await bob.go()
    await ann.tell("ready", on=True)
    assert not ann.hand
    assert await ann.tell("start") == "not_ready"
    await bob.connect()
    await world.settle()
    assert (ann.hand, bob.hand) == (1, 1)


async def test_options_change_between_hands() -> None:
    """All are told, and have to agree anew; the next hand is played under them."""
    world = await World.open("ann", "bob", "cyd", beans=20_000)
    ann, bob, _ = await _together(world, for_beans(bots=True))
    await world.people["cyd"].tell("leave")
    await ann.tell("add_bot")
    await bob.tell("ready", on=True)
    changed = for_beans(coefficient=90, fee=50, cap=64, public=False, bots=False)
    place = await ann.edit(changed)
    assert (place.code, len(place.invite or "")) == (None, 6)
    await world.settle()
    for person in (ann, bob):
        snapshot = person.told("snapshot")[-1]
        assert (snapshot["options"]["coefficient"], snapshot["code"]) == (90, place.invite)
        assert [state.ready for state in person.seats] == [False, False], "and the bot has gone"
    assert (await ann.edit(replace(changed, beans=False))).code == "bad_options"
    assert (await ann.edit(for_beans("happy"))).code == "bad_options"
    assert (await world.people["cyd"].edit(changed)).code == "no_such_room"
    assert (await world.people["cyd"].sit(ann.room, place.invite)).code is None
    for person in world.people.values():
        await person.tell("ready", on=True)
    hand = await world.hand(ann.room)
    assert hand
    assert hand.coefficient == 90
    async with world.storage.read() as tx:
        assert len(await tx.players.of_kind("bot")) == 1


async def test_the_lobby_lists_public_rooms_as_they_are() -> None:
    world = await World.open("ann", "bob")
    ann, bob = world.people.values()
    await ann.open_room(friendly("five", public=True, watch=True))
    [card] = world.host.directory.cards
    assert (card.room, card.name, card.game, card.coefficient) == (ann.room, "Friday", "five", 0)
    assert (card.seats, card.taken, card.seconds, card.bots, card.watch, card.running) == (
        *(5, 1, 20, True, True, False),
    )
    await bob.sit(ann.room)
    await bob.tell("ready", on=True)
    await ann.tell("start")
    [card] = world.host.directory.cards
    assert (card.taken, card.running) == (5, True)
    await ann.tell("leave")
    await bob.edit(friendly("five"))
    assert world.host.directory.cards == []
    await bob.edit(friendly("five", public=True))
    assert [card.taken for card in world.host.directory.cards] == [4]
    await bob.tell("leave")
    assert world.host.directory.cards == []


# --- leaving a hand ----------------------------------------------------------------------------------------


async def test_who_leaves_a_hand_pays_and_the_room_goes_on(storage: Storage) -> None:
    """Whoever takes his seat learns nothing of the hand that was played there."""
    world = await World.open("ann", "bob", "cyd", beans=5_000, storage=storage)
    dan = await world.add("dan")
    ann, bob, cyd = world.people["ann"], world.people["bob"], world.people["cyd"]
    await ann.open_room(for_beans("happy"))
    for person in (bob, cyd):
        await person.sit(ann.room)
    for person in (ann, bob, cyd):
        await person.tell("ready", on=True)
    await world.play(lambda: bob.view is not None and bob.view.public.phase == "tricks")
    assert await bob.tell("leave") is None
    assert (bob.left, (await bob.find()).room) == ("left", None)
    assert ann.over
    assert bob.over, "he hears what it has cost"
    lines = Counter[int]()
    for line in await world.postings(ann.room, 1):
        lines[line.account_id] += line.amount
    account = await world.account("bob")
    assert lines[account.id] == account.balance - 5_000 < 0
    assert _held(ann) == _held(cyd) == [(0, "Ann"), (2, "Cyd")]
    assert (await dan.sit(ann.room)).code is None
    [snapshot] = dan.told("snapshot")
    assert (snapshot["seat"], snapshot["hand"], snapshot["version"], snapshot["view"]) == (1, 1, 0, None)
    assert {frame["type"] for kind in ("snapshot", "presence") for frame in dan.told(kind)} == {
        "snapshot",
        "presence",
    }
    assert len(dan.sockets[dan.socket or ""]) == len(dan.told("snapshot")) + len(dan.told("presence"))
    for person in (ann, cyd, dan):
        await person.send("again")
    await world.settle()
    assert (ann.hand, cyd.hand, dan.hand) == (2, 2, 2)
    await world.play(lambda: dan.over)
    await world.crash()


async def test_who_drops_for_good_keeps_nobody() -> None:
    """Field report A43: his seat is played for him; afterwards the others send him away and go on with a bot."""
    world = await World.open("ann", "bob")
    ann, bob = await _playing(world)
    await bob.go()
    await world.play(lambda: ann.over)
    assert ann.seats[1].auto
    public = (await world.table(ann.room, 1)).public
    assert public.finish
    assert public.finish.end is End.OUT, "that is no escape"
    await ann.tell("ready", on=True)
    assert ann.hand == 1
    assert await ann.tell("kick", seat=1) is None
    assert await ann.tell("start") is None
    assert ann.hand == 2


@pytest.mark.parametrize("absence", [None, 45])
async def test_an_absence_counts_where_the_room_says_so(absence: int | None) -> None:
    """And only while somebody waits: where everybody's line breaks it may be the server's."""
    world = await World.open("ann", "bob", beans=5_000)
    await _together(
        world, for_beans(absence=absence, seconds=replace(for_beans().seconds, play=120, bid=120))
    )
    ann, bob = world.people.values()
    await bob.tell("ready", on=True)
    await ann.tell("start")
    await world.wait(20_000)
    await bob.go()
    await ann.go()
    await world.wait(100_000)
    assert (await world.table(ann.room, 1)).public.finish is None
    await ann.connect()
    await world.wait(44_999)
    if not ann.over:
        assert len(ann.seats) == 3
        await world.wait(1)
        finish = (await world.table(ann.room, 1)).public.finish
        escaped = finish is not None and (finish.end, finish.seat) == (End.ESCAPE, 1)
        assert escaped == (absence is not None)
        assert (await bob.find()).room == (None if absence else ann.room)
    await world.crash()


async def test_a_public_table_knows_no_absence() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, bob, _ = world.people.values()
    await world.play(lambda: ann.view is not None and ann.view.public.phase == "tricks")
    await bob.go()
    await world.play(lambda: ann.over)
    finish = (await world.table("ROOM", 1)).public.finish
    assert finish
    assert finish.end is End.OUT


# --- the end of a room -------------------------------------------------------------------------------------


async def test_a_room_that_goes_nowhere_is_ended_and_nobody_pays() -> None:
    """Field report A37: nobody acts, the server cannot go on: at the last the hand is void, and all are told."""
    pace = replace(PACE, room_max_ms=30_000)
    world = await World.open("ann", "bob", "cyd", beans=5_000, pace=pace)
    ann, *_ = await _together(world, for_beans(seconds=replace(for_beans().seconds, bid=120)))
    for person in world.people.values():
        await person.tell("ready", on=True)
    await world.wait(pace.room_max_ms - 1)
    assert not ann.over
    assert {(await world.account(name)).hand for name in world.people} == {f"{ann.room}:1"}
    await world.wait(1)
    for person in world.people.values():
        assert person.view
        assert person.view.public.finish
        assert (person.view.public.finish.end, person.left) == (End.VOID, "expired")
        account = await world.account(person.player)
        assert (account.hand, account.balance) == (None, 5_000)
    assert await world.postings(ann.room, 1) == []
    assert (await world.room_row(ann.room)).status == "closed"
    assert world.clock.timers == 0
    await ann.open_room()
    await world.wait(pace.room_max_ms)
    assert ann.left == "expired", "also where no hand has begun"


async def test_a_hand_that_ends_gives_a_room_its_time_again() -> None:
    """Counted from what is stored, so that a restart changes nothing."""
    pace = replace(PACE, room_max_ms=600_000, idle_ms=900_000)
    world = await World.open("ann", "bob", pace=pace)
    ann, _ = await _playing(world)
    await world.play(lambda: ann.over)
    ended = world.clock.now_ms()
    await world.wait(300_000)
    await world.restart()
    await world.wait(ended + pace.room_max_ms - world.clock.now_ms() - 1)
    assert (await world.room_row(ann.room)).status == "open"
    await world.wait(1)
    assert (await world.room_row(ann.room)).status == "closed"


async def test_a_room_that_everybody_has_left_alone_closes() -> None:
    world = await World.open("ann", "bob")
    ann, bob = world.people.values()
    place = await ann.open_room(connect=False)
    await world.wait(PACE.idle_ms - 1)
    assert (await bob.sit(place.room or "", place.invite, connect=False)).code is None
    await world.wait(1)
    assert (await bob.sit(place.room or "", place.invite)).code == "no_such_room"
    assert {(await person.find()).room for person in (ann, bob)} == {None}


# --- one seat ----------------------------------------------------------------------------------------------


async def test_nobody_sits_in_two_rooms() -> None:
    world = await World.open("ann", "bob", "cyd")
    ann, bob, cyd = world.people.values()
    place, other = await ann.open_room(), await bob.open_room()
    assert (await bob.sit(ann.room, place.invite)).code == "seated"
    assert (await ann.open_room()).code == "seated"
    assert (await ann.sit(ann.room, place.invite)) == Place(room=ann.room), "it is his"
    assert (await cyd.sit(ann.room, place.invite)).code is None
    assert (await cyd.sit(bob.room, other.invite)).code == "seated"
    assert (await cyd.queue()).room == ann.room
    await cyd.tell("leave")
    assert (await cyd.sit(bob.room, other.invite)).code is None
    await cyd.tell("leave")
    await bob.tell("leave")
    await ann.tell("leave")
    assert world.rooms == ()


async def test_what_nobody_may_enter_looks_like_nothing() -> None:
    """Field report A52: a wrong code, a room that is full, a public table, and a room that is not there."""
    world = await World.open("ann", "bob", "cyd", "dan", "eve")
    *people, dan, eve = world.people.values()
    ann = people[0]
    code = (await ann.open_room()).invite
    for person in people[1:]:
        await person.sit(ann.room, code)
    await eve.seek()
    nothing = Place(code="no_such_room")
    for room, tried in (
        (ann.room, "WRONG2"),
        (ann.room, code),
        (ann.room, None),
        (eve.room, None),
        ("NONE", code),
    ):
        assert await dan.inspect(room, tried) == nothing
        assert await dan.sit(room, tried) == nothing
    assert (await people[2].inspect(ann.room)).info, "who sits there may look"


async def test_three_hundred_want_a_hundred_seats(size: Size) -> None:
    """Field report A38: all at once; every answer is a seat or says that there is none, and no seat is two people's."""
    count = size(100, 1_000)
    names = [f"p{number}" for number in range(4 * count // 3 + 3)]
    world = await World.open(*names)
    people = list(world.people.values())
    owners, joining = people[: count // 3], people[count // 3 : 4 * count // 3]
    for owner in owners:
        await owner.open_room(friendly(public=True), connect=False)
    answers = await asyncio.gather(
        *(person.sit(owners[place % len(owners)].room, connect=False) for place, person in enumerate(joining))
    )
    seated = Counter(answer.room for answer in answers if answer.room)
    assert {answer.code for answer in answers if not answer.room} == {"room_full"}
    assert set(seated.values()) == {2}, "every seat is taken, and none twice"
    for room in world.rooms:
        assert (await world.config(room.id)).players == [occupant.player for occupant in room.occupants]
    sitting = [player for room in world.rooms for player in room.config.seated]
    assert len(sitting) == len(set(sitting)) == 3 * len(owners)
    for person, answer in zip(joining, answers, strict=True):
        assert (await person.find()).room == answer.room


async def test_many_rooms_leave_nothing_behind(size: Size) -> None:
    """Field report A17: opened, played a little, left: no room, no task and no timer."""
    count = size(60, 1_000)
    world = await World.open(*(f"p{number}" for number in range(count)))
    tasks = len(asyncio.all_tasks())
    people = list(world.people.values())
    for person in people:
        await person.open_room(friendly(public=True), connect=person is people[0])
    assert len(world.rooms) == world.clock.timers == count
    for person in people[::2]:
        await person.connect()
        await person.tell("start")
    assert world.clock.timers == count
    for person in people[::4]:
        await person.tell("leave")
    await world.wait(PACE.idle_ms)
    for person in people[2::4]:
        await person.go()
    await world.wait(30 * 60_000)
    assert world.rooms == ()
    assert world.clock.timers == 0
    assert len(asyncio.all_tasks()) == tasks
    assert not any([await person.find() != Place() for person in people])
    assert world.host.directory.cards == []


# --- what can go wrong -------------------------------------------------------------------------------------


async def test_no_change_is_true_or_told_before_it_is_stored() -> None:
    world = await World.open("ann", "bob", "cyd")
    ann, bob, cyd = world.people.values()
    code = (await ann.open_room()).invite
    await bob.sit(ann.room, code)
    [room] = world.rooms

    async def held(change: Callable[[], Coroutine[Any, Any, object]]) -> None:
        config, heard = room.config, world.heard
        world.storage.go.clear()
        asked = asyncio.create_task(change())
        await world.settle()
        assert world.storage.waiting == 1
        assert (room.config, world.heard) == (config, heard)
        world.storage.go.set()
        await asked
        await world.settle()
        assert room.config != config
        assert world.heard > heard

    await held(lambda: cyd.sit(ann.room, code, connect=False))
    await held(lambda: ann.send("kick", seat=2))
    await held(lambda: ann.send("add_bot"))
    await held(lambda: ann.send("kick", seat=2))
    await held(lambda: ann.send("owner", seat=1))
    await held(lambda: bob.edit(friendly(hints=False)))
    await held(lambda: ann.send("leave"))
    await _agree(world, bob)


@pytest.mark.parametrize("fault", [Fault.BEFORE, Fault.AFTER])
async def test_a_change_of_unknown_outcome_is_read_again(fault: Fault, logs: Logs) -> None:
    """Each kind of change: answered with the truth, made once, and told to everybody who is here."""
    logs.expect("room_not_opened")
    world = await World.open("ann", "bob", "cyd")
    ann, bob, cyd = world.people.values()
    place = await ann.open_room(friendly())

    async def faulty(ask: str, person: Person, **values: int) -> None:
        world.storage.fail_room = fault
        assert await person.tell(ask, **values) is None
        assert world.storage.fail_room is None
        await _agree(world, ann)

    world.storage.fail_room = fault
    assert (await bob.sit(ann.room, place.invite)).room == ann.room
    await _agree(world, ann)
    await faulty("add_bot", ann)
    bots = [player for player in (await world.config(ann.room)).seated if player.startswith("bot-")]
    assert len(bots) == 1
    await faulty("kick", ann, seat=2)
    await faulty("owner", ann, seat=1)
    assert ann.owner == 1
    world.storage.fail_room = fault
    assert (await bob.edit(friendly(hints=False))).code is None
    await _agree(world, ann)
    assert (await cyd.sit(ann.room, place.invite)).code is None
    await faulty("leave", bob)
    assert (bob.left, ann.owner) == ("left", 2)
    assert await ann.tell("ready", on=True) is None
    await faulty("start", cyd)
    assert (ann.hand, cyd.hand) == (1, 1)
    async with world.storage.read() as tx:
        assert len(await tx.players.of_kind("bot")) <= 2
    await world.crash()


async def _agree(world: World, person: Person) -> None:
    """What is stored is what somebody who is here has been told, and who is seated is nowhere else."""
    await world.settle()
    config = await world.config(person.room)
    [room] = [room for room in world.rooms if room.id == person.room]
    assert room.config == config
    told: list[str | None] = [None] * len(config.players)
    for state in person.seats:
        told[state.seat] = state.name
    names = [None if player is None else await world.name(player) for player in config.players]
    assert told == names
    assert person.owner == config.owner
    for player in world.people:
        assert (world.host.where(player) == person.room) == (player in config.players)


@pytest.mark.parametrize("fault", [Fault.BEFORE, Fault.AFTER, Fault.HANG_BEFORE, Fault.HANG_AFTER])
async def test_an_escape_and_the_empty_seat_are_one_commit(fault: Fault, logs: Logs) -> None:
    """Whatever becomes of it: the hand has ended and the seat is empty, or neither."""
    logs.expect("journal_outcome_unknown")
    world = await World.open("ann", "bob", beans=5_000)
    ann, bob = await _playing(world, for_beans())
    world.storage.plan[world.storage.batches] = fault
    leave = await bob.send("leave")
    await world.settle()
    if fault in (Fault.HANG_BEFORE, Fault.HANG_AFTER):
        await world.restart()
        await ann.connect()
        await world.settle()
    config, hand = await world.config(ann.room), await world.hand(ann.room)
    assert hand
    stored = fault is not Fault.HANG_BEFORE
    assert (hand.status == "settled") == (config.players[1] is None) == stored
    assert (world.host.where("bob") is None) == stored
    if fault in (Fault.BEFORE, Fault.AFTER):
        assert (leave in bob.acks, bob.left) == (True, "left")
    await _agree(world, ann)
    await world.crash()


async def test_a_room_that_is_there_after_all_is_served(logs: Logs) -> None:
    logs.expect("room_not_opened")
    world = await World.open("ann", "bob")
    ann, bob = world.people.values()
    world.storage.fail_room = Fault.AFTER
    assert (await ann.open_room()).code is None
    world.storage.fail_room = Fault.BEFORE
    assert (await bob.open_room()).code == "unavailable"
    assert (await bob.find()).room is None
    assert (await bob.open_room()).code is None
    assert len(world.rooms) == 2


async def test_rooms_come_back_as_they_were(storage: Storage) -> None:
    """Seats, owner, code and options; who was ready says so anew."""
    world = await World.open("ann", "bob", storage=storage)
    ann, bob = await _together(world)
    code = (await world.config(ann.room)).code
    await ann.tell("add_bot")
    await ann.tell("owner", seat=1)
    await ann.tell("ready", on=True)
    await world.restart()
    for person in (ann, bob):
        await person.connect()
    await world.settle()
    assert (ann.owner, ann.told("snapshot")[-1]["code"]) == (1, code)
    assert [state.ready for state in ann.seats] == [False, False, True]
    assert (await ann.find()).room == ann.room
    await _agree(world, ann)
    await ann.tell("ready", on=True)
    assert await bob.tell("start") is None
    assert bob.hand == 1
    await world.crash()
