"""Kill -9 in the middle of a hand, and the same server again on the same database."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

from app.ledger.audit import audit
from app.rooms.hand import Hand, seat_actor
from app.rules.variants import RULESETS
from app.storage.database import Database
from app.wire.notices import Ack, Presence
from tests.stories.notices import SeenFact, load_notice
from tests.stories.player import Player
from tests.stories.server import ServerProcess
from tests.stories.test_evening import opens, whim


async def test_whatever_was_told_is_true_after_a_kill(
    database: Database, tmp_path: Path, size: Callable[[int, int], int]
) -> None:
    rng = random.Random(9)
    server = await asyncio.to_thread(ServerProcess.start, tmp_path, database.url)
    player = await Player.sign_in(server.address, "阿明")
    try:
        await player.connect()
        room = await player.find_seat()
        for _ in range(size(2, 40)):
            if not await play_some(player, rng):
                break
            server.kill()
            await player.drop()
            server = await asyncio.to_thread(ServerProcess.start, tmp_path, database.url)
            player.address = server.address
            assert (await player.connect()).room == room
            await player.until(Presence)
        await player.play_hand(whim(rng))
        await player.close()
        assert await asyncio.to_thread(server.stop) == 0, server.log
    finally:
        if server.process.poll() is None:
            server.kill()
    assert (await audit(database)).ok
    await check_told(database, room, player)


async def play_some(player: Player, rng: random.Random) -> bool:
    """A few turns of a hand, then a request whose answer is not waited for: the kill comes about then.

    False once the player's beans are gone and no other hand begins.
    """
    choose = whim(rng)
    for _ in range(rng.randrange(1, 6)):
        await player.until_asked()
        if player.view is not None and player.view.public.settled is not None:
            await player.again()
            if not await opens(player):
                return False
        else:
            await player.take_turn(choose)
    await player.until_asked()
    if player.view is not None and player.view.public.settled is None:
        assert player.turn is not None
        request = player.request_for(choose(player.view, player.turn.options))
        player.unanswered[request.id] = request
        await player.send(request)
    return True


async def check_told(database: Database, room: str, player: Player) -> None:
    """Every fact that was ever told, and every request that was ever acknowledged, is in the log."""
    told = [load_notice(frame) for frame in player.frames]
    facts = [notice for notice in told if isinstance(notice, SeenFact)]
    acknowledged = {notice.id for notice in told if isinstance(notice, Ack)}
    assert facts
    seen: dict[int, list[object]] = {}
    logged: set[str] = set()
    async with database.read() as tx:
        for number in range(1, player.hand + 1):
            commits = await tx.hands.commits(room, number)
            secrets = await tx.hands.secrets(room, number)
            row = await tx.hands.get(room, number)
            assert row
            hand = Hand.load(row, RULESETS["happy"], commits, secrets)
            seen[number] = list(hand.seen(player.seat))
            actions = [commit for commit in commits if commit.actor == seat_actor(player.seat)]
            ids = [commit.action_id for commit in actions if commit.action_id is not None]
            assert len(ids) == len(set(ids))
            logged.update(ids)
    for notice in facts:
        assert seen[notice.hand][notice.version - 1] == notice.fact
    assert {request for request in acknowledged if request in player.acts} <= logged
