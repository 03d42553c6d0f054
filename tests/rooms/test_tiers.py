"""Public tables that are changed while people wait and play."""

from dataclasses import replace

import pytest

from app.operator.orders import NotDoneError
from app.operator.tiers import Change, set_tier
from app.rooms.config import TIERS
from app.rooms.lobby import REFRESH_MS
from app.rooms.tiers import MAX_AGE_MS, TierBook, found_tiers, open_tiers
from app.storage.store import Storage
from tests.rooms.conftest import Logs
from tests.rooms.table import World
from tests.rooms.tabs import lobby


async def change(world: World, game: str = "happy", name: str = "starter", **values: int | bool) -> None:
    """An operator changes a table; the server may not know yet."""
    await set_tier(
        world.storage,
        game,
        name,
        Change(**values),  # type: ignore[arg-type]  # as the test names them
        actor="anna",
        reason="a story",
        now_ms=world.clock.now_ms(),
    )


async def test_the_first_start_lays_the_usual_tables_and_no_later_one_changes_them(storage: Storage) -> None:
    few = {name: tier for name, tier in TIERS.items() if tier.game != "laizi"}
    async with storage.begin() as tx:
        await found_tiers(tx, few, 1)
        await found_tiers(tx, {name: replace(tier, entry=7) for name, tier in TIERS.items()}, 2)
        rows = await tx.tiers.newest()
    assert {(row.game, row.entry) for row in rows if row.game == "laizi"} == {("laizi", 7)}
    assert {row.version for row in rows} == {1}
    assert [row.entry for row in rows if row.game == "happy"] == [100, 2_000, 20_000]


async def test_a_new_table_has_the_new_figures_and_a_running_one_its_own() -> None:
    world, [ann, bob] = await lobby("ann", "bob", bots_ms=0)
    await ann.seek()
    await change(world, fee=0, coefficient=77)
    await world.wait(MAX_AGE_MS)
    await bob.seek()
    fees = {room.id: (room.config.stakes.fee, room.config.stakes.coefficient) for room in world.rooms}
    assert fees == {ann.room: (5, 10), bob.room: (0, 77)}


async def test_a_table_without_bots_waits_for_people() -> None:
    world, tabs = await lobby("ann", "bob", "cyd")
    await change(world, bots=False)
    await world.wait(MAX_AGE_MS)
    for tab in tabs[:2]:
        await tab.seek()
    assert tabs[1].told("queued")[-1]["bots_ms"] is None
    assert tabs[1].told("queued")[-1]["expect_ms"] is None
    await world.wait(600_000)
    assert world.rooms == ()
    await tabs[2].seek()
    assert len(world.rooms) == 1


async def test_who_waits_at_a_table_that_closes_is_told_and_who_looks_sees_it() -> None:
    world, [ann, bob] = await lobby("ann", "bob", bots_ms=600_000)
    await ann.seek()
    await bob.look()
    await change(world, open=False)
    await world.wait(REFRESH_MS)
    assert ann.told("unqueued") == [{"type": "unqueued", "reason": "no_such_tier"}]
    await world.wait(1_000)
    told = [tier for notice in bob.told("lobby") for tier in notice["tiers"] if tier["tier"] == "starter"]
    happy = [tier for tier in told if tier["game"] == "happy"]
    assert (happy[-1]["open"], happy[-1]["waiting"]) == (False, 0)
    await ann.seek()
    assert ann.told("refused")[-1]["code"] == "no_such_tier"
    await change(world, open=True)
    await world.wait(REFRESH_MS)
    await ann.seek()
    assert ann.told("queued")[-1]["people"] == 1


async def test_a_dearer_entry_holds_from_the_next_match_on() -> None:
    world, [ann] = await lobby("ann")
    await ann.seek()
    await change(world, entry=200_000)
    await world.wait(3_000)
    assert ann.told("unqueued") == [{"type": "unqueued", "reason": "not_enough_beans"}]


async def test_tables_stay_as_they_were_while_the_database_is_away(logs: Logs) -> None:
    logs.expect("cannot_seek")
    world, [ann, bob] = await lobby("ann", "bob")
    await ann.look()
    world.storage.away = True
    await world.wait(3 * REFRESH_MS)
    world.storage.away = False
    await change(world, fee=1)
    await world.wait(2 * REFRESH_MS)
    assert ann.told("lobby")[-1]["tiers"][0]["fee"] == 1
    await bob.seek()
    assert bob.told("queued")


async def test_a_table_that_no_engine_can_play_is_left_out(logs: Logs) -> None:
    world, _ = await lobby()
    logs.expect("tier_cannot_be_played")
    async with world.storage.begin() as tx:
        [row, *_] = await tx.tiers.newest()
        await tx.tiers.add(replace(row, version=2, coefficient=2**52))
        await tx.tiers.add(replace(row, game="chess"))
    tiers = await TierBook(world.storage, world.clock).read()
    assert set(tiers) == set(TIERS) - {(row.game, row.name)}
    assert open_tiers(tiers) == tiers


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"fee": -1}, "nothing is less than none"),
        ({"coefficient": 0}, "at least one bean"),
        ({"entry": 0}, "at least one bean"),
        ({"coefficient": 10**9}, "this coefficient"),
        ({}, "already"),
        ({"fee": 5}, "already"),
        ({"game": "chess", "fee": 1}, "A table has a game"),
        ({"name": "Gold!", "fee": 1}, "A table has a game"),
        ({"name": "gold", "fee": 1}, "a new one needs"),
    ],
    ids=str,
)
async def test_a_change_that_cannot_be_meant_is_refused(values: dict[str, int], words: str) -> None:
    world = await World.open()
    with pytest.raises(NotDoneError, match=words):
        await change(world, **values)  # type: ignore[arg-type]  # as above
    async with world.storage.read() as tx:
        assert len(await tx.tiers.history()) == len(TIERS)


async def test_a_new_table_comes_last() -> None:
    world, [ann] = await lobby("ann", bots_ms=0)
    await change(world, name="gold", coefficient=5_000, fee=1, entry=50_000)
    await world.wait(MAX_AGE_MS)
    names = [name for game, name in await TierBook(world.storage, world.clock).read() if game == "happy"]
    assert names == ["starter", "regular", "high", "gold"]
    await ann.seek("happy", "gold")
    [room] = world.rooms
    assert (room.config.stakes.double_above, room.config.tier) == (250_000, "gold")
