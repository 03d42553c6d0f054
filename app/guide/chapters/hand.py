"""What happens in a hand, step by step: one step for each phase of the game."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from app.guide.page import Chapter, ChapterId, Item, Points
from app.guide.writer import Writer
from app.rules.phases.bottom import Taking
from app.rules.phases.call_and_rob import CALLING, ROBBING
from app.rules.phases.deal import Dealing
from app.rules.phases.double import DOUBLING, TABLE_DOUBLING
from app.rules.phases.identity import IdentityStep
from app.rules.phases.open_card import Turning
from app.rules.phases.score_auction import Auction, holds_joker_and_two
from app.rules.phases.show import SHOW_LANDLORD, SHOW_START
from app.rules.phases.tricks import Tricks
from app.rules.ruleset import Phase
from app.rules.words import Words


class Step(NamedTuple):
    """What a phase is called, and what is done in it."""

    name: Words
    text: Words


TITLE: Final = Words("Step by step", "一局的顺序")
LIMIT: Final = Words("As a rule you have {seconds} seconds.", "一般限时 {seconds} 秒。")

STEPS: Final[Mapping[object, Step]] = {
    SHOW_START: Step(
        Words("Show before the deal", "明牌开始"),
        Words(
            "All choose at once, before they see a card, whether to play this hand face up 明牌: everybody "
            "may then look at it to the end, and the multiple is ×{show_start}.",
            "还没看到牌，大家同时选要不要明牌：手牌从头到尾亮给所有人看，倍数 ×{show_start}。",
        ),
    ),
    Dealing(may_show=True): Step(
        Words("Deal", "发牌"),
        Words(
            "Everybody gets {hand} cards; {bottom} bottom cards lie aside, face down. Whoever has not shown "
            "may still do so while the cards come: ×{show_early} as long as nobody has more than {early} "
            "cards, ×{show_late} after that.",
            "每人 {hand} 张，另有 {bottom} 张底牌扣着。没明牌的人发牌途中还可以明牌：每人不超过 {early} 张时"
            " ×{show_early}，之后 ×{show_late}。",
        ),
    ),
    Dealing(may_show=False): Step(
        Words("Deal", "发牌"),
        Words(
            "Everybody gets {hand} cards; {bottom} bottom cards lie aside, face down.",
            "每人 {hand} 张，另有 {bottom} 张底牌扣着。",
        ),
    ),
    Auction: Step(
        Words("Bid", "叫分"),
        Words(
            "In turn, and once only, each player passes or bids {lowest_bid} to {highest_bid} points, more "
            "than anybody before him. A bid of {highest_bid} ends the bidding. The highest bidder is the "
            "landlord, and his bid is the base of the score.",
            "轮流叫，每人一次：不叫，或者叫 {lowest_bid} 到 {highest_bid} 分，要比前面的高；有人叫 "
            "{highest_bid} 分就结束。叫得最高的当地主，他叫的分就是底分。",
        ),
    ),
    CALLING: Step(
        Words("Call", "叫地主"),
        Words(
            "In turn each player is asked whether he wants to be the landlord, first of all whoever was the "
            "first to show; the first to call ends it. If nobody calls, whoever showed first is the "
            "landlord and nobody may rob.",
            "轮流问要不要当地主，最早明牌的人先问；有人叫就不再问别人。都不叫而有人明过牌，最早明牌的人当地"
            "主，也不再抢。",
        ),
    ),
    ROBBING: Step(
        Words("Rob", "抢地主"),
        Words(
            "After a call the others are asked in turn whether they rob the landlord's place, except who "
            "has refused to call. If anybody robs, the caller has the last word. The last to rob is the "
            "landlord; each rob is ×{rob}, all together ×{robs} at most.",
            "有人叫了，其余的人轮流可以抢，已经说过不叫的除外；有人抢，叫的人最后还能再抢回来。最后抢的人当"
            "地主。每抢一次 ×{rob}，加起来最多 ×{robs}。",
        ),
    ),
    Taking: Step(
        Words("Bottom cards", "拿底牌"),
        Words(
            "The landlord takes the {bottom} bottom cards, and everybody sees them. He now holds "
            "{landlord_hand} cards.",
            "{bottom} 张底牌亮给大家看，归地主，他这时有 {landlord_hand} 张。",
        ),
    ),
    SHOW_LANDLORD: Step(
        Words("The landlord may show", "地主明牌"),
        Words(
            "A landlord who has not shown yet may do so now: ×{show_landlord}. Of all shows in a hand only "
            "the largest counts.",
            "地主如果还没明牌，现在可以明：×{show_landlord}。一局里明牌不管几次，只算最大的那一次。",
        ),
    ),
    DOUBLING: Step(
        Words("Double", "加倍"),
        Words(
            "All choose at once. A farmer's doubling is ×{double} on what he and the landlord play for; the "
            "landlord's is ×{double} against every farmer. It takes more beans than the table's limit: a "
            "farmer may double if he and the landlord have more, the landlord if everybody has.",
            "大家同时选。农民加倍，只管他和地主之间，×{double}；地主加倍，对每个农民都 ×{double}。豆要多于本"
            "桌的加倍线才能加：农民看自己和地主，地主要所有人都多于这条线。",
        ),
    ),
    Turning: Step(
        Words("Open card", "翻明牌"),
        Words(
            "A card that was dealt, never a joker, is drawn and shown to all. Whoever holds it is the open "
            "landlord. He takes the {bottom} bottom cards, which nobody else sees, and holds {landlord_hand}"
            " cards.",
            "从发出去的牌里抽一张翻开（不会是王），谁拿着它谁就是明地主。明地主拿 {bottom} 张底牌，别人看不"
            "到；他这时有 {landlord_hand} 张。",
        ),
    ),
    IdentityStep: Step(
        Words("Show identity", "亮身份"),
        Words(
            "The open and the hidden landlord may each show to be a landlord. If at least one does, the "
            "multiple is ×{identity}, but only once. Everybody waits the whole time, so that the wait gives "
            "nobody away.",
            "明地主和暗地主各自可以亮身份。只要有人亮，倍数 ×{identity}，只算一次。这一步所有人都等满时间，"
            "免得从快慢看出谁是暗地主。",
        ),
    ),
    TABLE_DOUBLING: Step(
        Words("Double", "加倍"),
        Words(
            "All {seats} choose at once. Each doubling is ×{double} for the whole table, all together ×"
            "{doubles} at most.",
            "{seats} 家同时选。每有一家加倍，全桌 ×{double}，加起来最多 ×{doubles}。",
        ),
    ),
    Tricks: Step(
        Words("Play", "出牌"),
        Words(
            "The landlord leads, and play goes on until somebody has no cards left.",
            "地主先出，一直打到有人把牌出完。",
        ),
    ),
}
"""By phase, or by the type of a phase that comes in several forms; the shuffle is nobody's to do."""
OPEN_LEADS: Final = Words(
    "The open landlord leads, and play goes on until somebody has no cards left.",
    "明地主先出，一直打到有人把牌出完。",
)
FORCED: Final[Mapping[object, Words]] = {
    holds_joker_and_two: Words(
        "Strong hands must bid: as long as nobody has bid, whoever holds both jokers, or a joker and a "
        "{above}, may not pass. A laizi is no {above}.",
        "好牌必须叫：还没人叫分时，手里大小王都有，或者有一个王又有 {above}，就不能不叫。癞子不算 {above}。",
    )
}
"""Which hands may not pass, and how that is said."""


def hand(writer: Writer) -> Chapter:
    """The order of a hand."""
    items = tuple(item for phase in writer.rules.phases if (item := _step(writer, phase)))
    return Chapter(ChapterId("hand"), writer.say(TITLE), (Points(items, steps=True),))


def _step(writer: Writer, phase: Phase) -> Item | None:
    step = STEPS.get(phase) or STEPS.get(type(phase))
    if step is None:
        return None
    words = [OPEN_LEADS if isinstance(phase, Tricks) and writer.rules.turns_card else step.text]
    if isinstance(phase, Auction) and phase.forced is not Auction.forced:
        words.append(FORCED[phase.forced])
    limit_ms = writer.rules.decision_ms.get(phase.name)
    if limit_ms:
        words.append(LIMIT)
    return writer.item(step.name, *words, seconds=(limit_ms or 0) // 1_000)
