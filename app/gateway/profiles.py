"""Profiles over HTTP: what a player has done, as he sees it himself and as others do."""

import re
from typing import Annotated, Final

from fastapi import APIRouter, Query
from starlette.requests import HTTPConnection

from app.gateway.bodies import (
    GameInfo,
    HandInfo,
    HandPage,
    PlayerInfo,
    Profile,
    StatisticsInfo,
    StrictRoute,
)
from app.gateway.errors import RefusedError
from app.gateway.limits import Verdict
from app.gateway.responses import Door, problems
from app.gateway.services import Gateway
from app.gateway.standing import kind_of, levels
from app.players.history import Statistics, statistics
from app.players.members import is_person
from app.players.points import titles_of
from app.players.sessions import Session
from app.rules.levels import Ladder
from app.storage.store import HistoryKey, Outcome, PlayedRow

router: Final = APIRouter(route_class=StrictRoute)

PAGE: Final = 20
_ID: Final = re.compile("[0-9a-f]{1,40}")
_REFUSED: Final = ("foreign_origin", "signed_out", "banned", "slow_down")
Word = Annotated[str, Query(pattern="^[a-z]{1,20}$")]
Cursor = Annotated[str, Query(pattern="^[0-9]{1,15}-[0-9A-Za-z]{1,20}-[0-9]{1,9}$")]


@router.get("/api/me", responses=problems(*_REFUSED))
async def read_profile(gateway: Door, connection: HTTPConnection) -> Profile:
    """The signed-in player, with all that he may know of himself."""
    session = await _looking(gateway, connection)
    player = session.player
    async with gateway.storage.read() as tx:
        account = await gateway.account(tx, session)
        if account is None:
            raise RefusedError("signed_out")
        record = statistics(await tx.history.record(player.id))
        return Profile(
            player=player.id,
            kind=kind_of(player),
            name=player.name,
            since_ms=player.created_ms,
            beans=account.balance,
            best=record.best,
            levels=await levels(tx, player),
            statistics=_told(record),
        )


@router.get("/api/me/hands", responses=problems(*_REFUSED, "bad_request"))
async def read_hands(
    gateway: Door,
    connection: HTTPConnection,
    game: Word | None = None,
    outcome: Outcome | None = None,
    before: Cursor | None = None,
) -> HandPage:
    """The hands that the signed-in player has played, newest first, of one game or outcome where these are given."""
    session = await _looking(gateway, connection)
    async with gateway.storage.read() as tx:
        rows = await tx.history.page(
            session.player.id,
            game=game,
            outcome=outcome,
            before=_key(before) if before else None,
            limit=PAGE + 1,
        )
    following = _cursor(rows[PAGE - 1]) if len(rows) > PAGE else None
    return HandPage(hands=[_hand(row) for row in rows[:PAGE]], next=following)


@router.get("/api/players/{player}", responses=problems(*_REFUSED, "not_found"))
async def read_player(player: str, gateway: Door, connection: HTTPConnection) -> PlayerInfo:
    """Another player as all may see him; bots and who has deleted his account are not found."""
    await _looking(gateway, connection)
    async with gateway.storage.read() as tx:
        found = (await tx.players.get([player])).get(player) if _ID.fullmatch(player) else None
        if found is None or not is_person(found):
            raise RefusedError("not_found")
        return PlayerInfo(
            player=found.id,
            kind=kind_of(found),
            name=found.name,
            titles={ladder: (await titles_of(tx, [found.id], ladder))[found.id] for ladder in Ladder},
            statistics=_told(statistics(await tx.history.record(found.id))),
        )


async def _looking(gateway: Gateway, connection: HTTPConnection) -> Session:
    """Who looks; he may do so only so often."""
    session = await gateway.session(connection)
    if session is None:
        raise RefusedError("signed_out")
    if gateway.looks.take(session.player.id, gateway.clock.steady_ms()) is not Verdict.FINE:
        raise RefusedError("slow_down")
    return session


def _told(record: Statistics) -> StatisticsInfo:
    return StatisticsInfo(
        hands=record.hands,
        won=record.won,
        escaped=record.escaped,
        auto=record.auto,
        games=[
            GameInfo(game=each.game, side=each.side, hands=each.hands, won=each.won) for each in record.games
        ],
    )


def _hand(row: PlayedRow) -> HandInfo:
    return HandInfo(
        room=row.room_id,
        hand=row.hand_no,
        ended_ms=row.ended_ms,
        game=row.game,
        side=row.side,
        outcome=row.outcome,
        multiple=row.multiple,
        beans=row.beans,
        points=row.points,
    )


def _cursor(row: PlayedRow) -> str:
    return f"{row.ended_ms}-{row.room_id}-{row.hand_no}"


def _key(cursor: str) -> HistoryKey:
    ended_ms, room, number = cursor.split("-")
    return int(ended_ms), room, int(number)
