"""Escapes from public tables: written with the settlement, held against the player, and told."""

import pytest

from tests.rooms.conftest import Logs
from tests.rooms.faults import Fault
from tests.rooms.table import World
from tests.rooms.tabs import Tab

MINUTE_MS = 60_000


async def escapes(world: World, player: str = "ann") -> list[tuple[str, int]]:
    """The hands at public tables that a player has escaped from."""
    async with world.storage.read() as tx:
        hands = await tx.history.matched(player, 0)
    return [(hand.room_id, hand.hand_no) for hand in hands if hand.outcome == "escaped"]


async def escape(world: World) -> str:
    """Ann finds a table, and leaves it in the middle of the hand."""
    ann = world.people["ann"]
    place = await ann.seek()
    assert place.room, place
    await world.play(lambda: ann.may_act)
    await ann.send("leave")
    await world.settle()
    return place.room


async def test_the_third_escape_of_a_day_closes_the_queue_for_a_while() -> None:
    world = await World.open("ann", beans=10**9)
    rooms = [await escape(world) for _ in range(3)]
    assert await escapes(world) == sorted((room, 1) for room in rooms)
    tab = await Tab.open(world, "ann")
    await tab.seek()
    [refused] = tab.told("refused")
    assert refused["code"] == "banned_from_matching"
    assert refused["params"] == {"until_ms": world.clock.now_ms() + 5 * MINUTE_MS, "escapes": 3}
    assert world.rooms == ()
    await world.wait(5 * MINUTE_MS)
    await escape(world)
    await tab.seek()
    assert tab.told("refused")[-1]["params"] == {
        "until_ms": world.clock.now_ms() + 15 * MINUTE_MS,
        "escapes": 4,
    }
    await world.wait(24 * 3600 * 1000)
    await tab.seek()
    assert tab.room is not None


async def test_only_who_leaves_a_hand_has_escaped() -> None:
    """Not who leaves between hands, and not the others at the table."""
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, bob, cyd = world.people.values()
    await world.play(lambda: ann.over)
    assert await escapes(world) == []
    for person in world.people.values():
        await person.send("again")
    await world.play(lambda: ann.hand == 2 and ann.may_act)
    await bob.send("leave")
    await world.settle()
    await cyd.send("leave")
    await world.settle()
    assert [await escapes(world, player) for player in ("ann", "bob", "cyd")] == [[], [("ROOM", 2)], []]


async def test_in_a_room_of_his_own_nobody_escapes() -> None:
    world = await World.open("ann", "bob", "cyd", together=True, tier=None)
    ann = world.people["ann"]
    for person in world.people.values():
        await person.tell("ready", on=True)
    await world.play(lambda: ann.may_act)
    await ann.send("leave")
    await world.settle()
    assert ann.left == "left"
    assert await escapes(world) == []


@pytest.mark.parametrize("fault", [Fault.BEFORE, Fault.AFTER])
async def test_an_escape_is_written_once_with_its_settlement(fault: Fault, logs: Logs) -> None:
    """Whatever became of the commit that settles it."""
    logs.expect("journal_outcome_unknown")
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    await world.play(lambda: ann.may_act)
    world.storage.plan[world.storage.batches] = fault
    await ann.send("leave")
    await world.wait(5_000)
    assert await escapes(world) == [("ROOM", 1)]
    assert await world.postings("ROOM", 1)
