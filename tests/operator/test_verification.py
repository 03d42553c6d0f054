"""A hand reckoned again agrees with what a server has stored of it, and every change to that is told."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from app.operator.verification import verify_hand
from app.rules.facts import End, Finished, Multiplied, Stakes
from app.rules.variants import RULESETS
from app.rules.words import Language
from app.storage.database import Database
from app.storage.memory import MemoryStorage
from app.storage.migrate import upgrade
from app.storage.store import Storage
from tests.ledger.test_audit import unguarded
from tests.operator.books import STAKES, Books, settled_in


@pytest.mark.parametrize("game", RULESETS)
async def test_hands_of_every_game_agree(game: str, size: Callable[[int, int], int]) -> None:
    """Played out, left, called off and void, with redeals, caps and poor players."""
    storage = MemoryStorage()
    rng = Random(game)
    rules = RULESETS[game]
    ends: set[End] = set()
    for number in range(size(8, 100)):
        stakes = rng.choice((STAKES, Stakes(coefficient=1000, cap=64), Stakes(coefficient=1, fee=5)))
        beans = [rng.choice((3, 500, 100_000)) for _ in range(rules.seats)]
        books = await Books.open(storage, rules, f"R{number}", beans)
        facts = await books.play(rng, stakes, leaves=rng.choice((0, 0.02)), voids=rng.choice((0, 0, 0.02)))
        ends |= {fact.end for fact in facts if isinstance(fact, Finished)}
        for language, word in ((Language.EN, "as reckoned again"), (Language.ZH, "重算一致")):
            verdict = await verify_hand(storage, books.room, 1, language)
            assert verdict.agrees, verdict.lines
            assert word in verdict.lines[0]
    assert End.OUT in ends


async def told(storage: Storage, language: Language = Language.EN) -> list[str]:
    verdict = await verify_hand(storage, "ROOM", 1, language)
    assert not verdict.agrees
    return verdict.lines


async def test_a_gift_during_a_hand_is_no_difference(storage: Storage) -> None:
    """What was carried is what the ledger held when the hand began, whatever came in meanwhile."""
    books = await Books.open(storage, RULESETS["classic"])
    rng = Random(4)
    await books.play(rng)
    assert settled_in(await books.play(rng, given=700))
    for number in (1, 2):
        assert (await verify_hand(storage, "ROOM", number, Language.EN)).agrees


async def test_what_cannot_be_verified(storage: Storage) -> None:
    with pytest.raises(LookupError, match="There is no hand"):
        await verify_hand(storage, "ROOM", 1, Language.EN)


CHANGES = {
    "a card": (
        """UPDATE commit_log SET facts = replace(facts, '"multiplied","factor":2', '"multiplied","factor":4')""",
        r"Multiplied\.factor: stored 4, reckoned 2",
    ),
    "who won": (
        """UPDATE commit_log SET facts = replace(facts, '"winners":[0]', '"winners":[1,2]')""",
        r"Finished\.winners: stored \[1,2\], reckoned \[0\]",
    ),
    "the deck": (
        "UPDATE deal_secret SET secret = zeroblob(32)",
        r"Shuffled\.deck: stored \[.*\], reckoned \[",
    ),
    "the promise": (
        "UPDATE deal_secret SET commitment = 'another'",
        "secret that is not the one committed to",
    ),
    "the secret": ("DELETE FROM deal_secret", "has no secret"),
    "the beans told": (
        """UPDATE commit_log SET facts = replace(facts, '"fees":[50', '"fees":[51')""",
        r"Settled\.fees: stored \[51,50,50\], reckoned \[50,50,50\]",
    ),
    "the result": (
        """UPDATE hand SET result = replace(result, '"counted":', '"counted":1')""",
        r"Scored\.counted: stored 1\d+, reckoned \d+",
    ),
    "the end": ("UPDATE hand SET status = 'void'", r"hand\.status: stored void, reckoned settled"),
    "the coefficient": ("UPDATE hand SET coefficient = 11", r"hand\.coefficient: stored 11, reckoned 10"),
    "the engine": ("UPDATE hand SET engine_version = 9", "played under engine version 9, reckoned under 1"),
    "a step that is gone": (
        "DELETE FROM commit_log WHERE seq = 5",
        "commit 6 stands where 5 should",
    ),
    "a step that is none": (
        "UPDATE commit_log SET facts = x'5b5d' WHERE seq = 1",
        "is no action of this game",
    ),
    "a fact that is none": (
        "UPDATE commit_log SET facts = x'5b7b7d5d' WHERE seq = 4",
        "commit 4 is no action",
    ),
    "a posting": (
        "UPDATE posting SET amount = amount - 7 WHERE purpose = 'transfer' AND line_no = 0",
        r"阿0, transfer: posted [+-][\d,]+, reckoned [+-][\d,]+",
    ),
    "a fee": (
        "UPDATE posting SET account_id = (SELECT id FROM account WHERE kind = 'penalty')"
        " WHERE purpose = 'fee' AND amount > 0",
        r"penalty \(escapes\), fee: posted \+150, reckoned \+0",
    ),
    "points": (
        "UPDATE score SET points = points + 1 WHERE player_id = 'ROOM-1'",
        r"points of 阿1 for levels: counted -[\d,]+ \(three\), reckoned -[\d,]+ \(three\)",
    ),
    "a ladder": (
        "UPDATE score SET ladder = 'five' WHERE player_id = 'ROOM-1'",
        r"points of 阿1 for levels: counted -[\d,]+ \(five\), reckoned -[\d,]+ \(three\)",
    ),
    "points that are gone": (
        "DELETE FROM score WHERE player_id = 'ROOM-0'",
        r"points of 阿0 for levels: counted –, reckoned \+[\d,]+ \(three\)",
    ),
    "all postings": (
        "DELETE FROM ledger_txn WHERE kind = 'hand'",
        r"阿1, fee: posted \+0, reckoned -50",
    ),
    "what was carried": (
        """UPDATE commit_log SET facts = replace(facts, '"carried":[100000', '"carried":[100001') WHERE seq = 0""",
        "阿0 carried 100,001 by the log, 100,000 by the ledger",
    ),
}


async def test_every_change_is_told(tmp_path: Path) -> None:
    """One hand of classic that seat 0 has won, with a bomb or a spring; each change is made to a copy of it."""
    seed = await seed_of_a_hand()
    sound = f"sqlite:///{tmp_path}/sound.sqlite3"
    await upgrade(sound)
    database = Database.open(sound)
    await (await Books.open(database, RULESETS["classic"])).play(Random(seed))
    assert (await verify_hand(database, "ROOM", 1, Language.EN)).agrees
    await database.close()
    for name, (statement, expected) in CHANGES.items():
        copy = shutil.copy(tmp_path / "sound.sqlite3", tmp_path / "copy.sqlite3")
        database = Database.open(f"sqlite:///{copy}")
        async with unguarded(database.url) as damage:
            damage.append(BYTES.sub(r"SET \1 = CAST(\2(CAST(\1 AS TEXT), \3) AS BLOB)", statement))
        english, chinese = await told(database), await told(database, Language.ZH)
        await database.close()
        assert any(re.search(expected, line) for line in english[1:]), (name, english)
        assert english[0] == "hand ROOM:1 is not as reckoned again:"
        assert len(chinese) == len(english)
        assert "重算不一致" in chinese[0]


BYTES = re.compile(r"SET (facts|result) = (replace)\(\1, (.*?)\)(?= WHERE|$)")
"""Texts can be replaced in SQL, but logs and results are bytes."""


async def seed_of_a_hand() -> int:
    for seed in range(200):
        facts = await (await Books.open(MemoryStorage(), RULESETS["classic"])).play(Random(seed))
        ends = [fact for fact in facts if isinstance(fact, Finished)]
        if ends[0].winners == (0,) and any(isinstance(fact, Multiplied) for fact in facts):
            return seed
    raise AssertionError("no such hand")
