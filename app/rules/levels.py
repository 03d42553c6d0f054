"""Levels: the title that a player's points have earned him (rulebook 7).

Points are summed up on two ladders, one for the games of three seats and one for those of five. A title is held from
its bound on and lost again below it; the first one has no bound.
"""

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from app.rules.words import Words


class Ladder(StrEnum):
    """One running sum of points: for the games of three seats, and for those of five."""

    THREE = "three"
    FIVE = "five"


@dataclass(frozen=True, slots=True)
class Title:
    """A title: its stable name, what it is called, and from how many points it is held on each ladder."""

    name: str
    words: Words
    three_from: int | None
    five_from: int | None

    def since(self, ladder: Ladder) -> int | None:
        """The points from which it is held; None for the first title, which anybody holds."""
        return self.three_from if ladder is Ladder.THREE else self.five_from


TITLES: Final = (
    Title("bonded_labourer", Words("bonded labourer", "包身工"), None, None),
    Title("day_labourer", Words("day labourer", "短工"), 10, 30),
    Title("long_term_hand", Words("long-term hand", "长工"), 25, 60),
    Title("tenant_farmer", Words("tenant farmer", "佃户"), 40, 90),
    Title("poor_peasant", Words("poor peasant", "贫农"), 80, 180),
    Title("fisherman", Words("fisherman", "渔夫"), 140, 320),
    Title("hunter", Words("hunter", "猎人"), 230, 530),
    Title("middle_peasant", Words("middle peasant", "中农"), 365, 840),
    Title("rich_peasant", Words("rich peasant", "富农"), 500, 1_150),
    Title("shopkeeper", Words("shopkeeper", "掌柜"), 700, 1_600),
    Title("merchant", Words("merchant", "商人"), 1_000, 2_300),
    Title("yamen_runner", Words("yamen runner", "衙役"), 1_500, 3_450),
    Title("small_moneybags", Words("small moneybags", "小财主"), 2_200, 5_000),
    Title("big_moneybags", Words("big moneybags", "大财主"), 3_000, 6_900),
    Title("small_landlord", Words("small landlord", "小地主"), 4_000, 9_200),
    Title("big_landlord", Words("big landlord", "大地主"), 5_500, 12_600),
    Title("county_magistrate", Words("county magistrate", "知县"), 7_700, 17_700),
    Title("vice_prefect", Words("vice prefect", "通判"), 10_000, 23_000),
    Title("prefect", Words("prefect", "知府"), 14_000, 32_200),
    Title("governor_general", Words("governor-general", "总督"), 20_000, 46_000),
    Title("provincial_governor", Words("provincial governor", "巡抚"), 30_000, 69_000),
    Title("chancellor", Words("chancellor", "丞相"), 45_000, 103_000),
    Title("emperor", Words("emperor", "帝王"), 70_000, 161_000),
)
"""Every title, the lowest first."""
_SEATS: Final = {3: Ladder.THREE, 5: Ladder.FIVE}
_BOUNDS: Final = {ladder: [title.since(ladder) or 0 for title in TITLES[1:]] for ladder in Ladder}


@dataclass(frozen=True, slots=True)
class Level:
    """Where a sum of points stands: its title, from how many points that is held, and from how many the next.

    `rank` counts the titles from 0. There is no `since` below the first bound and no `next` above the last.
    """

    rank: int
    title: Title
    since: int | None
    next: int | None


def ladder_of(seats: int) -> Ladder:
    """The ladder that a game of so many seats counts for."""
    return _SEATS[seats]


def level_of(ladder: Ladder, points: int) -> Level:
    """The level of a sum of points, which may be below 0."""
    bounds = _BOUNDS[ladder]
    rank = bisect_right(bounds, points)
    title = TITLES[rank]
    return Level(rank, title, title.since(ladder), bounds[rank] if rank < len(bounds) else None)
