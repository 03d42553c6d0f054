"""Who may sit down in a room that a player has made."""

from dataclasses import dataclass
from typing import Final

from app.clock import Clock
from app.players.guests import GUEST
from app.storage.store import Storage
from app.wire.options import RoomOptions

DAY_MS: Final = 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class EntryRules:
    """How many days old a player's account must be for rooms with beans, and how many hands at public tables he must
    have played; 0: no matter."""

    days: int = 0
    hands: int = 0


class Entry:
    """The door of rooms that players make.

    Guests play there for points alone: otherwise many of them could lose what they are given to one player.
    """

    def __init__(self, storage: Storage, clock: Clock, rules: EntryRules) -> None:
        self._storage = storage
        self._clock = clock
        self._rules = rules

    async def refusal(self, player: str, options: RoomOptions) -> str | None:
        """The code of why a player may not sit down under these options; None: he may."""
        if not options.beans:
            return None
        rules, now_ms = self._rules, self._clock.now_ms()
        async with self._storage.read() as tx:
            row = (await tx.players.get([player]))[player]
            account = await tx.ledger.find_account("player", player)
            hands = await tx.history.matched(player, 0) if rules.hands else ()
        if row.kind == GUEST:
            return "registered_only"
        if now_ms - row.created_ms < rules.days * DAY_MS or len(hands) < rules.hands:
            return "too_new"
        is_rich = account is not None and account.balance >= max(options.entry, 1)
        return None if is_rich else "not_enough_beans"
