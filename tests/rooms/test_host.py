"""The lobby: seats are found, opened once, and given back."""

import asyncio

import pytest

from app.rooms.config import STARTER
from app.rooms.matches import RETRY_MS
from tests.rooms.conftest import Logs
from tests.rooms.faults import Fault
from tests.rooms.table import World


async def test_seeking_twice_is_one_seat() -> None:
    world = await World.open("ann")
    ann = world.people["ann"]
    first, second = await asyncio.gather(ann.seek(connect=False), ann.seek(connect=False))
    place = await ann.seek(connect=False)
    assert {first.room, second.room} - {None} == {place.room}
    assert {first.code, second.code} <= {None, "busy"}
    assert (await ann.find()).room == place.room
    assert len(world.rooms) == 1


async def test_who_has_no_seat_is_found_nowhere() -> None:
    world = await World.open("ann")
    assert (await world.people["ann"].find()).room is None


async def test_there_is_no_such_tier() -> None:
    world = await World.open("ann")
    for game, tier in (("happy", "gold"), ("go", "starter")):
        place = await world.people["ann"].queue(game, tier)
        assert (place.room, place.code) == (None, "no_such_tier")


async def test_who_is_unknown_to_the_ledger_has_no_beans() -> None:
    world = await World.open("ann")
    place = await world.people["ann"].queue(player="nobody")
    assert place.code == "not_enough_beans"


async def test_nobody_sits_at_two_tables() -> None:
    """Bots too: each plays one hand at a time."""
    world = await World.open(*(f"p{number}" for number in range(20)))
    for person in world.people.values():
        await person.seek()
    await world.settle()
    seated = [player for room in world.rooms for player in room.config.seated]
    assert len(seated) == len(set(seated)) == 60
    assert len({room.id for room in world.rooms}) == 20
    assert {person.seat for person in world.people.values()} == {0, 1, 2}, "a person sits anywhere"
    assert all(person.hand == 1 for person in world.people.values())


@pytest.mark.parametrize("fault", [Fault.BEFORE, Fault.AFTER])
async def test_a_room_that_may_have_been_opened(fault: Fault, logs: Logs) -> None:
    """The player gets his seat all the same, in that room if it is there, or in one that is tried later."""
    logs.expect("table_not_opened")
    world = await World.open("ann", "bob")
    ann, bob = world.people.values()
    await bob.seek()
    await world.play(lambda: bob.over)
    await bob.send("leave")
    await world.settle()
    world.storage.fail_room = fault
    seeking = asyncio.create_task(ann.seek())
    await world.settle()
    if fault is Fault.BEFORE:
        assert not seeking.done()
        assert (await ann.find()).room is None
        await world.wait(RETRY_MS)
    place = await seeking
    await world.settle()
    assert ann.hand == 1
    async with world.storage.read() as tx:
        assert len(await tx.players.of_kind("bot")) == 2
    await world.restart()
    assert [room.id for room in world.rooms] == [place.room]


async def test_the_lobby_says_when_it_cannot(logs: Logs) -> None:
    logs.expect("cannot_seek")
    world = await World.open("ann")
    ann = world.people["ann"]
    world.storage.away = True
    assert (await ann.seek()).code == "unavailable"
    world.storage.away = False
    assert (await ann.seek()).code is None


async def test_many_rooms_come_back() -> None:
    """More than are claimed at once."""
    world = await World.open(*(f"p{number:03}" for number in range(3 * 105)))
    names = list(world.people)
    for number in range(105):
        await world.seat(names[3 * number : 3 * number + 3], STARTER.stakes, f"R{number:03}")
    await world.restart()
    assert len(world.rooms) == 105
    assert (await world.people["p314"].find()).room == "R104"


async def test_stopping_waits_for_a_seat_that_is_being_found() -> None:
    """The room is stopped with the others, and nothing of it is left behind."""
    world = await World.open("ann")
    ann = world.people["ann"]
    world.storage.go.clear()
    seeking = asyncio.create_task(ann.seek())
    await world.settle()
    stopping = asyncio.create_task(world.lobby.stop())
    await world.settle()
    assert not stopping.done()
    world.storage.go.set()
    await world.settle()
    assert stopping.done()
    assert (await seeking).code is None
    await world.stop()
    row = await world.room_row(ann.room)
    assert (row.owner, row.status) == (None, "open")
    assert world.rooms == ()
    assert world.clock.timers == 0
