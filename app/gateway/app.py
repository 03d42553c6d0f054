"""The ASGI application: every route of the doors, with one shape for every error."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from app.gateway import accounts, http, profiles, rooms
from app.gateway.errors import CODES, RefusedError, status_of
from app.gateway.guard import Guard
from app.gateway.headers import security_headers
from app.gateway.pages import client_routes
from app.gateway.services import Doors
from app.gateway.sockets import serve_socket
from app.storage.store import TryAgainError

Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[Mapping[str, Any]]]


def create_app(doors: Doors, lifespan: Lifespan) -> FastAPI:
    """The application; `lifespan` brings up what is behind the doors and yields it as {"gateway": Gateway}."""
    app = FastAPI(
        title="Dou Dizhu",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    for router in (accounts.router, profiles.router, rooms.router, http.router):
        app.include_router(router)
    app.router.add_websocket_route("/ws", serve_socket, name="socket")
    app.router.routes.extend(client_routes(doors.static_folder))
    app.add_middleware(Guard, origins=doors.origins, secure=doors.secure)

    def answer(
        code: str, status: int | None = None, params: Mapping[str, int | str] | None = None
    ) -> Response:
        # An answer to a bug does not pass through the guard, so it brings its headers itself.
        body = {"code": code, "params": params or {}}
        return JSONResponse(body, status or status_of(code), security_headers(secure=doors.secure))

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, RefusedError)
        return answer(error.code, params=error.params)

    async def invalid(_: Request, __: Exception) -> Response:
        return answer("bad_request")

    async def failed(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        known = CODES.get(error.status_code, "internal" if error.status_code >= 500 else "bad_request")
        response = answer(known, error.status_code)
        response.headers.update(error.headers or {})
        return response

    async def busy(_: Request, __: Exception) -> Response:
        return answer("unavailable")

    async def broken(_: Request, __: Exception) -> Response:
        return answer("internal")

    app.add_exception_handler(RefusedError, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, failed)
    app.add_exception_handler(TryAgainError, busy)
    app.add_exception_handler(Exception, broken)
    return app
