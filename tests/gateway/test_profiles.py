"""What players are told of themselves, and of others."""

from collections.abc import AsyncIterator

import httpx2
import pytest
import pytest_asyncio

from app.gateway.profiles import PAGE
from app.gateway.services import LOOKS_PER_MINUTE
from app.players.points import Tally, count
from app.rules.levels import Ladder
from app.storage.store import PlayedRow
from tests.contracts import rows
from tests.gateway.doorway import Doorway, doorway

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def door() -> AsyncIterator[Doorway]:
    async with doorway() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def http(door: Doorway) -> AsyncIterator[httpx2.AsyncClient]:
    """A guest's browser."""
    own = {"Origin": door.address}
    async with httpx2.AsyncClient(base_url=door.address, headers=own, trust_env=False) as browser:
        made = await browser.post("/api/guests", json={"name": "Ann"})
        browser.headers["X-Player"] = made.json()["player"]
        yield browser


async def play(door: Doorway, player: str, number: int) -> None:
    """Hands of a player: the odd ones are won as a landlord, every fifth is left early as a farmer of another game."""
    room = f"P{player[:10]}"
    async with door.gateway.storage.begin() as tx:
        await tx.rooms.add(rows.room(room))
        for no in range(1, number + 1):
            await tx.hands.add(rows.hand(room, no))
            await tx.hands.finish(room, no, status="settled", result=b"", ended_ms=no)
            if no % 5 == 0:
                row = PlayedRow(player, 1000 + no, room, no, "laizi", "farmer", "escaped", 4, -100, -8, False)
            elif no % 2:
                row = PlayedRow(player, 1000 + no, room, no, "happy", "landlord", "won", no, no, 8, False)
            else:
                row = PlayedRow(player, 1000 + no, room, no, "happy", None, "lost", 2, -7, -8, no == 2)
            await tx.history.add([row])
        await count(tx, room, 1, Tally(Ladder.THREE, {player: 500}))


async def test_a_profile_counts_what_was_played(door: Doorway, http: httpx2.AsyncClient) -> None:
    player = http.headers["X-Player"]
    empty = (await http.get("/api/me")).json()
    assert empty["statistics"] == {"hands": 0, "won": 0, "escaped": 0, "auto": 0, "games": []}
    await play(door, player, 10)
    told = (await http.get("/api/me")).json()
    statistics = {
        "hands": 10,
        "won": 4,
        "escaped": 2,
        "auto": 1,
        "games": [
            {"game": "happy", "side": None, "hands": 4, "won": 0},
            {"game": "happy", "side": "landlord", "hands": 4, "won": 4},
            {"game": "laizi", "side": "farmer", "hands": 2, "won": 0},
        ],
    }
    since_ms = told.pop("since_ms")
    assert told == {
        "player": player,
        "kind": "guest",
        "name": "Ann",
        "beans": 3000,
        "best": 9,
        "levels": (await http.get("/api/session")).json()["levels"],
        "statistics": statistics,
    }
    assert abs(since_ms - door.gateway.clock.now_ms()) < 60_000
    seen = (await http.get(f"/api/players/{player}")).json()
    assert seen == {
        "player": player,
        "kind": "guest",
        "name": "Ann",
        "titles": {"three": "rich_peasant", "five": "bonded_labourer"},
        "statistics": statistics,
    }, "no beans, no points, no hands"


async def test_a_history_is_read_page_by_page(door: Doorway, http: httpx2.AsyncClient) -> None:
    await play(door, http.headers["X-Player"], 2 * PAGE + 3)

    async def numbers(**chosen: str) -> list[list[int]]:
        pages = []
        while True:
            page = (await http.get("/api/me/hands", params=chosen)).json()
            pages.append([hand["hand"] for hand in page["hands"]])
            if page["next"] is None:
                return pages
            chosen["before"] = page["next"]

    everything = list(range(2 * PAGE + 3, 0, -1))
    assert await numbers() == [everything[:PAGE], everything[PAGE : 2 * PAGE], everything[2 * PAGE :]]
    assert await numbers(game="laizi") == [[no for no in everything if no % 5 == 0]]
    assert await numbers(outcome="won") == [[no for no in everything if no % 5 and no % 2]]
    assert await numbers(game="laizi", outcome="won") == [[]] == await numbers(game="chess")
    [first] = (await http.get("/api/me/hands", params={"before": "1002-zz-9"})).json()["hands"][-1:]
    assert first == {
        "room": f"P{http.headers['X-Player'][:10]}",
        "hand": 1,
        "ended_ms": 1001,
        "game": "happy",
        "side": "landlord",
        "outcome": "won",
        "multiple": 1,
        "beans": 1,
        "points": 8,
    }
    for bad in ({"game": "a\0"}, {"outcome": "drawn"}, {"before": "1-x"}, {"before": "1-r\0-1"}):
        answer = await http.get("/api/me/hands", params=bad)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request"), bad


async def test_nobody_else_is_found(door: Doorway, http: httpx2.AsyncClient) -> None:
    async with door.gateway.storage.begin() as tx:
        await tx.players.add(rows.player("b07", "bot"))
    for player in ("b07", "abc", "bot-1", "%00", "..%2Fme", "x" * 1000, "é"):
        answer = await http.get(f"/api/players/{player}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), player


async def test_looking_around_is_limited(http: httpx2.AsyncClient) -> None:
    looks = 0
    while (await http.get("/api/players/abc")).status_code == 404:
        looks += 1
    assert LOOKS_PER_MINUTE <= looks < 2 * LOOKS_PER_MINUTE
