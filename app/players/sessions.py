"""Sessions: a browser that is signed in. It holds a random token, the server only the token's hash."""

import base64
import hashlib
import re
from dataclasses import dataclass, field
from typing import Final

from app.clock import Clock
from app.randomness import Randomness
from app.storage.store import PlayerRow, SessionRow, Transaction

TOKEN_BYTES: Final = 32
LIFE_S: Final = 365 * 24 * 3600
"""How long a session lasts. A guest who loses it loses his name and his beans, so it is long."""
_TOKEN: Final = re.compile("[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Session:
    """A signed-in browser and whose it is. `id` names it to the server's other parts and opens nothing."""

    id: str
    player: PlayerRow
    token_sha: bytes = field(repr=False)


async def open_session(
    transaction: Transaction, player: PlayerRow, *, clock: Clock, randomness: Randomness
) -> str:
    """A new session of this player; its token, which is not kept and cannot be had again."""
    token = base64.urlsafe_b64encode(randomness.token(TOKEN_BYTES)).rstrip(b"=").decode()
    now_ms = clock.now_ms()
    await transaction.players.add_session(
        SessionRow(token_hash(token), player.id, now_ms, now_ms + LIFE_S * 1000)
    )
    return token


async def find_session(transaction: Transaction, token: str | None, *, clock: Clock) -> Session | None:
    """The session of a token that a browser sent; None for anything else."""
    if token is None or not _TOKEN.fullmatch(token):
        return None
    row = await transaction.players.find_session(token_hash(token), clock.now_ms())
    if row is None:
        return None
    player = (await transaction.players.get([row.player_id]))[row.player_id]
    return Session(hashlib.sha256(row.token_sha).hexdigest()[:32], player, row.token_sha)


async def end_session(transaction: Transaction, session: Session) -> None:
    """Sign a browser out for good."""
    await transaction.players.end_session(session.token_sha)


def token_hash(token: str) -> bytes:
    """What is kept of a token. It is random and long, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).digest()
