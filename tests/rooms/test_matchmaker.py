"""Who plays with whom: laws over those who wait, and a crowd that plays all evening."""

from collections import Counter
from collections.abc import Callable
from random import Random
from time import perf_counter

from hypothesis import given
from hypothesis import strategies as st

from app.rooms.matchmaker import FARTHEST, STEP_MS, Matching, Ticket, has_just_met, match, reach_of

BOTS_MS = 2_000
NOW_MS = 1_000_000
FULL_REACH_MS = next(wait for wait in range(0, 60_000, STEP_MS) if reach_of(wait) == FARTHEST)


@st.composite
def crowds(draw: st.DrawFn) -> list[Ticket]:
    """People who wait, some of whom have just played with each other."""
    count = draw(st.integers(0, 14))
    names = [f"p{number}" for number in range(count)]
    size = draw(st.sampled_from([2, 3, 5]))
    company: dict[str, frozenset[str]] = {}
    for start in range(0, count - size + 1, size):
        if draw(st.booleans()):
            table = frozenset(names[start : start + size])
            company |= {name: table - {name} for name in table}
    return [
        Ticket(
            player=name,
            level=draw(st.integers(0, FARTHEST)),
            since_ms=NOW_MS - draw(st.integers(0, 6_000)),
            lot=draw(st.integers(0, 3)),
            company=company.get(name, frozenset()),
        )
        for name in names
    ]


SEATS = st.sampled_from([3, 5])
BOTS = st.sampled_from([None, 0, BOTS_MS])


@given(crowds(), SEATS, BOTS)
def test_each_table_is_one_that_may_be_made(crowd: list[Ticket], seats: int, bots_ms: int | None) -> None:
    found = match(crowd, seats, bots_ms, NOW_MS)
    seated = [ticket for table in found.tables for ticket in table]
    assert len(seated) == len(set(seated)), "nobody sits twice"
    left = set(crowd)
    for table in found.tables:
        first = table[0]
        waited_ms = NOW_MS - first.since_ms
        is_due = bots_ms is not None and waited_ms >= bots_ms
        assert len(table) == seats or (is_due and len(table) < seats)
        if not is_due:
            assert max(abs(ticket.level - first.level) for ticket in table) <= reach_of(waited_ms)
        if len(left) > len(table):
            assert not has_just_met(table), "the same company again, though others wait"
        left -= set(table)
    if bots_ms is not None:
        assert all(NOW_MS - ticket.since_ms < bots_ms for ticket in left), "bots have come"


@given(crowds(), SEATS, BOTS)
def test_nothing_comes_of_waiting_before_the_time_that_is_said(
    crowd: list[Ticket], seats: int, bots_ms: int | None
) -> None:
    """And whoever is left in the end is so because there are too few."""
    now_ms, found = NOW_MS, Matching([], None)
    for _ in range(100):
        found = match(crowd, seats, bots_ms, now_ms)
        seated = {ticket for table in found.tables for ticket in table}
        crowd = [ticket for ticket in crowd if ticket not in seated]
        if found.next_ms is None:
            break
        assert found.next_ms > now_ms
        assert match(crowd, seats, bots_ms, found.next_ms - 1).tables == []
        now_ms = found.next_ms
    assert found.next_ms is None
    assert len(crowd) < (seats if bots_ms is None else 1)
    assert now_ms - NOW_MS <= max(FULL_REACH_MS, bots_ms or 0)


@given(crowds(), SEATS)
def test_a_table_that_can_be_made_is_made_in_time(crowd: list[Ticket], seats: int) -> None:
    """Target 25: nobody waits longer than 5 s while there are enough for a table."""
    assert FULL_REACH_MS <= 3_000
    found = match(crowd, seats, None, NOW_MS + FULL_REACH_MS)
    assert len(crowd) - seats * len(found.tables) < seats


def test_who_has_waited_longest_chooses_first_and_takes_the_closest() -> None:
    old, near, far, farther = (
        Ticket(name, level, since)
        for name, level, since in [("o", 5, 0), ("n", 6, 9), ("f", 4, 9), ("x", 8, 1)]
    )
    assert match([farther, far, near, old], 3, None, 10) == Matching([[old, far, near]], None)
    assert match([farther, near, old], 3, None, 10) == Matching([], STEP_MS)
    assert match([farther, near, old], 3, None, STEP_MS) == Matching([[old, near, farther]], None)


def test_who_has_just_met_sits_together_only_where_nobody_else_waits() -> None:
    trio = [Ticket(name, 0, 0, company=frozenset("abc") - {name}) for name in "abc"]
    assert match(trio, 3, None, 0).tables == [trio]
    stranger = Ticket("d", FARTHEST, 0)
    waiting = match([*trio, stranger], 3, None, 0)
    assert waiting == Matching([], STEP_MS), "they wait for the stranger to come within reach"
    [table] = match([*trio, stranger], 3, None, FULL_REACH_MS).tables
    assert stranger in table


def test_bots_sit_with_all_who_wait() -> None:
    lone, rich = Ticket("lone", 0, 0), Ticket("rich", FARTHEST, 1_500)
    assert match([lone, rich], 3, BOTS_MS, 1_999) == Matching([], 2_000)
    assert match([lone, rich], 3, BOTS_MS, 2_000) == Matching([[lone, rich]], None)


def evening(players: int, rounds: int, chance: Random) -> Counter[frozenset[str]]:
    """How often each three have met, where all play again and again and come back in whatever order."""
    met: Counter[frozenset[str]] = Counter()
    company: dict[str, frozenset[str]] = {}
    for number in range(rounds):
        now_ms = 100_000 * number
        crowd = [
            Ticket(
                player=f"p{each}",
                level=each % 4,
                since_ms=now_ms - chance.randrange(1_000),
                lot=chance.getrandbits(32),
                company=company.get(f"p{each}", frozenset()),
            )
            for each in range(players)
        ]
        left = len(crowd)
        for table in match(crowd, 3, None, now_ms + FULL_REACH_MS).tables:
            assert left == 3 or not has_just_met(table)
            left -= 3
            people = frozenset(ticket.player for ticket in table)
            met[people] += 1
            company |= {player: people - {player} for player in people}
        assert left < 3
    return met


def test_not_always_the_same_opponents() -> None:
    """A40: 50 players, 200 rounds."""
    met = evening(50, 200, Random(40))
    assert sum(met.values()) == 200 * 16
    assert max(met.values()) <= 12, (
        "of like titles there are 286 threes in each of four groups: 2.8 times each"
    )


def test_a_great_crowd_is_matched_at_once(size: Callable[[int, int], int]) -> None:
    """Target 25, the matchmaker alone: 10,000 tickets, in less than a moment."""
    count, chance = size(1_500, 10_000), Random(25)
    crowd = [
        Ticket(f"p{number}", chance.randrange(FARTHEST + 1), -number, chance.getrandbits(32))
        for number in range(count)
    ]
    started = perf_counter()
    tables = match(crowd, 3, None, FULL_REACH_MS).tables
    assert perf_counter() - started < 0.5
    seated = [ticket.player for table in tables for ticket in table]
    assert len(seated) == len(set(seated)) == count - count % 3
    spreads = [max(t.level for t in table) - min(t.level for t in table) for table in tables]
    assert sum(spreads) / len(spreads) < 1, "nearly all sit with people of their own title"
