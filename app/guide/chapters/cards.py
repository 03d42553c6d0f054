"""The deck, and the order of single cards."""

from typing import Final

from app.guide.page import Chapter, ChapterId, Samples
from app.guide.plays import NUMBERED
from app.guide.writer import Writer
from app.rules.words import Words

TITLE: Final = Words("The cards", "牌的大小")
ONE_DECK: Final = Words(
    "The deck has {deck} cards: an ordinary one, both jokers included.",
    "一副牌 {deck} 张，大小王都在。",
)
MANY_DECKS: Final = Words(
    "{decks} ordinary decks with their jokers are shuffled together: {deck} cards, every one of them there "
    "{decks} times.",
    "{decks} 副牌连大小王混在一起，共 {deck} 张，每张牌都有 {decks} 张。",
)
PLUS_LAIZI: Final = Words(
    "The deck has {deck} cards: an ordinary one of {one_deck}, both jokers included, and {laizi} laizi.",
    "共 {deck} 张：一副牌 {one_deck} 张（大小王都在），加 {laizi} 张癞子。",
)
ORDER: Final = Words(
    "From the largest to the smallest. Mind that {above} is above {high}; suits make no difference at all.",
    "从大到小就是下面这样：{above} 比 {high} 大；花色不分大小。",
)
SINGLES: Final = Words("Large to small", "从大到小")
JOKERS: Final = Words("the big joker, the small joker, and so on", "大王、小王，依次往下")
LAIZI: Final = Words("Laizi", "癞子")
LAIZI_NOTE: Final = Words("a wild card, with no rank of its own", "能顶替别的牌，自己没有大小")


def cards(writer: Writer) -> Chapter:
    """The deck."""
    deck = writer.rules.deck
    laizi = "LZ" in deck
    what = PLUS_LAIZI if laizi else ONE_DECK if len(set(deck)) == len(deck) else MANY_DECKS
    samples = [writer.sample(writer.say(SINGLES), "RB" + NUMBERED[::-1], JOKERS)]
    if laizi:
        samples.append(writer.sample(writer.say(LAIZI), "L", LAIZI_NOTE))
    return Chapter(
        ChapterId("cards"),
        writer.say(TITLE),
        (writer.text(what, ORDER), Samples(tuple(samples), ranked=False)),
    )
