"""An evening at the table: one person and bots, hand after hand, from the socket to the ledger."""

import random
import re
from collections.abc import Callable

import msgspec
import pytest

from app.ledger.audit import audit
from app.operator.statement import tell_statement
from app.operator.verification import verify_hand
from app.rooms.hand import Hand
from app.rules.facts import Scored, Settled
from app.rules.variants import RULESETS
from app.rules.views import View, view
from app.rules.words import Language
from app.storage.database import Database
from app.wire.facts import load_facts
from app.wire.notices import Ack, Chance, Choice
from app.wire.plays import unbundle
from tests.stories.player import Player
from tests.stories.server import running


def whim(rng: random.Random) -> Callable[[View, Chance], Choice | str | None]:
    """A player who shows, calls, robs, doubles, passes and plays as the fancy takes him, always legally."""

    def choose(_: View, chance: Chance) -> Choice | str | None:
        offers = unbundle(chance.plays)
        if offers and (not chance.actions or rng.random() < 0.8):
            return rng.choice(offers).ranks
        return rng.choice(chance.actions)

    return choose


@pytest.mark.parametrize("game", RULESETS)
async def test_every_hand_ends_in_the_ledger_and_replays(
    database: Database, size: Callable[[int, int], int], game: str
) -> None:
    rng = random.Random(20)
    played, hands = 0, size(20, 200) if game == "happy" else size(4, 40)
    async with running(
        database.url, decision_ms={"identity": 250}
    ) as address:  # a step that always lasts its time
        while played < hands:
            async with await Player.sign_in(address, "阿明") as player:
                room = await player.find_seat(game)
                while played < hands:
                    settled = await player.play_hand(whim(rng))
                    played += 1
                    await check_hand(database, room, player, settled)
                    if not isinstance(await player.again(), Ack) or not await opens(player):
                        break


async def opens(player: Player) -> bool:
    """Whether another hand begins; it does not where the beans are gone."""
    before = player.hand
    while player.hand == before:
        notice = await player.hear()
        if getattr(notice, "code", None) == "not_enough_beans":
            return False
    return True


async def check_hand(database: Database, room: str, player: Player, settled: Settled) -> None:
    """The books are in order, the log replays to what was told, and the beans are those of the ledger."""
    report = await audit(database)
    assert report.ok, report.violations
    async with database.read() as tx:
        row = await tx.hands.get(room, player.hand)
        assert row is not None
        assert row.status == "settled"
        commits = await tx.hands.commits(room, player.hand)
        secrets = await tx.hands.secrets(room, player.hand)
        hand = Hand.load(row, RULESETS[row.ruleset], commits, secrets)
        players: list[str] = msgspec.json.decode(row.players)
        accounts = await tx.ledger.find_accounts(players)
    assert row.result is not None
    result = load_facts(row.result)
    assert result == [hand.table.public.finish, hand.table.public.score, settled]
    assert isinstance(result[1], Scored)
    assert sum(result[1].x) == 0
    assert player.view == view(hand.table, player.seat)
    beans = [accounts[player_id].balance for player_id in players]
    carried = hand.table.public.carried
    assert beans == [
        before + moved - fee for before, moved, fee in zip(carried, settled.moved, settled.fees, strict=True)
    ]
    await check_console(database, room, player, settled)


async def check_console(database: Database, room: str, player: Player, settled: Settled) -> None:
    """What the console says of the hand is what the player was told (A15), and reckoned again it is the same."""
    verdict = await verify_hand(database, room, player.hand, Language.EN)
    assert verdict.agrees, verdict.lines
    statement = "\n".join(await tell_statement(database, player.id, Language.EN, lines=2))
    hand = f"hand {room}:{player.hand}"
    moved, fee = settled.moved[player.seat], settled.fees[player.seat]
    assert re.search(rf"{re.escape(f'{moved:+,}')} .*{hand}$", statement, re.MULTILINE) or not moved
    assert re.search(rf"{re.escape(f'{-fee:+,}')} .*fee, {hand}$", statement, re.MULTILINE) or not fee
