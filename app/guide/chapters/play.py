"""Leading, following, passing."""

from typing import Final

from app.guide.page import Chapter, ChapterId, Points
from app.guide.writer import Writer
from app.rules.words import Words

TITLE: Final = Words("Playing", "出牌")
ITEMS: Final = (
    (
        Words("Lead", "先出"),
        Words(
            "Whoever leads plays any combination he likes, and has to play something.",
            "轮到你先出，什么牌型都可以，但不能不出。",
        ),
    ),
    (
        Words("Follow", "跟牌"),
        Words(
            "Then it is the turn of the player on the right. In turn each plays the same kind with as many "
            "cards, but larger, or a bomb, or nothing at all.",
            "然后轮到右手边的下家。轮到的人要么出同牌型、同张数、更大的牌，要么出炸弹，要么不出。",
        ),
    ),
    (
        Words("Pass", "不出"),
        Words(
            "You may pass even if you could play, and you are not out: when your turn comes again in the "
            "same trick you may play.",
            "有得出也可以不出；不出不等于退出，同一轮再轮到你还可以出。",
        ),
    ),
    (
        Words("A new trick", "新的一轮"),
        Words(
            "When the {others} others have all passed, the last to play leads again, whatever he likes.",
            "其余 {others} 家都不出，最后出牌的人重新先出，想出什么都行。",
        ),
    ),
    (
        Words("The end", "结束"),
        Words(
            "The hand is over the moment somebody plays his last card; nobody may answer it.",
            "有人打出最后一张牌，这一局马上结束，别人不能再压。",
        ),
    ),
)


def play(writer: Writer) -> Chapter:
    """What to do when it is your turn."""
    items = tuple(writer.item(*words) for words in ITEMS)
    return Chapter(ChapterId("play"), writer.say(TITLE), (Points(items, steps=False),))
