"""Deadlines, defaults, auto-play and the pace of bots."""

import asyncio
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from app.randomness import SeededRandomness
from app.rooms.config import Pace
from app.rules import engine
from app.rules.facts import Called, Doubled, Passed, Played, Robbed, ShowDeclined, Shown
from app.rules.variants.happy import HAPPY
from app.wire.facts import load_facts
from tests.rooms.table import PACE, Person, World, friendly, hasty

Size = Callable[[int, int], int]
PHASES = {"show_start", "call", "rob", "show_landlord", "double", "tricks"}
"""The phases that ask somebody."""


def _phase(world: World) -> str:
    [phase] = {person.view.public.phase for person in world.people.values() if person.view}
    return phase


def _asked(world: World) -> list[Person]:
    return [person for person in world.people.values() if person.is_asked]


def _in(world: World, phase: str) -> Callable[[], bool]:
    return lambda: _phase(world) == phase and bool(_asked(world))


# --- deadlines ---------------------------------------------------------------------------------------------


async def test_the_published_deadline_holds_to_the_ms(size: Size) -> None:
    """Field report A16: at every question of a hand nothing happens before it, and the default is taken then."""
    missed: set[str] = set()
    for seed in range(size(6, 60)):
        world = await World.open("ann", "bob", "cyd", together=True, auto_after=99, seed=seed)
        ann = world.people["ann"]
        while not ann.over:
            asked = _asked(world)
            if not asked:
                await world.tick()
            elif world.chance.random() < 0.7:
                await asked[0].answer(world.chance)
                await world.settle()
            else:
                missed.add(_phase(world))
                await _miss(world, asked)
        await world.check("ROOM", 1)
        await world.crash()
    assert missed == PHASES


async def _miss(world: World, asked: list[Person]) -> None:
    deadline_ms, phase, log = asked[0].clock.deadline_ms, _phase(world), await world.log("ROOM", 1)
    assert deadline_ms is not None
    assert {person.clock.deadline_ms for person in world.people.values()} == {deadline_ms}
    assert asked[0].clock.allowed_ms == HAPPY.decision_ms[phase]
    assert 0 < deadline_ms - world.clock.now_ms() <= HAPPY.decision_ms[phase]
    table = await world.table("ROOM", 1)
    await world.wait(deadline_ms - world.clock.now_ms() - 1)
    assert await world.log("ROOM", 1) == log
    await world.wait(1)
    added = (await world.log("ROOM", 1))[len(log) :]
    assert [row.actor for row in added[: len(asked)]] == ["system"] * len(asked)
    for person, row in zip(sorted(asked, key=lambda person: person.seat), added, strict=False):
        facts = engine.decide(HAPPY, table, person.seat, engine.default(HAPPY, table, person.seat))
        assert load_facts(row.facts)[0] == facts[0]
        table = engine.fold(facts, table)
    assert not any(state.auto for person in asked for state in person.seats)


async def test_a_question_to_all_has_one_deadline() -> None:
    """Who answers early changes nothing for the others."""
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, bob, cyd = world.people.values()
    for phase, kind, values in (
        ("show_start", "show", {"moment": "start", "yes": False}),
        ("double", "double", {"yes": False}),
    ):
        await world.play(_in(world, phase))
        deadlines = [ann.clock.deadline_ms]
        for person in (ann, bob):
            await world.wait(1_000)
            await person.send(kind, request_id=None, **values)
            await world.settle()
            deadlines.append(cyd.clock.deadline_ms)
        assert len(set(deadlines)) == 1
        assert _asked(world) == [cyd]
        await world.wait((deadlines[0] or 0) - world.clock.now_ms() - 1)
        assert _phase(world) == phase
        await world.wait(1)
        assert _phase(world) != phase


async def test_nothing_but_an_answer_moves_the_deadline() -> None:
    """Field report A22, and A20: prices, refused plays, auto-play on and off, and coming back."""
    world = await World.open("ann", "bob", "cyd", together=True)
    await world.play(_in(world, "tricks"))
    [asked] = _asked(world)
    others = [person for person in world.people.values() if person is not asked]
    deadline_ms = asked.clock.deadline_ms
    for _ in range(4):
        for person in world.people.values():
            await person.send("price")
            await person.send("auto", on=True)
            await person.send("again")
            await world.settle()
            await person.send("auto", on=False)
        await others[0].send("pass")
        await asked.connect()
        await others[1].go()
        await world.wait(100)
        await others[1].connect(resume=False)
        await world.settle()
        assert {person.clock.deadline_ms for person in world.people.values()} == {deadline_ms}
    assert deadline_ms
    await world.wait(deadline_ms - world.clock.now_ms() - 1)
    assert _asked(world) == [asked]
    await world.wait(1)
    assert _asked(world) != [asked]


async def test_a_bots_thought_and_the_deadline_fall_due_together() -> None:
    """The bot answers, and the next seat keeps its full time: the loop may have stood still for long."""
    world = await World.open("ann", pace=Pace(bot_min_ms=7_900, bot_max_ms=7_900, deal_ms=100))
    ann = world.people["ann"]
    await ann.seek()
    await world.play(lambda: _phase(world) == "tricks")
    stalls = 0
    while not ann.over:
        if ann.is_asked:
            assert ann.clock.deadline_ms == world.clock.now_ms() + HAPPY.decision_ms["tricks"]
            await ann.answer(world.chance)
            await world.settle()
        else:
            log = await world.log(ann.room, 1)
            world.clock.advance(60_000)
            await world.settle()
            assert len(await world.log(ann.room, 1)) == len(log) + 1
            stalls += 1
    assert stalls > 5


# --- timers ------------------------------------------------------------------------------------------------


async def test_never_more_than_one_timer_a_room(size: Size, monkeypatch: pytest.MonkeyPatch) -> None:
    """Field report A17."""
    monkeypatch.setattr("app.rooms.dealer.choose", hasty)
    rooms = size(200, 1_000)
    players = [f"p{number}" for number in range(rooms)]
    world = await World.open(*players)
    for person in world.people.values():
        await person.seek()
    await world.settle()
    people = list(world.people.values())
    while not all(person.over for person in people):
        await asyncio.gather(*(person.answer(world.chance) for person in people if person.is_asked))
        await world.settle()
        assert world.clock.timers <= len(world.rooms)
        world.clock.advance(500)
        await world.settle()
        assert world.clock.timers <= len(world.rooms)
    for person in people[::2]:
        await person.send("leave")
    for person in people[1::2]:
        await person.go()
    await world.wait(PACE.idle_ms)
    assert world.rooms == ()
    assert world.clock.timers == 0
    assert world.clock.next_due_ms is None


# --- auto-play ---------------------------------------------------------------------------------------------


async def _time_out(world: World, person: Person) -> None:
    """Play on to a question to this person, and let its time run out."""
    await world.play(lambda: person.is_asked and _phase(world) == "tricks", silent=[person.player])
    await world.wait((person.clock.deadline_ms or 0) - world.clock.now_ms())


async def test_two_time_outs_in_a_row_are_auto_play() -> None:
    world = await World.open("ann", "bob", "cyd", together=True, seed=4)
    ann, bob, _ = world.people.values()
    await world.play(_in(world, "tricks"))
    await _time_out(world, ann)
    assert not ann.state.auto
    await _time_out(world, ann)
    assert ann.state.auto
    assert bob.seats[ann.seat].auto, "all are told"
    await world.play(lambda: ann.is_asked, silent=["ann"])
    asked_ms = world.clock.now_ms()
    version = ann.version
    await world.wait(PACE.auto_ms - 1)
    assert ann.version == version
    await world.wait(1)
    assert ann.version > version
    assert world.clock.now_ms() - asked_ms == PACE.auto_ms


async def test_time_outs_that_are_not_in_a_row_do_not_count() -> None:
    world = await World.open("ann", "bob", "cyd", together=True, seed=4)
    ann = world.people["ann"]
    await world.play(_in(world, "tricks"))
    for _ in range(2):
        await _time_out(world, ann)
        await world.play(lambda: ann.is_asked, silent=["ann"])
        await ann.answer(world.chance)
        await world.settle()
        assert not ann.state.auto


@pytest.mark.parametrize("how", ["act", "auto"])
async def test_the_seat_is_taken_back(how: str) -> None:
    """By acting, or by saying so; all are told, and the full count of time-outs is there again."""
    world = await World.open("ann", "bob", "cyd", together=True, seed=4)
    ann, bob, _ = world.people.values()
    await world.play(_in(world, "tricks"))
    await ann.send("auto", on=True)
    await world.settle()
    assert bob.seats[ann.seat].auto
    await world.play(lambda: ann.is_asked, silent=["ann"])
    await world.wait(PACE.auto_ms - 1)
    if how == "act":
        await ann.answer(world.chance)
    else:
        await ann.send("auto", on=False)
    await world.settle()
    assert not ann.state.auto
    assert not bob.seats[ann.seat].auto
    if how == "auto":
        version = ann.version
        await world.wait(PACE.auto_ms)
        assert ann.version == version
    await _time_out(world, ann)
    assert not ann.state.auto
    hand = [row.records for row in await world.log("ROOM", 1)]
    assert b'"auto":[true,false,false]' in hand[-1] or b'"lapses":[1,0,0]' in hand[-1]


async def test_a_refused_play_does_not_take_the_seat_back() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    await ann.send("auto", on=True)
    await ann.send("pass")
    await world.settle()
    assert ann.state.auto


async def test_an_away_seat_is_on_auto_play_after_one() -> None:
    """A19, and rulebook 1.3: a lost connection is no escape, the seat plays on."""
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, bob, cyd = world.people.values()
    await world.play(_in(world, "tricks"))
    await cyd.go()
    await world.play(lambda: cyd.seat in ann.clock.asked)
    assert not bob.seats[cyd.seat].auto
    await world.wait((ann.clock.deadline_ms or 0) - world.clock.now_ms())
    assert bob.seats[cyd.seat].auto
    assert bob.seats[cyd.seat].away
    await cyd.connect()
    await world.settle()
    assert cyd.state.auto, "until he acts or takes it back"
    assert not cyd.state.away
    await world.play(lambda: ann.over, silent=["cyd"])
    finish = (await world.table("ROOM", 1)).public.finish
    assert finish
    assert finish.end == "out"


async def test_auto_play_survives_a_restart_and_ends_with_the_hand() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, bob, cyd = world.people.values()
    await ann.send("auto", on=True)
    await world.settle()
    await world.restart()
    for person in (ann, bob, cyd):
        await person.connect()
    await world.settle()
    assert ann.state.auto
    await world.play(lambda: ann.over and bob.over, silent=["ann"])
    for person in (ann, bob, cyd):
        await person.send("again")
    await world.settle()
    assert not ann.state.auto


async def test_three_seats_on_auto_play_come_to_an_end(size: Size) -> None:
    """Field report A23: hands of auto-play alone end under a fixed number of commits."""
    deals = 5 * (1 + 3 + 8 + 3)
    at_most = 1 + deals + 3 + 1 + 3 + 54 * 3
    world = await World.open("ann", "bob", "cyd", together=True, pace=Pace(auto_ms=1, deal_ms=1))
    people = list(world.people.values())
    for hand_no in range(1, size(20, 400) + 1):
        for person in people:
            await person.send("auto", on=True)
        await world.settle()
        for _ in range(at_most):
            if people[0].over:
                break
            await world.tick()
        assert people[0].over
        log = await world.log("ROOM", hand_no)
        assert len(log) <= at_most + 3
        for person in people:
            person.sockets[person.socket or ""].clear()
            await person.send("again")
        world.views.clear()
        world.storage.durable.clear()
        world.storage.writes.clear()
        await world.settle()


# --- pace --------------------------------------------------------------------------------------------------


class TwoStreams(SeededRandomness):
    """Secrets, and so cards, from one seed; everything else from another, numbers of each bound by themselves.

    So a bot's whims, which may well depend on its cards, take nothing from the delays.
    """

    def __init__(self, cards: int, rest: int) -> None:
        super().__init__(rest)
        self._cards = SeededRandomness(cards)
        self._numbers: dict[int, SeededRandomness] = {}
        self.drawn: list[int] = []

    def token(self, size: int) -> bytes:
        return self._cards.token(size) if size == 32 else super().token(size)

    def below(self, bound: int) -> int:
        number = self._numbers.setdefault(bound, SeededRandomness(bound)).below(bound)
        if bound == PACE.bot_max_ms - PACE.bot_min_ms + 1:
            self.drawn.append(number)
        return number


ANSWERS = (Shown, ShowDeclined, Called, Robbed, Doubled, Played, Passed)


async def test_how_long_a_seat_takes_does_not_depend_on_cards(
    size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same whims over other cards: the same times are drawn in the same order, and kept to the ms."""
    recorded = [await _drawn(cards, monkeypatch) for cards in range(size(5, 100))]
    [shortest, *others] = sorted(recorded, key=len)
    assert len(set(shortest)) > 5
    for drawn in others:
        assert drawn[: len(shortest)] == shortest


async def _drawn(cards: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What was drawn in a hand of two bots and a person on auto-play, who answers when auto-play does."""
    streams = TwoStreams(cards, 1)
    monkeypatch.setattr("tests.rooms.table.SeededRandomness", lambda seed: streams)
    world = await World.open("ann")
    ann = world.people["ann"]
    await ann.seek()
    await world.settle()
    await ann.send("auto", on=True)
    await world.settle()
    took: Counter[int] = Counter()
    question, since = _question(ann), world.clock.now_ms()
    while not ann.over:
        before = len(world.storage.durable)
        await world.tick()
        for row in world.storage.durable[before:]:
            for fact in load_facts(row.facts)[:1]:
                if isinstance(fact, ANSWERS):
                    assert fact.seat != ann.seat or world.clock.now_ms() - since == PACE.auto_ms
                    took[world.clock.now_ms() - since] += fact.seat != ann.seat
        if _question(ann) != question:
            question, since = _question(ann), world.clock.now_ms()
    await world.crash()
    assert +took == Counter(PACE.bot_min_ms + number for number in streams.drawn)
    return streams.drawn


def _question(person: Person) -> tuple[object, ...]:
    """What is asked now, and of whom, unless of all at once."""
    assert person.view
    public = person.view.public
    alone = person.clock.asked if public.phase not in ("show_start", "double") else []
    return public.deal_no, public.phase, len(public.moves), *alone


async def test_what_the_room_owes_takes_its_own_time() -> None:
    """The staged deal: batch after batch, a step apart, whatever anybody holds."""
    world = await World.open("ann", "bob", "cyd", together=True)
    ann = world.people["ann"]
    await world.play(lambda: _phase(world) == "deal")
    times = []
    while _phase(world) == "deal":
        times.append(world.clock.now_ms())
        await world.tick()
    assert {later - earlier for earlier, later in pairwise(times)} == {PACE.deal_ms}
    assert len(times) == len(HAPPY.deal_batches) + 1
    assert ann.view
    assert ann.view.public.dealt == HAPPY.hand_size


async def test_spare_time_is_each_seat_s_own_and_lasts_a_hand() -> None:
    """Whoever is asked alone may think longer, and has that much less left; bounds hold to the ms."""
    world = await World.open("ann", "bob", "cyd")
    ann, bob, cyd = world.people.values()
    await ann.open_room(friendly("classic", public=True, spare_seconds=30, auto_after=5))
    for friend in (bob, cyd):
        await friend.sit(ann.room)
    for person in (ann, bob, cyd):
        await person.tell("ready", on=True)
    await world.play(_in(world, "bid"))
    spare = dict.fromkeys(world.people, 30_000)
    for late_ms in (-5_000, 0, 1, 10_000, 29_999, 30_000, 7_000, 30_000, 30_000):
        [asked] = _asked(world)
        allowed, deadline = asked.clock.allowed_ms, asked.clock.deadline_ms
        assert allowed is not None
        assert deadline == world.clock.now_ms() + allowed + spare[asked.player]
        took_ms = min(late_ms, spare[asked.player])
        await world.wait(allowed + took_ms - 1)
        assert _asked(world) == [asked]
        await world.wait(1)
        if took_ms < spare[asked.player]:
            await asked.answer(world.chance)
            await world.settle()
        spare[asked.player] -= max(0, took_ms)
        while not _asked(world):
            await world.tick()
    assert 0 in spare.values()
