"""Spring and anti-spring."""

from collections.abc import Mapping
from typing import Final

from app.guide.page import Chapter, ChapterId, Points
from app.guide.writer import Writer
from app.rules.scoring.identity import IdentityScoring
from app.rules.scoring.pairwise import PairwiseScoring
from app.rules.scoring.shared import SharedScoring
from app.rules.words import Words

TITLE: Final = Words("Spring", "春天")
SPRING: Final = (
    Words("Spring", "春天"),
    Words(
        "The landlord goes out, and no farmer has played a card: ×{spring}.",
        "地主出完了，农民一张牌都没出过：×{spring}。",
    ),
)
ANTI_SPRING: Final = (
    Words("Anti-spring", "反春"),
    Words(
        "A farmer goes out, and the landlord has played just once, his very first lead: ×{spring}.",
        "农民出完了，地主只在开头出过一手：×{spring}。",
    ),
)
SHARED_SPRING: Final = (
    Words("Spring", "春天"),
    Words(
        "The landlords win, and no farmer has played a card: ×{spring}. The farmers cannot win so, since "
        "the open landlord leads.",
        "地主一方赢了，农民一张牌都没出过：×{spring}。农民赢的时候没有春天，因为明地主总要先出。",
    ),
)
SPRINGS: Final[Mapping[type, tuple[tuple[Words, Words], ...]]] = {
    IdentityScoring: (SPRING, ANTI_SPRING),
    PairwiseScoring: (SPRING, ANTI_SPRING),
    SharedScoring: (SHARED_SPRING,),
}


def spring(writer: Writer) -> Chapter:
    """When a hand was won without resistance."""
    items = tuple(writer.item(*words) for words in SPRINGS[type(writer.rules.scoring)])
    return Chapter(ChapterId("spring"), writer.say(TITLE), (Points(items, steps=False),))
