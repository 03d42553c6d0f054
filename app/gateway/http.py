"""The HTTP interface beside accounts: relief, tiers, and whether the server is well."""

from typing import Final

import structlog
from fastapi import APIRouter
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from app.gateway.addresses import is_within
from app.gateway.bodies import SignedIn, StrictRoute, TierInfo
from app.gateway.errors import RefusedError, status_of
from app.gateway.limits import Verdict
from app.gateway.responses import Door, problems
from app.gateway.standing import signed_in
from app.ledger.relief import ReliefRefusedError, relieve
from app.observe.metrics import CONTENT_TYPE
from app.rooms.tiers import open_tiers
from app.storage.persistence import persist
from app.storage.store import AccountRow, Transaction

log = structlog.get_logger(__name__)

router: Final = APIRouter(route_class=StrictRoute)


@router.post(
    "/api/relief",
    responses=problems(
        *("signed_out", "foreign_origin", "banned", "slow_down", "unavailable"),
        *("in_a_hand", "relief_not_needed", "relief_used_up", "relief_budget_empty"),
    ),
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
    return await signed_in(gateway, session)


@router.get("/api/tiers", responses=problems("foreign_origin"))
async def read_tiers(gateway: Door) -> list[TierInfo]:
    """The public tables."""
    return [
        TierInfo(
            game=tier.game,
            tier=tier.name,
            entry=tier.entry,
            coefficient=tier.stakes.coefficient,
            fee=tier.stakes.fee,
            double_above=tier.stakes.double_above,
            bots=tier.bots,
        )
        for tier in open_tiers(await gateway.tiers.read()).values()
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
