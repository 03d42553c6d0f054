"""Who may do what: every route and every command, by somebody signed out, a guest, a member, another player, the seat.

A route or a command without a row here fails the test, so whoever adds one has to say who may use it.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final, get_args

import httpx2
import msgspec
import pytest_asyncio
from starlette.routing import Mount, Route, WebSocketRoute

from app.gateway.app import create_app
from app.gateway.origins import Origins
from app.gateway.services import Doors
from app.rooms.config import STARTER
from app.rooms.options import tier_options
from app.rules.facts import HandOpened
from app.wire.notices import Ack, Notice, Pong, Price, Refused, Seated, Snapshot, Welcome
from app.wire.requests import (
    AddBotRequest,
    AgainRequest,
    AutoRequest,
    BidRequest,
    CallRequest,
    DoubleRequest,
    Hello,
    IdentityRequest,
    KickRequest,
    LeaveRequest,
    Look,
    OwnerRequest,
    PassRequest,
    PhraseRequest,
    Ping,
    PlayRequest,
    PriceRequest,
    Queue,
    ReadyRequest,
    Request,
    RobRequest,
    ShowRequest,
    SitRequest,
    StartRequest,
    Unqueue,
)
from tests.gateway.raw import RawSocket, text
from tests.stories.player import Player
from tests.stories.server import running

PASSWORD: Final = "korrektes pferd"
OPTIONS: Final = msgspec.to_builtins(tier_options(STARTER, 2))
PUBLIC: Final = (200, 200, 200, 200)
OWN: Final = (401, 200, 200, 200)
ROUTES: Final[dict[tuple[str, str], tuple[int, int, int, int]]] = {
    ("GET", "/"): PUBLIC,
    ("GET", "/static"): (404, 404, 404, 404),
    ("GET", "/livez"): PUBLIC,
    ("GET", "/readyz"): PUBLIC,
    ("GET", "/metrics"): PUBLIC,  # from this machine; see tests/gateway/test_http.py
    ("GET", "/api/openapi.json"): PUBLIC,
    ("GET", "/api/tiers"): PUBLIC,
    ("POST", "/api/guests"): (201, 409, 409, 409),
    ("POST", "/api/members"): (201, 201, 409, 201),
    ("POST", "/api/relief"): (401, 409, 409, 409),
    ("GET", "/api/session"): PUBLIC,
    ("POST", "/api/session"): (401, 409, 409, 409),
    ("DELETE", "/api/session"): (204, 204, 204, 204),
    ("DELETE", "/api/sessions"): (401, 204, 204, 204),
    ("GET", "/api/me"): OWN,
    ("GET", "/api/me/hands"): OWN,
    ("PUT", "/api/me/password"): (401, 409, 204, 409),
    ("POST", "/api/me/deletion"): (401, 204, 204, 409),
    ("GET", "/api/players/{player}"): OWN,  # of somebody else
    ("POST", "/api/rooms/preview"): PUBLIC,
    ("POST", "/api/rooms"): (401, 403, 201, 409),
    ("GET", "/api/rooms/{room}"): (401, 404, 404, 404),
    ("PUT", "/api/rooms/{room}"): (401, 404, 404, 404),
}
"""Each route's status for somebody who is signed out, a guest, a member, and a guest who sits in a hand."""
BODIES: Final = {
    ("POST", "/api/guests"): {"name": "Ann"},
    ("POST", "/api/session"): {"name": "nobody", "password": PASSWORD},
    ("PUT", "/api/me/password"): {"old": PASSWORD, "new": "another one"},
    ("POST", "/api/me/deletion"): {"password": PASSWORD},
    ("POST", "/api/rooms/preview"): OPTIONS,
    ("POST", "/api/rooms"): OPTIONS,
    ("PUT", "/api/rooms/{room}"): OPTIONS,
}

ROOM: Final = "room"
COMMANDS: Final[dict[type[Any], tuple[dict[str, Any], type[Notice] | str, type[Notice] | str]]] = {
    Hello: ({"protocol": 1, "room": ROOM}, "not_your_seat", Snapshot),
    Ping: ({"t": 1}, Pong, Pong),
    Queue: ({"game": "happy", "tier": "starter"}, Seated, Seated),
    Unqueue: ({}, Ack, "match_made"),
    Look: ({"on": True}, Ack, Ack),
    SitRequest: ({}, "no_such_room", Seated),
    ReadyRequest: ({"on": True}, "not_your_seat", "hand_running"),
    StartRequest: ({}, "not_your_seat", "not_owner"),
    KickRequest: ({"seat": 1}, "not_your_seat", "not_owner"),
    OwnerRequest: ({"seat": 1}, "not_your_seat", "not_owner"),
    AddBotRequest: ({}, "not_your_seat", "not_owner"),
    PriceRequest: ({}, "not_your_seat", Price),
    AutoRequest: ({"on": False}, "not_your_seat", Ack),
    AgainRequest: ({}, "not_your_seat", "hand_running"),
    PhraseRequest: ({"phrase": "hurry"}, "not_your_seat", Ack),
    ShowRequest: ({"moment": "landlord", "yes": True}, "not_your_seat", "not_now"),
    BidRequest: ({"value": 1}, "not_your_seat", "not_now"),
    CallRequest: ({"yes": True}, "not_your_seat", "not_now"),
    RobRequest: ({"yes": True}, "not_your_seat", "not_now"),
    DoubleRequest: ({"yes": True}, "not_your_seat", "not_now"),
    IdentityRequest: ({"yes": True}, "not_your_seat", "not_now"),
    PlayRequest: ({"cards": ["3S"]}, "not_your_seat", "not_now"),
    PassRequest: ({}, "not_your_seat", "not_now"),
    LeaveRequest: ({}, "not_your_seat", Ack),
}
"""Each command: what is sent, what another player hears who names this room, and what its own seat hears.

The hand stands at its first question, so every other action is refused for another reason than whose seat it is.
"""


@pytest_asyncio.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    # The deal takes its time, so that the hand stays where it is.
    async with running(f"sqlite:///{tmp_path}/test.sqlite3", bot_min_ms=60_000, bot_max_ms=60_000) as up:
        yield up


def test_every_route_has_a_row() -> None:
    def unused(_: object) -> Any:
        raise AssertionError

    app = create_app(Doors(Origins(frozenset()), secure=False, static_folder="static"), unused)
    found = set()
    for route in app.routes:
        match route:
            case WebSocketRoute(path="/ws"):
                pass
            case Mount(path=path):
                found.add(("GET", path))
            case Route(path=path, methods=methods):
                found |= {(method, path) for method in methods or () if method != "HEAD"}
            case _:  # FastAPI's wrapper around an included router
                for inner in vars(route)["original_router"].routes:
                    found |= {(method, inner.path) for method in inner.methods}
    assert found == set(ROUTES)


async def test_every_route_answers_as_its_row_says(address: str) -> None:
    other = await Player.sign_in(address)
    for (method, path), expected in ROUTES.items():
        whos = (
            None,
            await Player.sign_in(address),
            await Player.sign_up(address, PASSWORD),
            await seated(address),
        )
        for number, (who, status) in enumerate(zip(whos, expected, strict=True)):
            headers = {"Origin": address} | ({"Cookie": who.cookie} if who else {})
            async with httpx2.AsyncClient(base_url=address, trust_env=False, verify=False) as http:
                body = BODIES.get((method, path))
                if path == "/api/members":
                    body = {"name": f"member {number}", "password": PASSWORD}
                answer = await http.request(
                    method, path.format(player=other.id, room="NOROOM"), headers=headers, json=body
                )
            assert answer.status_code == status, (method, path, number)
            if (method, path) == ("GET", "/api/session"):
                found = (answer.json() or {}).get("player")
                assert found == (who.id if who else None), "everybody is told of himself alone"
        await whos[-1].close()


def test_every_command_has_a_row() -> None:
    assert set(COMMANDS) == set(get_args(Request))


async def test_signed_out_nobody_is_heard(address: str) -> None:
    for command, (fields, _, _) in COMMANDS.items():
        async with await RawSocket.open(address, None) as socket:
            frame = msgspec.json.encode(
                {"type": command.__struct_config__.tag, "id": "r1", "hand": 1, **fields}
            )
            socket.write(text(frame))
            assert await socket.read_close() == ([], 4401)


async def seated(address: str) -> Player:
    player = await Player.sign_in(address)
    await player.connect()
    await player.find_seat()
    await player.until_fact(HandOpened)
    return player


def request(command: type[Any], player: Player, room: str, hand: int) -> Any:
    """A command to a room, with an id of this player's."""
    fields = {name: room if value is ROOM else value for name, value in COMMANDS[command][0].items()}
    envelope = {"id": player.next_id(), "room": room, "hand": hand}
    needed = {field.name for field in msgspec.structs.fields(command) if field.required}
    return command(**{name: value for name, value in envelope.items() if name in needed}, **fields)


async def hears(player: Player, sent: Any) -> type[Notice] | str:
    """What comes of a command: the kind of notice, or the code of a refusal."""
    await player.send(sent)
    telling = (Ack, Refused, Pong, Price, Seated, Snapshot)
    answer = await player.until(telling)
    if isinstance(answer, Ack) and isinstance(sent, Queue | SitRequest):
        answer = await player.until(Seated)
    return answer.code if isinstance(answer, Refused) else type(answer)


async def test_a_seat_is_its_players_alone(address: str) -> None:
    owner, stranger = await seated(address), await seated(address)
    guest, member = await Player.sign_in(address), await Player.sign_up(address, PASSWORD)
    for player in (guest, member):
        await player.connect()
    for command, (_, expected, _) in COMMANDS.items():
        if command in (Queue, Unqueue):
            continue  # they name no room
        for other in (stranger, guest, member):
            sent = request(command, other, owner.room or "", owner.hand)
            assert await hears(other, sent) == expected, (command, other.id)
    heard = await hears(owner, request(PriceRequest, owner, owner.room or "", owner.hand))
    assert heard is Price, "the seat is where it was"
    for player in (owner, stranger, guest, member):
        await player.close()


async def test_a_seat_may_do_all_that_its_row_says(address: str) -> None:
    for command, (_, _, expected) in COMMANDS.items():
        owner = await seated(address)
        answer = await hears(owner, request(command, owner, owner.room or "", owner.hand))
        assert answer == expected, command
        await owner.close()


async def test_hello_is_welcomed_even_where_the_room_is_not_his(address: str) -> None:
    owner, guest = await seated(address), await Player.sign_in(address)
    guest.room = owner.room
    assert isinstance(await guest.connect(), Welcome)
    for player in (owner, guest):
        await player.close()
