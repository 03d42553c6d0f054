"""What hands count for levels: once, with the settlement, told to each player alone."""

from dataclasses import replace

import pytest

from app.rooms.config import STARTER, TIERS
from app.rules.facts import End, Finished, Scored
from app.rules.levels import Ladder, level_of
from app.storage.store import HandRow, RoomRow, ScoreRow, Storage
from tests.rooms.conftest import Logs
from tests.rooms.faults import Fault
from tests.rooms.table import Person, World, kind_of

NAMES = ("ann", "bob", "cyd", "dan", "eve")


async def scored(world: World, room: str, hand: int) -> Scored | None:
    """The points of a hand, as its log has them."""
    return next((fact for fact in await world.facts(room, hand) if isinstance(fact, Scored)), None)


async def points(world: World, *players: str, ladder: Ladder = Ladder.THREE) -> list[int]:
    async with world.storage.read() as tx:
        found = await tx.scores.standings(players, ladder)
    return [found[player].points if player in found else 0 for player in players]


async def give_points(world: World, player: str, amount: int) -> None:
    """Points from an earlier hand."""
    async with world.storage.begin() as tx:
        await tx.rooms.add(RoomRow(f"PAST{player}", "public", None, 0, b"", "closed", 0))
        await tx.hands.add(HandRow(f"PAST{player}", 1, "happy", 1, b"[]", "settled", b"", 0, 1, 10))
        await tx.scores.add([ScoreRow(player, "three", 1, f"PAST{player}", 1, amount, amount)])


async def again(world: World, *people: Person) -> None:
    for person in people:
        await person.send("again")
    await world.settle()


async def test_points_add_up_hand_by_hand(storage: Storage) -> None:
    world = await World.open("ann", "bob", "cyd", together=True, storage=storage)
    people = list(world.people.values())
    sums = dict.fromkeys(world.people, 0)
    for hand in (1, 2, 3):
        await world.play(lambda: all(person.over for person in people))
        score = await scored(world, "ROOM", hand)
        assert score
        for person in people:
            gained = score.points[person.seat]
            before, sums[person.player] = sums[person.player], sums[person.player] + gained
            told = person.standing
            assert told
            assert (told.room, told.hand, told.ladder) == ("ROOM", hand, Ladder.THREE)
            assert (told.before.points, told.after.points) == (before, sums[person.player])
            assert len(person.told("standing")) == hand, "told once"
        assert await points(world, *sums) == list(sums.values())
        async with world.storage.read() as tx:
            rows = await tx.scores.of_hand("ROOM", hand)
        assert {row.player_id: row.points for row in rows} == dict(
            zip((await world.config("ROOM")).seated, score.points, strict=True)
        )
        await again(world, *people)
    assert await points(world, *sums, ladder=Ladder.FIVE) == [0, 0, 0]


@pytest.mark.parametrize("game", [game for game, _ in TIERS])
async def test_every_game_counts_for_the_ladder_of_its_seats(game: str) -> None:
    """By the points that levels count, whatever the room's base, initial multiple and cap make of the beans."""
    names = NAMES[: 5 if game == "five" else 3]
    stakes = replace(TIERS[game, "starter"].stakes, base=7, initial=96, cap=64)
    world = await World.open(*names, together=True, game=game, stakes=stakes)
    await world.play(lambda: all(person.over for person in world.people.values()))
    score = await scored(world, "ROOM", 1)
    assert score
    assert score.points != score.x
    players = (await world.config("ROOM")).seated
    own, other = (Ladder.FIVE, Ladder.THREE) if game == "five" else (Ladder.THREE, Ladder.FIVE)
    assert await points(world, *players, ladder=own) == list(score.points)
    assert await points(world, *players, ladder=other) == [0] * len(players)


async def test_titles_are_won_and_lost_again() -> None:
    world = await World.open("ann", "bob", "cyd")
    for player, amount in (("ann", 9), ("bob", 10), ("cyd", 24)):
        await give_points(world, player, amount)
    await world.seat(("ann", "bob", "cyd"), STARTER.stakes)
    await world.restart()
    people = list(world.people.values())
    for person in people:
        person.room = "ROOM"
        await person.connect()
    await world.play(lambda: all(person.over for person in people))
    changes = set()
    for person in people:
        assert person.standing
        before, after = person.standing.before, person.standing.after
        for level in (before, after):
            held = level_of(Ladder.THREE, level.points)
            assert (level.title, level.rank) == (held.title.name, held.rank)
            assert (level.since, level.next) == (held.since, held.next)
        assert (after.points > before.points) == (person.seat in await winners(world))
        changes.add((after.rank > before.rank) - (after.rank < before.rank))
    assert changes >= {1, -1}, "the seed promotes and demotes"


async def winners(world: World) -> tuple[int, ...]:
    [finished] = [fact for fact in await world.facts("ROOM", 1) if isinstance(fact, Finished)]
    return finished.winners


async def test_each_is_told_of_himself_alone_and_again_when_he_comes_back() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, bob, cyd = world.people.values()
    await world.play(lambda: ann.over and bob.over and cyd.over)
    told = ann.standing
    kinds = [kind_of(frame) for frame in ann.sockets["ann-0"]]
    assert kinds.index("standing") > kinds.index("settled")
    await ann.connect()
    await world.settle()
    assert ann.told("standing") == ann.told("standing", "ann-0")
    await ann.connect(resume=False)
    await world.settle()
    assert ann.told("standing") == ann.told("standing", "ann-0")
    await world.restart()
    ann.standing = None
    await ann.connect(resume=False)
    await world.settle()
    assert ann.standing == told, "read from what is stored"
    for person in (ann, bob, cyd):
        if person is not ann:
            await person.connect()
        await person.send("again")
    await world.settle()
    await ann.connect(resume=False)
    await world.settle()
    assert ann.told("standing") == [], "another hand is on the table"


async def test_an_escape_counts_for_the_escaper_alone() -> None:
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, bob, cyd = world.people.values()
    await world.play(lambda: ann.may_act and bob.version > 30)
    await ann.send("leave")
    await world.settle()
    score = await scored(world, "ROOM", 1)
    assert score
    lost = score.points[ann.seat]
    assert lost < 0
    assert await points(world, "ann", "bob", "cyd") == [lost, 0, 0]
    assert ann.standing
    assert (ann.standing.before.points, ann.standing.after.points) == (0, lost)
    assert (bob.standing, cyd.standing) == (None, None)


@pytest.mark.parametrize("end", ["void", "called_off", "without_beans"])
async def test_some_hands_count_nothing(end: str) -> None:
    stakes = {"without_beans": replace(STARTER.stakes, coefficient=0, fee=0)}.get(end)
    world = await World.open("ann", "bob", "cyd", together=True, stakes=stakes, auto_after=99)
    ann, bob, cyd = people = list(world.people.values())
    if end == "void":
        await world.play(lambda: ann.may_act)
        [room] = world.rooms
        await room._dealer.void()
        await world.settle()
    else:
        silent = world.people if end == "called_off" else ()
        await world.play(lambda: all(person.over for person in people), silent=silent)
    assert ann.view
    assert ann.view.public.finish
    assert ann.view.public.finish.end is {"void": End.VOID, "called_off": End.CALLED_OFF}.get(end, End.OUT)
    assert await points(world, "ann", "bob", "cyd") == [0, 0, 0]
    async with world.storage.read() as tx:
        assert await tx.scores.of_hand("ROOM", 1) == []
    assert [person.standing for person in (ann, bob, cyd)] == [None] * 3


@pytest.mark.parametrize("fault", [Fault.BEFORE, Fault.AFTER])
async def test_a_last_commit_of_unknown_outcome_counts_once(fault: Fault, logs: Logs) -> None:
    """Points are in the transaction of the last fact: they are there exactly if it is, however often it is tried."""
    logs.expect("journal_outcome_unknown")
    straight = await World.open("ann", "bob", "cyd", together=True)
    await straight.play(lambda: straight.people["ann"].over)
    last = straight.storage.batches - 1
    world = await World.open("ann", "bob", "cyd", together=True)
    world.storage.plan = {last: fault}
    await world.play(lambda: world.people["ann"].over)
    assert not world.storage.plan, "it was the last commit that failed"
    score = await scored(world, "ROOM", 1)
    assert score
    players = (await world.config("ROOM")).seated
    assert await points(world, *players) == list(score.points)
    for player, gained in zip(players, score.points, strict=True):
        told = world.people[player].standing
        assert told
        assert (told.before.points, told.after.points) == (0, gained)
