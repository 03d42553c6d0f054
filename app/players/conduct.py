"""Conduct: what escapes from hands at public tables come to.

Each escape counts for a day, and hands played to the end wear it off sooner. Whoever escapes again while the ones
before still count may not look for a match for a while, the longer the more they are. Nothing else is closed to him:
his own room and those of friends are none of this.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.storage.store import PlayedRow, Transaction

DAY_MS: Final = 24 * 3600 * 1000
MINUTE_MS: Final = 60 * 1000
CLEAN: Final = ("won", "lost")
"""How a hand ends for whoever has played it to its end."""


@dataclass(frozen=True, slots=True)
class ConductRules:
    """For how many minutes the first escape of a day closes the queue, the second, and so on; the last number holds
    for all later ones. So many hands played to the end wear one escape off."""

    ban_minutes: tuple[int, ...] = (0, 0, 5, 15, 60, 240)
    clean_hands: int = 5

    def ban_ms(self, escapes: int) -> int:
        """How long the last of so many escapes closes the queue."""
        return self.ban_minutes[min(escapes, len(self.ban_minutes)) - 1] * MINUTE_MS


@dataclass(frozen=True, slots=True)
class Standing:
    """How many escapes count against a player now, until when the queue is closed to him (None: it is open), and for
    how long one more would close it."""

    escapes: int
    until_ms: int | None
    next_ban_ms: int


def judge(hands: Sequence[PlayedRow], rules: ConductRules, now_ms: int) -> Standing:
    """How somebody stands who has played these hands at public tables, the oldest first."""
    count = _count(hands, rules, now_ms)
    until_ms = now_ms
    last = next((hand for hand in reversed(hands) if hand.outcome == "escaped"), None)
    if last:
        until_ms = last.ended_ms + rules.ban_ms(_count(hands, rules, last.ended_ms))
    return Standing(count, until_ms if until_ms > now_ms else None, rules.ban_ms(count + 1))


def _count(hands: Sequence[PlayedRow], rules: ConductRules, at_ms: int) -> int:
    """How many escapes counted at a time."""
    count = clean = 0
    for hand in hands:
        if not at_ms - DAY_MS < hand.ended_ms <= at_ms:
            continue
        if hand.outcome == "escaped":
            count, clean = count + 1, 0
        elif hand.outcome in CLEAN:
            clean += 1
            if clean % rules.clean_hands == 0:
                count = max(count - 1, 0)
    return count


async def standing(tx: Transaction, player_id: str, rules: ConductRules, now_ms: int) -> Standing:
    """How a player stands."""
    # A ban lasts a day at most, and what counted when it began is at most a day older.
    hands = await tx.history.matched(player_id, now_ms - 2 * DAY_MS)
    return judge(hands, rules, now_ms)
