"""The words of the game in both languages, for what the server itself prints."""

from enum import StrEnum
from typing import Final, NamedTuple

from app.rules.combos import Combo, Kind
from app.rules.facts import Cause, Claim, End


class Language(StrEnum):
    """A language that a player can choose."""

    EN = "en"
    ZH = "zh"


class Words(NamedTuple):
    """The same words in each language; blanks are in braces."""

    en: str
    zh: str

    def said(self, language: Language, **parts: object) -> str:
        """The words in one language, the blanks filled."""
        words = self.en if language is Language.EN else self.zh
        return words.format(**parts)


GAMES: Final = {
    "classic": Words("Classic", "经典"),
    "happy": Words("Happy", "欢乐"),
    "five": Words("Five-player", "五人"),
    "laizi": Words("Laizi", "癞子"),
}
KINDS: Final = {
    Kind.SINGLE: Words("single {rank}", "单牌 {rank}"),
    Kind.PAIR: Words("pair of {rank}", "对牌 {rank}"),
    Kind.TRIO: Words("trio of {rank}", "三张 {rank}"),
    Kind.TRIO_SINGLE: Words("trio of {rank} with a single", "三带一 {rank}"),
    Kind.TRIO_PAIR: Words("trio of {rank} with a pair", "三带二 {rank}"),
    Kind.STRAIGHT: Words("straight of {size} to {rank}", "{size} 张单顺到 {rank}"),
    Kind.PAIR_CHAIN: Words("chain of {size} pairs to {rank}", "{size} 对双顺到 {rank}"),
    Kind.PLANE: Words("plane of {size} to {rank}", "{size} 组三顺到 {rank}"),
    Kind.PLANE_SINGLES: Words("plane of {size} to {rank} with singles", "{size} 组飞机带单牌到 {rank}"),
    Kind.PLANE_PAIRS: Words("plane of {size} to {rank} with pairs", "{size} 组飞机带对牌到 {rank}"),
    Kind.FOUR_TWO: Words("four of {rank} with two", "四带二 {rank}"),
    Kind.FOUR_TWO_PAIRS: Words("four of {rank} with two pairs", "四带两对 {rank}"),
    Kind.BOMB: Words("bomb of {rank}", "炸弹 {rank}"),
    Kind.ROCKET: Words("rocket", "火箭"),
    Kind.KING_BOMB2: Words("king bomb of two, {rank}", "双王炸 {rank}"),
    Kind.KING_BOMB3: Words("king bomb of three", "三王炸"),
    Kind.KING_BOMB4: Words("king bomb of four", "天王炸"),
    Kind.SOFT_BOMB: Words("soft bomb of {rank}", "软炸 {rank}"),
    Kind.LAIZI_BOMB: Words("laizi bomb of {size} {rank}", "{size} 张癞子炸弹 {rank}"),
}
RANKS: Final = {
    "T": Words("10", "10"),
    "B": Words("small joker", "小王"),
    "R": Words("big joker", "大王"),
}
"""Ranks that are not written as on a card of the log."""
SPRINGS: Final = {
    Cause.SPRING: Words("spring", "春天"),
    Cause.ANTI_SPRING: Words("anti-spring", "反春"),
}
"""Causes that the sentence before does not name."""

STAKES: Final = Words(
    "{game}: base {base}, initial multiple {initial}, cap {cap}, {coefficient:,} beans a point, fee {fee:,}",
    "{game}：底分 {base}，初始倍数 {initial}，封顶 {cap}，每分 {coefficient:,} 豆，台费 {fee:,} 豆",
)
NO_CAP: Final = Words("none", "无")
CARRIES: Final = Words("{who}: {beans:,} beans", "{who}：{beans:,} 豆")
DEAL: Final = Words("deal {deal}: {who} is first in turn", "第 {deal} 次发牌：{who} 为先")
DEALT: Final = Words("all cards are dealt", "发牌完毕")
HAND: Final = Words("{who}: {cards}", "{who}：{cards}")
SHOWS: Final = Words("{who} shows {cards}", "{who} 明牌：{cards}")
STARTS_OPEN: Final = Words("{who} starts with an open hand", "{who} 明牌开始")
SHOWS_NOT: Final = Words("{who} does not show", "{who} 不明牌")
BIDS: Final = Words("{who} bids {value}", "{who} 叫 {value} 分")
BIDS_NOT: Final = Words("{who} does not bid", "{who} 不叫")
TURNED: Final = Words("the open card is {cards}, and {who} holds it", "明牌为 {cards}，在 {who} 手中")
TWIN: Final = Words("{who} holds its twin and is hidden landlord", "{who} 持同牌，为暗地主")
ALONE: Final = Words("{who} holds both and is landlord alone", "{who} 两张都在手，独自当地主")
IDENTITIES: Final = {
    True: Words("{who} will show the identity", "{who} 要亮身份"),
    False: Words("{who} gives up showing the identity", "{who} 放弃亮身份"),
}
IDENTITY_SHOWN: Final = Words("{who} shows to be a landlord", "{who} 亮身份：地主")
HIDDEN_KNOWN: Final = Words("{who} is known to be the hidden landlord", "{who} 是暗地主，已公开")
ALONE_KNOWN: Final = Words("{who} is known to be landlord alone", "{who} 是独自地主，已公开")
CALLS: Final = {
    True: Words("{who} calls the landlord", "{who} 叫地主"),
    False: Words("{who} does not call", "{who} 不叫"),
}
ROBS: Final = {
    True: Words("{who} robs the landlord", "{who} 抢地主"),
    False: Words("{who} does not rob", "{who} 不抢"),
}
DOUBLES: Final = {
    True: Words("{who} doubles", "{who} 加倍"),
    False: Words("{who} does not double", "{who} 不加倍"),
}
PASSED_OUT: Final = Words("nobody wants to be landlord", "没人叫地主")
CLAIMS: Final = {
    Claim.BID: Words("{who} has bid most and is landlord", "{who} 叫分最高，当地主"),
    Claim.OPEN_CARD: Words("{who} is the open landlord", "{who} 是明地主"),
    Claim.CALLED: Words("{who} has called and is landlord", "{who} 叫得地主"),
    Claim.ROBBED: Words("{who} has robbed last and is landlord", "{who} 抢得地主"),
    Claim.SHOWED_FIRST: Words("{who} has shown first and must be landlord", "{who} 最先明牌，当地主"),
}
TAKES: Final = Words("{who} takes the bottom cards {cards}", "{who} 拿底牌 {cards}")
LEADS: Final = Words(
    "{who} leads {cards}: {reading}, {left} left", "{who} 首出 {cards}：{reading}，剩 {left} 张"
)
PLAYS: Final = Words(
    "{who} plays {cards}: {reading}, {left} left", "{who} 出 {cards}：{reading}，剩 {left} 张"
)
PASSES: Final = Words("{who} passes", "{who} 不出")
LEAVES: Final = Words(
    "{who} leaves at behaviour multiple {multiple} and loses {rate} times the base",
    "{who} 逃跑：行为倍数 {multiple}，罚底分的 {rate} 倍",
)
ENDS: Final = {
    End.OUT: Words("{who} is out; the winners: {winners}", "{who} 出完牌，获胜：{winners}"),
    End.ESCAPE: Words("the hand is broken off", "牌局中止"),
    End.CALLED_OFF: Words("the hand is called off", "流局"),
    End.VOID: Words("the hand is void", "牌局作废"),
}
SCORED: Final = Words("the result in points", "得分")
CAPPED: Final = Words("the result in points, the multiple capped at {counted}", "得分，倍数封顶 {counted}")
POINTS: Final = Words("{who}: {x:+,}", "{who}：{x:+,}")
OF_DOUBLING: Final = Words("doubling ×{doubling}", "加倍 ×{doubling}")
FOR_LEVELS: Final = Words("{points:+,} for levels", "等级积分 {points:+,}")
SETTLED: Final = Words("the beans", "欢乐豆")
BEANS: Final = Words(
    "{who}: {moved:+,}, fee {fee:,}, now {beans:,}", "{who}：{moved:+,}，台费 {fee:,}，现有 {beans:,}"
)
LESS_THAN_DUE: Final = Words(
    "{who}: {moved:+,} of {due:+,} due, fee {fee:,}, now {beans:,}",
    "{who}：应 {due:+,}，实 {moved:+,}，台费 {fee:,}，现有 {beans:,}",
)
COMMA: Final = Words(", ", "，")
IN_A_LIST: Final = Words(", ", "、")
SYSTEM: Final = Words("the system: {penalty:+,}", "系统：{penalty:+,}")


def reading_in(language: Language, combo: Combo) -> str:
    """A reading in words: "straight of 5 to 7"."""
    rank = RANKS[combo.rank].said(language) if combo.rank in RANKS else combo.rank
    return KINDS[combo.kind].said(language, size=combo.size, rank=rank)
