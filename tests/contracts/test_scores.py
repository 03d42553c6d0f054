"""What every storage does with points, and what it refuses: in memory, in SQLite and in PostgreSQL."""

from dataclasses import replace

import pytest

from app.storage.store import LedgerRuleError, RowConflictError, ScoreRow, StandingRow, Storage
from tests.contracts import rows


def score(
    player: str = "p1", version: int = 1, hand_no: int = 1, points: int = 4, after: int = 4
) -> ScoreRow:
    return ScoreRow(player, "three", version, "r1", hand_no, points, after)


async def with_hands(storage: Storage, count: int = 3) -> None:
    """Players p1 to p3, and a room with so many settled hands."""
    async with storage.begin() as tx:
        await tx.rooms.add(rows.room())
        for player in ("p1", "p2", "p3"):
            await tx.players.add(rows.player(player))
        for number in range(1, count + 1):
            await tx.hands.add(rows.hand(hand_no=number))
            await tx.hands.finish("r1", number, status="settled", result=b"", ended_ms=9)


async def test_points_are_added_up_by_player_and_ladder(storage: Storage) -> None:
    await with_hands(storage)
    first = [score("p1", 1, 1, 4, 4), score("p2", 1, 1, -2, -2), score("p3", 1, 1, -2, -2)]
    second = [score("p1", 2, 2, -9, -5)]
    other = [replace(score("p1", 1, 3, 30, 30), ladder="five")]
    async with storage.begin() as tx:
        await tx.scores.add([])
        for scores in (first, second, other):
            await tx.scores.add(scores)
        assert await tx.scores.standings(["p1", "p2"], "three") == {
            "p1": StandingRow(2, -5),
            "p2": StandingRow(1, -2),
        }
    async with storage.read() as tx:
        assert await tx.scores.standings(["p1", "p2", "p9"], "five") == {"p1": StandingRow(1, 30)}
        assert await tx.scores.standings([], "three") == {}
        assert await tx.scores.of_hand("r1", 1) == first
        assert await tx.scores.of_hand("r1", 2) == second
        assert await tx.scores.of_hand("r1", 9) == []


async def test_a_savepoint_undoes_points(storage: Storage) -> None:
    await with_hands(storage)
    async with storage.begin() as tx:
        with pytest.raises(LedgerRuleError):  # noqa: PT012
            async with tx.savepoint():
                await tx.scores.add([score()])
                await tx.scores.add([score(hand_no=2)])
        assert await tx.scores.standings(["p1"], "three") == {}
        await tx.scores.add([score()])


@pytest.mark.parametrize(
    "bad",
    [
        score(version=3, hand_no=2, after=8),
        score(version=1, hand_no=2, after=8),
        score(version=0, hand_no=2, after=8),
        score(version=2, hand_no=2, after=9),
        score(version=2, hand_no=2, after=4),
        score(version=2, hand_no=2, points=0, after=4),
        score(version=2, hand_no=2, points=2**53 - 4, after=2**53),
        score(version=2, hand_no=1, after=8),
        replace(score(version=1, hand_no=1), ladder="five"),
        replace(score(version=1, hand_no=2), ladder="four"),
        score(version=2, hand_no=4, after=8),
        score("p9", hand_no=2),
    ],
    ids=str,
)
async def test_what_does_not_follow_is_refused(storage: Storage, bad: ScoreRow) -> None:
    await with_hands(storage)
    async with storage.begin() as tx:
        await tx.scores.add([score()])
    with pytest.raises((LedgerRuleError, RowConflictError)):
        async with storage.begin() as tx:
            await tx.scores.add([bad])
    async with storage.begin() as tx:
        await tx.scores.add([score(version=2, hand_no=2, after=8)])


async def test_only_a_settled_hand_for_beans_counts(storage: Storage) -> None:
    await with_hands(storage, 1)
    async with storage.begin() as tx:
        await tx.hands.add(replace(rows.hand(hand_no=2), coefficient=0))
        await tx.hands.finish("r1", 2, status="settled", result=b"", ended_ms=9)
        await tx.hands.add(rows.hand(hand_no=3))
        await tx.hands.finish("r1", 3, status="void", result=b"", ended_ms=9)
        await tx.hands.add(rows.hand(hand_no=4))
    for number in (2, 3, 4):
        with pytest.raises(LedgerRuleError):
            async with storage.begin() as tx:
                await tx.scores.add([score(hand_no=number)])
    async with storage.begin() as tx:
        await tx.scores.add([score(hand_no=1)])
