"""Matches over real sockets: waiting, coming back to it, and sitting down together."""

import asyncio
from pathlib import Path

from app.rules.facts import HandOpened
from app.wire.notices import Ack, Lobby, Queued, Refused, Seated, Snapshot, Welcome
from app.wire.requests import Hello, LeaveRequest, Look, Queue, Unqueue
from tests.stories.player import Player
from tests.stories.server import running


async def wait_for_match(player: Player) -> Queued:
    """Ask for a seat; how the wait stands."""
    assert isinstance(await player.ask(Queue(player.next_id(), "happy", "starter")), Ack)
    return await player.until(Queued)


async def sit_down(player: Player) -> str:
    """Hear of the match and take the seat."""
    player.room = (await player.until(Seated)).room
    await player.send(Hello(1, player.room))
    await player.until(Snapshot)
    return player.room


async def test_three_people_find_each_other(tmp_path: Path) -> None:
    async with running(f"sqlite:///{tmp_path}/test.sqlite3", match_bots_ms=60_000) as address:
        ann, bob, cat = [await Player.sign_in(address, name) for name in ("ann", "bob", "cat")]
        for player in (ann, bob, cat):
            await player.connect()
        await cat.ask(Look("look", on=True))
        assert (await cat.until(Lobby)).online == 3
        assert (await wait_for_match(ann)).people == 1
        phone = Player(address, ann.cookie, ann.id)
        await phone.connect()
        assert (await phone.until(Queued)).people == 1, "told without asking"
        await ann.drop()
        assert (await wait_for_match(bob)).people == 2
        told = await cat.until(Lobby, lambda lobby: any(tier.waiting == 2 for tier in lobby.tiers))
        assert not told.whole
        assert isinstance(await phone.ask(Unqueue("u1")), Ack)
        assert isinstance(await phone.ask(Unqueue("u2")), Ack)
        assert (await wait_for_match(phone)).bots_ms in range(50_000, 60_001)
        await cat.send(Queue("q", "happy", "starter"))
        rooms = {await sit_down(player) for player in (phone, bob, cat)}
        assert len(rooms) == 1
        assert isinstance(await phone.ask(Unqueue("u3")), Refused)
        await asyncio.gather(
            *(player.until_fact(HandOpened) for player in (phone, bob, cat) if not player.view)
        )
        again = await ann.connect()
        assert isinstance(again, Welcome)
        assert again.room in rooms, "led back from any device"
        assert isinstance(await phone.ask(LeaveRequest("bye", phone.room or "", 1)), Ack)
        for player in (ann, phone, bob, cat):
            await player.close()
