"""Which play beats which."""

from typing import Final, NamedTuple

from app.guide.page import Chapter, ChapterId, Duel, Duels
from app.guide.plays import bombs_of, kinds_of, laid
from app.guide.writer import Writer
from app.rules.combos import Kind
from app.rules.ruleset import Ruleset
from app.rules.words import Words


class Case(NamedTuple):
    """A play over another: the kind by which a game knows such cases, the verdict, and the reason."""

    play: str
    lead: str
    kind: Kind
    beats: bool
    why: Words


TITLE: Final = Words("What beats what", "比大小")
RULE: Final = Words(
    "Bombs apart, only the same kind with the same number of cards can beat a play, and it has to be "
    "higher: what counts is the rank of the pair, of the trio or of the four, and in a chain its highest "
    "card. Equal is not enough.",
    "除了炸弹，只有同牌型、张数也相同的才能比，而且要更大：看对牌、{TRIO}或四张那部分的点数，连着的看最大的"
    "一张。一样大压不过。",
)
CASES: Final = (
    Case("44", "33", Kind.PAIR, True, Words("the higher pair", "对牌更大")),
    Case("77", "77", Kind.PAIR, False, Words("equal", "一样大")),
    Case("45678", "34567", Kind.STRAIGHT, True, Words("it goes higher", "顶上更大")),
    Case("456789", "34567", Kind.STRAIGHT, False, Words("not the same number of cards", "张数不同")),
    Case(
        "66633",
        "555AA",
        Kind.TRIO_PAIR,
        True,
        Words("the trio decides, not the pair", "只看{TRIO}，不看带的对牌"),
    ),
    Case("KKK3", "QQQAA", Kind.TRIO_SINGLE, False, Words("not the same kind", "牌型不同")),
    Case(
        "55566634",
        "444555KA",
        Kind.PLANE_SINGLES,
        True,
        Words("the trios decide, not the single cards", "只看{TRIO}，不看带的单牌"),
    ),
    Case("3333", "TJQKA", Kind.BOMB, True, Words("a bomb beats every other kind", "炸弹压别的任何牌型")),
    Case("AAAA55", "3333", Kind.FOUR_TWO, False, Words("a four with cards is no bomb", "{FOUR_TWO}不是炸弹")),
    Case("6789L", "56789", Kind.SOFT_BOMB, True, Words("the laizi goes on top", "癞子接在最上面")),
    Case(
        "77LL",
        "AAAA",
        Kind.SOFT_BOMB,
        False,
        Words("a bomb with laizi is a soft one", "带癞子的是{SOFT_BOMB}，小于硬炸"),
    ),
    Case(
        "3333",
        "222L",
        Kind.SOFT_BOMB,
        True,
        Words("without laizi, whatever the rank", "不带癞子的更大，不论点数"),
    ),
    Case("333LL", "2222", Kind.LAIZI_BOMB, True, Words("more cards", "张数更多")),
    Case("BR", "5555LL", Kind.LAIZI_BOMB, True, Words("the rocket beats everything", "{ROCKET}最大")),
    Case("33333", "2222", Kind.KING_BOMB2, True, Words("more cards", "张数更多")),
    Case(
        "RR",
        "33333",
        Kind.KING_BOMB2,
        False,
        Words("less than {lead} of a rank", "{KING_BOMB2}小于 {lead} 张的炸弹"),
    ),
    Case(
        "BBR",
        "222222",
        Kind.KING_BOMB3,
        True,
        Words("more than {lead} of a rank", "{KING_BOMB3}大于 {lead} 张的炸弹"),
    ),
    Case("BRR", "BBR", Kind.KING_BOMB3, False, Words("equal, whichever jokers", "一样大，不论哪几张王")),
)
"""Cases, each shown by the games that have its kind."""
VERDICTS: Final = {True: Words("beats", "压得过"), False: Words("does not beat", "压不过")}


def compare(writer: Writer) -> Chapter:
    """Examples of what beats what."""
    duels = tuple(
        Duel(
            laid(case.play),
            laid(case.lead),
            case.beats,
            writer.say(VERDICTS[case.beats]),
            writer.say(case.why, lead=len(case.lead)),
        )
        for case in cases_in(writer.rules)
    )
    return Chapter(ChapterId("compare"), writer.say(TITLE), (writer.text(RULE), Duels(duels)))


def cases_in(rules: Ruleset) -> tuple[Case, ...]:
    """The cases that a game knows."""
    kinds = {*kinds_of(rules.book), *(bomb.reading.kind for bomb in bombs_of(rules))}
    return tuple(case for case in CASES if case.kind in kinds)
