"""Decide, commit, evolve, tell: nothing is said before it is stored, and what is stored is what is said."""

from collections.abc import Callable
from itertools import count

import msgspec
import pytest

from app.rooms.room import RETRY_MS
from app.rules.views import redact
from app.storage.store import Storage
from app.wire.facts import REGISTRY, load_facts
from tests.rooms.conftest import Logs
from tests.rooms.faults import Fault
from tests.rooms.table import PACE, Person, World, request

Size = Callable[[int, int], int]


async def test_nothing_is_told_before_it_is_durable() -> None:
    """Every fact and every acknowledgement of a hand is in the storage when it reaches a socket."""
    world = await World.open("ann", "bob", "cyd", together=True)
    seen = 0

    def watch(person: Person, frame: bytes) -> None:
        nonlocal seen
        notice = msgspec.json.decode(frame)
        stored = [row for row in world.storage.durable if row.hand_no == notice.get("hand", row.hand_no)]
        if notice["type"] == "ack":
            assert notice["id"] in {row.action_id for row in stored}
        elif notice["type"] in REGISTRY:
            facts = [fact for row in stored for fact in load_facts(row.facts)]
            visible = sum(redact(fact, person.seat) is not None for fact in facts)
            assert notice["version"] <= visible
        seen += 1

    world.watch = watch
    await world.play(lambda: world.people["ann"].over)
    assert seen > 300


async def test_nothing_at_all_is_told_while_a_commit_waits() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    held = 0
    while not ann.over:
        world.storage.go.clear()
        heard = world.heard
        await _step(world)
        if world.storage.waiting:
            held += 1
            assert world.heard == heard
        world.storage.go.set()
        await world.settle()
    assert held > 50
    await world.check("ROOM", 1)


async def _step(world: World) -> None:
    """Somebody who is asked acts, or else time moves on."""
    for person in world.people.values():
        if person.is_asked:
            await person.answer(world.chance)
            await world.settle()
            return
    await world.tick()


@pytest.mark.parametrize("fault", [Fault.BEFORE, Fault.AFTER])
async def test_a_commit_of_unknown_outcome_is_read_again(fault: Fault, size: Size, logs: Logs) -> None:
    """At each commit of a hand: the answer is the truth, no request is lost or carried out twice."""
    logs.expect("journal_outcome_unknown")
    for batch in count(0, size(4, 1)):
        world = await World.open("ann", seed=3)
        ann = world.people["ann"]
        world.storage.plan[batch] = fault
        await ann.seek()
        await world.play(lambda: ann.over)  # noqa: B023 - used at once
        await world.check(ann.room, 1)
        ids = [row.action_id for row in await world.log(ann.room, 1) if row.action_id]
        assert set(ann.acks) == set(ids)
        assert not ann.refusals
        lines = await world.postings(ann.room, 1)
        assert sum(line.amount for line in lines) == 0
        if world.storage.plan:
            break
        await ann.send("again")
        await world.settle()
        assert ann.hand == 2
        await world.crash()
    assert batch > 30


@pytest.mark.parametrize("fault", [Fault.BEFORE, Fault.AFTER])
async def test_unknown_outcomes_in_a_row(fault: Fault, logs: Logs) -> None:
    """Every second commit of a hand at a table of people is one."""
    logs.expect("journal_outcome_unknown")
    world = await World.open("ann", "bob", "cyd", together=True)
    world.storage.plan = dict.fromkeys(range(0, 1_000, 2), fault)
    people = list(world.people.values())
    await world.play(lambda: all(person.over for person in people))
    await world.check("ROOM", 1)
    assert not any(person.refusals for person in people)


async def test_the_storage_is_away_for_a_while(logs: Logs) -> None:
    """A request waits, nobody is timed out for it, and then it is carried out once."""
    logs.expect("journal_outcome_unknown")
    world = await World.open("ann", "bob", "cyd", together=True, auto_after=1)
    people = list(world.people.values())
    for phase, what in (("show_start", "away"), ("tricks", "away"), ("tricks", "full")):
        await world.play(_in_phase(world, phase))
        person = next(person for person in people if person.is_asked)
        version, heard = person.version, world.heard
        setattr(world.storage, what, True)
        sent = await person.answer(world.chance)
        assert sent
        await world.wait(60_000)
        assert world.heard == heard
        assert sent not in person.acks
        setattr(world.storage, what, False)
        await world.wait(RETRY_MS)
        assert sent in person.acks
        assert person.version > version
        assert not any(state.auto for state in person.seats), "nobody pays for our outage"
        if person.clock.deadline_ms:
            assert person.clock.deadline_ms >= world.clock.now_ms() + PACE.grace_ms - RETRY_MS
        await world.check("ROOM", 1)
    await world.play(lambda: people[0].over)
    await world.check("ROOM", 1)


def _in_phase(world: World, phase: str) -> Callable[[], bool]:
    def is_so() -> bool:
        views = [person.view for person in world.people.values()]
        return all(known is not None and known.public.phase == phase for known in views) and any(
            person.is_asked for person in world.people.values()
        )

    return is_so


async def test_time_runs_out_while_the_storage_is_away(logs: Logs) -> None:
    """The deadline that passed meanwhile is put off by the grace, and then holds."""
    logs.expect("journal_outcome_unknown")
    world = await World.open("ann", "bob", "cyd", together=True)
    await world.play(_in_phase(world, "tricks"))
    person = next(person for person in world.people.values() if person.is_asked)
    version, deadline_ms = person.version, person.clock.deadline_ms
    assert deadline_ms
    world.storage.away = True
    await world.wait(deadline_ms - world.clock.now_ms() + 30_000)
    world.storage.away = False
    await world.wait(RETRY_MS)
    assert person.version == version
    assert person.clock.deadline_ms
    left_ms = person.clock.deadline_ms - world.clock.now_ms()
    assert PACE.grace_ms - RETRY_MS <= left_ms <= PACE.grace_ms
    await world.wait(left_ms - 1)
    assert person.version == version
    await world.wait(1)
    assert person.version > version


async def test_a_commit_that_takes_long_costs_nobody_his_time() -> None:
    """A disk that stands still for a minute: whoever is asked next has not lost it."""
    world = await World.open("ann", "bob", "cyd", together=True)
    await world.play(_in_phase(world, "tricks"))
    person = next(person for person in world.people.values() if person.is_asked)
    world.storage.go.clear()
    sent = await person.answer(world.chance)
    await world.wait(60_000)
    world.storage.go.set()
    await world.settle()
    assert sent in person.acks
    for each in world.people.values():
        assert each.clock.deadline_ms == world.clock.now_ms() + PACE.grace_ms
    await world.check("ROOM", 1)
    version = person.version
    await world.wait(PACE.grace_ms - 1)
    assert person.version == version


async def test_a_ghost_says_nothing_and_stops() -> None:
    """Another owner has taken the room: what the old one does is neither stored nor told."""
    world = await World.open("ann", "bob", "cyd", together=True)
    await world.play(_in_phase(world, "tricks"))
    async with world.storage.begin() as tx:
        [row] = await tx.rooms.claim("local/another", 10)
    log = await world.log("ROOM", 1)
    frames = {person.player: len(person.sockets[person.socket or ""]) for person in world.people.values()}
    person = next(person for person in world.people.values() if person.is_asked)
    await person.answer(world.chance)
    await world.settle()
    assert await world.log("ROOM", 1) == log
    for each in world.people.values():
        assert len(each.sockets[each.socket or ""]) == frames[each.player]
        assert each.closings == {each.socket: 1012}, "they come back, and find the new owner"
    assert world.rooms == ()
    assert world.clock.next_due_ms is None
    assert (await person.connect()).code == "no_such_room"
    assert (await world.room_row("ROOM")) == row


async def test_a_ghost_wakes_up() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    async with world.storage.begin() as tx:
        await tx.rooms.claim("local/another", 10)
    heard = len(world.people["ann"].sockets["ann-0"])
    await world.wait(60_000)
    assert len(world.people["ann"].sockets["ann-0"]) == heard
    assert world.rooms == ()
    assert world.clock.next_due_ms is None


async def test_a_commit_that_turns_up_late_does_not_end_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seq is taken, but the room is still ours: then our own commit was stored after all."""
    world = await World.open("ann", "bob", "cyd", together=True)
    await world.play(_in_phase(world, "tricks"))
    person = next(person for person in world.people.values() if person.is_asked)
    [room] = world.rooms
    hand = room._dealer.hand
    assert hand
    hand.next_seq -= 1
    sent = await person.answer(world.chance)
    await world.settle()
    assert sent in person.acks
    await world.check("ROOM", 1)
    assert world.rooms == (room,)


# --- the same request again --------------------------------------------------------------------------------


async def _asked_to_play(world: World, phase: str = "tricks") -> tuple[Person, dict[str, object]]:
    """Whoever is asked, and a request that would be carried out."""
    await world.play(_in_phase(world, phase))
    person = next(person for person in world.people.values() if person.is_asked)
    return person, {**person.choose(world.chance), "id": "same", "room": person.room, "hand": person.hand}


async def test_a_request_sent_again_is_answered_again() -> None:
    """Field report A41: also with another payload under the same id, and also where the turn has moved on."""
    world = await World.open("ann", "bob", "cyd", together=True)
    person, frame = await _asked_to_play(world)
    for copy in (frame, frame, {**frame, "type": "pass"} if frame["type"] != "pass" else frame):
        copy.pop("cards", None) if copy["type"] == "pass" else None
        await person.post(request(copy))
    await world.settle()
    version = person.version
    await person.post(request(frame))
    await world.settle()
    assert person.acks.count("same") == 4
    assert person.version == version
    assert not person.refusals
    assert [row.action_id for row in await world.log("ROOM", 1)].count("same") == 1


async def test_a_request_sent_again_after_a_restart() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    person, frame = await _asked_to_play(world)
    await person.post(request(frame))
    await world.settle()
    await world.restart()
    for each in world.people.values():
        await each.connect()
    await world.settle()
    version, acks = person.version, person.acks.count("same")
    await person.post(request(frame))
    await world.settle()
    assert (person.version, person.acks.count("same")) == (version, acks + 1)


async def test_auto_play_and_leaving_are_requests_like_others() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, bob, _ = world.people.values()
    await world.play(_in_phase(world, "tricks"))
    for kind, values in (("auto", {"on": True}), ("leave", {})):
        frame = {"type": kind, "id": kind, "room": "ROOM", "hand": 1, **values}
        world.storage.go.clear()
        await ann.post(request(frame))
        await world.settle()
        await ann.post(request(frame))
        world.storage.go.set()
        await world.settle()
        assert ann.acks.count(kind) == 2
        assert [row.action_id for row in await world.log("ROOM", 1)].count(kind) == 1
    assert bob.left == "left"


async def test_an_id_of_an_older_hand_means_nothing_new() -> None:
    """It is known by the storage alone: answered, not carried out, and no reason to give the hand up."""
    world = await World.open("ann", "bob", "cyd", together=True)
    old, frame = await _asked_to_play(world)
    await old.post(request(frame))
    await world.play(lambda: all(person.over for person in world.people.values()))
    for person in world.people.values():
        await person.send("again")
    await world.play(_in_phase(world, "show_start"))
    await old.post(request(frame))
    await world.settle()
    assert old.acks.count("same") == 2
    await old.post(request({**frame, "id": "unheard"}))
    await world.settle()
    assert old.refusals.pop("unheard") == "stale_hand"
    log = await world.log("ROOM", 2)
    await old.send("auto", on=True)
    await world.settle()
    for _ in range(5):
        await old.post(
            request(
                {"type": "show", "moment": "start", "yes": False, "id": "same", "room": "ROOM", "hand": 2}
            )
        )
        await world.settle()
    assert old.acks.count("same") == 7
    assert len(await world.log("ROOM", 2)) == len(log) + 1
    assert old.state.auto, "nor has he come back from auto-play"
    await world.play(lambda: old.over)
    await world.check("ROOM", 2)


async def test_refusals_are_remembered() -> None:
    """A refused id stays refused, even where the same request would be fine by now."""
    world = await World.open("ann", "bob", "cyd", together=True)
    await world.play(_in_phase(world, "call"))
    waiting = next(person for person in world.people.values() if not person.is_asked)
    frame = {"type": "call", "yes": True, "id": "early", "room": "ROOM", "hand": 1}
    await waiting.post(request(frame))
    await world.settle()
    assert waiting.refusals.pop("early") == "not_your_turn"
    while not waiting.is_asked:
        asked = next(person for person in world.people.values() if person.is_asked)
        await asked.send("call", yes=False)
        await world.settle()
    version = waiting.version
    await waiting.post(request(frame))
    await world.settle()
    assert waiting.refusals.pop("early") == "not_your_turn"
    await waiting.post(request({**frame, "id": "now"}))
    await world.settle()
    assert "now" in waiting.acks
    assert waiting.version > version


async def test_only_the_last_refusals_are_remembered() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    [room] = world.rooms
    for number in range(100):
        await ann.send("call", yes=True, request_id=f"r{number}")
        await world.settle()
    remembered = room._answers._kept[ann.player]
    assert list(remembered) == [f"r{number}" for number in range(68, 100)]


async def test_what_cannot_be_done_now_is_refused() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    await world.play(lambda: ann.over)
    log = await world.log("ROOM", 1)

    async def refusal(kind: str, **values: bool) -> str:
        sent = await ann.send(kind, request_id=None, **values)
        await world.settle()
        return ann.refusals[sent]

    assert await refusal("pass") == "hand_over"
    assert await refusal("auto", on=True) == "hand_over"
    ann.hand = 2
    assert await refusal("pass") == "stale_hand"
    assert await refusal("leave") == "stale_hand"
    assert await refusal("again") == "stale_hand"
    assert await world.log("ROOM", 1) == log


async def test_on_a_database(storage: Storage, logs: Logs) -> None:
    """Faults in the middle of a hand on each real storage."""
    logs.expect("journal_outcome_unknown")
    world = await World.open("ann", storage=storage, seed=3)
    ann = world.people["ann"]
    world.storage.plan = {3: Fault.BEFORE, 9: Fault.AFTER, 20: Fault.AFTER, 30: Fault.BEFORE}
    await ann.seek()
    await world.play(lambda: ann.over)
    await world.check(ann.room, 1)
    assert not world.storage.plan
    assert {row.action_id for row in await world.log(ann.room, 1) if row.action_id} == set(ann.acks)
