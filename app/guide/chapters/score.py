"""What a hand is worth in points, with an example that the game's own scoring has done."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from app.guide.page import Chapter, ChapterId, Grid, Text
from app.guide.plays import bombs_of
from app.guide.sums import BID, example, players, product
from app.guide.writer import Writer, signed
from app.rules.phases.call_and_rob import ROBBING
from app.rules.phases.deal import Dealing
from app.rules.phases.double import TABLE_DOUBLING
from app.rules.phases.identity import IdentityStep
from app.rules.phases.show import SHOW_LANDLORD, SHOW_START
from app.rules.scoring.identity import IdentityScoring
from app.rules.scoring.pairwise import PairwiseScoring
from app.rules.scoring.shared import SharedScoring
from app.rules.words import Words


class Factor(NamedTuple):
    """Something that multiplies, and the figure by which it does."""

    part: object
    name: Words
    figure: str


class Way(NamedTuple):
    """How a scoring counts, and what happens in its example."""

    rule: Words
    story: Words


TITLE: Final = Words("Points", "算分")
WAYS: Final[Mapping[type, Way]] = {
    IdentityScoring: Way(
        Words(
            "The base is what the landlord has bid. A farmer wins or loses base × multiple points; the "
            "landlord plays against {farmers} and wins or loses ×{landlord} of that.",
            "底分就是地主叫的分。每个农民输赢：底分 × 倍数；地主对 {farmers} 家，再 ×{landlord}。",
        ),
        Words(
            "Example: the landlord has bid {bid}. He plays a bomb and goes out before any farmer has played "
            "a card.",
            "例：地主叫了 {bid} 分，出了一个炸弹，农民一张没出他就出完了。",
        ),
    ),
    PairwiseScoring: Way(
        Words(
            "The base is {base}. Each farmer settles with the landlord alone: base × multiple, ×{double} if "
            "he has doubled himself, and ×{double} once more if the landlord has. The landlord wins or "
            "loses the sum.",
            "底分 {base}。每个农民单独和地主算：底分 × 倍数，自己加过倍再 ×{double}，地主加过倍再 ×{double}。"
            "地主的输赢是各家之和。",
        ),
        Words(
            "Example: the landlord has robbed and doubled, farmer {nth} has doubled too. The landlord plays "
            "a bomb and wins.",
            "例：地主是抢来的，也加了倍；农民 {nth} 也加了倍。地主出了一个炸弹，赢了。",
        ),
    ),
    SharedScoring: Way(
        Words(
            "The base is {base} at the public tables. Each farmer wins or loses base × multiple points. The "
            "landlords together win or lose what all the farmers do, and share it equally, an odd point "
            "going to the open landlord. A landlord who is alone wins or loses all of it.",
            "公共牌桌底分 {base}。每个农民输赢：底分 × 倍数。明暗地主合起来的输赢是所有农民之和，平分，"
            "分不尽的一分算明地主的；独自当地主的，全是他一个人的。",
        ),
        Words(
            "Example: a landlord has shown his identity, farmer {nth} has doubled, and a bomb has been "
            "played that multiplies. The landlords win.",
            "例：有地主亮了身份，农民 {nth} 加了倍，还出过一个能加倍数的炸弹。地主一方赢了。",
        ),
    ),
}
MULTIPLE: Final = Words("The multiple starts at {initial}.", "倍数从 {initial} 开始。")
FACTORS: Final = (
    Factor(SHOW_START, Words("Shown before the deal", "发牌前明牌"), "show_start"),
    Factor(
        Dealing(may_show=True),
        Words("Shown with {early} cards or fewer", "{early} 张以内明牌"),
        "show_early",
    ),
    Factor(
        Dealing(may_show=True),
        Words("Shown later in the deal", "之后发牌时明牌"),
        "show_late",
    ),
    Factor(
        SHOW_LANDLORD,
        Words("Shown by the landlord", "地主明牌"),
        "show_landlord",
    ),
    Factor(ROBBING, Words("Each rob", "每抢一次地主"), "rob"),
    Factor(IdentityStep, Words("Identity shown, once", "亮身份（只算一次）"), "identity"),
    Factor(TABLE_DOUBLING, Words("Each doubling", "每一家加倍"), "double"),
)
"""By the phase in which they come."""
ALL_BOMBS: Final = Words("Each bomb or rocket played", "每打出一个炸弹或{ROCKET}")
SOME_BOMBS: Final = Words("Each bomb played that multiplies", "每打出一个能加倍数的炸弹")
SPRINGS: Final = Words("Spring or anti-spring", "春天或反春")
SPRING_ALONE: Final = Words("Spring", "春天")
LARGEST: Final = Words("Of the shows only the largest counts.", "明牌只算最大的那一次。")
LEFT: Final = Words("Bombs that are left in a hand count for nothing.", "留在手里没打出来的炸弹不算。")
WHAT: Final = Words("What", "什么")
TIMES: Final = Words("Times", "倍")
PLAYER: Final = Words("Player", "玩家")
DOUBLING: Final = Words("Doubling", "加倍")
POINTS: Final = Words("Points", "分")
RESULT: Final = Words("The example in points", "这个例子的分")
MULTIPLIES: Final = Words("What multiplies the multiple", "这些会乘倍数")


def score(writer: Writer) -> Chapter:
    """How points are counted."""
    rules = writer.rules
    way = WAYS[type(rules.scoring)]
    found = example(rules)
    doublings = len(set(found.scored.doubling)) > 1
    head = [PLAYER, DOUBLING, POINTS] if doublings else [PLAYER, POINTS]
    rows = [
        [
            name,
            *([f"×{found.scored.doubling[seat]}"] if doublings else []),
            signed(found.scored.x[seat]),
        ]
        for seat, name in players(writer, found)
    ]
    after = [LARGEST, LEFT] if SHOW_START in rules.phases else [LEFT]
    return Chapter(
        ChapterId("score"),
        writer.say(TITLE),
        (
            writer.text(way.rule),
            writer.text(MULTIPLE, initial=found.public.stakes.initial),
            _factors(writer),
            writer.text(*after),
            writer.text(way.story, bid=BID, nth=1),
            Text(product(writer, found)),
            writer.grid(RESULT, head, rows),
        ),
    )


def _factors(writer: Writer) -> Grid:
    rules = writer.rules
    parts = {*rules.phases, *map(type, rules.phases)}
    rows = [(factor.name, factor.figure) for factor in FACTORS if factor.part in parts]
    every = all(bomb.doubles for bomb in bombs_of(rules))
    rows.append((ALL_BOMBS if every else SOME_BOMBS, "bomb"))
    rows.append((SPRING_ALONE if isinstance(rules.scoring, SharedScoring) else SPRINGS, "spring"))
    return writer.grid(
        MULTIPLIES, (WHAT, TIMES), [(writer.say(name), writer.times(figure)) for name, figure in rows]
    )
