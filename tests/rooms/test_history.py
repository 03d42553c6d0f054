"""What hands were for the people who played them: kept with the settlement, and adding up to it."""

from collections import defaultdict
from dataclasses import replace

import pytest

from app.players.history import statistics
from app.rooms.config import STARTER, TIERS
from app.rules.facts import End
from app.storage.store import PlayedRow, Storage
from tests.rooms.table import World

NAMES = ("ann", "bob", "cyd", "dan", "eve")


async def history(world: World, player: str) -> list[PlayedRow]:
    async with world.storage.read() as tx:
        return await tx.history.page(player, game=None, outcome=None, before=None, limit=100)


async def check_history(world: World, room: str, hand_no: int) -> list[PlayedRow]:
    """The newest entries of everybody here, which agree with the log and with the ledger."""
    table, row = await world.table(room, hand_no), await world.hand(room)
    players = (await world.config(room)).seated
    posted: defaultdict[int, int] = defaultdict(int)
    for posting in await world.postings(room, hand_no):
        posted[posting.account_id] += posting.amount
    found = []
    for person in world.people.values():
        entry = (await history(world, person.player))[0]
        seat, score = players.index(person.player), table.public.score
        assert row
        assert (entry.room_id, entry.hand_no, entry.ended_ms) == (room, hand_no, row.ended_ms)
        assert entry.game == row.ruleset
        assert entry.beans == posted[(await world.account(person.player)).id]
        counts = score if table.public.stakes.coefficient else None
        assert entry.points == (counts.points[seat] if counts else 0)
        assert entry.multiple == (score.counted if score else None)
        if table.landlords:
            assert entry.side == ("landlord" if seat in table.landlords else "farmer")
        else:
            assert entry.side is None
        found.append(entry)
    return found


@pytest.mark.parametrize("game", [game for game, tier in TIERS if tier == "starter"])
async def test_a_hand_is_kept_for_each_of_its_players(game: str) -> None:
    names = NAMES[: 5 if game == "five" else 3]
    stakes = replace(TIERS[game, "starter"].stakes, cap=64, fee=7)
    world = await World.open(*names, together=True, game=game, stakes=stakes)
    people = list(world.people.values())
    for hand in (1, 2):
        await world.play(lambda: all(person.over for person in people))
        entries = await check_history(world, "ROOM", hand)
        winners = (finish := (await world.table("ROOM", hand)).public.finish) and finish.winners
        assert winners
        assert [each.outcome == "won" for each in entries] == [each.seat in winners for each in people]
        assert {each.outcome for each in entries} == {"won", "lost"}
        for person in people:
            await person.send("again")
        await world.settle()


async def test_it_says_who_was_on_auto_play_at_the_end_and_is_nobody_elses(storage: Storage) -> None:
    """Somebody who never answers, at a table with two bots."""
    world = await World.open("ann", "bob", storage=storage)
    ann = world.people["ann"]
    await ann.seek()
    await ann.send("again")
    await world.play(lambda: ann.over, silent=("ann",))
    [entry] = await history(world, "ann")
    assert entry.auto == ann.state.auto is True
    assert entry.outcome in ("won", "lost")
    others = [each for each in (await world.config(entry.room_id)).seated if each != "ann"]
    for other in (*others, "bob"):
        assert await history(world, other) == []


async def test_a_hand_that_is_called_off_is_void_for_everybody() -> None:
    world = await World.open("ann", "bob", "cyd", together=True, auto_after=99)
    people = world.people.values()
    await world.play(lambda: all(person.over for person in people), silent=world.people)
    for entry in await check_history(world, "ROOM", 1):
        assert (entry.outcome, entry.beans, entry.points) == ("void", 0, 0)
    async with world.storage.read() as tx:
        assert statistics(await tx.history.record("ann")).hands == 0


@pytest.mark.parametrize("beans", [True, False])
async def test_who_leaves_has_escaped_and_the_others_have_won_if_they_are_paid(*, beans: bool) -> None:
    stakes = None if beans else replace(STARTER.stakes, coefficient=0, fee=0)
    world = await World.open("ann", "bob", "cyd", together=True, stakes=stakes)
    ann = world.people["ann"]
    await world.play(lambda: ann.view is not None and ann.view.public.phase == "tricks")
    await ann.send("leave")
    await world.settle()
    entries = await check_history(world, "ROOM", 1)
    finish = (await world.table("ROOM", 1)).public.finish
    assert finish
    assert finish.end is End.ESCAPE
    assert entries[0].outcome == "escaped"
    outcome = "won" if beans else "void"
    assert [(each.outcome, each.beans > 0) for each in entries[1:]] == [(outcome, beans)] * 2
    async with world.storage.read() as tx:
        record = statistics(await tx.history.record("ann"))
    assert (record.hands, record.won, record.escaped, record.best) == (1, 0, 1, 0)
