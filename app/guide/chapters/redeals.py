"""What happens when nobody wants to be landlord, and who is asked first."""

from collections.abc import Mapping
from typing import Final

from app.guide.page import Chapter, ChapterId, Points
from app.guide.writer import Writer
from app.rules.phases.call_and_rob import CALLING
from app.rules.phases.score_auction import Auction
from app.rules.ruleset import last_out, rotating
from app.rules.words import Words

TITLE: Final = Words("Who is asked first", "谁先叫")
REDEAL: Final = Words("Nobody wants it", "没人要地主")
PASSED_OUT: Final = Words(
    "If nobody wants to be landlord the cards are dealt anew. After {deals} such deals in a row the hand is "
    "called off: nobody wins, loses or pays anything.",
    "没人要当地主就重新发牌。连着 {deals} 次都没人要，这一局作罢：没有输赢，不收台费。",
)
MOVES: Final = {
    True: Words("In the new deal the next player is asked first.", "重新发的牌由下一家先叫。"),
    False: Words("In the new deal the same player is asked first again.", "重新发的牌还是原来那家先叫。"),
}
FIRST: Final = Words("The first", "先叫的人")
NEXT: Final[Mapping[object, Words]] = {
    rotating: Words(
        "In the first hand at a table chance decides. After that it goes round: one seat on with each hand.",
        "一桌的第一局随机，以后每局往下轮一家。",
    ),
    last_out: Words(
        "In the first hand at a table chance decides. After that it is whoever went out in the hand before; "
        "if that hand was broken off, the same player again.",
        "一桌的第一局随机，以后由上一局最先出完的人先叫；上一局没打完的，还是原来那家先叫。",
    ),
}
"""By the ruleset's way to choose."""


def redeals(writer: Writer) -> Chapter | None:
    """Deals that nobody wants."""
    rules = writer.rules
    if not any(phase is CALLING or isinstance(phase, Auction) for phase in rules.phases):
        return None
    items = (
        writer.item(FIRST, NEXT[rules.next_first]),
        writer.item(REDEAL, PASSED_OUT, MOVES[rules.redeal_moves]),
    )
    return Chapter(ChapterId("redeals"), writer.say(TITLE), (Points(items, steps=False),))
