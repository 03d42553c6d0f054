"""The bodies of HTTP requests and answers. Requests are strict: the right types, nothing unknown, no long texts."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import from_json
from starlette.responses import Response

from app.gateway.errors import RefusedError
from app.players.names import MOST_INPUT
from app.rules.levels import Ladder


class Body(BaseModel):
    """What all request bodies share."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class NewGuest(Body):
    """Who wants to play: a name of 1 to 12 characters."""

    name: str = Field(max_length=MOST_INPUT)


class ReliefOffer(BaseModel):
    """Relief that a player may ask for: so many beans, so many times more today (0: not before tomorrow)."""

    beans: int
    left: int


class LevelInfo(BaseModel):
    """Where a player stands on a ladder: points, title, from how many points it is held, and from how many the next."""

    points: int
    title: str
    rank: int
    since: int | None
    next: int | None


class SignedIn(BaseModel):
    """Who is signed in, his beans and levels, the room that holds a seat for him, and relief if he has run short."""

    player: str
    name: str
    beans: int
    room: str | None
    relief: ReliefOffer | None
    levels: dict[Ladder, LevelInfo]


class TierInfo(BaseModel):
    """A public table that anybody with enough beans may join; `entry`, `coefficient` and `fee` are in beans."""

    game: str
    tier: str
    entry: int
    coefficient: int
    fee: int


class Problem(BaseModel):
    """The body of every error."""

    code: str
    params: dict[str, int | str] = {}


class StrictRequest(Request):
    """A request whose JSON is read by a strict parser: no NaN, no huge numbers, no deep nesting."""

    async def json(self) -> Any:
        """The body; raises RefusedError for anything that is not JSON."""
        try:
            return from_json(await self.body(), allow_inf_nan=False, cache_strings=False)
        except ValueError:
            raise RefusedError("bad_request") from None


class StrictRoute(APIRoute):
    """A route that reads its requests strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return handle_strictly
