"""What the game does for a player who does not answer."""

from typing import Final

from app.guide.page import Chapter, ChapterId, Points
from app.guide.writer import Writer
from app.rules.cards import LAIZI
from app.rules.phases.score_auction import Auction
from app.rules.words import Words

TITLE: Final = Words("Time and auto-play", "超时和托管")
OUT_OF_TIME: Final = (
    Words("Out of time", "超时"),
    Words(
        "Every question has its time limit. When it is over the game answers for you: no to every question, "
        "a pass when you follow, and your lowest single card when you lead.",
        "每一步都限时。时间到了系统替你选：问要不要的都选不要，跟牌就不出，该你先出就出最小的一张单牌。",
    ),
)
NOT_A_LAIZI: Final = Words(
    "It is never a laizi while you hold anything else.", "手里还有别的牌，就不会替你出癞子。"
)
LOWEST_BID: Final = Words(
    "Where you have to bid it bids {lowest_bid}.", "必须叫分的，替你叫 {lowest_bid} 分。"
)
AUTO: Final = (
    Words("Auto-play", "托管"),
    Words(
        "After {auto_after} time-outs in a row, or by its button, the game goes on answering for you at "
        "once. One touch gives you your seat back.",
        "连着超时 {auto_after} 次，或者自己点了托管，系统就一直替你打；点一下随时收回。",
    ),
)
LOST: Final = (
    Words("Lost connection", "断线"),
    Words(
        "A lost connection costs nothing by itself: your seat plays on by auto-play, and you may come back "
        "at any time.",
        "断线本身不罚：系统替你托管，随时可以回来接着打。",
    ),
)

VOID: Final = (
    Words("A hand that cannot go on", "牌局作废"),
    Words(
        "If the server itself cannot finish a hand, it is void: nobody wins, loses or pays anything.",
        "如果是服务器打不完这一局，就作废：没有输赢，也不收台费。",
    ),
)


def time(writer: Writer) -> Chapter:
    """Time limits and auto-play."""
    (name, *said) = OUT_OF_TIME
    if any(
        isinstance(phase, Auction) and phase.forced is not Auction.forced for phase in writer.rules.phases
    ):
        said.append(LOWEST_BID)
    if LAIZI in writer.rules.deck:
        said.append(NOT_A_LAIZI)
    items = (writer.item(name, *said), writer.item(*AUTO), writer.item(*LOST), writer.item(*VOID))
    return Chapter(ChapterId("time"), writer.say(TITLE), (Points(items, steps=False),))
