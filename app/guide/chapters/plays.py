"""The combinations, one example each, and what is no combination."""

from collections import Counter
from typing import Final, NamedTuple

from app.guide.names import KINDS
from app.guide.page import Chapter, ChapterId, Sample, Samples
from app.guide.plays import COPIES, EXAMPLES, bombs_of, kinds_of, lengths
from app.guide.writer import Writer
from app.rules.combos import Kind
from app.rules.ruleset import Ruleset
from app.rules.words import Words


class Wrong(NamedTuple):
    """Cards that make no play, the kind by which a game would have such a play, and why it is none."""

    ranks: str
    kind: Kind
    why: Words


TITLE: Final = Words("Combinations", "牌型")
NOTES: Final = {
    Kind.SINGLE: Words("any card", "任意一张"),
    Kind.PAIR: Words("{copies} of a rank", "{copies} 张同点数"),
    Kind.TRIO: Words("{copies} of a rank", "{copies} 张同点数"),
    Kind.TRIO_SINGLE: Words("a trio, and any other card", "{TRIO}，带一张别的牌"),
    Kind.TRIO_PAIR: Words("a trio, and a pair", "{TRIO}，带一对"),
    Kind.STRAIGHT: Words(
        "{least} to {most} ranks in a row, between {low} and {high}",
        "{least} 到 {most} 张连着，在 {low} 和 {high} 之间",
    ),
    Kind.PAIR_CHAIN: Words("{least} to {most} pairs in a row", "{least} 到 {most} 对连着"),
    Kind.PLANE: Words("{least} to {most} trios in a row", "{least} 到 {most} 组{TRIO}连着"),
    Kind.PLANE_SINGLES: Words("trios in a row, and as many single cards", "几组{TRIO}连着，就带几张单牌"),
    Kind.PLANE_PAIRS: Words(
        "trios in a row, and as many different pairs", "几组{TRIO}连着，就带几对，各不相同"
    ),
    Kind.FOUR_TWO: Words(
        "{copies} of a rank, and {carried} other cards; this is no bomb",
        "{copies} 张同点数，带 {carried} 张；不算炸弹",
    ),
    Kind.FOUR_TWO_PAIRS: Words(
        "{copies} of a rank, and {pairs} different pairs; no bomb either",
        "{copies} 张同点数，带 {pairs} 个不同的对牌；也不算炸弹",
    ),
}
"""What each kind is."""
INTRO: Final = Words(
    "You play one of these combinations at a time. Bombs have a chapter of their own.",
    "每次出下面的一种牌型。炸弹另有一节。",
)
CHAINS: Final = Words(
    "Cards in a row go from {low} to {high}: a {above} or a joker is never among them, and nothing goes on "
    "from {high} to {low}.",
    "连着的牌只能在 {low} 到 {high} 之间：不能有 {above} 和王，也不能从 {high} 接回 {low}。",
)
CARRIED: Final = Words(
    "Cards that are carried along may be of any other rank, a {above} or one joker too, but never a whole "
    "bomb and never both jokers. They count for nothing when plays are compared.",
    "带的牌可以是别的任何点数，{above} 或一个王也行，但不能带一整个炸弹，也不能同时带大小王。比大小时带的牌"
    "不算。",
)
CARRIED_PAIRS: Final = Words(
    "Only pairs are carried, never single cards, and jokers not at all. What is carried counts for nothing "
    "when plays are compared.",
    "只能带对牌，不能带单牌，王不能带。比大小时带的牌不算。",
)
NO_PLAYS: Final = Words("These are no combinations:", "下面这些不是牌型：")
WRONG: Final = (
    Wrong("3456", Kind.STRAIGHT, Words("at least {least} in a row", "{STRAIGHT}至少 {least} 张")),
    Wrong("TJQKA2", Kind.STRAIGHT, Words("{high} is the end: no {above}", "最大到 {high}，不能有 {above}")),
    Wrong("QQQKKK589", Kind.PLANE_SINGLES, Words("more single cards than trios", "单牌比{TRIO}的组数多")),
    Wrong(
        "QQQKKK855",
        Kind.PLANE_SINGLES,
        Words("a single card and a pair are never mixed", "单牌和对牌不能混着带"),
    ),
    Wrong("7777BR", Kind.FOUR_TWO, Words("both jokers may not be carried together", "大小王不能一起带")),
    Wrong("LL", Kind.SOFT_BOMB, Words("no laizi without an ordinary card", "癞子不能单独出")),
    Wrong("BL", Kind.SOFT_BOMB, Words("a laizi is never a joker", "癞子不能当王")),
    Wrong("BR", Kind.KING_BOMB2, Words("unlike jokers make nothing", "大王小王不同，不成牌型")),
    Wrong("QQQ5", Kind.KING_BOMB2, Words("no single card is carried", "不能带单牌")),
    Wrong("777755", Kind.KING_BOMB2, Words("a bomb carries nothing", "炸弹不能带牌")),
)
"""What is no play, each shown by the games that have the kind which it might be taken for."""


def plays(writer: Writer) -> Chapter:
    """What can be played."""
    kinds = kinds_of(writer.rules.book)
    least, _ = lengths(writer.rules.book, Kind.STRAIGHT)
    wrong = tuple(
        writer.sample(writer.say(wrong.why, least=least), wrong.ranks) for wrong in wrong_in(writer.rules)
    )
    carried = CARRIED if Kind.TRIO_SINGLE in kinds else CARRIED_PAIRS
    return Chapter(
        ChapterId("plays"),
        writer.say(TITLE),
        (
            writer.text(INTRO),
            Samples(tuple(_sample(writer, kind) for kind in kinds), ranked=False),
            writer.text(CHAINS),
            writer.text(carried),
            writer.text(NO_PLAYS),
            Samples(wrong, ranked=False),
        ),
    )


def wrong_in(rules: Ruleset) -> tuple[Wrong, ...]:
    """What a newcomer might take for a play of this game."""
    bombs = {bomb.reading.kind for bomb in bombs_of(rules)}
    kinds = {*kinds_of(rules.book), *bombs}
    return tuple(wrong for wrong in WRONG if wrong.kind in kinds)


def _sample(writer: Writer, kind: Kind) -> Sample:
    ranks = EXAMPLES[kind]
    copies = max(Counter(ranks).values())
    carried = len(ranks) - copies
    least, most = lengths(writer.rules.book, kind) if kind in COPIES else (0, 0)
    return writer.sample(
        writer.say(KINDS[kind]),
        ranks,
        NOTES[kind],
        copies=copies,
        carried=carried,
        pairs=carried // 2,
        least=least,
        most=most,
    )
