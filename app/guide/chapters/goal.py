"""Who plays against whom, and what is special about this game."""

from typing import Final

from app.guide.page import Chapter, ChapterId
from app.guide.writer import Writer
from app.rules.cards import LAIZI
from app.rules.phases.call_and_rob import ROBBING
from app.rules.words import Words

TITLE: Final = Words("The goal", "目标")
ALONE: Final = Words(
    "{seats} players sit at the table. One of them is the landlord and plays alone; the other {farmers} are "
    "farmers and play together. The landlord wins if he is the first to have no cards left. If any of the "
    "farmers is the first, all the farmers win.",
    "{seats} 人一桌：一个地主自己打，{farmers} 个农民一起打。地主最先出完牌，地主赢；任何一个农民最先出完，"
    "农民就都赢。",
)
TOGETHER: Final = Words(
    "{seats} players sit at the table. As a rule an open landlord, whom everybody knows, and a hidden "
    "landlord, who at first is known only to himself, play together against {farmers} farmers. As soon as "
    "anybody has no cards left, he and everybody on his side win.",
    "{seats} 人一桌。一般是明地主和暗地主一起，对 {farmers} 个农民：明地主人人都知道，暗地主是谁，起先只有他"
    "自己知道。谁最先把牌出完，他那一方就全赢。",
)
WITH_LAIZI: Final = Words(
    "What is special here: the deck holds {laizi} wild cards, the laizi 癞子. They help to make almost any "
    "play, so there are more bombs, and the landlord takes {bottom} bottom cards.",
    "这个玩法的特别之处：牌里多了 {laizi} 张癞子，能顶替别的牌，所以炸弹多；地主拿的底牌也多，有 {bottom} 张。",
)
WITH_ROBBING: Final = Words(
    "What is special here: hands may be shown, the landlord's place may be robbed, and stakes may be "
    "doubled. So the multiple grows fast.",
    "这个玩法的特别之处：可以明牌、抢地主、加倍，倍数涨得快。",
)


def goal(writer: Writer) -> Chapter:
    """Who plays against whom."""
    rules = writer.rules
    words = [TOGETHER if rules.turns_card else ALONE]
    if LAIZI in rules.deck:
        words.append(WITH_LAIZI)
    if ROBBING in rules.phases:
        words.append(WITH_ROBBING)
    return Chapter(ChapterId("goal"), writer.say(TITLE), tuple(map(writer.text, words)))
