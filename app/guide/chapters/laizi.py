"""What a laizi stands for."""

from typing import Final

from app.guide.page import Chapter, ChapterId, Points, Samples
from app.guide.plays import bombs_of
from app.guide.writer import Writer
from app.rules.cards import LAIZI, pack_ranks
from app.rules.combos import Kind
from app.rules.words import Words

TITLE: Final = Words("The laizi", "癞子怎么用")
ITEMS: Final = (
    (
        Words("Any card but a joker", "除了王都能当"),
        Words(
            "The laizi are {laizi} cards of their own; no rank turns wild. A laizi stands for any card you "
            "like, jokers excepted. It fills a gap in a straight, makes a pair, a trio or a bomb complete, "
            "or is carried along. It makes no rocket.",
            "癞子就是那 {laizi} 张牌，不是哪个点数变成癞子。它想当什么牌都行，大小王除外：补单顺的缺口，凑成"
            "对牌、{TRIO}、炸弹，或者被带着走。凑不成{ROCKET}。",
        ),
    ),
    (
        Words("Never alone", "不能单独出"),
        Words(
            "At least one ordinary card has to go with it. There is one exception: if you lead and hold "
            "nothing but laizi, one of them counts as a single {end_rank}, and {laizi} as a pair of "
            "{end_rank}.",
            "至少要有一张普通牌和它一起出。只有一种例外：轮到你先出，手里只剩癞子，一张算单牌 {end_rank}，"
            "{laizi} 张算一对 {end_rank}。",
        ),
    ),
    (
        Words("You choose", "由你选"),
        Words(
            "The same cards can often be read in several ways. Before you play, the table names the way "
            "they will be taken; touch that name to choose another. Once they are played everybody sees "
            "which it was. When you follow, only a way that beats the last play counts.",
            "同样几张牌常有几种算法。出牌前，桌上会写明按哪一种算，点一下可以换；出了以后大家都看得到算作什"
            "么。跟牌时，只有压得过的那种才算数。",
        ),
    ),
    (
        Words("Bigger bombs", "更大的炸弹"),
        Words(
            "{least} or {most} cards of a rank, laizi among them, are a bomb and nothing else. To be "
            "anything else the laizi have to stand for other ranks.",
            "连癞子在内有 {least} 到 {most} 张同点数，就是炸弹，不能当别的。要当别的牌型，癞子就得换成别的点"
            "数。",
        ),
    ),
)
READ: Final = Words(
    "Some plays with laizi. Where there are several ways, the first is taken if you lead and choose none.",
    "几个带癞子的例子。有几种算法的，先出又没选时按第一种算。",
)
EXAMPLES: Final = ("KL", "789LJ", "4567L", "55L77", "333L", "77LL", "333LL", "5555LL", "44L55L")
"""Plays with laizi; what they can be read as the book says."""
OR: Final = Words("; or ", "；或 ")


def laizi(writer: Writer) -> Chapter | None:
    """How to play with wild cards."""
    if LAIZI not in writer.rules.deck:
        return None
    sizes = [bomb.reading.size for bomb in bombs_of(writer.rules) if bomb.reading.kind is Kind.LAIZI_BOMB]
    items = tuple(writer.item(*words, least=min(sizes), most=max(sizes)) for words in ITEMS)
    samples = tuple(writer.sample(_readings(writer, ranks), ranks) for ranks in EXAMPLES)
    return Chapter(
        ChapterId("laizi"),
        writer.say(TITLE),
        (Points(items, steps=False), writer.text(READ), Samples(samples, ranked=False)),
    )


def _readings(writer: Writer, ranks: str) -> str:
    """All that the cards can be read as."""
    readings = writer.rules.book.readings(pack_ranks(ranks))
    return writer.say(OR).join(map(writer.reading, readings))
