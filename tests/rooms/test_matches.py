"""Those who wait: one ticket and one seat each, whatever their tabs ask for and whatever breaks meanwhile."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from app.rooms.config import MatchPace
from app.rooms.matches import TELL_MS
from app.rooms.matchmaker import FARTHEST, STEP_MS, reach_of
from app.rooms.tiers import MAX_AGE_MS
from tests.rooms.conftest import Logs
from tests.rooms.faults import Fault
from tests.rooms.tabs import Tab, lobby, promote, take_beans

GRACE_MS = MatchPace().grace_ms


async def test_whoever_comes_alone_plays_with_bots_after_a_short_wait() -> None:
    world, [ann] = await lobby("ann")
    await ann.seek()
    assert [notice["type"] for notice in ann.heard] == ["ack", "queued"]
    assert ann.heard[1] == {
        "type": "queued",
        "game": "happy",
        "tier": "starter",
        "people": 1,
        "waited_ms": 0,
        "expect_ms": 3_000,
        "bots_ms": 3_000,
    }
    await world.wait(2_999)
    assert ann.room is None
    await world.wait(1)
    [room] = world.rooms
    assert ann.room == room.id
    assert sum(occupant.bot for occupant in room.occupants) == 2
    assert world.clock.timers == 1, "the room's own, which closes it if nobody comes"


async def test_three_who_wait_sit_at_one_table_at_once() -> None:
    world, [ann, bob, cat] = await lobby("ann", "bob", "cat")
    await ann.seek()
    await world.wait(1_200)
    await bob.seek()
    await world.wait(TELL_MS)
    assert [notice["people"] for notice in ann.told("queued")] == [1, 2]
    assert bob.told("queued")[-1]["bots_ms"] == 3_000 - TELL_MS
    await cat.seek()
    [room] = world.rooms
    assert {ann.room, bob.room, cat.room} == {room.id}
    assert not any(occupant.bot for occupant in room.occupants)
    assert cat.kinds == ["ack", "seated"], "who need not wait is not told that he does"
    dora = await Tab.open(world, "cat")
    await dora.seek()
    assert dora.kinds == ["ack", "seated"], "led back, from another tab too"


async def test_who_waits_hears_of_the_others_no_more_than_twice_a_second() -> None:
    world, [ann, bob, cat] = await lobby("ann", "bob", "cat", bots_ms=60_000)
    await ann.seek("five")
    for _ in range(20):
        await bob.seek("five")
        await cat.seek("five")
        await world.wait(50)
        await bob.cancel()
        await cat.cancel()
        await world.wait(50)
    assert len(ann.told("queued")) == 1 + 2_000 // TELL_MS
    assert {notice["people"] for notice in ann.told("queued")} <= {1, 2, 3}


async def test_match_and_cancel_and_match_on_two_devices() -> None:
    """A39: one ticket at most, one seat, and who has it is led back."""
    world, [phone, bob] = await lobby("ann", "bob")
    laptop = await Tab.open(world, "ann")
    for number in range(10):
        first, second = (phone, laptop) if number % 2 else (laptop, phone)
        await first.seek()
        assert first.kinds == ["ack", "queued"]
        await second.seek()
        assert second.kinds == ["ack", "queued"]
        await bob.seek()
        assert bob.told("queued")[-1]["people"] == 2
        await bob.cancel()
        await second.cancel()
        assert second.kinds == ["ack", "unqueued"]
        assert first.kinds == ["unqueued"], "the other device hears of it"
        await second.cancel()
        assert second.kinds == ["ack"], "once more does nothing"
    await asyncio.gather(phone.ask(), laptop.ask(), phone.ask(), laptop.ask())
    await world.wait(3_000)
    [room] = world.rooms
    assert {phone.room, laptop.room} == {room.id}
    for tab in (phone, laptop):
        tab.heard.clear()
        await tab.cancel()
        assert tab.kinds == ["match_made"]
        await tab.seek()
        assert tab.room == room.id
    ann = world.people["ann"]
    ann.room = room.id
    await ann.connect()
    await world.settle()
    await laptop.seek("classic", "regular")
    assert laptop.room == room.id, "while in a hand"
    await world.wait(60_000)
    assert len(world.rooms) == 1


async def test_the_newest_wish_counts() -> None:
    world, [ann, bob, cat, dan] = await lobby("ann", "bob", "cat", "dan")
    other = await Tab.open(world, "ann")
    await ann.seek()
    await other.seek("classic")
    assert [notice["game"] for notice in ann.told("queued")] == ["happy", "classic"]
    await bob.seek()
    await cat.seek()
    assert bob.room is None
    await dan.seek()
    assert bob.room is not None
    await world.wait(3_000)
    assert ann.room == other.room not in (None, bob.room)


async def test_a_ticket_dies_with_its_last_socket_after_a_while() -> None:
    """And nobody is seated who is not there to hear of it."""
    world, [ann, bob] = await lobby("ann", "bob", bots_ms=20_000)
    other = await Tab.open(world, "ann")
    await ann.seek()
    await other.seek()
    await ann.close()
    await world.wait(GRACE_MS)
    assert other.told("queued"), "one socket is left"
    await other.close()
    await world.wait(GRACE_MS - 1)
    back = await Tab.open(world, "ann")
    assert back.told("queued")[-1]["waited_ms"] == 2 * GRACE_MS - 1, "he has kept his place"
    await back.close()
    await world.wait(1)
    await bob.seek()
    assert bob.told("queued")[-1]["people"] == 2
    await world.wait(GRACE_MS - 1)
    late = await Tab.open(world, "ann")
    assert late.heard == []
    await bob.cancel()
    await world.wait(60_000)
    assert world.rooms == ()
    assert world.clock.timers == 0


async def test_bots_wait_for_whoever_is_away_and_sit_down_when_he_is_back() -> None:
    world, [ann] = await lobby("ann")
    await ann.seek()
    await ann.close()
    await world.wait(5_000)
    assert world.rooms == ()
    back = await Tab.open(world, "ann")
    assert back.kinds == ["seated"]


async def test_who_has_found_a_seat_himself_waits_no_longer() -> None:
    world, [ann] = await lobby("ann")
    await ann.seek()
    assert world.host.seating.take("ann", "ELSEWHERE")
    await world.wait(10_000)
    assert ann.told("unqueued") == [{"type": "unqueued", "reason": "seated"}]
    assert world.rooms == ()
    await ann.seek()
    assert ann.room == "ELSEWHERE"


async def test_who_has_spent_his_beans_meanwhile_is_told_and_the_others_keep_their_places() -> None:
    world, [ann, bob, cat] = await lobby("ann", "bob", "cat")
    await ann.seek()
    await bob.seek()
    await take_beans(world, "bob")
    await world.wait(1_000)
    await cat.seek()
    assert bob.told("unqueued") == [{"type": "unqueued", "reason": "not_enough_beans"}]
    assert ann.room is cat.room is None
    await world.wait(2_000)
    assert ann.room == cat.room is not None


async def test_the_farther_apart_the_longer_the_wait() -> None:
    """Titles are those of the game's own ladder."""
    world, [ann, bob, cat] = await lobby("ann", "bob", "cat", bots_ms=60_000)
    await promote(world, "cat", 70_000)
    for tab in (ann, bob, cat):
        await tab.seek()
    waited = next(wait for wait in range(0, 10_000, STEP_MS) if reach_of(wait) >= FARTHEST)
    await world.wait(waited - 1)
    assert world.rooms == ()
    await world.wait(1)
    assert len(world.rooms) == 1
    assert {ann.room, bob.room, cat.room} == {world.rooms[0].id}
    assert ann.told("queued")[-1]["expect_ms"] == 60_000
    await world.add("dan")
    dan = await Tab.open(world, "dan")
    await dan.seek()
    assert dan.told("queued")[-1]["expect_ms"] == waited, "as long as it has taken the others"


@pytest.mark.parametrize("fault", [Fault.BEFORE, Fault.AFTER])
async def test_nobody_is_seated_twice_where_the_outcome_is_unknown(fault: Fault, logs: Logs) -> None:
    """The database goes away while a table is being stored. All are held until somebody knows."""
    logs.expect("table_not_opened", "cannot_seek")
    world, [ann, bob, cat] = await lobby("ann", "bob", "cat")
    await ann.seek()
    await bob.seek()
    world.storage.fail_room = fault
    world.storage.fail_for_good = True
    await cat.seek()
    await world.wait(5_000)
    assert not world.rooms
    await ann.cancel()
    assert ann.told("refused")[-1]["code"] == "match_made"
    await ann.seek()
    world.storage.away = False
    await world.wait(5_000)
    [room] = world.rooms
    assert {ann.room, bob.room, cat.room} == {room.id}
    await world.restart()
    [again] = world.rooms
    assert again.id == room.id
    assert sorted(again.config.seated) == ["ann", "bob", "cat"]


async def test_a_crash_seats_nobody_twice() -> None:
    """At whatever moment of the opening it comes: afterwards each has one seat or none, and plays on."""
    for fault in (Fault.HANG_BEFORE, Fault.HANG_AFTER):
        world, tabs = await lobby("ann", "bob", "cat")
        world.storage.fail_room = fault
        for tab in tabs:
            await tab.seek()
        assert {tab.room for tab in tabs} == {None}
        await world.restart()
        assert len(world.rooms) == (fault is Fault.HANG_AFTER)
        back = [await Tab.open(world, player) for player in world.people]
        for tab in back:
            await tab.seek()
        [room] = world.rooms
        assert {tab.room for tab in back} == {room.id}
        await world.crash()


async def test_stopping_leaves_no_timer_and_no_task(logs: Logs) -> None:
    world, [ann, bob, cat] = await lobby("ann", "bob", "cat")
    await ann.look()
    await ann.seek()
    await bob.seek()
    await bob.close()
    world.storage.fail_room = Fault.BEFORE
    world.storage.fail_for_good = True
    await cat.seek()
    await world.stop()
    assert world.clock.timers == 0
    names = {task.get_name() for task in asyncio.all_tasks()}
    assert not names & {"match", "lobby board"}


async def test_a_great_crowd(size: Callable[[int, int], int], logs: Logs) -> None:
    """Target 25 in one process: people come, change their minds and go, and the database fails now and then."""
    logs.expect("table_not_opened", "cannot_seek")
    chance, names = Random(25), [f"p{number}" for number in range(size(60, 10_000))]
    world, _ = await lobby(bots_ms=10**9)
    waits: dict[str, int] = {}
    tabs: dict[str, Tab] = {}
    crowd, first = len(names), 0
    while first < crowd or len(waits) >= 3:
        for player in names[first : first + 1 + crowd // 50]:
            await world.add(player)
            await promote(world, player, chance.choice([5, 20, 300, 5_000]))
            tabs[player] = await Tab.open(world, player)
            await tabs[player].ask()
            waits[player] = world.clock.now_ms()
        first += 1 + crowd // 50
        for player in chance.sample(sorted(waits), len(waits) // 8):
            again = await Tab.open(world, player)
            await (again.cancel if chance.random() < 0.3 else again.ask)()
            await tabs[player].close()
            again.heard += tabs[player].heard
            if again.told("unqueued"):
                del waits[player]
            tabs[player] = again
        if chance.random() < 0.3:
            world.storage.fail_room = chance.choice([Fault.BEFORE, Fault.AFTER])
        await world.wait(250)
        world.storage.fail_room = None
        waits = {player: since for player, since in waits.items() if not tabs[player].room}
        late = [player for player, since in waits.items() if world.clock.now_ms() - since > 5_000]
        assert not late or len(waits) < 3
    seated = [player for room in world.rooms for player in room.config.seated]
    assert len(seated) == len(set(seated))
    assert len(seated) % 3 == 0
    assert crowd * 0.5 < len(seated)
    for player in seated:
        assert tabs[player].room == world.host.where(player)


async def test_whoever_has_gone_before_he_is_answered_neither_waits_nor_looks() -> None:
    world, [ann] = await lobby("ann")
    await world.wait(MAX_AGE_MS)
    world.storage.answers.clear()
    asking = [asyncio.create_task(ann.ask()), asyncio.create_task(ann.look())]
    await world.settle()
    await ann.close()
    world.storage.answers.set()
    await asyncio.gather(*asking)
    await world.wait(60_000)
    assert world.rooms == ()
    assert world.clock.timers == 0


async def test_people_who_have_just_met_wait_for_somebody_else() -> None:
    """A40: though he is far away, as long as he waits too."""
    world, [ann, bob, cat, dan] = await lobby("ann", "bob", "cat", "dan", bots_ms=60_000)
    await promote(world, "dan", 70_000)
    trio = (ann, bob, cat)
    for tab in trio:
        await tab.seek()
    [first] = {tab.room for tab in trio}
    await world.wait(world.pace.idle_ms)
    assert not world.rooms, "nobody has sat down"
    await dan.seek()
    for tab in trio:
        await tab.seek()
    assert not world.rooms
    await world.wait(5_000)
    [room] = world.rooms
    assert dan.room == room.id != first
    assert [tab.room for tab in trio].count(room.id) == 2
