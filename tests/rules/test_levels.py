"""Titles by points, on both ladders (rulebook 7)."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.levels import TITLES, Ladder, ladder_of, level_of
from app.rules.variants import RULESETS
from tests.rules.cases import Case, cases

RANGE = re.compile(r"(?P<seats>[35])p points (?P<low>-?\d+) (\.\. (?P<high>\d+)|and up)")
LADDERS = pytest.mark.parametrize("ladder", Ladder)
POINTS = st.integers(-1_000, 200_000)


@cases("level")
def test_a_title_is_held_from_its_bound_to_the_next(case: Case) -> None:
    match = RANGE.fullmatch(case.case)
    assert match, case
    ladder, low = ladder_of(int(match["seats"])), int(match["low"])
    high = int(match["high"] or 10**9)
    held = level_of(ladder, low)
    assert held.title.words.zh == level_of(ladder, high).title.words.zh == case.expected
    if match["high"]:
        assert held.next == high + 1
        assert level_of(ladder, high + 1).rank == held.rank + 1
    else:
        assert held.next is None
    if held.since is not None:
        assert held.since == low
        assert level_of(ladder, low - 1).rank == held.rank - 1


def test_there_are_23_titles_and_each_has_its_own_words() -> None:
    assert len(TITLES) == 23
    for names in zip(*((title.name, title.words.en, title.words.zh) for title in TITLES), strict=True):
        assert len(set(names)) == 23
    assert all(title.words.en.replace(" ", "_").replace("-", "_") == title.name for title in TITLES)


@LADDERS
def test_bounds_rise(ladder: Ladder) -> None:
    assert [title.since(ladder) is None for title in TITLES] == [True, *[False] * 22]
    bounds = [title.since(ladder) or 0 for title in TITLES]
    assert all(low < high for low, high in pairwise(bounds))


@LADDERS
@given(points=POINTS, more=st.integers(0, 50_000))
def test_more_points_are_never_a_lower_title(ladder: Ladder, points: int, more: int) -> None:
    level = level_of(ladder, points)
    assert level.title is TITLES[level.rank]
    assert level.since is None or level.since <= points
    assert level.next is None or points < level.next
    assert level_of(ladder, points + more).rank >= level.rank


def test_every_game_counts_for_a_ladder() -> None:
    ladders = {name: ladder_of(rules.seats) for name, rules in RULESETS.items()}
    assert ladders == {
        "classic": Ladder.THREE,
        "happy": Ladder.THREE,
        "five": Ladder.FIVE,
        "laizi": Ladder.THREE,
    }
