"""Who may not play: what whoever runs the server orders, and a line that says what has become of it."""

from datetime import datetime
from zoneinfo import ZoneInfo

from app.clock import Clock
from app.players import bans
from app.storage.persistence import persist
from app.storage.store import Storage, Transaction


async def ban(storage: Storage, player: str, reason: str, until_ms: int | None, *, clock: Clock) -> list[str]:
    """Ban a player. Raises LookupError where there is no such person."""

    async def work(tx: Transaction) -> None:
        await bans.ban(tx, player, reason, until_ms, clock=clock)

    await persist(storage, work)
    return [f"player {player} is banned"]


async def unban(storage: Storage, player: str) -> list[str]:
    """Let a player play again. Raises LookupError where there is no such person."""

    async def work(tx: Transaction) -> None:
        await bans.unban(tx, player)

    await persist(storage, work)
    return [f"player {player} may play"]


def read_moment(text: str, zone: str) -> int:
    """A date or a time, in ms since 1970; in this zone unless it names another. Raises ValueError."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=ZoneInfo(zone))
    return int(moment.timestamp() * 1000)
