"""What every HTTP request passes through: whether another site sent it, how long it is, the headers of its answer."""

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.gateway.errors import status_of
from app.gateway.headers import security_headers
from app.gateway.origins import Origins
from app.wire.requests import MAX_FRAME_BYTES

MAX_BODY_BYTES: Final = MAX_FRAME_BYTES
SAFE: Final = frozenset({"GET", "HEAD"})
"""Methods that change nothing here."""
API: Final = "/api/"


class Guard:
    """Middleware around the whole HTTP side.

    A browser says which site a request comes from (`Sec-Fetch-Site`), or at least, and always where something
    changes, from which origin. What comes from elsewhere is refused before it is looked at, and what is too long
    before it has all arrived.
    """

    def __init__(self, app: ASGIApp, origins: Origins, secure: bool) -> None:
        self._app = app
        self._origins = origins
        self._headers = security_headers(secure=secure)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._headers)
                if scope["path"].startswith(API):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        arrived = 0

        async def receive_guarded() -> Message:
            nonlocal arrived
            message = await receive()
            arrived += len(message.get("body", b""))
            if arrived > MAX_BODY_BYTES:
                raise HTTPException(status_of("too_big"))
            return message

        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive_guarded, send_guarded)
        else:
            answer = JSONResponse({"code": refusal, "params": {}}, status_of(refusal))
            await answer(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        safe = scope["method"] in SAFE
        if safe and not scope["path"].startswith(API):
            return None
        site = headers.get("sec-fetch-site")
        if safe:
            return None if site in (None, "none", "same-origin") else "foreign_origin"
        permitted = self._origins.permits(headers.getlist("origin"), scope["scheme"], headers)
        if site is not None:
            permitted = site == "same-origin" and (permitted or "origin" not in headers)
        if not permitted:
            return "foreign_origin"
        length = int(headers.get("content-length", "0"))
        if length > MAX_BODY_BYTES:
            return "too_big"
        if (length or "transfer-encoding" in headers) and not _is_json(headers.get("content-type", "")):
            return "not_json"
        return None


def _is_json(content_type: str) -> bool:
    return content_type.partition(";")[0].strip().lower() == "application/json"
