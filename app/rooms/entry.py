"""Who may sit down in a room that a player has made."""

from app.players.guests import GUEST
from app.storage.store import Transaction
from app.wire.options import RoomOptions


async def refusal(tx: Transaction, player: str, options: RoomOptions) -> str | None:
    """The code of why a player may not sit down under these options; None: he may.

    Guests play for points alone there: otherwise many of them could lose what they are given to one player.
    """
    if not options.beans:
        return None
    rows = await tx.players.get([player])
    if rows[player].kind == GUEST:
        return "registered_only"
    account = await tx.ledger.find_account("player", player)
    is_rich = account is not None and account.balance >= max(options.entry, 1)
    return None if is_rich else "not_enough_beans"
