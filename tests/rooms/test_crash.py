"""The process dies or stops at any moment, and comes back: what was stored goes on, and nothing else was told."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest

from app.rooms.config import STARTER, Pace
from app.rules.facts import HandOpened
from app.storage.store import CommitRow, Storage
from tests.rooms.conftest import Logs
from tests.rooms.faults import Fault
from tests.rooms.table import PACE, NeverError, Person, World, request

Size = Callable[[int, int], int]


async def _come_back(world: World) -> None:
    """Everybody finds his room and resumes it."""
    for person in world.people.values():
        if person.room and person.left is None:
            place = await person.find()
            if place.room is None:
                person.left = "gone"
            else:
                assert place.room == person.room
                await person.connect()
    await world.settle()


@pytest.mark.parametrize("fault", [Fault.HANG_BEFORE, Fault.HANG_AFTER])
async def test_killed_at_any_commit(fault: Fault, size: Size) -> None:
    """The same table, the same cards, a fair deadline, the same requests known; and then it goes on to its end."""
    for batch in count(1, size(4, 1)):
        world = await World.open("ann", "bob", "cyd", together=True, seed=2)
        people = list(world.people.values())
        world.storage.plan[world.storage.batches + batch] = fault
        try:
            await world.play(lambda: not world.storage.plan)  # noqa: B023 - used at once
        except NeverError:
            break
        told = {person.player: (person.view, person.version, list(person.acks)) for person in people}
        stored = await world.facts("ROOM", 1)
        log = await world.log("ROOM", 1)
        await world.restart()
        assert (await world.facts("ROOM", 1)) == stored
        await _come_back(world)
        for person in people:
            view, version, acks = told[person.player]
            assert person.version >= version
            if fault is Fault.HANG_BEFORE:
                assert (person.view, person.version) == (view, version)
            assert set(acks) <= {row.action_id for row in log}
            if person.clock.deadline_ms is not None:
                assert person.clock.deadline_ms >= world.clock.now_ms() + PACE.grace_ms
        await _send_again(world, people, log)
        await world.play(lambda: all(person.over for person in people))  # noqa: B023 - used at once
        await world.check("ROOM", 1)
        lines = await world.postings("ROOM", 1)
        assert sum(line.amount for line in lines) == 0
        hand = await world.hand("ROOM")
        assert hand
        assert hand.status in ("settled", "void")
        await world.crash()
    assert batch > 40


async def _send_again(world: World, people: list[Person], log: list[CommitRow]) -> None:
    """Every request that was stored, once more: known, and carried out no second time."""
    stored = await world.log("ROOM", 1)
    for person in people:
        for row in log:
            if row.actor == f"seat:{person.seat}" and row.action_id:
                before = person.acks.count(row.action_id)
                await person.post(request({"type": "pass", "id": row.action_id, "room": "ROOM", "hand": 1}))
                await world.settle()
                assert person.acks.count(row.action_id) == before + 1
    assert await world.log("ROOM", 1) == stored


async def test_killed_again_and_again(storage: Storage, size: Size) -> None:
    """Many lives for one evening, on each storage; the beans are all there in the end."""
    world = await World.open("ann", "bob", storage=storage, pace=Pace(bot_min_ms=1, bot_max_ms=5, deal_ms=1))
    people = list(world.people.values())
    lives = 0
    while lives < size(8, 100):
        for person in people:
            if not person.room or person.left:
                person.left, person.view, person.hand, person.version = None, None, 0, 0
                await person.seek()
            elif person.over:
                await person.send("again")
        await world.settle()
        world.storage.plan[world.storage.batches + world.chance.randrange(60)] = world.chance.choice(
            [Fault.HANG_BEFORE, Fault.HANG_AFTER]
        )
        await world.play(lambda: not world.storage.plan or all(person.over for person in people))
        if not world.storage.plan:
            lives += 1
            await world.restart()
            await _come_back(world)
        world.storage.plan.clear()
    assert await world.total() == 0


async def test_the_grace_is_no_gift_to_who_has_time_enough() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    await world.play(lambda: ann.view is not None and ann.view.public.phase == "tricks")
    deadline_ms, log = ann.clock.deadline_ms, await world.log("ROOM", 1)
    await world.restart()
    await _come_back(world)
    assert ann.clock.deadline_ms == deadline_ms
    assert await world.log("ROOM", 1) == log
    assert deadline_ms
    await world.wait(deadline_ms - world.clock.now_ms() - 1_000)
    await world.restart()
    await _come_back(world)
    assert ann.clock.deadline_ms == world.clock.now_ms() + PACE.grace_ms
    assert (await world.log("ROOM", 1))[-1].actor == "room"


async def test_an_away_player_is_not_punished_for_our_outage() -> None:
    """Hours of outage: nobody has timed out, nobody is on auto-play, nobody has paid."""
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    await world.play(lambda: ann.view is not None and ann.view.public.phase == "tricks")
    version = ann.version
    await world.crash()
    world.clock.advance(7_200_000)
    await world.restart()
    await _come_back(world)
    assert ann.version == version
    assert not any(state.auto for state in ann.seats)
    assert await world.postings("ROOM", 1) == []


@pytest.mark.parametrize("batches", range(4))
async def test_killed_while_a_seat_is_given_up(batches: int, logs: Logs) -> None:
    """Between the escape and the closing of the room: nobody finds himself at a table that he has left."""
    logs.expect("journal_outcome_unknown")
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    await world.play(lambda: ann.view is not None and ann.view.public.phase == "tricks")
    if batches < 2:
        world.storage.plan[world.storage.batches] = (Fault.HANG_AFTER, Fault.AFTER)[batches]
    else:
        world.storage.fail_room = (Fault.HANG_BEFORE, Fault.AFTER)[batches - 2]
    leave = await ann.send("leave")
    await world.settle()
    if batches in (0, 2):
        await world.restart()
        assert (await ann.find()).room is None
    else:
        await world.wait(2_000)
        assert leave in ann.acks
        assert ann.left == "left"
    assert (await world.room_row("ROOM")).status == "closed"
    assert world.rooms == ()
    assert len(await world.postings("ROOM", 1)) >= 3


# --- logs that cannot be read ------------------------------------------------------------------------------


def _garbled(row: CommitRow) -> CommitRow:
    return replace(row, facts=row.facts.replace(b'"type":"dealt"', b'"type":"dreamt"'))


def _torn(row: CommitRow) -> CommitRow:
    return replace(row, facts=row.facts[:-1]) if row.seq == 3 else row


def _headless(row: CommitRow) -> CommitRow:
    return replace(row, facts=b"[]") if row.seq == 0 else row


@pytest.mark.parametrize("garble", [_garbled, _torn, _headless])
async def test_a_hand_that_cannot_be_read_is_void(
    garble: Callable[[CommitRow], CommitRow], logs: Logs
) -> None:
    """Its players are free, nothing is posted, and the next hand may begin."""
    logs.expect("hand_cannot_be_read")
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    await world.play(lambda: ann.view is not None and ann.view.public.phase == "tricks")
    world.storage.garble = garble
    await world.restart()
    hand = await world.hand("ROOM")
    assert hand
    assert (hand.hand_no, hand.status) == (1, "void")
    assert await world.postings("ROOM", 1) == []
    async with world.storage.read() as tx:
        assert all(secret.revealed_ms is not None for secret in await tx.hands.secrets("ROOM", 1))
    for player in world.people:
        account = await world.account(player)
        assert (account.hand, account.balance) == (None, 100_000)
    world.storage.garble = lambda row: row if row.hand_no > 1 else garble(row)
    await world.restart()
    await _come_back(world)
    assert ann.hand == 2
    assert isinstance((await world.facts("ROOM", 2))[0], HandOpened)
    await world.play(lambda: all(person.over for person in world.people.values()))
    await world.check("ROOM", 2)
    assert logs.count("hand_cannot_be_read") == 2


async def test_a_room_whose_options_cannot_be_read_keeps_nobody_else(logs: Logs) -> None:
    logs.expect("room_not_recovered")
    world = await World.open("ann", "bob", "cyd", "dan", "eve", "fay")
    await world.seat(("ann", "bob", "cyd"), STARTER.stakes, "AAAA")
    await world.seat(("dan", "eve", "fay"), STARTER.stakes, "BBBB")
    async with world.storage.begin() as tx:
        await tx.rooms.set_config("AAAA", 0, b'{"game":"go"}')
    await world.restart()
    assert [room.id for room in world.rooms] == ["BBBB"]
    assert logs.count("room_not_recovered") == 1


# --- stopping ----------------------------------------------------------------------------------------------


async def test_stopping_leaves_rooms_to_the_next_life(size: Size) -> None:
    """What lay in the mailbox is done and durable, sockets are told to come back, nothing is lost."""
    for seed in range(size(5, 100)):
        world = await World.open("ann", "bob", "cyd", together=True, seed=seed)
        people = list(world.people.values())
        for _ in range(world.chance.randrange(60)):
            if not people[0].over:
                await world.step()
        asked = [person for person in people if person.is_asked]
        sent = [await person.answer(world.chance) for person in asked]
        await world.stop()
        assert world.rooms == ()
        assert world.clock.timers == 0
        row = await world.room_row("ROOM")
        assert (row.owner, row.status) == (None, "open")
        assert all(person.closings == {person.socket: 1012} for person in people)
        stored = {each.action_id for each in await world.log("ROOM", 1)}
        assert {each for each in sent if each} <= stored
        for person in people:
            assert set(person.acks) <= stored | {None}
        await world.restart()
        assert (await world.room_row("ROOM")).epoch == row.epoch + 1
        await _come_back(world)
        await world.play(lambda: all(person.over for person in people))  # noqa: B023 - used at once
        await world.check("ROOM", people[0].hand)
        await world.crash()


async def test_stopping_without_a_database(logs: Logs) -> None:
    """It does not wait for one that may never come back."""
    logs.expect("journal_outcome_unknown", "rooms_not_released")
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    world.storage.away = True
    await world.wait(60_000)
    await world.stop()
    assert world.rooms == ()
    assert world.clock.timers == 0
    world.storage.away = False
    await world.restart()
    await _come_back(world)
    await world.play(lambda: ann.over)


async def test_requests_between_stop_and_end_are_not_lost() -> None:
    """They are not answered either: whoever sent one sends it again to the next life."""
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    [room] = world.rooms
    room.stop()
    sent = await ann.send("show", moment="start", yes=False)
    await world.settle()
    assert sent not in ann.acks
    assert sent not in ann.refusals
    await world.restart()
    await _come_back(world)
    frame = {"type": "show", "moment": "start", "yes": False, "id": sent, "room": "ROOM", "hand": 1}
    await world.play(lambda: ann.is_asked)
    await ann.post(request(frame))
    await world.settle()
    assert sent in ann.acks
