"""Two people and a bot at a room of their own, through the server's own doors."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import msgspec

from app.rooms.config import STARTER
from app.rooms.options import tier_options
from app.rules.facts import HandOpened
from app.wire.notices import Ack, Presence, Seated, Snapshot
from app.wire.requests import PROTOCOL, AddBotRequest, Hello, ReadyRequest, SitRequest
from tests.stories.player import Player
from tests.stories.server import running

NO_BEANS = replace(tier_options(STARTER, 2), beans=False, coefficient=0, fee=0, entry=0, double_above=None)
OPTIONS = replace(NO_BEANS, name="周五老友局", public=False)


async def _http(player: Player, method: str, path: str, body: Any = None) -> Any:
    headers = {"Origin": player.address, "Cookie": player.cookie}
    async with httpx2.AsyncClient(base_url=player.address, trust_env=False) as http:
        answer = await http.request(method, path, headers=headers, json=body)
    assert answer.is_success, answer.text
    return answer.json()


async def _enter(player: Player, room: str) -> None:
    player.room = room
    await player.send(Hello(PROTOCOL, room))
    await player.until(Snapshot)


async def test_friends_play_by_code(tmp_path: Path) -> None:
    """Made with a code, looked at by link, joined, played, and played again."""
    async with running(f"sqlite:///{tmp_path}/test.sqlite3") as address:
        ann, bob = await Player.sign_in(address, "安"), await Player.sign_in(address, "Bob")
        await ann.connect()
        await bob.connect()
        made = await _http(ann, "POST", "/api/rooms", msgspec.to_builtins(OPTIONS))
        await _enter(ann, made["room"])
        seen = await _http(bob, "GET", f"/api/rooms/{made['room']}?code={made['code']}")
        assert seen["options"]["name"] == "周五老友局"
        assert [seat and seat["name"] for seat in seen["seats"]] == ["安", None, None]
        assert isinstance(await bob.ask(SitRequest(bob.next_id(), made["room"], made["code"])), Ack)
        await bob.until(Seated)
        await _enter(bob, made["room"])
        await ann.until(Presence, lambda told: told.seats[1] is not None)
        assert isinstance(await ann.ask(AddBotRequest(ann.next_id(), made["room"])), Ack)
        for hand in (1, 2):
            for player in (ann, bob):
                assert isinstance(
                    await player.ask(ReadyRequest(player.next_id(), made["room"], on=True)), Ack
                )
            for player in (ann, bob):
                await player.until_fact(HandOpened)
                assert player.hand == hand
            for settled in await asyncio.gather(ann.play_hand(), bob.play_hand()):
                assert settled.moved == settled.fees == (0, 0, 0)
        for player in (ann, bob):
            assert (await _http(player, "GET", "/api/session"))["beans"] == 3_000
            await player.close()
