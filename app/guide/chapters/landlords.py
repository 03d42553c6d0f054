"""The open and the hidden landlord."""

from typing import Final

from app.guide.page import Chapter, ChapterId, Points
from app.guide.writer import Writer
from app.rules.words import Words

TITLE: Final = Words("The hidden landlord", "暗地主")
ITEMS: Final = (
    (
        Words("Who it is", "谁是暗地主"),
        Words(
            "The open card exists {decks} times. Whoever holds the other copy, its twin, is the hidden "
            "landlord. He alone is told. He plays with the open landlord, and nobody else knows it yet.",
            "翻开的那张牌共有 {decks} 张。拿着另一张的人就是暗地主，只有他自己收到通知。他和明地主是一方，别"
            "人还不知道。",
        ),
    ),
    (
        Words("Alone", "独自当地主"),
        Words(
            "In about {alone} of all deals the open landlord holds the twin himself, be it among the bottom "
            "cards. Then he plays alone against {others} farmers, and wins or loses for all of them.",
            "大约 {alone} 的牌局里，另一张也在明地主手里（底牌里的也算）。那他就独自对 {others} 个农民，输赢"
            "都是他一个人的。",
        ),
    ),
    (
        Words("When he becomes known", "什么时候公开"),
        Words(
            "When he shows his identity, or when he plays the twin. The same rank in another suit tells "
            "nothing. From then on each of the landlords sees the other's whole hand; the farmers do not. "
            "If the open landlord plays both copies, everybody knows that he is alone.",
            "他亮身份，或者打出那张牌的时候。打出同点数、别的花色，什么也说明不了。公开以后，明暗地主互相看"
            "得到对方的手牌，农民看不到。如果明地主把这张牌的每一张都打了出来，大家就知道他是独自一人。",
        ),
    ),
)


def landlords(writer: Writer) -> Chapter | None:
    """Who is on whose side."""
    if not writer.rules.turns_card:
        return None
    items = tuple(writer.item(*words) for words in ITEMS)
    return Chapter(ChapterId("landlords"), writer.say(TITLE), (Points(items, steps=False),))
