"""What things are called on the page: the same as on the table."""

from typing import Final

from app.rules.combos import Kind
from app.rules.facts import Cause
from app.rules.words import Words

KINDS: Final = {
    Kind.SINGLE: Words("Single", "单牌"),
    Kind.PAIR: Words("Pair", "对牌"),
    Kind.TRIO: Words("Trio", "三张"),
    Kind.TRIO_SINGLE: Words("Trio + 1", "三带一"),
    Kind.TRIO_PAIR: Words("Trio + pair", "三带二"),
    Kind.STRAIGHT: Words("Straight", "单顺"),
    Kind.PAIR_CHAIN: Words("Pair chain", "双顺"),
    Kind.PLANE: Words("Plane", "三顺"),
    Kind.PLANE_SINGLES: Words("Plane + singles", "飞机带单牌"),
    Kind.PLANE_PAIRS: Words("Plane + pairs", "飞机带对牌"),
    Kind.FOUR_TWO: Words("Four + 2", "四带二"),
    Kind.FOUR_TWO_PAIRS: Words("Four + 2 pairs", "四带两对"),
    Kind.BOMB: Words("Bomb", "炸弹"),
    Kind.ROCKET: Words("Rocket", "火箭"),
    Kind.KING_BOMB2: Words("King bomb of 2", "双王炸"),
    Kind.KING_BOMB3: Words("King bomb of 3", "三王炸"),
    Kind.KING_BOMB4: Words("King bomb of 4", "天王炸"),
    Kind.SOFT_BOMB: Words("Soft bomb", "软炸"),
    Kind.LAIZI_BOMB: Words("Laizi bomb", "癞子炸弹"),
}
"""Every kind of play."""
CAUSES: Final = {
    Cause.SHOW: Words("Open hand", "明牌"),
    Cause.ROB: Words("Rob", "抢地主"),
    Cause.IDENTITY: Words("Identity shown", "亮身份"),
    Cause.DOUBLE: Words("Doubling", "加倍"),
    Cause.BOMB: Words("Bomb", "炸弹"),
    Cause.ROCKET: Words("Rocket", "火箭"),
    Cause.SPRING: Words("Spring", "春天"),
    Cause.ANTI_SPRING: Words("Anti-spring", "反春"),
}
"""Every cause of a factor."""
GAMES: Final = {
    "classic": Words("Classic Dou Dizhu", "经典斗地主"),
    "happy": Words("Happy Dou Dizhu", "欢乐斗地主"),
    "five": Words("Five-player Dou Dizhu", "五人斗地主"),
    "laizi": Words("Laizi Dou Dizhu", "癞子斗地主"),
}
"""Every game by its full name."""
RANKS: Final = {
    "T": Words("10", "10"),
    "B": Words("small joker", "小王"),
    "R": Words("big joker", "大王"),
    "L": Words("laizi", "癞子"),
}
"""Ranks that are not called as they are written."""
RANKED: Final = Words("{kind} {rank}", "{kind} {rank}")
CHAIN: Final = Words("{kind} to {rank}", "{kind} 到 {rank}")
"""How a reading is called, by its rank or by the highest of a chain."""
BASE: Final = Words("Base", "底分")
LANDLORD: Final = Words("Landlord", "地主")
FARMER: Final = Words("Farmer {nth}", "农民 {nth}")
OPEN_LANDLORD: Final = Words("Open landlord", "明地主")
HIDDEN_LANDLORD: Final = Words("Hidden landlord", "暗地主")
