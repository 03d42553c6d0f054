"""The words of what operators are told about beans, in both languages."""

from typing import Final

from app.rules.facts import Cause
from app.rules.words import Language, Words
from app.storage.store import PlayerRow

BOT: Final = Words("{name} (bot)", "{name}（机器人）")
GONE: Final = Words("(deleted)", "（已注销）")


def called(player: PlayerRow, language: Language) -> str:
    """A player's name; a bot's says that it is one, and one who has deleted his account has none."""
    match player.kind:
        case "bot":
            return BOT.said(language, name=player.name)
        case "deleted":
            return GONE.said(language)
        case _:
            return player.name


# --- a statement -------------------------------------------------------------------------------------------

ACCOUNT: Final = Words("account {id} · {kind}", "账户 {id} · {kind}")
ACCOUNT_OF: Final = Words("account {id} · {kind} {owner} · {name}", "账户 {id} · {kind} {owner} · {name}")
BALANCE: Final = Words("{beans:,} beans after {version:,} postings", "共 {version:,} 笔，余额 {beans:,} 豆")
IN_A_HAND: Final = Words(", in hand {hand}", "，正在 {hand} 局中")
OLDER: Final = Words("older: --before {version}", "更早的：--before {version}")
KINDS: Final = {
    "player": Words("player", "玩家"),
    "bot": Words("bot", "机器人"),
    "recycle": Words("recycle (fees)", "回收（台费）"),
    "penalty": Words("penalty (escapes)", "罚没（逃跑）"),
    "house": Words("house (bots)", "庄家（机器人）"),
    "grant": Words("grant (gifts and relief)", "赠送（赠豆与救济）"),
    "mint": Words("mint", "铸豆"),
    "correction": Words("correction", "更正"),
}
PURPOSES: Final = {
    "transfer": Words("transfer", "输赢"),
    "fee": Words("fee", "台费"),
    "penalty": Words("penalty", "罚豆"),
    "share": Words("share of a penalty", "分得罚豆"),
    "grant": Words("grant", "赠送"),
    "correction": Words("correction", "更正"),
    "mint": Words("mint", "铸豆"),
}
OF_HAND: Final = Words("{purpose}, hand {hand}", "{purpose}，{hand} 局")
BY_HAND: Final = Words("{purpose}: {reason} ({actor}, {ticket})", "{purpose}：{reason}（{actor}，{ticket}）")
BY_TWO: Final = Words(
    "{purpose}: {reason} ({actor} with {approver}, {ticket})",
    "{purpose}：{reason}（{actor}、{approver}，{ticket}）",
)

# --- why a hand moved what it moved --------------------------------------------------------------------------

POINTS: Final = Words(
    "{game}, {role}: base {base} × multiple {counted} × {share} = {x:+,} points",
    "{game}，{role}：底分 {base} × 倍数 {counted} × {share} = {x:+,} 分",
)
LEFT: Final = Words(
    "{game}, {role} who left: base {base} × initial multiple {initial} × {rate} = {x:+,} points,"
    " at behaviour multiple {multiple}",
    "{game}，{role}逃跑：底分 {base} × 初始倍数 {initial} × {rate} = {x:+,} 分，行为倍数 {multiple}",
)
SHARED: Final = Words(
    "{game}: {who} left and paid {beans:,}, shared by {others}",
    "{game}：{who} 逃跑，付 {beans:,}，{others} 人分",
)
CAPPED: Final = Words("capped: the multiple was {multiple}", "封顶：原倍数 {multiple}")
DUE: Final = Words(
    "{x:+,} points × {coefficient:,} beans = {due:+,}", "{x:+,} 分 × 每分 {coefficient:,} 豆 = {due:+,}"
)
LESS: Final = Words(
    "{moved:+,} of it moved: nobody pays or gets more than he carried ({carried:,})",
    "实得 {moved:+,}：输赢都不超过各人带入的豆（{carried:,}）",
)
ROLES: Final = {True: Words("landlord", "地主"), False: Words("farmer", "农民")}
INITIAL: Final = Words("×{factor} initial multiple of the room", "×{factor} 房间初始倍数")
CAUSES: Final = {
    Cause.SHOW: Words("×{factor} {who} shows the hand", "×{factor} {who} 明牌"),
    Cause.ROB: Words("×{factor} {who} robs the landlord", "×{factor} {who} 抢地主"),
    Cause.IDENTITY: Words("×{factor} {who} shows to be a landlord", "×{factor} {who} 亮身份"),
    Cause.DOUBLE: Words("×{factor} {who} doubles", "×{factor} {who} 加倍"),
    Cause.BOMB: Words("×{factor} {who} plays {cards}: {reading}", "×{factor} {who} 出 {cards}：{reading}"),
    Cause.ROCKET: Words("×{factor} {who} plays {cards}: {reading}", "×{factor} {who} 出 {cards}：{reading}"),
    Cause.SPRING: Words("×{factor} spring", "×{factor} 春天"),
    Cause.ANTI_SPRING: Words("×{factor} anti-spring", "×{factor} 反春天"),
}
PAIR_DOUBLED: Final = Words("×2 {who} doubles, with whoever he settles with", "×2 {who} 加倍，与对家结算")
BID: Final = Words("{who} bids {value}", "{who} 叫 {value} 分")

# --- a hand reckoned again -----------------------------------------------------------------------------------

AGREES: Final = Words(
    "hand {hand}: {commits:,} commits, {facts:,} facts and {postings} postings are as reckoned again",
    "{hand} 局：{commits:,} 次提交、{facts:,} 条事实、{postings} 笔记账，重算一致",
)
DIFFERS: Final = Words("hand {hand} is not as reckoned again:", "{hand} 局重算不一致：")
COMMIT: Final = Words(
    "commit {seq}, {what}: stored {stored}, reckoned {reckoned}",
    "第 {seq} 次提交，{what}：记录 {stored}，重算 {reckoned}",
)
NO_ACTION: Final = Words(
    "commit {seq} is no action of this game: {why}", "第 {seq} 次提交不是本玩法的动作：{why}"
)
NUMBERED: Final = Words(
    "commit {seq} stands where {expected} should", "第 {seq} 次提交出现在第 {expected} 的位置"
)
SECRET: Final = Words(
    "deal {deal} has a secret that is not the one committed to", "第 {deal} 次发牌的密钥与承诺不符"
)
NO_SECRET: Final = Words("deal {deal} has no secret", "第 {deal} 次发牌没有密钥")
ENGINE: Final = Words(
    "played under engine version {stored}, reckoned under {reckoned}",
    "记录的引擎版本 {stored}，重算用 {reckoned}",
)
RESULT: Final = Words(
    "{what}: stored {stored}, reckoned {reckoned}", "{what}：记录 {stored}，重算 {reckoned}"
)
POSTED: Final = Words(
    "{who}, {purpose}: posted {stored:+,}, reckoned {reckoned:+,}",
    "{who}，{purpose}：记账 {stored:+,}，重算 {reckoned:+,}",
)
COUNTED: Final = Words(
    "points of {who} for levels: counted {stored}, reckoned {reckoned}",
    "{who} 的等级积分：计入 {stored}，重算 {reckoned}",
)
CARRIED: Final = Words(
    "{who} carried {stored:,} by the log, {reckoned:,} by the ledger",
    "{who} 带入：牌局记录 {stored:,}，账本 {reckoned:,}",
)
