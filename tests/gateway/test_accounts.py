"""Members over HTTP: how one becomes one, comes back, and goes; and what becomes of sockets meanwhile."""

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest
import pytest_asyncio

from app.clock import ManualClock
from app.gateway.services import SIGN_INS_PER_MINUTE
from app.gateway.vigil import PERIOD_MS, Vigil
from app.ledger import hands
from app.players import passwords
from app.players.bans import ban, unban
from app.players.passwords import MOST_WAITING
from app.players.points import Tally, count
from app.players.sessions import LIFE_S, MEMBER_LIFE_S, MOST_SESSIONS
from app.rooms.messages import Place
from app.rules.levels import Ladder
from app.storage.store import PlayedRow
from tests.contracts import rows
from tests.gateway.doorway import Doorway, doorway
from tests.stories.player import Player

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("quick_hashes")]

PASSWORD = "korrektes pferd"


@pytest.fixture(scope="module")
def clock() -> ManualClock:
    return ManualClock()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def door(clock: ManualClock) -> AsyncIterator[Doorway]:
    async with doorway(clock=clock) as opened:
        yield opened


@pytest.fixture(autouse=True)
def minutes_pass(clock: ManualClock) -> None:
    """No test feels the limits that another one has come to."""
    clock.advance(3600_000)


def browser(door: Doorway, host: str = "127.0.0.1") -> httpx2.AsyncClient:
    """A browser on the server's own page, at this address of the network."""
    own = {"Origin": door.address}
    transport = httpx2.AsyncHTTPTransport(local_address=host)
    return httpx2.AsyncClient(base_url=door.address, headers=own, transport=transport)


async def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def guest(http: httpx2.AsyncClient, name: str = "Ann") -> dict[str, Any]:
    made: dict[str, Any] = (await http.post("/api/guests", json={"name": name})).json()
    return made


async def member(http: httpx2.AsyncClient, name: str, password: str = PASSWORD) -> dict[str, Any]:
    """A new member, or a guest who becomes one."""
    answer = await http.post("/api/members", json={"name": name, "password": password})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def sign_in(http: httpx2.AsyncClient, name: str, password: str = PASSWORD) -> Any:
    return await http.post("/api/session", json={"name": name, "password": password})


def cookie(http: httpx2.AsyncClient) -> str:
    return f"session={http.cookies['session']}"


async def tab(door: Doorway, http: httpx2.AsyncClient) -> Player:
    """A socket of this browser's."""
    opened = Player(door.address, cookie(http), "")
    await opened.connect()
    return opened


def is_closed(tab: Player) -> bool:
    return tab.socket.close_code is not None


async def closes(*tabs: Player) -> list[int | None]:
    async with asyncio.timeout(2):
        return [await each.closing_code() for each in tabs]


# --- becoming a member -------------------------------------------------------------------------------------


async def test_a_guest_who_becomes_a_member_stays_who_he_is(door: Doorway) -> None:
    """Id, beans, points and history (field report A67), once; with another token, and from any browser."""
    async with browser(door) as http, browser(door) as elsewhere:
        made = await guest(http)
        assert made["kind"] == "guest"
        async with door.gateway.storage.begin() as tx:
            await tx.rooms.add(rows.room("past"))
            await tx.hands.add(rows.hand("past", 1))
            await tx.hands.finish("past", 1, status="settled", result=b"", ended_ms=9)
            await count(tx, "past", 1, Tally(Ladder.THREE, {made["player"]: 40}))
            played = PlayedRow(
                made["player"], 9, "past", 1, "happy", "landlord", "won", 8, 50, 40, auto=False
            )
            await tx.history.add([played])
        before = (await http.get("/api/session")).json()
        history = (await http.get("/api/me/hands")).json()
        assert len(history["hands"]) == 1
        old_token, old_tab = cookie(http), await tab(door, http)
        now = await member(http, " Ann  Lee ")
        assert now == {**before, "kind": "member", "name": "Ann Lee"}
        assert await closes(old_tab) == [1013], "it comes back by itself, with the new token"
        assert cookie(http) != old_token
        assert (await http.get("/api/session", headers={"Cookie": old_token})).json() is None
        signed_in = await sign_in(elsewhere, "ann lee")
        assert (signed_in.status_code, signed_in.json()) == (200, now)
        assert (await elsewhere.get("/api/me/hands")).json() == history
        again = await http.post("/api/members", json={"name": "Ann B", "password": PASSWORD})
        assert await code_of(again) == (409, "already_signed_in")
        assert await code_of(await sign_in(http, "Ann Lee")) == (409, "already_signed_in")


async def test_names_of_members_are_taken_however_they_are_typed(door: Doorway) -> None:
    async with browser(door) as http, browser(door) as other:
        made = await member(http, "Straße ♥")
        assert (made["beans"], made["kind"]) == (3000, "member")
        for same in ("STRASSE ♥", "ｓｔｒａße  ♥", "Straße ♥\ufe0f", "Stra\u200bße ♥"):
            answer = await other.post("/api/members", json={"name": same, "password": PASSWORD})
            assert await code_of(answer) == (409, "name_taken"), same
        await guest(other, "Straße ♥")
        answer = await other.post("/api/members", json={"name": "Straße ♥", "password": PASSWORD})
        assert await code_of(answer) == (409, "name_taken"), "guests may share it, but not become it"
        assert (await other.get("/api/session")).json()["kind"] == "guest"
        assert (await member(other, "100 MHz"))["kind"] == "member"
        async with browser(door) as third:
            answer = await third.post("/api/members", json={"name": "100 ㎒", "password": PASSWORD})
            assert await code_of(answer) == (409, "name_taken")


async def test_of_two_who_want_a_name_at_once_one_has_it(door: Doorway) -> None:
    """The other has become nobody: no player, no beans."""
    wanted = {"name": "Twin", "password": PASSWORD}
    async with browser(door) as http:
        answers = await asyncio.gather(*(http.post("/api/members", json=wanted) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    async with door.gateway.storage.read() as tx:
        twins = [player for player in await tx.players.of_kind("member") if player.name == "Twin"]
        assert len(twins) == 1


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("Pia", "1234567", "short_password"),
        ("Pia", "é" * 257, "long_password"),
        ("Pia", "Password1", "common_password"),
        ("Pia", "abababababab", "common_password"),
        ("Pia Peperoni", "pia peperoni", "common_password"),
        ("\u202e", PASSWORD, "bad_name"),
        ("x" * 13, PASSWORD, "bad_name"),
    ],
)
async def test_what_will_not_do_is_said(door: Doorway, name: str, password: str, code: str) -> None:
    async with browser(door) as http:
        answer = await http.post("/api/members", json={"name": name, "password": password})
        assert await code_of(answer) == (422, code)


async def test_a_password_is_taken_as_it_stands(door: Doorway) -> None:
    """Any characters, 256 of them, none of them dropped or folded."""
    password = " Ünïcödé 密码 \0 " + "x" * 241 + "Q"
    async with browser(door) as http, browser(door) as other:
        await member(http, "Quinn", password)
        for wrong in (password.strip(), password[:-1], password.lower(), ""):
            assert await code_of(await sign_in(other, "Quinn", wrong)) == (401, "wrong_password")
        assert (await sign_in(other, "Quinn", password)).status_code == 200


# --- signing in --------------------------------------------------------------------------------------------


async def test_a_wrong_password_and_an_unknown_name_are_the_same(door: Doorway) -> None:
    async with browser(door) as http, browser(door) as other:
        await member(http, "Rosa")
        answers = [await sign_in(other, name, "no such password") for name in ("Rosa", "Nobody", "\u202e")]
        assert {(answer.status_code, answer.text) for answer in answers} == {(401, answers[0].text)}
        assert await code_of(answers[0]) == (401, "wrong_password")
        assert not other.cookies


async def test_unknown_names_are_hashed_too(door: Doorway, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long an answer takes does not say whether there is such a name."""
    compared: list[str] = []
    threads: set[str] = set()
    matches = passwords._matches

    def noting(kept: str, password: str) -> bool:
        compared.append(kept)
        threads.add(threading.current_thread().name)
        return matches(kept, password)

    monkeypatch.setattr(passwords, "_matches", noting)
    async with browser(door) as http:
        await sign_in(http, "Nobody", "nobody")
    assert len(compared) == 1
    assert compared[0].startswith("$argon2id$")
    assert threads == {"passwords_0"}, "never on the event loop"


async def test_guessing_is_slowed_down_by_name_and_by_address(door: Doorway, clock: ManualClock) -> None:
    async with browser(door) as http, browser(door, "127.0.0.2") as other:
        await member(http, "Tess")
        for number in range(SIGN_INS_PER_MINUTE):
            assert (await sign_in(other, "TESS" if number else "tess", "guess guess")).status_code == 401
        assert await code_of(await sign_in(other, "Somebody")) == (429, "slow_down"), "by address"
        await http.delete("/api/session")
        assert await code_of(await sign_in(http, "Tess")) == (429, "slow_down"), "by name"
        clock.advance(60_000 // SIGN_INS_PER_MINUTE)
        assert (await sign_in(http, "Tess")).status_code == 200


async def test_the_oldest_of_many_browsers_is_signed_out(door: Doorway, clock: ManualClock) -> None:
    async with browser(door) as first:
        await member(first, "Uma")
        first_tab = await tab(door, first)
        for _ in range(MOST_SESSIONS):
            clock.advance(60_000)
            async with browser(door) as http:
                assert (await sign_in(http, "Uma")).status_code == 200
        assert await closes(first_tab) == [4401]
        assert (await first.get("/api/session")).json() is None


async def test_a_session_goes_on_while_it_is_used(door: Doorway, clock: ManualClock) -> None:
    """A guest's for a year, a member's for a month, counted from the last day that he was here."""
    async with browser(door) as http:
        await guest(http)
        assert "set-cookie" not in (await http.get("/api/session")).headers
        clock.advance((LIFE_S - 60) * 1000)
        assert f"Max-Age={LIFE_S}" in (await http.get("/api/session")).headers["set-cookie"]
        clock.advance((LIFE_S - 60) * 1000)
        await member(http, "Vera")
        for _ in range(3):
            clock.advance((MEMBER_LIFE_S - 60) * 1000)
            assert f"Max-Age={MEMBER_LIFE_S}" in (await http.get("/api/session")).headers["set-cookie"]
        clock.advance(MEMBER_LIFE_S * 1000)
        http.cookies.set("session", http.cookies["session"])
        assert (await http.get("/api/session")).json() is None


async def test_a_password_that_changes_meanwhile_opens_nothing(
    door: Doorway, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the comparison, which takes its time, and what follows from it."""
    async with browser(door) as http, browser(door) as other:
        made = await member(http, "Xaver")
        matches = door.gateway.passwords.matches

        async def slowly(kept: str | None, password: str) -> bool:
            found = await matches(kept, password)
            async with door.gateway.storage.begin() as tx:
                await tx.players.change_password(made["player"], "another hash")
            return found

        monkeypatch.setattr(door.gateway.passwords, "matches", slowly)
        assert await code_of(await sign_in(other, "Xaver")) == (401, "wrong_password")


async def test_too_many_at_once_are_told_to_come_later(door: Doorway) -> None:
    kept = door.gateway.passwords
    async with browser(door) as http:
        kept._waiting = MOST_WAITING
        try:
            assert await code_of(await sign_in(http, "Ann")) == (503, "unavailable")
        finally:
            kept._waiting = 0
        assert (await sign_in(http, "Ann")).status_code == 401


# --- passwords, signing out, going -------------------------------------------------------------------------


async def test_a_new_password_signs_everybody_else_out(door: Doorway, clock: ManualClock) -> None:
    async with browser(door) as http, browser(door) as thief:
        await member(http, "Wanda")
        await sign_in(thief, "Wanda")
        own, stolen = await tab(door, http), await tab(door, thief)
        old_token = cookie(http)

        async def change(old: str, new: str) -> Any:
            return await http.put("/api/me/password", json={"old": old, "new": new})

        assert await code_of(await change("not mine at all", "another one")) == (401, "wrong_password")
        assert await code_of(await change(PASSWORD, "short")) == (422, "short_password")
        assert (await change(PASSWORD, "another one")).status_code == 204
        assert await closes(own, stolen) == [1013, 4401]
        assert (await http.get("/api/session")).json()["name"] == "Wanda"
        for token in (old_token, cookie(thief)):
            assert (await http.get("/api/session", headers={"Cookie": token})).json() is None
        await http.delete("/api/session")
        clock.advance(60_000)
        assert await code_of(await sign_in(http, "Wanda")) == (401, "wrong_password")
        assert (await sign_in(http, "Wanda", "another one")).status_code == 200


async def test_a_guest_has_no_password_to_change(door: Doorway) -> None:
    async with browser(door) as http:
        await guest(http)
        answer = await http.put("/api/me/password", json={"old": PASSWORD, "new": PASSWORD})
        assert await code_of(answer) == (409, "not_a_member")


async def test_signing_out_everywhere(door: Doorway) -> None:
    async with browser(door) as http, browser(door) as other, browser(door) as stranger:
        await member(http, "Xenia")
        await sign_in(other, "Xenia")
        await guest(stranger)
        tabs = [await tab(door, each) for each in (http, other)]
        bystander = await tab(door, stranger)
        assert (await http.delete("/api/sessions")).status_code == 204
        assert await closes(*tabs) == [4401, 4401]
        assert (await other.get("/api/session")).json() is None
        assert (await stranger.get("/api/session")).json() is not None
        await bystander.close()


async def test_a_deleted_account_leaves_nothing_but_its_books(door: Doorway, clock: ManualClock) -> None:
    async with browser(door) as http, browser(door) as other:
        made = await member(http, "Yara")
        await sign_in(other, "Yara")
        tabs = [await tab(door, each) for each in (http, other)]

        async def delete(password: str | None = PASSWORD) -> Any:
            return await http.post("/api/me/deletion", json={"password": password})

        for wrong in (None, "", "not mine at all"):
            assert await code_of(await delete(wrong)) == (401, "wrong_password")
        clock.advance(60_000)
        storage = door.gateway.storage
        async with storage.begin() as tx:
            account = await tx.ledger.find_account("player", made["player"])
            assert account
            await hands.start(tx, "r", 1, {account.id: account.balance})
        assert await code_of(await delete()) == (409, "in_a_hand")
        async with storage.begin() as tx:
            await tx.ledger.unmark("r:1")
        door.found = Place(room="ROOM1")
        assert await code_of(await delete()) == (409, "seated")
        door.found = Place()
        assert (await delete()).status_code == 204
        assert await closes(*tabs) == [4401, 4401]
        for each in (http, other):
            assert (await each.get("/api/session")).json() is None
        assert await code_of(await sign_in(http, "Yara")) == (401, "wrong_password")
        async with storage.read() as tx:
            assert await tx.ledger.get_account(account.id) == account
            player = (await tx.players.get([made["player"]]))[made["player"]]
        assert (player.kind, player.name) == ("deleted", "")
        new = await member(http, "Yara")
        assert new["player"] != made["player"], "the name is free again, and somebody else's"
        assert await code_of(await http.get(f"/api/players/{made['player']}")) == (404, "not_found")
        async with browser(door) as nobody:
            await guest(nobody)
            assert (await nobody.post("/api/me/deletion", json={})).status_code == 204


# --- bans --------------------------------------------------------------------------------------------------


async def test_who_is_banned_is_told_why_and_can_do_nothing(door: Doorway, clock: ManualClock) -> None:
    async with browser(door) as http, browser(door) as other, browser(door) as stranger:
        made = await member(http, "Zoe")
        await guest(stranger)
        open_tab, bystander = await tab(door, http), await tab(door, stranger)
        storage, until_ms = door.gateway.storage, clock.now_ms() + 1000
        async with storage.begin() as tx:
            await ban(tx, made["player"], "too loud", until_ms, clock=clock)
        await Vigil(door.gateway).look()
        assert await closes(open_tab) == [4401]
        assert not is_closed(bystander)
        told = {"code": "banned", "params": {"reason": "too loud", "until_ms": until_ms}}
        for method, path, body in (
            ("GET", "/api/session", None),
            ("GET", "/api/me", None),
            ("GET", "/api/me/hands", None),
            ("POST", "/api/relief", None),
            ("POST", "/api/guests", {"name": "Another"}),
            ("PUT", "/api/me/password", {"old": PASSWORD, "new": "another one"}),
        ):
            answer = await http.request(method, path, json=body)
            assert (answer.status_code, answer.json()) == (403, told), path
        shut = Player(door.address, cookie(http), "")
        with pytest.raises(Exception, match="4401"):
            await shut.connect()
        assert (await sign_in(other, "Zoe")).json() == told
        assert await code_of(await sign_in(other, "Zoe", "a wrong one")) == (401, "wrong_password")
        clock.advance(1000)
        assert (await http.get("/api/session")).json()["name"] == "Zoe"
        async with storage.begin() as tx:
            await ban(tx, made["player"], "for good", None, clock=clock)
        assert (await http.get("/api/session")).json()["params"] == {"reason": "for good", "until_ms": 0}
        async with storage.begin() as tx:
            await unban(tx, made["player"])
        assert (await http.get("/api/session")).status_code == 200
        async with storage.begin() as tx:
            await ban(tx, made["player"], "again", None, clock=clock)
            with pytest.raises(LookupError):
                await ban(tx, "nobody", "why", None, clock=clock)
        assert (await http.delete("/api/session")).status_code == 204, "he may always go"
        assert (await http.get("/api/session")).json() is None
        await bystander.close()


async def test_a_session_that_has_run_out_closes_its_socket(door: Doorway, clock: ManualClock) -> None:
    """By itself, or because another process has ended it: the vigil looks at every socket."""
    async with browser(door) as http, browser(door) as other:
        await member(http, "Abe")
        await guest(other)
        short, long = await tab(door, http), await tab(door, other)
        vigil = Vigil(door.gateway)
        clock.advance(MEMBER_LIFE_S * 1000 - PERIOD_MS)
        await vigil.look()
        assert not is_closed(short)
        vigil.start()
        try:
            await asyncio.sleep(0)  # it has begun to wait
            clock.advance(PERIOD_MS)
            assert await closes(short) == [4401]
            assert not is_closed(long)
        finally:
            await vigil.stop()
            await long.close()
