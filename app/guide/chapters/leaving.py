"""What leaving in the middle of a hand costs."""

from collections.abc import Mapping
from typing import Final

from app.guide.figures import tier_of
from app.guide.names import LANDLORD
from app.guide.page import Block, Chapter, ChapterId, Points
from app.guide.sums import BID, escape_after_bid
from app.guide.writer import Writer
from app.rules.scoring import figures
from app.rules.scoring.identity import IdentityScoring
from app.rules.scoring.pairwise import PairwiseScoring
from app.rules.scoring.shared import SharedScoring
from app.rules.words import Words

TITLE: Final = Words("Leaving", "离开和逃跑")
FREE: Final = (
    Words("Between hands", "局与局之间"),
    Words("Once a hand has ended everybody may leave, free of charge.", "一局结束后随时可以走，不罚。"),
)
ESCAPE: Final = (
    Words("In mid-hand", "打到一半"),
    Words(
        "Leaving while a hand runs, be it before the cards are dealt, is an escape 逃跑. It ends the hand "
        "at once; whoever leaves pays, nobody else loses anything, and no fee is taken. Before you leave "
        "you are told the least it will cost.",
        "牌局没完就离开算逃跑，还没发牌也算。这一局马上结束，只有逃跑的人受罚，别人都不输，也不收台费。离开"
        "前会告诉你至少罚多少。",
    ),
)
TO_SYSTEM: Final = Words("The beans go to the system.", "罚的豆归系统。")
TO_OTHERS: Final = Words(
    "The other players share the beans equally; what does not divide goes to the system.",
    "罚的豆由其余玩家平分，分不尽的归系统。",
)
NEVER_MORE: Final = Words("You never pay more than you carried.", "最多罚到自己带来的豆为止。")
COST: Final = Words("The price", "罚多少")
COSTS: Final[Mapping[type, Words]] = {
    IdentityScoring: Words(
        "{escape} × highest bid × multiple so far, in points, and {escape} points if nobody has bid. For "
        "instance after a bid of {bid} and a bomb: {points} points, which is {beans} beans where a point is "
        "worth {coefficient}.",
        "罚分：{escape} × 当时最高的叫分 × 当时的倍数；还没人叫分就是 {escape} 分。比如叫到 {bid} 分、出过一"
        "个炸弹：{points} 分，每分 {coefficient} 豆的话就是 {beans} 豆。",
    ),
    PairwiseScoring: Words(
        "Base × k points. k depends on M, the product of what there has been so far: the show, the robs, "
        "your own doubling, an opponent's doubling, and ×{bomb} for each bomb or rocket that has been "
        "played or still lies whole in anybody's hand.",
        "罚分：底分 × k。k 要看 M，M 是到那时为止这几样的乘积：明牌、抢地主、自己的加倍、对手的加倍，每个已"
        "经打出的、或者还完整留在谁手里的炸弹或{ROCKET}再 ×{bomb}。",
    ),
    SharedScoring: Words(
        "Base × k points. k depends on M, the multiple so far and ×{bomb} for each bomb that multiplies and "
        "still lies whole in anybody's hand. The hidden landlord pays as a landlord.",
        "罚分：底分 × k。k 要看 M，M 是到那时为止的倍数，每个还完整留在谁手里、能加倍数的炸弹再 ×{bomb}。暗"
        "地主也按地主罚。",
    ),
}
RATES: Final = Words("k, by M", "k 的大小")
M: Final = Words("M", "M")
FARMER: Final = Words("Farmer", "农民")
BELOW: Final = Words("below {limit}", "不到 {limit}")
FROM: Final = Words("{limit} and more", "{limit} 以上（含）")
TIMES_M: Final = Words("{rate} × M", "{rate} × M")
EXAMPLE_M: Final = 16
SUCH_AS: Final = Words("such as {m}", "例如 {m}")
RATE_EXAMPLE: Final = Words(
    "For instance a landlord who leaves at M = {m} pays {base} × {k} = {points} points; where a point is "
    "worth {coefficient} beans that is {beans} beans.",
    "比如地主在 M = {m} 时逃跑：{base} × {k} = {points} 分；每分 {coefficient} 豆的话就是 {beans} 豆。",
)
NO_LANDLORD: Final = Words(
    "As long as there is no landlord everybody pays as a farmer.", "还没有地主时，都按农民罚。"
)


def leaving(writer: Writer) -> Chapter:
    """What an escape is and what it costs."""
    scoring = writer.rules.scoring
    cost = COSTS[type(scoring)]
    to = TO_OTHERS if scoring.shares_penalty else TO_SYSTEM
    blanks: dict[str, object] = {}
    if isinstance(scoring, IdentityScoring):
        points = escape_after_bid(writer.rules)
        beans = points * tier_of(writer.rules).stakes.coefficient
        blanks = {"bid": BID, "points": points, "beans": f"{beans:,}"}
    items = (
        writer.item(*FREE),
        writer.item(*ESCAPE),
        writer.item(COST, cost, NEVER_MORE, to, **blanks),
    )
    blocks: list[Block] = [Points(items, steps=False)]
    if not isinstance(scoring, IdentityScoring):
        blocks += _rates(writer)
    return Chapter(ChapterId("leaving"), writer.say(TITLE), tuple(blocks))


def _rates(writer: Writer) -> list[Block]:
    """k for a landlord and for a farmer."""
    stakes = tier_of(writer.rules).stakes
    landlord, farmer = (
        figures.escape_rate(EXAMPLE_M, is_landlord=is_landlord) for is_landlord in (True, False)
    )
    points = landlord * stakes.base
    rows = (
        (writer.say(BELOW), *map(str, (figures.FLAT_RATE[True], figures.FLAT_RATE[False]))),
        (
            writer.say(FROM),
            *(writer.say(TIMES_M, rate=figures.STEEP_RATE[is_landlord]) for is_landlord in (True, False)),
        ),
        (writer.say(SUCH_AS, m=EXAMPLE_M), str(landlord), str(farmer)),
    )
    return [
        writer.grid(RATES, (M, LANDLORD, FARMER), rows),
        writer.text(
            RATE_EXAMPLE, m=EXAMPLE_M, k=landlord, points=points, beans=f"{points * stakes.coefficient:,}"
        ),
        writer.text(NO_LANDLORD),
    ]
