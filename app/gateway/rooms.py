"""The HTTP interface of rooms that players make: preview, opening, what a link leads to, other options."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import TypeAdapter, ValidationError
from starlette.requests import HTTPConnection

from app.bus.bus import NoResponderError, RequestTimeoutError
from app.gateway.bodies import OpenedRoom, StrictRoute
from app.gateway.errors import RefusedError
from app.gateway.limits import Verdict, address_of
from app.gateway.responses import Door, problems
from app.gateway.services import Gateway
from app.players.sessions import Session
from app.rooms.messages import ROOMS, Edit, Inspect, Open, Place, RoomMessage, room_subject
from app.rooms.options import OptionsError, check_options
from app.rooms.preview import preview
from app.rooms.tiers import open_tiers
from app.wire.options import Preview, RoomInfo, RoomOptions

router: Final = APIRouter(prefix="/api/rooms", route_class=StrictRoute)

_options: Final = TypeAdapter(RoomOptions)


async def read_options(request: Request) -> RoomOptions:
    """The options in a body; raises RefusedError for anything else. A dataclass is read strictly only from JSON."""
    try:
        return _options.validate_json(await request.body())
    except ValidationError:
        raise RefusedError("bad_request") from None


Options = Annotated[RoomOptions, Depends(read_options)]
_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RoomOptions"}}},
    }
}
RoomName = Annotated[str, Path(pattern="^[A-Z0-9]{1,16}$")]
_COMMON: Final = ("bad_request", "signed_out", "foreign_origin", "banned", "slow_down", "unavailable")
_CHANGE: Final = (*_COMMON, "not_json", "too_big", "bad_options")


@router.post(
    "/preview",
    responses=problems("bad_request", "foreign_origin", "not_json", "too_big", "bad_options"),
    openapi_extra=_BODY,
)
async def preview_room(options: Options, gateway: Door) -> Preview:
    """What a room with these options would cost and win, or which of them no room may have."""
    return preview(await _checked(gateway, options))


@router.post(
    "",
    status_code=201,
    responses=problems(*_CHANGE, "registered_only", "too_new", "seated", "not_enough_beans"),
    openapi_extra=_BODY,
)
async def open_room(options: Options, gateway: Door, connection: HTTPConnection) -> OpenedRoom:
    """A new room, in which the player has a seat."""
    player = (await _session(gateway, connection)).player.id
    checked = await _checked(gateway, options)
    _limit(gateway, player)
    place = await _ask(gateway, ROOMS, Open(player, checked))
    return OpenedRoom(room=place.room or "", code=place.invite)


@router.get("/{room}", responses=problems(*_COMMON, "not_found", "no_such_room"))
async def read_room(
    room: RoomName,
    gateway: Door,
    connection: HTTPConnection,
    code: Annotated[str | None, Query(pattern="^[A-Z0-9]{6}$")] = None,
) -> RoomInfo:
    """What somebody who follows a link sees before he sits down."""
    player = (await _session(gateway, connection)).player.id
    if not gateway.may_guess(player, address_of(connection.scope.get("client"))):
        raise RefusedError("slow_down")
    place = await _ask(gateway, room_subject(room), Inspect(player, code))
    assert place.info is not None, "a room answers with what it is like"
    return place.info


@router.put(
    "/{room}",
    responses=problems(*_CHANGE, "not_found", "no_such_room", "not_owner", "hand_running", "busy"),
    openapi_extra=_BODY,
)
async def change_room(
    room: RoomName, options: Options, gateway: Door, connection: HTTPConnection
) -> OpenedRoom:
    """Other options for the hands to come; everybody has to get ready again."""
    player = (await _session(gateway, connection)).player.id
    checked = await _checked(gateway, options)
    _limit(gateway, player)
    place = await _ask(gateway, room_subject(room), Edit(player, checked))
    return OpenedRoom(room=room, code=place.invite)


async def _session(gateway: Gateway, connection: HTTPConnection) -> Session:
    session = await gateway.session(connection)
    if session is None:
        raise RefusedError("signed_out")
    return session


def _limit(gateway: Gateway, player: str) -> None:
    if gateway.openings.take(player, gateway.clock.steady_ms()) is not Verdict.FINE:
        raise RefusedError("slow_down")


async def _checked(gateway: Gateway, options: RoomOptions) -> RoomOptions:
    try:
        return check_options(options, open_tiers(await gateway.tiers.read()))
    except OptionsError as error:
        bounds = dict(zip(("low", "high"), error.bounds or (), strict=False))
        raise RefusedError("bad_options", field=error.field, **bounds) from None


async def _ask(gateway: Gateway, subject: str, message: Open | RoomMessage) -> Place:
    """What the rooms answer; raises RefusedError where they refuse, or do not answer."""
    try:
        place = await gateway.ask(subject, message)
    except NoResponderError:
        raise RefusedError("unavailable" if subject == ROOMS else "no_such_room") from None
    except RequestTimeoutError:
        raise RefusedError("unavailable") from None
    if place.code is not None:
        raise RefusedError(place.code)
    return place
