"""What the lobby shows: the whole of it at first, then what has changed, which adds up to the whole again."""

from dataclasses import dataclass, field
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from app.rooms.board import PUSH_MS, what_changed
from app.rooms.config import TIERS
from app.rooms.directory import MAX_CARDS
from app.wire.notices import Lobby, RoomCard, TierState, dump_notice
from tests.rooms.tabs import Tab, lobby
from tests.rooms.test_directory import card

CARDS = st.builds(card, st.sampled_from("ABCDE"), st.integers(1, 3))


def tier(name: str, waiting: int) -> TierState:
    return TierState(
        "happy", name, 10, 5, 100, 500, bots=True, open=True, waiting=waiting, playing=0, expect_ms=None
    )


TIER_STATES = st.builds(tier, st.sampled_from(["starter", "regular", "high"]), st.integers(0, 2))


def unique(items: list[Any], key: str) -> list[Any]:
    return list({getattr(item, key): item for item in items}.values())


@st.composite
def lobbies(draw: st.DrawFn) -> Lobby:
    return Lobby(
        whole=True,
        online=draw(st.integers(0, 2)),
        tiers=unique(draw(st.lists(TIER_STATES)), "tier"),
        rooms=unique(draw(st.lists(CARDS)), "room"),
        removed=[],
    )


@dataclass
class Page:
    """What somebody sees who takes in whatever he is told."""

    online: int = 0
    tiers: dict[tuple[str, str], TierState] = field(default_factory=dict)
    rooms: dict[str, RoomCard] = field(default_factory=dict)

    def take(self, lobby: Lobby) -> None:
        if lobby.whole:
            self.tiers, self.rooms = {}, {}
        self.online = lobby.online
        self.tiers |= {(each.game, each.tier): each for each in lobby.tiers}
        self.rooms |= {each.room: each for each in lobby.rooms}
        for room in lobby.removed:
            del self.rooms[room]


@given(lobbies(), lobbies())
def test_changes_add_up_to_the_whole(before: Lobby, now: Lobby) -> None:
    now.tiers.extend(each for each in before.tiers if each.tier not in {tier.tier for tier in now.tiers})
    changed, fresh = Page(), Page()
    changed.take(before)
    fresh.take(now)
    news = what_changed(before, now)
    assert (news is None) == (changed == fresh)
    if news:
        changed.take(news)
        assert changed == fresh
        for each in news.rooms:
            assert each not in before.rooms, "only what has changed is told"


def page_of(tab: Tab) -> Page:
    """What a tab has been told so far comes to."""
    page = Page()
    for notice in tab.told("lobby"):
        page.take(msgspec.convert(notice, Lobby))
    return page


async def test_who_looks_is_told_everything_and_then_what_changes() -> None:
    world, [ann, bob] = await lobby("ann", "bob")
    world.host.directory.put(card("A"))
    await ann.look()
    assert [notice["type"] for notice in ann.heard] == ["ack", "lobby"]
    page = page_of(ann)
    assert page.online == 2
    assert set(page.tiers) == set(TIERS)
    assert set(page.rooms) == {"A"}
    await bob.seek()
    cat = await Tab.open(world, "cat")
    world.host.directory.put(card("B"))
    world.host.directory.remove("A")
    await world.wait(PUSH_MS)
    [_, news] = ann.told("lobby")
    assert [(each["tier"], each["waiting"]) for each in news["tiers"]] == [("starter", 1)]
    assert (news["online"], news["removed"], [each["room"] for each in news["rooms"]]) == (3, ["A"], ["B"])
    await cat.close()
    await world.wait(3_000)
    starter = page_of(ann).tiers["happy", "starter"]
    assert (starter.waiting, starter.playing) == (0, 1)
    assert page_of(ann).online == 2
    assert bob.told("lobby") == [], "who does not look is told nothing"
    await ann.look(on=False)
    count = len(ann.told("lobby"))
    await bob.close()
    await world.wait(1_000)
    assert len(ann.told("lobby")) == count


async def test_changes_are_told_no_more_than_twice_a_second() -> None:
    world, [ann, bob] = await lobby("ann", "bob", bots_ms=60_000)
    await ann.look()
    for number in range(40):
        world.host.directory.put(card("A", number))
        await world.wait(10)
        await bob.look()
        await world.wait(40)
    assert len(ann.told("lobby")) == 1 + 2_000 // PUSH_MS
    await bob.close()
    await ann.close()
    assert world.clock.timers == 0, "nobody looks, and nobody waits"


async def test_the_whole_lobby_fits_into_a_frame() -> None:
    """Long names of four bytes a character, every room that is listed."""
    world, [ann] = await lobby("ann")
    for number in range(MAX_CARDS + 10):
        full = RoomCard(
            f"ROOM{number:04}",
            "𠮷" * 24,
            "classic",
            100_000,
            10**6,
            10**12,
            120,
            5,
            5,
            bots=False,
            watch=False,
            running=False,
        )
        world.host.directory.put(full)
    await ann.look()
    [whole] = ann.told("lobby")
    assert len(whole["rooms"]) == MAX_CARDS
    assert len(dump_notice(world.lobby._read())) < 128 * 1024
