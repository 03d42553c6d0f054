"""Guests: players who gave a name and nothing else. Their browser's session is all that makes them who they are."""

from typing import Final

from app.clock import Clock
from app.players.names import clean_name
from app.randomness import Randomness
from app.storage.store import PlayerRow, Transaction

GUEST: Final = "guest"
"""The kind of a player who is a guest."""
_ID_BYTES: Final = 10


async def add_guest(
    transaction: Transaction, name: str, *, clock: Clock, randomness: Randomness
) -> PlayerRow:
    """A new guest of this name; several players may share one. Raises BadNameError."""
    player = PlayerRow(new_id(randomness), GUEST, clean_name(name), clock.now_ms())
    await transaction.players.add(player)
    return player


def new_id(randomness: Randomness) -> str:
    """An id for a new player, which nobody can guess."""
    return randomness.token(_ID_BYTES).hex()
