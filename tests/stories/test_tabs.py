"""One player and several tabs: the newest has the seat, the older are told so, and nothing is played twice."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from websockets.exceptions import ConnectionClosed

from app.rules.facts import HandOpened
from app.wire.notices import Ack, Refused, Snapshot
from app.wire.requests import AutoRequest
from tests.stories.player import Player
from tests.stories.server import running


@pytest_asyncio.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    # Bots that think for long, so that the hand waits for its player.
    async with running(f"sqlite:///{tmp_path}/test.sqlite3", bot_min_ms=60_000, bot_max_ms=60_000) as up:
        yield up


async def seated(address: str) -> Player:
    player = await Player.sign_in(address, "阿明")
    await player.connect()
    await player.find_seat()
    await player.until_fact(HandOpened)
    return player


def tab_of(player: Player) -> Player:
    """Another tab of the same browser, which has seen nothing yet."""
    tab = Player(player.address, player.cookie, player.id)
    tab.room = player.room
    return tab


def auto(tab: Player) -> AutoRequest:
    """A request that changes nothing, to see whether a tab has the seat."""
    return AutoRequest(tab.next_id(), tab.room or "", tab.hand, on=False)


async def closing_code(tab: Player) -> int | None:
    """Why a tab's socket closes; what is still said before that is taken in."""
    try:
        while True:
            await tab.hear()
    except ConnectionClosed:
        return tab.socket.close_code


async def test_a_second_tab_takes_the_seat_and_the_first_is_told(address: str) -> None:
    first = await seated(address)
    second = tab_of(first)
    await second.connect()
    snapshot = await second.until(Snapshot)
    assert await closing_code(first) == 4001
    assert (snapshot.version, snapshot.view) == (first.version, first.view)
    assert isinstance(await second.ask(auto(second)), Ack)
    await second.close()


async def test_ten_quick_refreshes_leave_one_live_tab(address: str) -> None:
    """A31, A32: the late end of an old socket does not throw out the new one."""
    first = await seated(address)
    tabs = [first, *(tab_of(first) for _ in range(10))]

    async def sits(tab: Player, *, come: bool) -> bool:
        """Whether a tab, asked after all have come, has the seat."""
        try:
            if come:
                await tab.connect()
                await tab.until(Snapshot)
            else:
                return isinstance(await tab.ask(auto(tab)), Ack)
        except ConnectionClosed:
            assert tab.socket.close_code == 4001
        return False

    await asyncio.gather(*(sits(tab, come=True) for tab in tabs[1:]))
    live = [tab for tab in tabs if await sits(tab, come=False)]
    assert len(live) == 1
    await live[0].close()


async def test_a_double_click_acts_once_and_is_answered_twice(address: str) -> None:
    """A41: the same id again is acknowledged again; a new id is refused, since the moment has passed."""
    player = await seated(address)
    while player.turn is None or not player.turn.options.actions:
        await player.hear()
    choice = player.turn.options.actions[-1]
    request = player.request_for(choice)
    for _ in range(2):
        await player.send(request)
    for _ in range(2):
        answer = await player.until((Ack, Refused))
        assert answer == Ack(request.id)
    version = player.version
    assert isinstance(await player.ask(player.request_for(choice)), Refused)
    assert player.version == version
    await player.close()


async def test_a_refresh_finds_the_same_table_with_what_was_seen_or_with_nothing(tmp_path: Path) -> None:
    """A25, A26, A34: cut at twenty moments of a hand, a tab that resumes and one that begins anew see the same."""
    async with running(
        f"sqlite:///{tmp_path}/test.sqlite3", bot_min_ms=20, bot_max_ms=20, deal_ms=20
    ) as address:
        player = await seated(address)
        for _ in range(20):
            for _ in range(3):
                await player.hear()
            await player.drop()
            fresh = tab_of(player)
            await fresh.connect()
            await fresh.until(Snapshot)
            await player.connect()
            assert await closing_code(fresh) == 4001
            while (player.hand, player.version) < (fresh.hand, fresh.version):
                await player.hear()
            if player.version == fresh.version:
                assert player.view == fresh.view
        await player.close()
