"""Leaving: what it costs, who is paid, and what becomes of the table (rulebook 1.3 and 3, Escape)."""

from collections import Counter
from collections.abc import Callable

import pytest

from app.rules.facts import Cause, End, Fact, Multiplied, Seat, Stakes
from app.rules.table import Table
from app.rules.views import view
from tests.rooms.table import NeverError, Person, World

Size = Callable[[int, int], int]
PHASES = ("shuffle", "show_start", "deal", "call", "rob", "show_landlord", "double", "tricks")
STAKES = Stakes(coefficient=7, fee=3, double_above=500, initial=2)


def _bombs(hand: tuple[str, ...]) -> int:
    """Ranks held four at a time, and both jokers."""
    ranks = Counter(card[0] for card in hand)
    return sum(count == 4 for count in ranks.values()) + (ranks["B"] == ranks["R"] == 1)


def escape_points(facts: list[Fact], table: Table, seat: Seat) -> int:
    """|X| of an escape, straight from the rulebook."""
    public = table.public
    multiple = 1
    for fact in facts:
        if isinstance(fact, Multiplied) and fact.cause in (Cause.SHOW, Cause.ROB, Cause.BOMB, Cause.ROCKET):
            multiple *= fact.factor
    doubled = {answer.seat for answer in public.doubles if answer.yes}
    opponents = set(public.seats) - {seat} if seat == public.landlord else {public.landlord}
    multiple *= 2 ** (seat in doubled) * 2 ** bool(opponents & doubled)
    multiple *= 2 ** sum(_bombs(hand) for hand in table.hands)
    flat, steep = (20, 4) if public.landlord == seat else (10, 2)
    k = flat if multiple < 10 else steep * multiple
    return public.stakes.base * public.stakes.initial * k


def _in(world: World, phase: str) -> Callable[[], bool]:
    def is_so() -> bool:
        known = world.people["ann"].view
        return known is not None and known.public.phase == phase

    return is_so


@pytest.mark.parametrize("phase", PHASES)
async def test_an_escape_costs_what_the_rulebook_says(phase: str, size: Size) -> None:
    """At any time of a hand: the lower bound is told first, the exact sum goes to the other two and the system."""
    landlords = tried = 0
    for seed in range(size(6, 200)):
        world = await World.open("ann", "bob", "cyd", together=True, seed=seed, stakes=STAKES, beans=1_003)
        person = world.chance.choice(list(world.people.values()))
        try:
            await world.play(_in(world, phase), limit=300)
        except NeverError:
            await world.crash()
            continue
        for _ in range(world.chance.randrange(15)):
            if phase == "tricks" and not person.over:
                await world.step()
        if person.over:
            await world.crash()
            continue
        facts, table = await world.facts("ROOM", 1), await world.table("ROOM", 1)
        tried += 1
        landlords += table.public.landlord == person.seat
        await _escape(world, person, min(escape_points(facts, table, person.seat) * 7, 1_003))
        await world.crash()
    assert tried
    assert phase != "tricks" or landlords


async def _escape(world: World, person: Person, penalty: int) -> None:
    price = await person.send("price")
    await world.settle()
    assert price not in person.refusals
    assert person.price is not None
    assert 0 < person.price <= penalty
    log = await world.log("ROOM", 1)
    leave = await person.send("leave")
    await world.settle()

    [row] = (await world.log("ROOM", 1))[len(log) :]
    assert (row.actor, row.action_id) == (f"seat:{person.seat}", leave)
    assert leave in person.acks
    lines = Counter[int]()
    for line in await world.postings("ROOM", 1):
        lines[line.account_id] += line.amount
    share = penalty // 2
    accounts = {each.player: await world.account(each.player) for each in world.people.values()}
    expected = Counter({account.id: share for account in accounts.values()})
    expected[accounts[person.player].id] = -penalty
    expected[world.system.penalty] = penalty - 2 * share
    assert {key: value for key, value in expected.items() if value} == dict(lines)
    for account in accounts.values():
        assert account.hand is None
        assert account.balance == 1_003 + expected[account.id]

    table = await world.table("ROOM", 1)
    public = table.public
    assert public.finish
    assert (public.finish.end, public.finish.seat, public.finish.winners) == (End.ESCAPE, person.seat, ())
    for each in world.people.values():
        assert each.view == view(table, each.seat), "the exact sum is told with the end of the hand"
        assert each.left == "left"
    assert public.settled
    assert public.settled.moved[person.seat] == -penalty
    assert public.settled.fees == (0, 0, 0)
    assert (await world.room_row("ROOM")).status == "closed"
    assert world.rooms == ()
    assert world.clock.timers == 0


async def test_after_the_hand_leaving_is_free() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, bob, cyd = world.people.values()
    await world.play(lambda: ann.over and bob.over and cyd.over)
    balances = [(await world.account(player)).balance for player in world.people]
    postings = await world.postings("ROOM", 1)
    await bob.send("price")
    await world.settle()
    assert bob.price == 0
    leave = await bob.send("leave")
    await world.settle()
    assert leave in bob.acks
    assert [(await world.account(player)).balance for player in world.people] == balances
    assert await world.postings("ROOM", 1) == postings
    assert (ann.left, bob.left, cyd.left) == ("left", "left", "left")
    assert (await world.room_row("ROOM")).status == "closed"


async def test_who_has_left_may_sit_down_again_at_once() -> None:
    """And the bots of the table he left are free for it."""
    world = await World.open("ann")
    ann = world.people["ann"]
    await ann.seek()
    await world.play(_in(world, "tricks"))
    first, bots = ann.room, set((await world.config(ann.room)).seated) - {"ann"}
    await ann.send("leave")
    await world.settle()
    assert (await ann.find()).room is None
    ann.view, ann.hand, ann.version = None, 0, 0
    assert (await ann.seek()).code is None
    await world.settle()
    assert ann.room != first
    assert set((await world.config(ann.room)).seated) - {"ann"} == bots
    assert ann.hand == 1
    await world.play(lambda: ann.over)
    await world.check(ann.room, 1)


async def test_a_bot_never_escapes() -> None:
    """What bots do is an answer to a question; nothing else comes from them."""
    world = await World.open("ann")
    ann = world.people["ann"]
    await ann.seek()
    await world.play(lambda: ann.over)
    actors = Counter(row.actor for row in await world.log(ann.room, 1))
    assert set(actors) == {"room", "system", f"seat:{ann.seat}"}


async def test_a_stale_leave_is_no_escape() -> None:
    """It is about a hand that has ended; the running one goes on."""
    world = await World.open("ann", "bob", "cyd", together=True)
    people = list(world.people.values())
    await world.play(lambda: all(person.over for person in people))
    for person in people:
        await person.send("again")
    await world.settle()
    people[0].hand = 1
    leave = await people[0].send("leave")
    await world.settle()
    assert people[0].refusals.pop(leave) == "stale_hand"
    assert people[1].left is None
