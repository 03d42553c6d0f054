"""Guests, sessions and pages, over HTTP."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from app.gateway.headers import CONTENT_SECURITY_POLICY
from app.players.names import LONGEST
from app.players.points import Tally, count
from app.players.sessions import token_hash
from app.rooms.messages import Attach
from app.rules.levels import Ladder
from app.storage.store import TryAgainError
from app.wire.notices import Welcome
from tests.contracts import rows
from tests.gateway.doorway import Doorway, doorway
from tests.stories.player import Player

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def door() -> AsyncIterator[Doorway]:
    async with doorway() as opened:
        yield opened


def browser(door: Doorway, **headers: str) -> httpx2.AsyncClient:
    """A browser on the server's own page."""
    own = {"Origin": door.address, **headers}
    return httpx2.AsyncClient(base_url=door.address, headers=own, trust_env=False, verify=False)


async def sign_in(http: httpx2.AsyncClient, name: str = "Ann") -> dict[str, Any]:
    answer = await http.post("/api/guests", json={"name": name})
    assert answer.status_code == 201, answer.text
    signed_in: dict[str, Any] = answer.json()
    return signed_in


# --- guests and sessions -----------------------------------------------------------------------------------


async def test_a_guest_has_a_name_and_the_starting_beans(door: Doorway) -> None:
    async with browser(door) as http:
        made = await sign_in(http, "  Ann \u202e  Lee ")
        assert (made["name"], made["beans"], made["room"]) == ("Ann Lee", 3000, None)
        assert (await http.get("/api/session")).json() == made


async def test_a_session_says_where_its_player_stands_on_both_ladders(door: Doorway) -> None:
    async with browser(door) as http:
        made = await sign_in(http)
        lowest = {"points": 0, "title": "bonded_labourer", "rank": 0, "since": None}
        assert made["conduct"] == {"escapes": 0, "until_ms": None, "next_minutes": 0}
        assert made["levels"] == {"three": {**lowest, "next": 10}, "five": {**lowest, "next": 30}}
        async with door.gateway.storage.begin() as tx:
            room = f"past {made['player']}"
            await tx.rooms.add(rows.room(room))
            for number in (1, 2):
                await tx.hands.add(rows.hand(room, number))
                await tx.hands.finish(room, number, status="settled", result=b"", ended_ms=9)
            await count(tx, room, 1, Tally(Ladder.THREE, {made["player"]: 500}))
            await count(tx, room, 2, Tally(Ladder.FIVE, {made["player"]: -3}))
        assert (await http.get("/api/session")).json()["levels"] == {
            "three": {"points": 500, "title": "rich_peasant", "rank": 8, "since": 500, "next": 700},
            "five": {**lowest, "points": -3, "next": 30},
        }


async def test_without_a_session_one_is_signed_out(door: Doorway) -> None:
    async with browser(door) as http:
        for token in ("", "x", "A" * 43, "A" * 5000):
            answer = await http.get("/api/session", headers={"Cookie": f"session={token}"})
            assert (answer.status_code, answer.json()) == (200, None)


async def test_who_is_signed_in_does_not_become_somebody_else_by_accident(door: Doorway) -> None:
    async with browser(door) as http:
        made = await sign_in(http)
        answer = await http.post("/api/guests", json={"name": "Ben"})
        assert (answer.status_code, answer.json()["code"]) == (409, "already_signed_in")
        assert (await http.get("/api/session")).json() == made


async def test_signing_out_ends_the_session_and_closes_its_sockets_at_once(door: Doorway) -> None:
    async with browser(door) as http:
        await sign_in(http)
        cookie = f"session={http.cookies['session']}"
        tabs = [Player(door.address, cookie, "") for _ in range(2)]
        for tab in tabs:
            await tab.connect()
        other = await Player.sign_in(door.address)
        await other.connect()
        answer = await http.delete("/api/session")
        assert answer.status_code == 204
        assert 'session=""' in answer.headers["set-cookie"]
        async with asyncio.timeout(1):
            for tab in tabs:
                assert await tab.closing_code() == 4401
        again = await http.get("/api/session", headers={"Cookie": cookie})
        assert again.json() is None
        assert (await http.delete("/api/session")).status_code == 204
        assert (await other.socket.ping()) is not None
        await other.close()


async def test_a_session_that_ends_during_the_handshake_opens_nothing(door: Doorway) -> None:
    """Between the look at the cookie and the first word, and before this socket could hear of it."""
    player = await Player.sign_in(door.address)
    socket = await open_silent(player)
    async with door.gateway.storage.begin() as tx:
        await tx.sessions.end([token_hash(player.cookie.partition("=")[2])])
    await socket.send('{"type":"hello","protocol":1}')
    async with asyncio.timeout(5):
        await socket.wait_closed()
    assert socket.close_code == 4401


async def open_silent(player: Player) -> ClientConnection:
    """A socket that says no hello."""
    return await connect(
        player.address.replace("http", "ws") + "/ws",
        origin=Origin(player.address),
        additional_headers={"Cookie": player.cookie},
        proxy=None,
    )


# --- the cookie --------------------------------------------------------------------------------------------


async def test_by_http_the_cookie_is_plain_but_no_script_and_no_other_site_gets_it(door: Doorway) -> None:
    async with browser(door) as http:
        answer = await http.post("/api/guests", json={"name": "Ann"})
        name, *attributes = answer.headers["set-cookie"].split("; ")
        assert name.startswith("session=")
        assert len(name.partition("=")[2]) == 43
        assert set(map(str.lower, attributes)) == {
            "httponly",
            "max-age=31536000",
            "path=/",
            "samesite=strict",
        }
        assert "strict-transport-security" not in answer.headers


async def test_by_https_the_cookie_belongs_to_this_host_and_to_tls_alone() -> None:
    public = "https://cards.example.org"
    async with doorway(address=public) as door, browser(door, Origin=public) as http:
        answer = await http.post("/api/guests", json={"name": "Ann"})
        name, *attributes = answer.headers["set-cookie"].split("; ")
        assert name.startswith("__Host-session=")
        assert {"secure", "httponly", "path=/", "samesite=strict"} <= set(map(str.lower, attributes))
        assert not any(attribute.lower().startswith("domain") for attribute in attributes)
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        plain = await http.get("/api/session", headers={"Cookie": "session=" + name.partition("=")[2]})
        assert plain.json() is None, "a plain cookie, which a neighbour could have set, counts for nothing"


# --- bodies ------------------------------------------------------------------------------------------------

BAD_BODIES = {
    "nothing": b"",
    "no JSON": b"name=Ann",
    "a list": b"[]",
    "a text": b'"Ann"',
    "null": b"null",
    "no name": b"{}",
    "null for a name": b'{"name": null}',
    "a number for a name": b'{"name": 1}',
    "true for a name": b'{"name": true}',
    "a list for a name": b'{"name": ["Ann"]}',
    "more than a name": b'{"name": "Ann", "beans": 1000000}',
    "a kind": b'{"name": "Ann", "kind": "bot"}',
    "NaN": b'{"name": NaN}',
    "NaN beside": b'{"name": "Ann", "x": NaN}',
    "infinite": b'{"name": 1e400}',
    "5,000 digits": b'{"name": ' + b"9" * 5000 + b"}",
    "4,000 deep": b'{"name": ' + b"[" * 4000 + b"]" * 4000 + b"}",
    "4,000 deep and open": b"[" * 4000,
    "no UTF-8": b'{"name": "\xff\xfe"}',
    "half a surrogate": b'{"name": "\\ud800"}',
    "a byte order mark": b'\xef\xbb\xbf{"name": "Ann"}',
    "something behind": b'{"name": "Ann"} x',
    "a comment": b'{"name": "Ann" /* x */}',
}


@pytest.mark.parametrize("case", BAD_BODIES)
async def test_a_bad_body_is_a_bad_request_and_is_not_echoed(door: Doorway, case: str) -> None:
    async with browser(door, **{"Content-Type": "application/json"}) as http:
        answer = await http.post("/api/guests", content=BAD_BODIES[case])
        assert (answer.status_code, answer.json()) == (400, {"code": "bad_request", "params": {}})


async def test_a_body_over_8_kib_is_too_big_however_it_comes(door: Doorway) -> None:
    big = b'{"name": "' + b"x" * 8200 + b'"}'

    async def in_pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(big), 1000):
            yield big[start : start + 1000]

    async with browser(door, **{"Content-Type": "application/json"}) as http:
        for content in (big, in_pieces()):
            answer = await http.post("/api/guests", content=content)
            assert (answer.status_code, answer.json()["code"]) == (413, "too_big")


@pytest.mark.parametrize(
    "kind",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx"],
)
async def test_only_json_is_read(door: Doorway, kind: str) -> None:
    async with browser(door, **{"Content-Type": kind}) as http:
        answer = await http.post("/api/guests", content=b'{"name": "Ann"}')
        assert (answer.status_code, answer.json()["code"]) == (415, "not_json")


BAD_NAMES = {
    "empty": "",
    "blank": " \t\n\u3000",
    "zero-width only": "\u200b\u200d\ufeff",
    "bidi only": "\u202e\u2066\u2069",
    "too long": "x" * (LONGEST + 1),
    "too long in Chinese": "长" * (LONGEST + 1),
    "10,000 characters": None,
    "a tower of marks": "z" + "\u0301" * 30,
    "fillers that look blank": "\u3164\u2800",
    "a private character": "\ue000",
}


@pytest.mark.parametrize("case", BAD_NAMES)
async def test_a_bad_name_is_refused(door: Doorway, case: str) -> None:
    name = BAD_NAMES[case]
    async with browser(door) as http:
        answer = await http.post("/api/guests", json={"name": "x" * 8000 if name is None else name})
        assert answer.json()["code"] == ("bad_request" if name is None else "bad_name")


async def test_markup_in_a_name_is_text(door: Doorway) -> None:
    async with browser(door) as http:
        made = await sign_in(http, "<b onload=1>")
        assert made["name"] == "<b onload=1>"


# --- other sites -------------------------------------------------------------------------------------------

FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"},
    {"Sec-Fetch-Site": "SAME-ORIGIN"},
]


@pytest.mark.parametrize("headers", FOREIGN)
async def test_a_foreign_page_changes_nothing(door: Doorway, headers: dict[str, str]) -> None:
    async with browser(door) as http:
        await sign_in(http)
        for method in ("POST", "DELETE", "PUT", "PATCH", "OPTIONS"):
            path = "/api/guests" if method == "POST" else "/api/session"
            answer = await http.request(method, path, headers=headers, json={"name": "Ben"})
            assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
        assert (await http.get("/api/session")).json() is not None


async def test_a_request_that_names_no_page_changes_nothing(door: Doorway) -> None:
    async with httpx2.AsyncClient(base_url=door.address, trust_env=False, verify=False) as http:
        answer = await http.post("/api/guests", json={"name": "Ann"})
        assert answer.status_code == 403


async def test_a_foreign_page_reads_nothing(door: Doorway) -> None:
    async with browser(door) as http:
        await sign_in(http)
        for site in ("cross-site", "same-site"):
            answer = await http.get("/api/session", headers={"Sec-Fetch-Site": site})
            assert answer.status_code == 403
        for site in ("none", "same-origin"):
            answer = await http.get("/api/session", headers={"Sec-Fetch-Site": site})
            assert answer.status_code == 200
            assert "access-control-allow-origin" not in answer.headers


async def test_another_site_may_link_to_the_page(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    async with doorway(static_folder=str(tmp_path)) as door, browser(door) as http:
        answer = await http.get("/", headers={"Sec-Fetch-Site": "cross-site"})
        assert answer.status_code == 200


# --- limits ------------------------------------------------------------------------------------------------


async def test_one_address_makes_only_so_many_guests() -> None:
    async with doorway(guests_per_hour=3) as door:
        for _ in range(3):
            async with browser(door) as http:
                await sign_in(http)
        async with browser(door) as http:
            answer = await http.post("/api/guests", json={"name": "Ann"})
            assert (answer.status_code, answer.json()) == (429, {"code": "slow_down", "params": {}})


async def test_a_forwarded_address_is_believed_of_a_trusted_proxy_only() -> None:
    async with doorway(guests_per_hour=1) as door:
        async with browser(door, **{"X-Forwarded-For": "203.0.113.1"}) as http:
            await sign_in(http)
        async with browser(door, **{"X-Forwarded-For": "203.0.113.2"}) as http:
            assert (await http.post("/api/guests", json={"name": "Ann"})).status_code == 429


# --- pages and errors --------------------------------------------------------------------------------------


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[httpx2.AsyncClient]:
    outside = tmp_path_factory.mktemp("site")
    folder = outside / "static"
    (folder / "js").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>")
    (folder / "js" / "main.js").write_text("export {};")
    (outside / "secret.txt").write_text("secret")
    (folder / "link.txt").symlink_to(outside / "secret.txt")
    async with doorway(static_folder=str(folder)) as door, browser(door) as http:
        yield http


async def test_a_page_is_asked_for_again_and_not_sent_again(site: httpx2.AsyncClient) -> None:
    for path, kind in (("/", "text/html"), ("/static/js/main.js", "text/javascript")):
        first = await site.get(path)
        assert first.status_code == 200
        assert first.headers["content-type"].startswith(kind)
        assert first.headers["cache-control"] == "no-cache"
        again = await site.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../secret.txt",
        "/static/%2e%2e/secret.txt",
        "/static/..%2fsecret.txt",
        "/static/%2e%2e%2fsecret.txt",
        "/static/js/..%5c..%5csecret.txt",
        "/static//etc/passwd",
        "/static/%2fetc/passwd",
        "/static/link.txt",
        "/static/js",
        "/static/",
        "/static",
        "/static/a%00b",
        "/static/" + "x" * 5000,
        "/secret.txt",
        "/docs",
        "/redoc",
        "/api/",
        "/api/openapi.json/",
    ],
)
async def test_nothing_else_is_a_page(site: httpx2.AsyncClient, path: str) -> None:
    answer = await site.get(path)
    assert (answer.status_code, answer.json()) == (404, {"code": "not_found", "params": {}})


async def test_every_answer_says_what_a_page_may_load(site: httpx2.AsyncClient) -> None:
    wanted = {
        "content-security-policy": CONTENT_SECURITY_POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
    }
    for method, path in (
        ("GET", "/"),
        ("GET", "/static/js/main.js"),
        ("GET", "/nothing"),
        ("GET", "/api/session"),
        ("GET", "/api/tiers"),
        ("GET", "/api/openapi.json"),
        ("POST", "/api/guests"),
        ("PUT", "/api/session"),
        ("GET", "/livez"),
    ):
        answer = await site.request(method, path)
        assert {name: answer.headers.get(name) for name in wanted} == wanted, path
        assert "server" not in answer.headers
        assert (answer.headers.get("cache-control") == "no-store") == path.startswith("/api/")


async def test_a_bug_says_nothing_of_itself_and_has_the_headers_too() -> None:
    async with doorway() as door:

        async def broken() -> None:
            raise ZeroDivisionError("secret")

        door.app.add_api_route("/api/broken", broken)
        async with browser(door) as http:
            answer = await http.get("/api/broken")
        assert (answer.status_code, answer.json()) == (500, {"code": "internal", "params": {}})
        assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY


async def test_a_database_that_is_too_busy_asks_to_come_again() -> None:
    async with doorway() as door:

        async def busy() -> None:
            raise TryAgainError

        door.app.add_api_route("/api/busy", busy)
        async with browser(door) as http:
            answer = await http.get("/api/busy")
        assert (answer.status_code, answer.json()) == (503, {"code": "unavailable", "params": {}})


async def test_a_method_that_a_route_does_not_know(door: Doorway) -> None:
    async with browser(door) as http:
        for method, path in (("GET", "/api/guests"), ("PUT", "/api/session"), ("DELETE", "/api/tiers")):
            answer = await http.request(method, path)
            assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


async def test_it_is_ready_while_the_lobby_answers() -> None:
    async with doorway() as door, browser(door) as http:
        assert (await http.get("/livez")).status_code == 200
        assert (await http.get("/readyz")).status_code == 200


async def test_what_is_counted_is_for_those_who_run_it() -> None:
    """Everybody else finds nothing there, as at any path that does not exist."""
    async with doorway(metrics_from=("10.0.0.0/8", "127.0.0.1/32")) as door, browser(door) as http:
        door.gateway.metrics.violations.labels("L2").inc(3)
        answer = await http.get("/metrics")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        assert 'doudizhu_ledger_violations_total{invariant="L2"} 3.0' in answer.text.splitlines()
    async with doorway(metrics_from=("10.0.0.0/8", "::1/128")) as door, browser(door) as http:
        hidden, nowhere = await http.get("/metrics"), await http.get("/metrix")
        assert (hidden.status_code, hidden.json()) == (nowhere.status_code, nowhere.json())
        assert hidden.status_code == 404


async def test_the_description_names_every_error(door: Doorway) -> None:
    async with browser(door) as http:
        described = (await http.get("/api/openapi.json")).json()
    assert set(described["paths"]) > {"/api/guests", "/api/relief", "/api/session", "/api/tiers"}
    assert set(described["paths"]["/api/guests"]["post"]["responses"]) >= {"201", "400", "403", "409", "429"}


async def test_the_socket_says_who_it_belongs_to(door: Doorway) -> None:
    player = await Player.sign_in(door.address, "阿明")
    await door.serve_room("ROOM1")
    player.room = "ROOM1"
    welcome = await player.connect()
    assert isinstance(welcome, Welcome)
    assert (welcome.player, welcome.name, welcome.beans, welcome.room) == (player.id, "阿明", 3000, None)
    heard = await door.hear()
    assert isinstance(heard, Attach)
    assert (heard.player, heard.hand, heard.version) == (player.id, None, None)
    await player.close()
