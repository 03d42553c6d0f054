"""Quick phrases: everybody seated hears them, nobody says too many, and nothing else comes of them."""

from typing import Final

import pytest

from app.rooms.phrases import PAUSE_MS
from tests.rooms.table import Person, World, friendly

HURRY: Final = {"phrase": "hurry"}


def _heard(world: World) -> list[list[tuple[int, str]]]:
    """What each has heard since the last time."""
    heard = [person.phrases.copy() for person in world.people.values()]
    for person in world.people.values():
        person.phrases.clear()
    return heard


def _stands(person: Person) -> object:
    """How the table stands for somebody."""
    return person.hand, person.version, person.view, person.clock, person.options, person.seats


@pytest.mark.parametrize(("game", "phase"), [("happy", "tricks"), ("five", "identity")])
async def test_what_is_said_is_heard_by_all_and_changes_nothing(game: str, phase: str) -> None:
    names = ["ann", "bea", "cid", "dan", "eve"][: 5 if game == "five" else 3]
    world = await World.open(*names, together=True, game=game)
    ann, bea, *_ = world.people.values()
    await world.play(lambda: ann.view is not None and ann.view.public.phase == phase)
    before = [_stands(person) for person in world.people.values()]
    log, timers, now = await world.log("ROOM", 1), world.clock.timers, world.clock.now_ms()

    assert await ann.tell("phrase", **HURRY) is None
    assert _heard(world) == [[(ann.seat, "hurry")]] * len(names)
    assert await ann.tell("phrase", phrase="sorry") == "slow_down"
    assert await bea.tell("phrase", phrase="thinking") is None, "each has a limit of his own"
    assert _heard(world) == [[(bea.seat, "thinking")]] * len(names)
    assert await world.log("ROOM", 1) == log, "it is stored nowhere"
    assert [_stands(person) for person in world.people.values()] == before
    assert (world.clock.timers, world.clock.now_ms()) == (timers, now)
    await world.stop()


async def test_a_phrase_is_said_once_in_a_while_and_once_only() -> None:
    world = await World.open("ann", "bea")
    ann, bea = world.people.values()
    place = await ann.open_room()
    await bea.sit(ann.room, place.invite)

    said = await ann.send("phrase", **HURRY)
    await world.wait(PAUSE_MS - 1)
    assert said in ann.acks
    refused = await ann.send("phrase", **HURRY)
    await world.wait(1)
    assert ann.refusals.pop(refused) == "slow_down"
    for answered in (said, refused):
        await ann.send("phrase", request_id=answered, **HURRY)
    await world.settle()
    assert ann.acks.count(said) == 2
    assert ann.refusals.pop(refused) == "slow_down", "sent again, it is answered again"
    assert _heard(world) == [[(0, "hurry")]] * 2
    assert await ann.tell("phrase", **HURRY) is None
    assert _heard(world) == [[(0, "hurry")]] * 2
    await world.stop()


async def test_phrases_are_for_those_who_sit_there_now_and_where_the_room_has_them() -> None:
    world = await World.open("ann", "bea", "cid")
    ann, bea, cid = world.people.values()
    place = await ann.open_room(friendly(phrases=False))
    await bea.sit(ann.room, place.invite)
    assert await bea.tell("phrase", **HURRY) == "no_phrases"
    assert (await ann.edit(friendly())).code is None
    await world.settle()
    cid.room = ann.room
    assert (await cid.send("phrase", **HURRY)) in cid.refusals
    assert cid.refusals.popitem()[1] == "not_your_seat"
    bea.hand += 1
    assert await bea.tell("phrase", **HURRY) == "stale_hand"
    bea.hand -= 1
    assert _heard(world) == [[], [], []]
    assert await bea.tell("phrase", **HURRY) is None
    assert _heard(world) == [[(1, "hurry")], [(1, "hurry")], []]
    await world.stop()
