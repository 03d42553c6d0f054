"""Rooms over HTTP: what is asked of the rooms and what becomes of their answers, bounds in words, and limits."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx2
import msgspec
import pytest
import pytest_asyncio

from app.clock import ManualClock
from app.gateway.services import GUESSES_PER_MINUTE, OPENINGS_PER_MINUTE
from app.rooms.config import STARTER
from app.rooms.messages import ROOMS, Edit, Inspect, Open, Place, Sit, dump, load_open
from app.rooms.options import tier_options
from app.rooms.preview import preview
from app.wire.notices import Ack, Refused, Seated
from app.wire.options import RoomInfo
from app.wire.requests import SitRequest
from tests.gateway.doorway import Doorway, doorway
from tests.stories.player import Player

OPTIONS = replace(tier_options(STARTER, 2), cap=64)
BODY: dict[str, Any] = msgspec.to_builtins(OPTIONS)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest_asyncio.fixture
async def door(clock: ManualClock) -> AsyncIterator[Doorway]:
    async with doorway(clock=clock, messages_per_s=1_000) as opened:
        yield opened


@pytest_asyncio.fixture
async def http(door: Doorway) -> AsyncIterator[httpx2.AsyncClient]:
    """A guest's browser on the server's own page."""
    own = {"Origin": door.address}
    async with httpx2.AsyncClient(base_url=door.address, headers=own, trust_env=False) as browser:
        assert (await browser.post("/api/guests", json={"name": "Ann"})).status_code == 201
        yield browser


async def player_of(http: httpx2.AsyncClient) -> str:
    return str((await http.get("/api/session")).json()["player"])


async def test_the_preview_is_the_rooms_own(door: Doorway, http: httpx2.AsyncClient) -> None:
    answer = await http.post("/api/rooms/preview", json=BODY)
    assert answer.status_code == 200
    assert answer.json() == msgspec.to_builtins(preview(OPTIONS))
    http.cookies.clear()
    assert (await http.post("/api/rooms/preview", json=BODY)).status_code == 200, (
        "before anybody signs in, too"
    )


BEYOND: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"coefficient": 100_001}, {"field": "coefficient", "low": 1, "high": 100_000}),
    ({"fee": 101}, {"field": "fee", "low": 0, "high": 100}),
    ({"name": "x" * 25}, {"field": "name", "low": 1, "high": 24}),
    ({"seconds": {"bid": 4, "play": 20, "double": 8}}, {"field": "seconds.bid", "low": 5, "high": 120}),
    ({"cap": 100}, {"field": "cap"}),
    ({"game": "go"}, {"field": "game"}),
]
MISREAD: list[dict[str, Any]] = [
    {"coefficient": "10"},
    {"coefficient": 10.0},
    {"coefficient": True},
    {"beans": 1},
    {"seconds": {"bid": 15, "play": 20, "double": 8, "more": 1}},
    {"seconds": 20},
    {"owner": "somebody"},
    {"name": None},
]


async def test_options_that_no_room_has_are_refused(http: httpx2.AsyncClient) -> None:
    """Those beyond a bound by name, with what they may be; bodies are read strictly before."""
    for method, path in (("POST", "/api/rooms/preview"), ("POST", "/api/rooms"), ("PUT", "/api/rooms/R")):
        for changes, params in BEYOND:
            answer = await http.request(method, path, json=BODY | changes)
            assert (answer.status_code, answer.json()) == (422, {"code": "bad_options", "params": params})
        for changes in MISREAD:
            answer = await http.request(method, path, json=BODY | changes)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_request"), changes


async def test_what_the_rooms_say_is_passed_on(door: Doorway, http: httpx2.AsyncClient) -> None:
    player, asked = await player_of(http), list[Open]()
    opened = Place(room="ROOM1", invite="ABC234")

    async def answer(payload: bytes) -> bytes:
        asked.append(load_open(payload))
        return dump(opened)

    assert (await http.post("/api/rooms", json=BODY)).json()["code"] == "unavailable", "nobody opens any yet"
    await door.gateway.bus.serve(ROOMS, answer)
    made = await http.post("/api/rooms", json=BODY)
    assert (made.status_code, made.json()) == (201, {"room": "ROOM1", "code": "ABC234"})
    assert asked == [Open(player, OPTIONS)]
    for code, status in (("registered_only", 403), ("seated", 409), ("not_enough_beans", 409)):
        opened = Place(code=code)
        refused = await http.post("/api/rooms", json=BODY)
        assert (refused.status_code, refused.json()["code"]) == (status, code)

    await door.serve_room("ROOM1")
    info = RoomInfo("ROOM1", OPTIONS, preview(OPTIONS), 0, [None, None, None], running=False)
    door.room_answer = Place(room="ROOM1", info=info)
    seen = await http.get("/api/rooms/ROOM1", params={"code": "ABC234"})
    assert (seen.status_code, seen.json()) == (200, msgspec.to_builtins(info))
    assert await door.hear() == Inspect(player, "ABC234")
    door.room_answer = Place(code="not_owner")
    changed = await http.put("/api/rooms/ROOM1", json=BODY)
    assert (changed.status_code, changed.json()["code"]) == (403, "not_owner")
    assert await door.hear() == Edit(player, OPTIONS)
    nowhere = await http.get("/api/rooms/NONE")
    door.room_answer = Place(code="no_such_room")
    wrong = await http.get("/api/rooms/ROOM1", params={"code": "WRONG2"})
    assert (nowhere.status_code, nowhere.json()) == (wrong.status_code, wrong.json()), "A52: no difference"


async def test_a_seat_is_asked_for_on_the_socket(door: Doorway) -> None:
    player = await Player.sign_in(door.address)
    await player.connect()
    await door.serve_room("ROOM1")
    for answer, code in ((Place(room="ROOM1"), None), (Place(code="room_full"), "room_full")):
        door.room_answer = answer
        heard = await player.ask(SitRequest(player.next_id(), "ROOM1", "ABC234"))
        assert await door.hear() == Sit(player.id, "ABC234")
        assert isinstance(heard, Refused) if code else isinstance(heard, Ack)
        if code is None:
            assert (await player.until(Seated)).room == "ROOM1"
    assert isinstance(refused := await player.ask(SitRequest(player.next_id(), "NONE")), Refused)
    assert refused.code == "no_such_room"
    await player.close()


async def test_codes_are_not_tried_one_by_one(
    door: Doorway, http: httpx2.AsyncClient, clock: ManualClock
) -> None:
    """Field report A52: by one player at a time, by all of an address together; by link or on the socket."""
    tried = [(await http.get("/api/rooms/ROOM1")).status_code for _ in range(GUESSES_PER_MINUTE + 5)]
    assert tried == [404] * GUESSES_PER_MINUTE + [429] * 5
    gateway, rooms = door.gateway, [f"p{number}" for number in range(5_000)]
    assert sum(gateway.may_guess(player, "10.0.0.1") for player in rooms) == 4 * GUESSES_PER_MINUTE
    assert sum(gateway.may_guess("one", f"10.0.1.{number}") for number in range(5_000)) == GUESSES_PER_MINUTE
    clock.advance(2_000)
    assert (await http.get("/api/rooms/ROOM1")).status_code == 404
    player = await Player.sign_in(door.address)
    await player.connect()
    answers = [await player.ask(SitRequest(player.next_id(), "ROOM1")) for _ in range(GUESSES_PER_MINUTE + 1)]
    codes = [answer.code for answer in answers if isinstance(answer, Refused)]
    assert codes == ["no_such_room"] * GUESSES_PER_MINUTE + ["slow_down"]
    await player.close()


async def test_rooms_are_not_opened_by_the_dozen(http: httpx2.AsyncClient, clock: ManualClock) -> None:
    """Options that no room has cost nothing: whoever fills in the form may err."""
    for _ in range(3 * OPENINGS_PER_MINUTE):
        assert (await http.post("/api/rooms", json=BODY | {"fee": -1})).status_code == 422
    tried = [(await http.post("/api/rooms", json=BODY)).status_code for _ in range(OPENINGS_PER_MINUTE + 1)]
    assert tried == [503] * OPENINGS_PER_MINUTE + [429]
    assert (await http.put("/api/rooms/ROOM1", json=BODY)).status_code == 429
    clock.advance(60_000)
    assert (await http.put("/api/rooms/ROOM1", json=BODY)).status_code == 404
