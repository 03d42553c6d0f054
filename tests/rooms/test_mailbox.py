"""What a room bears: too many messages, bugs, and bots that fail; it harms nobody else."""

from collections.abc import Callable
from typing import Any

import pytest

from app.rooms import audience as audience_module
from app.rooms import dealer as dealer_module
from app.rooms.dealer import Dealer
from app.rooms.room import CRASHES_BEFORE_VOID, MAILBOX
from app.rules import engine
from app.rules.actions import Action, Options, Pass, Play
from app.rules.cards import Card
from app.rules.facts import Fact, Seat
from app.rules.ruleset import Ruleset
from app.rules.table import Table
from app.rules.views import View
from app.wire.notices import dump_seen
from tests.rooms.conftest import Logs
from tests.rooms.table import PACE, Person, World, request

decide = engine.decide


def _phase_is(person: Person, phase: str) -> Callable[[], bool]:
    return lambda: person.view is not None and person.view.public.phase == phase


# --- the mailbox -------------------------------------------------------------------------------------------


async def test_a_full_mailbox_is_busy_and_others_are_not() -> None:
    world = await World.open("ann", "bob")
    ann, bob = world.people.values()
    for person in (ann, bob):
        await person.seek()
        await world.play(_phase_is(person, "show_start"))
    world.storage.go.clear()
    places = []
    for number in range(MAILBOX + 10):
        frame = {"type": "auto", "on": bool(number % 2), "id": f"r{number}", "room": ann.room, "hand": 1}
        places.append(await ann.post(request(frame)))
        await world.settle()
    codes = [place.code for place in places]
    assert codes == [None] * (MAILBOX + 1) + ["busy"] * 9, "one is being handled, so many wait"
    assert (await bob.post(request({"type": "price", "id": "p", "room": bob.room, "hand": 1}))).code is None
    await world.settle()
    assert bob.price is not None, "the other room answers"
    assert (await ann.bye("an older one")).code is None, "a goodbye always finds room"
    assert (await ann.connect()).code == "busy"
    world.storage.go.set()
    await world.settle()
    ids = [row.action_id for row in await world.log(ann.room, 1) if row.action_id]
    assert ids[-MAILBOX - 1 :] == [f"r{number}" for number in range(MAILBOX + 1)]
    assert (await ann.connect()).code is None
    await world.play(lambda: ann.over and bob.over)


async def test_what_comes_too_late_for_a_closed_room_is_answered() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, bob, cyd = world.people.values()
    world.storage.go.clear()
    leave = await ann.send("leave")
    await world.settle()
    late = await bob.send("price")
    await cyd.connect()
    world.storage.go.set()
    await world.settle()
    assert leave in ann.acks
    assert bob.refusals[late] == "no_such_room"
    assert cyd.refusals[None] == "no_such_room"
    assert world.clock.timers == 0


async def test_nonsense_on_the_bus_harms_nobody(logs: Logs) -> None:
    logs.expect("responder_failed")
    world = await World.open("ann", "bob", "cyd", together=True)
    for payload in (b"", b"{", b'{"type":"act"}', b'{"type":"stop"}'):
        with pytest.raises(Exception, match=r"^room\.ROOM$"):
            await world.bus.request("room.ROOM", payload)
    await world.play(lambda: world.people["ann"].over)


# --- bots that fail ----------------------------------------------------------------------------------------


def _raising(*_: object) -> None:
    raise ZeroDivisionError


def _cheating(view: View, *_: object) -> Action:
    return Play((Card("RJ"), Card("BJ"))) if view.public.phase == "tricks" else Pass()


@pytest.mark.parametrize("bot", [_raising, _cheating, lambda *_: None])
async def test_a_bot_that_fails_takes_the_default(
    bot: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, logs: Logs
) -> None:
    """The hand goes on, and at its usual pace."""
    logs.expect("bot_failed")
    monkeypatch.setattr(dealer_module, "choose", bot)
    world = await World.open("ann", seed=5)
    ann = world.people["ann"]
    await ann.seek()
    await world.play(lambda: ann.over)
    await world.check(ann.room, 1)
    assert not any(state.auto for state in ann.seats)
    assert world.rooms


# --- bugs --------------------------------------------------------------------------------------------------


class Bug:
    """Makes an engine function raise for a while. `hits` counts how often it has."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hits = 0
        self.left = 0
        self.seat: Seat | None = -1
        monkeypatch.setattr(engine, "decide", self._decide)

    def _decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> list[Fact]:
        if self.left and self.seat in (seat, -1):
            self.left -= 1
            self.hits += 1
            raise ZeroDivisionError
        return decide(rules, table, seat, action)


async def test_a_request_that_fails_is_refused_and_the_table_goes_on(
    monkeypatch: pytest.MonkeyPatch, logs: Logs
) -> None:
    """However often: the deadline holds, and nobody can have a hand voided by it."""
    logs.expect("room_failed")
    world = await World.open("ann", "bob", "cyd", together=True)
    bug = Bug(monkeypatch)
    people = list(world.people.values())
    await world.play(_phase_is(people[0], "tricks"))
    asked = next(person for person in people if person.is_asked)
    bug.left, bug.seat = 10, asked.seat
    deadline_ms = asked.clock.deadline_ms
    for number in range(10):
        sent = await asked.answer(world.chance)
        await world.settle()
        assert asked.refusals.pop(sent) == "unavailable"
        assert bug.hits == number + 1
        assert world.clock.timers == 1
    assert asked.clock.deadline_ms == deadline_ms
    sent = await asked.answer(world.chance)
    await world.settle()
    assert sent in asked.acks
    await world.play(lambda: all(person.over for person in people))
    await world.check("ROOM", 1)


async def test_a_telling_that_fails_is_made_good(monkeypatch: pytest.MonkeyPatch, logs: Logs) -> None:
    """The commit is there: the request is acknowledged, and everybody is brought up to it."""
    logs.expect("room_failed")
    world = await World.open("ann", "bob", "cyd", together=True)
    people = list(world.people.values())
    await world.play(_phase_is(people[0], "tricks"))
    asked = next(person for person in people if person.is_asked)
    version = asked.version
    monkeypatch.setattr(audience_module, "dump_seen", _raising)
    sent = await asked.answer(world.chance)
    await world.settle()
    monkeypatch.setattr(audience_module, "dump_seen", dump_seen)
    assert sent in asked.acks
    assert sent not in asked.refusals
    assert asked.version > version
    await world.check("ROOM", 1)
    await world.play(lambda: all(person.over for person in people))


async def test_beans_that_cannot_be_read_do_not_hide_the_end(
    monkeypatch: pytest.MonkeyPatch, logs: Logs
) -> None:
    """The hand is settled; only then does reading balances fail."""
    logs.expect("room_failed")
    world = await World.open("ann", "bob", "cyd", together=True)
    people = list(world.people.values())
    await world.play(_phase_is(people[0], "tricks"))
    refresh = Dealer.refresh_beans
    failing = iter([True])

    async def refresh_beans(dealer: Dealer) -> None:
        if next(failing, False):
            raise ZeroDivisionError
        await refresh(dealer)

    monkeypatch.setattr(Dealer, "refresh_beans", refresh_beans)
    await world.play(lambda: all(person.over for person in people))
    await world.check("ROOM", 1)
    assert not any(person.refusals for person in people)
    for person in people:
        assert person.state.beans == (await world.account(person.player)).balance
    assert logs.count("room_failed") == 1


async def test_a_hello_that_fails_is_refused(monkeypatch: pytest.MonkeyPatch, logs: Logs) -> None:
    logs.expect("room_failed")
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    ann.version -= 1
    monkeypatch.setattr(audience_module, "dump_seen", _raising)
    await ann.connect()
    await world.settle()
    monkeypatch.setattr(audience_module, "dump_seen", dump_seen)
    assert ann.refusals[None] == "unavailable"
    await ann.connect(resume=False)
    await world.play(lambda: ann.over)


@pytest.mark.parametrize("times", range(1, CRASHES_BEFORE_VOID + 1))
async def test_a_hand_that_does_not_get_forward_is_void(
    times: int, monkeypatch: pytest.MonkeyPatch, logs: Logs
) -> None:
    """What the room itself owes fails three times at the same place; other messages in between change nothing."""
    logs.expect("room_failed")
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, bob, _ = world.people.values()
    await world.play(_phase_is(ann, "deal"))
    bug = Bug(monkeypatch)
    bug.left, bug.seat = times, None
    for _ in range(times):
        await ann.send("price")
        await world.wait(PACE.deal_ms)
        await bob.connect()
        await world.settle()
    assert bug.hits == times
    table = await world.table("ROOM", 1)
    if times < CRASHES_BEFORE_VOID:
        assert table.public.finish is None
        await world.play(lambda: ann.over)
        await world.check("ROOM", 1)
        return
    assert table.public.finish
    assert table.public.finish.end == "void"
    await world.check("ROOM", 1)
    for player in world.people:
        account = await world.account(player)
        assert (account.hand, account.balance) == (None, 100_000)
    assert await world.postings("ROOM", 1) == []
    for person in world.people.values():
        await person.send("again")
    await world.play(lambda: ann.hand == 2 and ann.over)
    await world.check("ROOM", 2)


async def test_bugs_at_different_places_are_not_in_a_row(monkeypatch: pytest.MonkeyPatch, logs: Logs) -> None:
    logs.expect("room_failed")
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    await world.play(_phase_is(ann, "deal"))
    bug = Bug(monkeypatch)
    bug.seat = None
    while _phase_is(ann, "deal")():
        bug.left = CRASHES_BEFORE_VOID - 1
        await world.wait(PACE.deal_ms * CRASHES_BEFORE_VOID)
        assert not bug.left
    assert bug.hits > 10
    await world.play(lambda: ann.over)
    await world.check("ROOM", 1)


async def test_a_time_out_that_fails_is_tried_again_after_the_grace(
    monkeypatch: pytest.MonkeyPatch, logs: Logs
) -> None:
    logs.expect("room_failed")
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    await world.play(_phase_is(ann, "tricks"))
    asked = next(person for person in world.people.values() if person.is_asked)
    bug = Bug(monkeypatch)
    bug.left, bug.seat = 1, asked.seat
    assert asked.clock.deadline_ms
    await world.wait(asked.clock.deadline_ms - world.clock.now_ms())
    assert asked.clock.deadline_ms == world.clock.now_ms() + PACE.grace_ms
    version = asked.version
    await world.wait(PACE.grace_ms)
    assert asked.version > version
    await world.play(lambda: ann.over)


@pytest.mark.parametrize("seat", range(3))
async def test_a_seat_whose_options_cannot_be_told(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, logs: Logs
) -> None:
    """Field report A03: a hand whose plays cannot be listed costs its seat its turns, and nobody else anything."""
    logs.expect("room_failed", "seat_not_brought_up", "bot_failed")
    options = engine.options

    def failing(rules: Ruleset, table: Table, asked: Seat) -> Options:
        if asked == seat and table.public.phase == "tricks":
            raise ZeroDivisionError
        return options(rules, table, asked)

    monkeypatch.setattr(engine, "options", failing)
    world = await World.open("ann", seed=5)
    ann = world.people["ann"]
    await ann.seek()
    await world.play(lambda: ann.over, limit=5_000)
    assert ann.view
    assert ann.view.public.finish
    assert ann.view.public.finish.end == "out"
    await world.check(ann.room, 1)
    await ann.send("again")
    await world.settle()
    assert ann.hand == 2


async def test_a_hand_that_cannot_be_gone_on_with_is_void(
    monkeypatch: pytest.MonkeyPatch, logs: Logs
) -> None:
    """Its log can be folded, but then nobody knows who is asked."""
    logs.expect("hand_cannot_be_read")
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    await world.play(_phase_is(ann, "call"))
    asked = engine.asked

    def failing(rules: Ruleset, table: Table) -> frozenset[Seat]:
        if table.public.phase == "call":
            raise ZeroDivisionError
        return asked(rules, table)

    monkeypatch.setattr(engine, "asked", failing)
    await world.restart()
    hand = await world.hand("ROOM")
    assert hand
    assert (hand.hand_no, hand.status) == (1, "void")
    assert await world.postings("ROOM", 1) == []
    assert {(await world.account(player)).hand for player in world.people} == {None}
    await ann.connect()
    await world.settle()
    assert ann.hand == 2
