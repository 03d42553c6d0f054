"""The HTTP interface: guests, sessions, relief, tiers, and whether the server is well."""

from typing import Annotated, Final

import msgspec
import structlog
from fastapi import APIRouter, Depends
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from app.gateway.addresses import is_within
from app.gateway.bodies import LevelInfo, NewGuest, Problem, ReliefOffer, SignedIn, StrictRoute, TierInfo
from app.gateway.cookies import clear_token, set_token
from app.gateway.errors import RefusedError, closing_of, status_of
from app.gateway.limits import Verdict, address_of
from app.gateway.services import Gateway, gateway_of, session_subject
from app.ledger.accounts import open_player
from app.ledger.relief import ReliefRefusedError, offer, relieve
from app.observe.metrics import CONTENT_TYPE
from app.players.guests import add_guest
from app.players.names import BadNameError
from app.players.sessions import Session, end_session, open_session
from app.rules.levels import Ladder
from app.storage.persistence import persist
from app.storage.store import AccountRow, PlayerRow, Transaction
from app.wire.notices import level

log = structlog.get_logger(__name__)

router: Final = APIRouter(route_class=StrictRoute)
Door = Annotated[Gateway, Depends(gateway_of)]


def _problems(*codes: str) -> dict[int | str, dict[str, object]]:
    return {status_of(code): {"model": Problem, "description": code} for code in codes}


@router.post(
    "/api/guests",
    status_code=201,
    responses=_problems(
        "bad_request", "foreign_origin", "already_signed_in", "too_big", "not_json", "bad_name"
    )
    | _problems("slow_down"),
)
async def create_guest(
    guest: NewGuest, gateway: Door, connection: HTTPConnection, response: Response
) -> SignedIn:
    """Sign in as a new guest, with an account that holds the starting beans."""
    if await gateway.session(connection) is not None:
        raise RefusedError("already_signed_in")
    address = address_of(connection.scope.get("client"))
    if gateway.guests.take(address, gateway.clock.steady_ms()) is not Verdict.FINE:
        raise RefusedError("slow_down")
    clock, randomness = gateway.clock, gateway.randomness
    try:
        async with gateway.storage.begin() as tx:
            player = await add_guest(tx, guest.name, clock=clock, randomness=randomness)
            account = await open_player(tx, gateway.system, player.id, clock.now_ms(), gateway.economy.start)
            token = await open_session(tx, player, clock=clock, randomness=randomness)
            signed_in = await _standing(tx, gateway, player, account, room=None)
    except BadNameError:
        raise RefusedError("bad_name") from None
    set_token(response, token, secure=gateway.doors.secure)
    log.info("guest_created", player=player.id)
    return signed_in


@router.get("/api/session", responses=_problems("foreign_origin", "unavailable"))
async def read_session(gateway: Door, connection: HTTPConnection) -> SignedIn | None:
    """Who is signed in; null is nobody. A first visit is no error."""
    session = await gateway.session(connection)
    return None if session is None else await _signed_in(gateway, session)


@router.delete("/api/session", status_code=204, responses=_problems("foreign_origin"))
async def delete_session(gateway: Door, connection: HTTPConnection) -> Response:
    """Sign this browser out: its sockets close at once, and its token opens nothing any more."""
    session = await gateway.session(connection)
    if session is not None:
        async with gateway.storage.begin() as tx:
            await end_session(tx, session)
        closing = str(int(closing_of("signed_out"))).encode()
        await gateway.bus.publish(session_subject(session.id), closing)
        log.info("signed_out", player=session.player.id)
    response = Response(status_code=204)
    clear_token(response, secure=gateway.doors.secure)
    return response


@router.post(
    "/api/relief",
    responses=_problems("signed_out", "foreign_origin", "in_a_hand", "slow_down", "unavailable"),
)
async def ask_relief(gateway: Door, connection: HTTPConnection) -> SignedIn:
    """Beans for a player who has run short: how he stands after it, or a refusal that says why not."""
    session = await gateway.session(connection)
    if session is None:
        raise RefusedError("signed_out")
    player, now_ms = session.player.id, gateway.clock.now_ms()
    if gateway.reliefs.take(player, gateway.clock.steady_ms()) is not Verdict.FINE:
        raise RefusedError("slow_down")

    async def give(tx: Transaction) -> AccountRow:
        return await relieve(tx, gateway.system, player, gateway.economy, now_ms)

    try:
        await persist(gateway.storage, give)
    except ReliefRefusedError as error:
        raise RefusedError(error.code) from None
    log.info("relief_given", player=player)
    signed_in = await _signed_in(gateway, session)
    if signed_in is None:
        raise RefusedError("signed_out")
    return signed_in


async def _signed_in(gateway: Gateway, session: Session) -> SignedIn | None:
    """How the player of a session stands; None if the session has ended meanwhile."""
    room = await gateway.room_of(session.player.id)
    async with gateway.storage.read() as tx:
        account = await gateway.account(tx, session)
        if account is None:
            return None
        return await _standing(tx, gateway, session.player, account, room=room)


async def _standing(
    tx: Transaction, gateway: Gateway, player: PlayerRow, account: AccountRow, *, room: str | None
) -> SignedIn:
    offered = await offer(tx, account, gateway.economy, gateway.clock.now_ms())
    levels = {}
    for ladder in Ladder:
        standings = await tx.scores.standings([player.id], ladder)
        points = standings[player.id].points if standings else 0
        levels[ladder] = LevelInfo(**msgspec.structs.asdict(level(ladder, points)))
    return SignedIn(
        player=player.id,
        name=player.name,
        beans=account.balance,
        room=room,
        relief=None if offered is None else ReliefOffer(beans=offered.beans, left=offered.left),
        levels=levels,
    )


@router.get("/api/tiers", responses=_problems("foreign_origin"))
async def read_tiers(gateway: Door) -> list[TierInfo]:
    """The public tables."""
    return [
        TierInfo(
            game=tier.game,
            tier=tier.name,
            entry=tier.entry,
            coefficient=tier.stakes.coefficient,
            fee=tier.stakes.fee,
        )
        for tier in gateway.tiers.values()
    ]


@router.get("/livez", include_in_schema=False)
async def read_liveness() -> Response:
    """The process answers."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz", include_in_schema=False)
async def read_readiness(gateway: Door) -> Response:
    """The database and the rooms answer."""
    try:
        async with gateway.storage.read() as tx:
            await tx.rooms.get("")
        await gateway.room_of("")
    except Exception:
        log.warning("not_ready", exc_info=True)
        return JSONResponse({"status": "unavailable"}, status_of("unavailable"))
    return JSONResponse({"status": "ok"})


@router.get("/metrics", include_in_schema=False)
async def read_metrics(gateway: Door, connection: HTTPConnection) -> Response:
    """What the server counts of itself, for those who run it; anybody else finds nothing here."""
    if not is_within(connection.scope.get("client"), gateway.doors.metrics_from):
        raise RefusedError("not_found")
    return Response(gateway.metrics.page(), media_type=CONTENT_TYPE)
