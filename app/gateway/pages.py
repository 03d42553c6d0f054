"""The browser client's files, asked for again each time and answered "not modified": no build, no stale page."""

import mimetypes
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.gateway.errors import status_of

INDEX: Final = "index.html"

# What the machine's own table says of these differs, and browsers run no module of another type.
for _type, _suffix in (
    ("text/javascript", ".js"),
    ("text/css", ".css"),
    ("image/svg+xml", ".svg"),
    ("font/woff2", ".woff2"),
    ("application/manifest+json", ".webmanifest"),
):
    mimetypes.add_type(_type, _suffix)


class ClientFiles(StaticFiles):
    """The files below one folder, links out of it excluded."""

    async def check_config(self) -> None:
        """A server without a client is still a server."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code == status_of(
                "signed_out"
            ):  # Starlette's word for a file without read rights
                raise HTTPException(status_of("not_found")) from None
            raise
        response.headers["Cache-Control"] = "no-cache"
        return response


def client_routes(folder: str) -> list[BaseRoute]:
    """The page at the root and everything it loads."""
    files = ClientFiles(directory=folder, check_dir=False)

    async def read_index(request: Request) -> Response:
        return await files.get_response(INDEX, request.scope)

    return [Route("/", read_index, name="index"), Mount("/static", files, name="static")]
