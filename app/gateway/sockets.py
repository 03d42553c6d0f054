"""The handshake at `/ws`: whose page it is, whose browser, and whether there is room."""

from collections.abc import Callable

from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.gateway.connection import Connection
from app.gateway.errors import RefusedError, closing_of, status_of
from app.gateway.limits import address_of
from app.gateway.protocols import ABORT
from app.gateway.services import gateway_of


async def serve_socket(socket: WebSocket) -> None:
    """One WebSocket from its handshake to its end.

    A foreign page is refused before the handshake is done. Everybody else is let in and then told why not by a
    closing code, since a browser cannot see why a handshake failed.
    """
    gateway = gateway_of(socket)
    origins = socket.headers.getlist("origin")
    if not gateway.doors.origins.permits(origins, socket.scope["scheme"], socket.headers):
        code = "foreign_origin"
        await socket.send_denial_response(JSONResponse({"code": code, "params": {}}, status_of(code)))
        return
    try:
        session = await gateway.session(socket)
    except RefusedError:  # banned: the page asks why, and is told so over HTTP
        session = None
    address = address_of(socket.scope.get("client"))
    try:
        await socket.accept()
        if session is None:
            await socket.close(closing_of("signed_out"))
            return
        if not gateway.census.has_room(address):
            await socket.close(closing_of("too_many_sockets"))
            return
    except WebSocketDisconnect:
        return
    connection = Connection(socket, session, address, gateway, _abort_of(socket))
    for older in gateway.census.enter(connection):
        older.close(closing_of("taken_over"))
    try:
        await connection.run()
    finally:
        gateway.census.leave(connection)


def _abort_of(socket: WebSocket) -> Callable[[], None]:
    abort: Callable[[], None] = socket.scope["extensions"].get(ABORT, _cannot_abort)
    return abort


def _cannot_abort() -> None:
    """Another server than ours closes in its own time."""
