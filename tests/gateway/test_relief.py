"""Relief over HTTP: asked for from the server's own page, given once, refused in words."""

import asyncio
from collections.abc import AsyncIterator

import httpx2
import pytest
import pytest_asyncio

from app.clock import ManualClock
from app.gateway.services import RELIEFS_PER_MINUTE
from app.ledger import hands
from app.ledger.book import post
from app.ledger.economy import Economy
from app.ledger.transfers import Leg, Transfer
from tests.gateway.doorway import Doorway, doorway

DAY_MS = 24 * 3600 * 1000


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest_asyncio.fixture
async def door(clock: ManualClock) -> AsyncIterator[Doorway]:
    async with doorway(clock=clock, economy=Economy(start=499)) as opened:
        yield opened


@pytest_asyncio.fixture
async def http(door: Doorway) -> AsyncIterator[httpx2.AsyncClient]:
    """A guest's browser on the server's own page."""
    own = {"Origin": door.address}
    async with httpx2.AsyncClient(base_url=door.address, headers=own, trust_env=False) as browser:
        made = await browser.post("/api/guests", json={"name": "Ann"})
        assert made.status_code == 201
        assert (made.json()["beans"], made.json()["relief"]) == (499, {"beans": 1_000, "left": 3})
        yield browser


async def account_id(door: Doorway, http: httpx2.AsyncClient) -> int:
    player = (await http.get("/api/session")).json()["player"]
    async with door.gateway.storage.read() as tx:
        account = await tx.ledger.find_account("player", player)
    assert account
    return account.id


async def lose(door: Doorway, account: int, beans: int, key: str) -> None:
    """Beans go away, as in a hand."""
    legs = (Leg(account, -beans, "correction"), Leg(door.gateway.system.correction, beans, "correction"))
    async with door.gateway.storage.begin() as tx:
        await post(tx, Transfer(key, "correction", legs, "op", reason="lost", ticket="t"), 0)


async def test_who_has_run_short_asks_and_is_given(
    door: Doorway, http: httpx2.AsyncClient, clock: ManualClock
) -> None:
    for count in (1, 2, 3):
        answer = await http.post("/api/relief")
        assert answer.status_code == 200
        assert (answer.json()["beans"], answer.json()["relief"]) == (1_499 if count == 1 else 1_000, None)
        assert (await http.get("/api/session")).json() == answer.json()
        await lose(door, await account_id(door, http), answer.json()["beans"], f"lost {count}")
    assert (await http.get("/api/session")).json()["relief"] == {"beans": 1_000, "left": 0}
    refused = await http.post("/api/relief")
    assert (refused.status_code, refused.json()) == (409, {"code": "relief_used_up", "params": {}})
    clock.advance(DAY_MS)
    assert (await http.get("/api/session")).json()["relief"] == {"beans": 1_000, "left": 3}
    assert (await http.post("/api/relief")).json()["beans"] == 1_000


async def test_asked_ten_times_at_once_it_is_given_once(door: Doorway, http: httpx2.AsyncClient) -> None:
    answers = await asyncio.gather(*(http.post("/api/relief") for _ in range(10)))
    codes = sorted((answer.status_code, answer.json().get("code", "")) for answer in answers)
    assert codes == [(200, ""), *[(409, "relief_not_needed")] * 9]
    assert (await http.get("/api/session")).json()["beans"] == 1_499


async def test_in_a_hand_there_is_none(door: Doorway, http: httpx2.AsyncClient) -> None:
    account = await account_id(door, http)
    async with door.gateway.storage.begin() as tx:
        await hands.start(tx, "r1", 1, {account: 499})
    assert (await http.get("/api/session")).json()["relief"] is None
    refused = await http.post("/api/relief")
    assert (refused.status_code, refused.json()["code"]) == (409, "in_a_hand")


async def test_an_empty_budget_is_said(door: Doorway, http: httpx2.AsyncClient) -> None:
    await lose(door, door.gateway.system.grant, 10**10 - 499, "all of it")
    refused = await http.post("/api/relief")
    assert (refused.status_code, refused.json()["code"]) == (409, "relief_budget_empty")
    assert (await http.get("/api/session")).json()["beans"] == 499


async def test_only_a_guest_on_the_servers_own_page_is_given_any(
    door: Doorway, http: httpx2.AsyncClient
) -> None:
    cookie = f"session={http.cookies['session']}"
    async with httpx2.AsyncClient(base_url=door.address, trust_env=False) as elsewhere:
        for headers in ({}, {"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            answer = await elsewhere.post("/api/relief", headers={"Cookie": cookie, **headers})
            assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin"), headers
        signed_out = await elsewhere.post("/api/relief", headers={"Origin": door.address})
        assert (signed_out.status_code, signed_out.json()["code"]) == (401, "signed_out")
        assert (await elsewhere.get("/api/relief", headers={"Cookie": cookie})).status_code == 405
    assert (await http.get("/api/session")).json()["beans"] == 499


async def test_who_asks_too_often_is_slowed_down(http: httpx2.AsyncClient) -> None:
    for _ in range(RELIEFS_PER_MINUTE):
        await http.post("/api/relief")
    refused = await http.post("/api/relief")
    assert (refused.status_code, refused.json()["code"]) == (429, "slow_down")
