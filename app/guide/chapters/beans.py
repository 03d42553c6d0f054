"""From points to beans: coefficient, fee, and what nobody can lose or win."""

from typing import Final

from app.guide.chapters.score import PLAYER, POINTS
from app.guide.page import Chapter, ChapterId, Grid, Tables
from app.guide.sums import example, players
from app.guide.writer import Writer, signed
from app.rooms.config import TIERS
from app.rules.phases.double import DOUBLING
from app.rules.words import Words

TITLE: Final = Words("Beans", "欢乐豆")
WORTH: Final = Words(
    "Points are paid in beans. Each table says how many beans a point is worth, what fee everybody pays for "
    "a hand, and how many beans you need to begin one. Whoever runs the server may choose other figures "
    "than these: what the lobby says holds.",
    "输赢的分按豆结算。每张牌桌写明：一分值多少豆，每局每人交多少台费，至少要有多少豆才能开始。服务器可以另"
    "定数目，以大厅写的为准。",
)
TABLES: Final = Words("Public tables, as a rule", "公共牌桌，一般是")
ENTRY: Final = Words("Needed", "入场")
COEFFICIENT: Final = Words("A point", "每分")
FEE: Final = Words("Fee", "台费")
DOUBLE_ABOVE: Final = Words("To double, more than", "加倍线")
PAID: Final = Words("The example in beans", "这个例子的豆")
BEANS: Final = Words("Beans", "豆")
NET: Final = Words("In all", "合计")
LIMITS: Final = Words(
    "You never lose more beans than you brought to the hand, and you never win more than you brought. If a "
    "side cannot pay everything, the others get so much less, in proportion. The fee comes after that, out "
    "of what is left.",
    "输的最多输到自己带来的豆为止，赢的最多赢到和自己带来的一样多。一方付不足，另一方就按比例少拿。台费最后"
    "从剩下的豆里扣。",
)
POOR: Final = Words("The example, {who} carrying too little", "这个例子，{who} 的豆不够")
CARRIED: Final = Words("Carried", "带豆")
DUE: Final = Words("Due", "应得")
ACTUAL: Final = Words("Paid", "实得")
LEFT: Final = Words("Left", "剩下")
CAP: Final = Words(
    "A table may put a cap on the multiple: what goes beyond it does not count.",
    "有的牌桌倍数封顶：超过的部分不算。",
)


def beans(writer: Writer) -> Chapter:
    """How points are paid."""
    return Chapter(
        ChapterId("beans"),
        writer.say(TITLE),
        (
            writer.text(WORTH),
            _tables(writer),
            _paid(writer),
            writer.text(LIMITS),
            _poor(writer),
            writer.text(CAP),
        ),
    )


def _tables(writer: Writer) -> Tables:
    doubles = DOUBLING in writer.rules.phases
    columns = {"entry": ENTRY, "coefficient": COEFFICIENT, "fee": FEE}
    if doubles:
        columns["double_above"] = DOUBLE_ABOVE
    usual = [tier for tier in TIERS.values() if tier.game == writer.rules.name]
    rows = [tuple(f"{getattr(tier.stakes, name, tier.entry):,}" for name in columns) for tier in usual]
    return Tables(writer.say(TABLES), tuple(map(writer.say, columns.values())), tuple(columns), tuple(rows))


def _paid(writer: Writer) -> Grid:
    found = example(writer.rules)
    paid = found.settlement
    rows = [
        [
            name,
            signed(found.scored.x[seat]),
            signed(paid.moved[seat]),
            signed(-paid.fees[seat]),
            signed(paid.net[seat]),
        ]
        for seat, name in players(writer, found)
    ]
    return writer.grid(PAID, (PLAYER, POINTS, BEANS, FEE, NET), rows)


def _poor(writer: Writer) -> Grid:
    """The same hand; the farmer next to the landlord cannot pay."""
    found = example(writer.rules, poor=1)
    carried, paid = found.public.carried, found.settlement
    named = players(writer, found)
    rows = [
        [
            name,
            f"{carried[seat]:,}",
            signed(found.due[seat]),
            signed(paid.moved[seat]),
            signed(-paid.fees[seat]),
            f"{carried[seat] + paid.net[seat]:,}",
        ]
        for seat, name in named
    ]
    return writer.grid(POOR, (PLAYER, CARRIED, DUE, ACTUAL, FEE, LEFT), rows, who=dict(named)[1])
