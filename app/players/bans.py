"""Bans: players who may not play, for a while or for good. Their sessions stay, but open nothing meanwhile."""

from app.clock import Clock
from app.players.members import is_person
from app.storage.store import BanRow, Transaction


async def ban(tx: Transaction, player_id: str, reason: str, until_ms: int | None, *, clock: Clock) -> BanRow:
    """Ban a player, instead of any ban before. Raises LookupError where there is no such person."""
    await _find(tx, player_id)
    row = BanRow(player_id, reason, clock.now_ms(), until_ms)
    await tx.players.ban(row)
    return row


async def unban(tx: Transaction, player_id: str) -> None:
    """Let a player play again. Raises LookupError where there is no such person."""
    await _find(tx, player_id)
    await tx.players.unban(player_id)


async def _find(tx: Transaction, player_id: str) -> None:
    if not is_person((await tx.players.get([player_id])).get(player_id)):
        raise LookupError(f"There is no player {player_id}; players are named by their ids, as in the log.")
