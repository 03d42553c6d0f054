"""The session cookie. Its name and attributes follow from how players come here.

By https it has the `__Host-` prefix, which no other host and no plain connection can set. At home by plain http
browsers refuse that prefix, so it goes without. Scripts never see it, and foreign pages never send it.
"""

from collections.abc import Mapping
from typing import Final

from starlette.responses import Response

from app.players.sessions import life_s
from app.storage.store import PlayerRow

_SECURE: Final = "__Host-session"
_PLAIN: Final = "session"


def read_token(cookies: Mapping[str, str], *, secure: bool) -> str | None:
    """The token that a browser sent."""
    return cookies.get(_SECURE if secure else _PLAIN)


def set_token(response: Response, token: str, player: PlayerRow, *, secure: bool) -> None:
    """Have the browser keep a token of this player's."""
    name = _SECURE if secure else _PLAIN
    response.set_cookie(
        name, token, max_age=life_s(player), path="/", secure=secure, httponly=True, samesite="strict"
    )


def clear_token(response: Response, *, secure: bool) -> None:
    """Have the browser forget its token."""
    name = _SECURE if secure else _PLAIN
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="strict")
