"""What each seat is told: its own stream without a gap, resumed from anywhere, on its newest socket alone."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from app.rooms import audience
from app.rules import engine
from app.rules.views import redact, view
from app.wire.facts import REGISTRY
from tests.rooms.table import Person, World, kind_of, request

Size = Callable[[int, int], int]


async def _table(seed: int = 1) -> tuple[World, Person, Person, Person]:
    world = await World.open("ann", "bob", "cyd", together=True, seed=seed)
    ann, bob, cyd = world.people.values()
    return world, ann, bob, cyd


def _versions(person: Person) -> list[int]:
    """The versions that the newest socket was sent."""
    frames = map(msgspec.json.decode, person.sockets[person.socket or ""])
    return [frame["version"] for frame in frames if frame["type"] in REGISTRY]


def _is_playing(*people: Person) -> Callable[[], bool]:
    return lambda: all(person.view is not None and person.view.public.phase == "tricks" for person in people)


# --- versions ----------------------------------------------------------------------------------------------


async def test_versions_count_what_a_seat_has_seen_from_1() -> None:
    world, ann, bob, cyd = await _table()
    await world.play(lambda: ann.over and bob.over and cyd.over)
    facts = await world.facts("ROOM", 1)
    for person in (ann, bob, cyd):
        visible = [fact for fact in facts if redact(fact, person.seat) is not None]
        first = person.told("snapshot")[0]["version"] + 1
        assert _versions(person) == list(range(first, len(visible) + 1))
        assert person.view == view(engine.fold(facts), person.seat)
    assert _versions(ann)[0] == 1
    for person in (ann, bob, cyd):
        await person.send("again")
    await world.settle()
    assert _versions(ann)[-ann.version :] == list(range(1, ann.version + 1))


async def test_the_clock_comes_with_the_last_fact_of_a_batch() -> None:
    world, ann, *_ = await _table()
    await world.play(lambda: ann.over)
    batches: list[list[dict[str, Any]]] = [[]]
    for frame in map(msgspec.json.decode, ann.sockets["ann-0"]):
        if frame["type"] in REGISTRY:
            batches[-1].append(frame)
            if "clock" in frame:
                batches.append([])
    *batches, rest = batches
    assert rest == []
    facts = await world.log("ROOM", 1)
    assert len(batches) == len(facts)
    assert all("clock" not in frame for batch in batches for frame in batch[:-1])


async def test_a_turn_goes_to_the_asked_seat_alone() -> None:
    world, ann, bob, cyd = await _table()
    await world.play(_is_playing(ann, bob, cyd))
    for _ in range(6):
        asked = next(person for person in (ann, bob, cyd) if person.is_asked)
        before = {person.player: len(person.told("turn")) for person in (ann, bob, cyd)}
        assert asked.may_act
        for person in (ann, bob, cyd):
            if person is not asked:
                assert not person.may_act
        await asked.answer(world.chance)
        await world.settle()
        told = {player for player, count in before.items() if len(world.people[player].told("turn")) > count}
        assert told == {person.player for person in (ann, bob, cyd) if person.is_asked or person is asked}


# --- resuming ----------------------------------------------------------------------------------------------


async def test_who_comes_back_gets_exactly_what_he_missed() -> None:
    world, ann, bob, cyd = await _table()
    for _ in range(12):
        await world.play(_steps(4))
        socket = await bob.cut()
        seen = bob.version
        await world.play(_steps(3), silent=["bob"])
        assert bob.version == seen
        await bob.connect()
        await world.settle()
        assert bob.version == ann.version == cyd.version
        assert _versions(bob) == list(range(seen + 1, bob.version + 1))
        kinds = {kind_of(frame) for frame in bob.sockets[bob.socket or ""]}
        assert kinds - set(REGISTRY) == {"presence", "turn"}
        await world.check("ROOM", bob.hand)
        assert socket != bob.socket


def _steps(count: int) -> Callable[[], bool]:
    """So many steps, whatever they are."""
    left = iter([False] * count)
    return lambda: next(left, True)


async def test_nothing_missed_is_nothing_told() -> None:
    world, ann, bob, cyd = await _table()
    await world.play(_is_playing(ann, bob, cyd))
    await bob.connect()
    await world.settle()
    assert [kind_of(frame) for frame in bob.sockets["bob-1"]] == ["presence", "turn", "presence"]


@pytest.mark.parametrize(
    ("hand", "version"), [(2, 1), (1, 1), (3, 0), (2, 10_000), (99, 3), (None, 3), (2, None), (None, None)]
)
async def test_what_cannot_be_continued_is_a_snapshot(hand: int | None, version: int | None) -> None:
    """Another hand, a version that is not there yet, or nothing at all; and version 1 of this hand, which can be."""
    world, ann, bob, cyd = await _table()
    await world.play(lambda: ann.over and bob.over and cyd.over)
    for person in (ann, bob, cyd):
        await person.send("again")
    await world.play(_is_playing(ann, bob, cyd))
    if (hand, version) == (2, 1):
        bob.view, bob.version = world.views[bob.player, 2, 1], 1
    await bob.connect(resume=False, hand=hand, version=version)
    await world.settle()
    kinds = [kind_of(frame) for frame in bob.sockets["bob-1"]]
    assert kinds.count("snapshot") == ((hand, version) != (2, 1))
    if kinds[0] == "snapshot":
        assert kinds == ["snapshot", "presence", "turn", "presence"]
    assert (bob.hand, bob.version) == (2, ann.version)
    await world.check("ROOM", 2)


async def test_a_long_absence_ends_in_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = 20
    monkeypatch.setattr(audience, "LONGEST_TAIL", longest)
    world, ann, bob, cyd = await _table()
    await world.play(_is_playing(ann, bob, cyd))
    for missed in (longest, longest + 1):
        version = ann.version - missed
        bob.view, bob.version = world.views["bob", 1, version], version
        await bob.connect()
        await world.settle()
        assert len(bob.told("snapshot")) == (missed > longest)
        await world.check("ROOM", 1)


async def test_random_cut_points(size: Size) -> None:
    """Field report A26: from wherever he resumes, his cards are those that the table says."""
    cuts, seed = 0, 0
    while cuts < size(1_000, 10_000):
        seed += 1
        world, ann, bob, cyd = await _table(seed)
        people = (ann, bob, cyd)
        while not all(person.over for person in people):
            await world.play(_steps(1))
            person = world.chance.choice(people)
            first = person.told("snapshot", f"{person.player}-0")[0]["version"]
            for _ in range(size(15, 60)):
                cuts += 1
                known = world.chance.randint(max(first, 1), person.version)
                person.view, person.version = world.views[person.player, person.hand, known], known
                await person.connect()
                await world.settle()
                table = await world.table("ROOM", person.hand)
                assert person.view == view(table, person.seat)
                assert person.clock == ann.clock
        await world.crash()


async def test_between_a_commit_and_its_telling(size: Size) -> None:
    """A26: the line breaks after the play is stored and before it is told."""
    for seed in range(size(3, 100)):
        world, ann, bob, cyd = await _table(seed)
        while not ann.over:
            world.storage.go.clear()
            await world.play(_steps(1))
            for person in (ann, bob, cyd):
                await person.cut()
            world.storage.go.set()
            await world.settle()
            for person in (ann, bob, cyd):
                await person.connect()
            await world.settle()
            await world.check("ROOM", 1)
        await world.crash()


# --- sockets -----------------------------------------------------------------------------------------------


async def test_the_newest_socket_has_the_seat() -> None:
    """Field report A31: the older one is told so, and hears and does nothing more."""
    world, ann, bob, cyd = await _table()
    await world.play(_is_playing(ann, bob, cyd))
    asked = next(person for person in (ann, bob, cyd) if person.is_asked)
    older = asked.socket or ""
    frame = {**asked.choose(world.chance), "id": "late", "room": "ROOM", "hand": 1}
    await asked.connect()
    await world.settle()
    assert asked.closings == {older: 4001}
    heard = len(asked.sockets[older])
    log = await world.log("ROOM", 1)
    await asked.post(request(frame), socket=older)
    await world.settle()
    assert await world.log("ROOM", 1) == log
    [refused] = [msgspec.json.decode(each) for each in asked.sockets[older][heard:]]
    assert (refused["type"], refused["id"], refused["code"]) == ("refused", "late", "not_your_seat")
    await asked.post(request(frame))
    await world.settle()
    assert "late" in asked.acks
    assert len(asked.sockets[older]) == heard + 1


async def test_a_late_goodbye_changes_nothing() -> None:
    """Field report A32."""
    world, ann, bob, _ = await _table()
    older = bob.socket or ""
    await bob.connect()
    await world.settle()
    heard = world.heard
    await bob.bye(older)
    await bob.bye("never-heard-of")
    await world.settle()
    assert world.heard == heard
    assert not ann.seats[bob.seat].away
    await bob.go()
    await world.settle()
    assert ann.seats[bob.seat].away


async def test_a_goodbye_and_a_hello_in_any_order() -> None:
    world, ann, bob, _ = await _table()
    for _ in range(20):
        older = await bob.cut()
        await bob.connect()
        await bob.bye(older or "")
        await world.settle()
        assert not ann.seats[bob.seat].away
    assert sum(code == 4001 for code in bob.closings.values()) == 20


async def test_the_same_socket_may_say_hello_again() -> None:
    world, _, bob, _ = await _table()
    socket = bob.socket or ""
    await bob.attach_again()
    await world.settle()
    assert bob.closings == {}
    assert len(bob.told("snapshot", socket)) == 2


async def test_strangers_are_refused() -> None:
    world, ann, bob, _ = await _table()
    eve = await world.add("eve")
    eve.room = "ROOM"
    heard, log = world.heard, await world.log("ROOM", 1)
    assert (await eve.connect()).code == "not_your_seat"
    for kind in ("pass", "leave", "again", "price"):
        place = await eve.post(
            request({"type": kind, "id": "x", "room": "ROOM", "hand": 1}), socket=bob.socket
        )
        assert place.code == "not_your_seat"
    assert (await eve.bye(bob.socket or "")).code == "not_your_seat"
    await world.settle()
    assert world.heard == heard
    assert await world.log("ROOM", 1) == log
    assert not ann.seats[bob.seat].away


async def test_a_seat_is_not_played_from_another_seats_socket() -> None:
    world, ann, bob, cyd = await _table()
    await world.play(_is_playing(ann, bob, cyd))
    asked = next(person for person in (ann, bob, cyd) if person.is_asked)
    other = ann if asked is not ann else bob
    log = await world.log("ROOM", 1)
    frame = {**asked.choose(world.chance), "id": "x", "room": "ROOM", "hand": 1}
    await asked.post(request(frame), socket=other.socket)
    await other.post(request({**frame, "id": "y"}))
    await world.settle()
    assert await world.log("ROOM", 1) == log
    assert other.refusals.pop("x") == "not_your_seat", "it is told to the socket that asked"
    assert other.refusals.pop("y") in ("not_your_turn", "not_your_cards")


async def test_who_is_away_is_told_to_all() -> None:
    world, ann, bob, cyd = await _table()
    await cyd.go()
    await world.settle()
    for person in (ann, bob):
        assert [state.away for state in person.seats] == [False, False, True]
    await cyd.connect()
    await world.settle()
    for person in (ann, bob, cyd):
        assert [state.away for state in person.seats] == [False, False, False]
