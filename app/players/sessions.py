"""Sessions: a browser that is signed in. It holds a random token, the server only the token's hash.

A session lasts as long again from each time that it is used, with some slack, so that it is not written every time.
"""

import base64
import hashlib
import re
from dataclasses import dataclass, field
from typing import Final

from app.clock import Clock
from app.players.guests import GUEST
from app.randomness import Randomness
from app.storage.store import BanRow, PlayerRow, SessionRow, Transaction

TOKEN_BYTES: Final = 32
LIFE_S: Final = 365 * 24 * 3600
"""How long a guest's session lasts. If he loses it he loses his name and his beans, so it is long."""
MEMBER_LIFE_S: Final = 30 * 24 * 3600
"""How long a member's session lasts: he has his password to come back with."""
SLACK_S: Final = 24 * 3600
"""A session that has been used within so long is not made longer."""
MOST_SESSIONS: Final = 10
"""How many browsers a player may be signed in with; the oldest are signed out for new ones."""
_TOKEN: Final = re.compile("[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Session:
    """A signed-in browser and whose it is. `id` names it to the server's other parts and opens nothing.

    A session of a player who is banned stays, but lets him do nothing.
    """

    id: str
    player: PlayerRow
    expires_ms: int
    ban: BanRow | None
    token_sha: bytes = field(repr=False)


async def open_session(
    transaction: Transaction, player: PlayerRow, *, clock: Clock, randomness: Randomness
) -> str:
    """A new session of this player; its token, which is not kept and cannot be had again."""
    token = base64.urlsafe_b64encode(randomness.token(TOKEN_BYTES)).rstrip(b"=").decode()
    now_ms = clock.now_ms()
    await transaction.sessions.add(
        SessionRow(token_hash(token), player.id, now_ms, now_ms + life_s(player) * 1000)
    )
    return token


async def find_session(transaction: Transaction, token: str | None, *, clock: Clock) -> Session | None:
    """The session of a token that a browser sent; None for anything else."""
    if token is None or not _TOKEN.fullmatch(token):
        return None
    now_ms = clock.now_ms()
    row = await transaction.sessions.find(token_hash(token), now_ms)
    if row is None:
        return None
    player = (await transaction.players.get([row.player_id]))[row.player_id]
    ban = await transaction.players.find_ban(player.id, now_ms)
    return Session(session_id(row.token_sha), player, row.expires_ms, ban, row.token_sha)


async def prolong(transaction: Transaction, session: Session, *, clock: Clock) -> None:
    """Have a session last as long again from now on."""
    await transaction.sessions.extend(session.token_sha, clock.now_ms() + life_s(session.player) * 1000)


def is_aging(session: Session, *, clock: Clock) -> bool:
    """Whether it is time to prolong a session."""
    full_ms = clock.now_ms() + (life_s(session.player) - SLACK_S) * 1000
    return session.expires_ms <= full_ms


async def end_session(transaction: Transaction, session: Session) -> None:
    """Sign a browser out for good."""
    await transaction.sessions.end([session.token_sha])


async def end_sessions(transaction: Transaction, player: PlayerRow, *, keep: int = 0) -> list[str]:
    """Sign a player out of all browsers but the newest `keep`; the ids of the sessions that have ended."""
    rows = await transaction.sessions.of_player(player.id)
    ended = [row.token_sha for row in rows[keep:]]
    await transaction.sessions.end(ended)
    return [session_id(token_sha) for token_sha in ended]


def life_s(player: PlayerRow) -> int:
    """How long a session of this player lasts without being used."""
    return LIFE_S if player.kind == GUEST else MEMBER_LIFE_S


def session_id(token_sha: bytes) -> str:
    """What a session is called within the server."""
    return hashlib.sha256(token_sha).hexdigest()[:32]


def token_hash(token: str) -> bytes:
    """What is kept of a token. It is random and long, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).digest()
