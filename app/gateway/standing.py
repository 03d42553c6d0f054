"""How a player stands, as his browser is told: who he is, his beans, his levels, the room that keeps a seat for him."""

from typing import Literal

import msgspec

from app.gateway.bodies import ConductInfo, LevelInfo, ReliefOffer, SignedIn
from app.gateway.errors import RefusedError
from app.gateway.services import Gateway
from app.ledger.relief import offer
from app.players import conduct
from app.players.guests import GUEST
from app.players.sessions import Session
from app.rules.levels import Ladder
from app.storage.store import AccountRow, PlayerRow, Transaction
from app.wire.notices import level


async def signed_in(gateway: Gateway, session: Session) -> SignedIn:
    """How the player of a session stands. Raises RefusedError where it has ended meanwhile."""
    room = await gateway.room_of(session.player.id)
    async with gateway.storage.read() as tx:
        account = await gateway.account(tx, session)
        if account is None:
            raise RefusedError("signed_out")
        return await standing(tx, gateway, session.player, account, room=room)


async def standing(
    tx: Transaction, gateway: Gateway, player: PlayerRow, account: AccountRow, *, room: str | None
) -> SignedIn:
    """How a player stands who has this account."""
    now_ms = gateway.clock.now_ms()
    offered = await offer(tx, account, gateway.economy, now_ms)
    held = await conduct.standing(tx, player.id, gateway.conduct, now_ms)
    return SignedIn(
        player=player.id,
        kind=kind_of(player),
        name=player.name,
        beans=account.balance,
        room=room,
        relief=None if offered is None else ReliefOffer(beans=offered.beans, left=offered.left),
        levels=await levels(tx, player),
        conduct=ConductInfo(
            escapes=held.escapes, until_ms=held.until_ms, next_minutes=held.next_ban_ms // conduct.MINUTE_MS
        ),
    )


async def levels(tx: Transaction, player: PlayerRow) -> dict[Ladder, LevelInfo]:
    """Where a player stands on each ladder."""
    found = {}
    for ladder in Ladder:
        standings = await tx.scores.standings([player.id], ladder)
        points = standings[player.id].points if standings else 0
        found[ladder] = LevelInfo(**msgspec.structs.asdict(level(ladder, points)))
    return found


def kind_of(player: PlayerRow) -> Literal["guest", "member"]:
    """What kind of a person a player is."""
    return "guest" if player.kind == GUEST else "member"
