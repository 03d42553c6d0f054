"""Hands at a table, from the seat to the ledger and on to the next."""

import pytest

from app.ledger import accounts
from app.ledger.book import post
from app.ledger.transfers import Leg, Transfer
from app.rooms.companions import Companions
from app.rooms.config import STARTER
from app.rules import engine
from app.rules.facts import End, HandOpened, Stakes
from app.rules.variants.happy import HAPPY
from app.rules.views import view
from app.storage.store import PlayerRow, Storage
from tests.rooms.conftest import Logs
from tests.rooms.faults import DatabaseAwayError
from tests.rooms.table import PACE, World, kind_of, request

STAKES = STARTER.stakes


async def test_from_the_seat_to_the_settlement(storage: Storage) -> None:
    world = await World.open("ann", storage=storage)
    ann = world.people["ann"]
    assert (await ann.seek()).code is None
    await world.play(lambda: ann.over)

    table = await world.table(ann.room, 1)
    settled, opened = table.public.settled, (await world.facts(ann.room, 1))[0]
    assert settled
    assert isinstance(opened, HandOpened)
    assert ann.view == view(table, ann.seat)
    hand = await world.hand(ann.room)
    assert hand
    assert hand.status == "settled"
    lines = await world.postings(ann.room, 1)
    assert sum(line.amount for line in lines) == 0
    for state, player in zip(ann.seats, (await world.config(ann.room)).seated, strict=True):
        account = await world.account(player)
        assert state.name == await world.name(player)
        assert account.hand is None
        assert account.balance == state.beans
        carried, moved, fee = (each[state.seat] for each in (opened.carried, settled.moved, settled.fees))
        assert account.balance == carried + moved - fee
    async with world.storage.read() as tx:
        secrets = await tx.hands.secrets(ann.room, 1)
    assert [secret.deal_no for secret in secrets] == list(range(1, table.public.deal_no + 1))
    assert all(secret.revealed_ms is not None for secret in secrets)


async def test_the_first_thing_a_socket_hears_is_where_it_is() -> None:
    world = await World.open("ann")
    ann = world.people["ann"]
    await ann.seek()
    await world.settle()
    kinds = [kind_of(frame) for frame in ann.sockets["ann-0"]]
    assert kinds[:3] == ["snapshot", "presence", "presence"]
    [snapshot] = ann.told("snapshot")
    assert (snapshot["hand"], snapshot["version"], snapshot["view"]) == (0, 0, None)
    options = snapshot["options"]
    assert (options["entry"], options["auto_after"], options["game"]) == (STARTER.entry, 2, "happy")
    assert ann.told("hand_opened")[0]["version"] == 1


async def test_the_first_bidder_rotates() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    people = list(world.people.values())
    for hand_no in range(1, 6):
        await world.play(lambda: all(person.over for person in people))
        public = (await world.table("ROOM", hand_no)).public
        for person in people:
            await person.send("again")
        await world.settle()
        [opened, *_] = await world.facts("ROOM", hand_no + 1)
        assert isinstance(opened, HandOpened)
        assert public.first is not None
        assert opened.first == (public.first + 1) % 3


async def test_a_called_off_hand_moves_nothing_but_the_first_bidder() -> None:
    """Nobody ever answers: five deals are passed out."""
    world = await World.open("ann", "bob", "cyd", together=True, auto_after=99)
    people = list(world.people.values())
    await world.play(lambda: people[0].over, silent=world.people)
    table = await world.table("ROOM", 1)
    assert table.public.finish
    assert table.public.finish.end is End.CALLED_OFF
    assert table.public.deal_no == 5
    hand = await world.hand("ROOM")
    assert hand
    assert hand.status == "void"
    assert await world.postings("ROOM", 1) == []
    assert {(await world.account(person.player)).balance for person in people} == {100_000}
    for person in people:
        await person.send("again")
    await world.settle()
    opened = (await world.facts("ROOM", 2))[0]
    assert isinstance(opened, HandOpened)
    assert table.public.first is not None
    assert opened.first == (table.public.first + 1) % 3


async def test_a_voided_hand_does_not_move_the_first_bidder() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    people = list(world.people.values())
    await world.play(lambda: all(person.over for person in people))
    for person in people:
        await person.send("again")
    await world.settle()
    [room] = world.rooms
    await room._dealer.void()
    assert all(person.over for person in people)
    opened = (await world.facts("ROOM", 2))[0]
    for person in people:
        await person.send("again")
    await world.settle()
    after = (await world.facts("ROOM", 3))[0]
    assert isinstance(opened, HandOpened)
    assert isinstance(after, HandOpened)
    assert opened.first == after.first is not None
    assert {(await world.account(person.player)).hand for person in people} == {"ROOM:3"}


async def test_another_hand_needs_everybody() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, bob, cyd = world.people.values()
    early = await ann.send("again")
    await world.settle()
    assert ann.refusals[early] == "hand_running"
    await world.play(lambda: ann.over and bob.over and cyd.over)
    for person, wishes in ((bob, 1), (ann, 2)):
        await person.send("again")
        await world.settle()
        assert sum(state.ready for state in cyd.seats) == wishes
        assert cyd.over
    await cyd.send("again")
    await world.settle()
    assert (ann.hand, cyd.hand) == (2, 2)
    assert not any(state.ready for state in ann.seats)


async def test_again_sent_twice_opens_one_hand() -> None:
    """The second copy names the hand that has ended, and finds the wish fulfilled."""
    world = await World.open("ann")
    ann = world.people["ann"]
    await ann.seek()
    await world.play(lambda: ann.over)
    wish = {"type": "again", "id": "x", "room": ann.room, "hand": 1}
    await ann.post(request(wish))
    await ann.post(request(wish))
    await world.settle()
    assert ann.acks.count("x") == 2
    assert ann.hand == 2
    assert not ann.refusals


async def test_who_cannot_pay_the_entry_gets_no_hand() -> None:
    world = await World.open("ann", "bob", beans=STARTER.entry)
    poor = await world.add("poor", STARTER.entry - 1)
    assert (await poor.seek()).code == "not_enough_beans"
    for person in (world.people["ann"], world.people["bob"]):
        await person.seek()
        await world.play(lambda person=person: person.over)  # type: ignore[misc]
        beans = (await world.account(person.player)).balance
        await person.send("again")
        await world.settle()
        if beans < STARTER.entry:
            break
    else:
        pytest.fail("the seed lets nobody lose")
    [refused] = person.told("refused")
    assert (refused["id"], refused["code"]) == (None, "not_enough_beans")
    assert refused["params"] == {"entry": STARTER.entry}
    assert person.hand == 1
    assert not person.state.ready


async def test_who_has_no_first_hand_may_leave_and_try_again() -> None:
    world = await World.open("ann", "bob", "cyd", "dan")
    await world.seat(("ann", "bob", "cyd"), STAKES)
    await world.seat(("ann", "bob", "dan"), STAKES, "OTHER")
    await world.restart()
    ann, bob, cyd, dan = world.people.values()
    for person in (ann, bob, cyd):
        person.room = "ROOM"
        await person.connect()
    dan.room = "OTHER"
    await dan.connect()
    await world.settle()
    assert dan.refusals[None] == "in_a_hand"
    assert (dan.hand, dan.view) == (0, None)
    price = await dan.send("price")
    stale = await dan.send("pass")
    again = await dan.send("again")
    await world.settle()
    assert price not in dan.refusals
    assert dan.price == 0
    assert dan.refusals[stale] == "hand_over"
    assert again in dan.acks
    await ann.send("leave")
    await world.settle()
    assert (await world.room_row("ROOM")).status == "closed"
    leave = await dan.send("leave")
    await world.settle()
    assert leave in dan.acks
    assert dan.left == "left"
    assert (await world.room_row("OTHER")).status == "closed"


async def test_bots_that_cannot_pay_are_given_beans() -> None:
    world = await World.open("ann")
    async with world.storage.begin() as tx:
        for bot, beans in (("bot-1", STARTER.entry - 1), ("bot-2", STARTER.entry)):
            await tx.players.add(PlayerRow(bot, "bot", bot, 0))
            await accounts.open_bot(tx, world.system, bot, 0, beans)
    await world.seat(("bot-1", "ann", "bot-2"), STAKES)
    await world.restart()
    ann = world.people["ann"]
    ann.room = "ROOM"
    await ann.connect()
    await world.settle()
    assert ann.view
    assert ann.view.public.carried == (STARTER.entry * 30, 100_000, STARTER.entry)


async def test_bots_that_the_house_cannot_fund_play_no_hand(logs: Logs) -> None:
    logs.expect("house_has_no_beans")
    world = await World.open("ann")
    async with world.storage.begin() as tx:
        for bot, beans in (("bot-1", STARTER.entry - 1), ("bot-2", STARTER.entry)):
            await tx.players.add(PlayerRow(bot, "bot", bot, 0))
            await accounts.open_bot(tx, world.system, bot, 0, beans)
        (house,) = await tx.ledger.lock([world.system.house])
        legs = (
            Leg(house.id, -house.balance, "correction"),
            Leg(world.system.mint, house.balance, "correction"),
        )
        await post(tx, Transfer("all", "correction", legs, "op", reason="a test", ticket="T1"), 0)
    await world.seat(("bot-1", "ann", "bot-2"), STAKES)
    await world.restart()
    ann = world.people["ann"]
    ann.room = "ROOM"
    await ann.connect()
    await world.settle()
    assert (ann.hand, ann.view) == (0, None)
    assert ann.refusals[None] == "unavailable", "it is not he who lacks beans"
    assert logs.count("house_has_no_beans") == 1


async def test_a_room_that_nobody_is_in_closes() -> None:
    world = await World.open("ann", "bob")
    ann, bob = world.people.values()
    await ann.seek()
    await world.play(lambda: ann.over)
    await world.wait(PACE.idle_ms * 3)
    assert (await world.room_row(ann.room)).status == "open"
    assert world.clock.timers == 1, "it waits for nothing but its last resort"
    await ann.go()
    await world.wait(PACE.idle_ms - 1)
    assert (await world.room_row(ann.room)).status == "open"
    await ann.connect()
    await world.wait(PACE.idle_ms)
    assert (await world.room_row(ann.room)).status == "open"
    await ann.go()
    await world.wait(PACE.idle_ms)
    assert (await world.room_row(ann.room)).status == "closed"
    assert world.rooms == ()
    assert (await ann.connect()).code == "no_such_room"
    assert world.clock.next_due_ms is None
    await bob.seek()
    async with world.storage.read() as tx:
        assert len(await tx.players.of_kind("bot")) == 2, "the bots of the closed room sit at the next one"


async def test_a_room_where_nobody_ever_comes_closes() -> None:
    world = await World.open("ann")
    ann = world.people["ann"]
    await ann.seek(connect=False)
    await world.wait(PACE.idle_ms)
    assert (await world.room_row(ann.room)).status == "closed"


async def test_a_hand_without_people_ends_and_then_the_room_does() -> None:
    world = await World.open("ann")
    ann = world.people["ann"]
    await ann.seek()
    await world.settle()
    await ann.go()
    for _ in range(300):
        if world.clock.next_due_ms is None:
            break
        await world.tick()
    assert (await world.room_row(ann.room)).status == "closed"
    hand = await world.hand(ann.room)
    assert hand
    assert hand.status in ("settled", "void")


async def test_bots_are_drawn_and_freed() -> None:
    world = await World.open()
    companions = Companions(world.storage, world.system, world.clock, world.host._randomness)
    await companions.load()
    first = await companions.engage(3)
    second = await companions.engage(2)
    assert len({*first, *second}) == 5
    companions.dismiss(first)
    companions.dismiss(["ann"])
    assert set(await companions.engage(3)) == set(first)


async def test_a_bot_that_could_not_be_stored_leaves_no_hole() -> None:
    world = await World.open()
    companions = Companions(world.storage, world.system, world.clock, world.host._randomness)
    await companions.load()
    world.storage.away = True
    with pytest.raises(DatabaseAwayError):
        await companions.engage(1)
    world.storage.away = False
    [bot] = await companions.engage(1)
    again = Companions(world.storage, world.system, world.clock, world.host._randomness)
    await again.load()
    assert set(await again.engage(3)) > {bot}


async def test_the_rules_of_the_room_are_those_of_its_game() -> None:
    world = await World.open("ann", "bob", "cyd", together=True, stakes=Stakes(coefficient=7, fee=3))
    table = await world.table("ROOM", 1)
    assert table.public.stakes == Stakes(coefficient=7, fee=3)
    assert engine.asked(HAPPY, table) == frozenset(world.people["ann"].clock.asked)
