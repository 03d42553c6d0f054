"""The bombs in order."""

from typing import Final

from app.guide.page import Chapter, ChapterId, Sample, Samples
from app.guide.plays import Bomb, bombs_of
from app.guide.writer import Writer
from app.rules.combos import Kind
from app.rules.words import Words

TITLE: Final = Words("Bombs", "炸弹")
INTRO: Final = Words(
    "A bomb beats every play that is not a bomb. These are all bombs, from the weakest to the strongest; of "
    "bombs in the same line the higher rank wins, between the lines rank counts for nothing.",
    "炸弹压得过一切不是炸弹的牌。从小到大全部列在下面；同一行的比点数，不同行的与点数无关。",
)
NAMES: Final = {
    Kind.BOMB: Words("{size} of a rank", "{size} 张同点数"),
    Kind.SOFT_BOMB: Words("{SOFT_BOMB}: {size} of a rank with laizi", "{SOFT_BOMB}：{size} 张同点数，带癞子"),
    Kind.LAIZI_BOMB: Words("{size} of a rank with laizi", "{size} 张同点数，带癞子"),
    Kind.ROCKET: Words("{ROCKET}: both jokers", "{ROCKET}：大王加小王"),
    Kind.KING_BOMB2: Words("{KING_BOMB2}: {size} {joker}s", "{KING_BOMB2}：{size} 张{joker}"),
    Kind.KING_BOMB3: Words("{KING_BOMB3}: any {size} jokers", "{KING_BOMB3}：任意 {size} 张王"),
    Kind.KING_BOMB4: Words("{KING_BOMB4}: all {size} jokers", "{KING_BOMB4}：{size} 张王全在"),
}
HARD_BOMB: Final = Words("Hard bomb: {size} of a rank without laizi", "硬炸：{size} 张同点数，不带癞子")
"""What a plain bomb is called where there are soft ones."""
DOUBLES: Final = {
    True: Words("×{bomb} when played", "打出来 ×{bomb}"),
    False: Words("multiplies nothing", "不加倍数"),
}


def bombs(writer: Writer) -> Chapter:
    """The bombs of the game, weakest first."""
    found = bombs_of(writer.rules)
    is_soft = any(bomb.reading.kind is Kind.SOFT_BOMB for bomb in found)
    names = {**NAMES, Kind.BOMB: HARD_BOMB} if is_soft else NAMES
    samples = tuple(_sample(writer, bomb, names[bomb.reading.kind]) for bomb in found)
    return Chapter(ChapterId("bombs"), writer.say(TITLE), (writer.text(INTRO), Samples(samples, ranked=True)))


def _sample(writer: Writer, bomb: Bomb, name: Words) -> Sample:
    called = writer.say(name, size=len(bomb.ranks), joker=writer.rank(bomb.reading.rank))
    return writer.sample(called, bomb.ranks, DOUBLES[bomb.doubles])
