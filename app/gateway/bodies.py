"""The bodies of HTTP requests and answers. Requests are strict: the right types, nothing unknown, no long texts."""

from collections.abc import Callable, Coroutine
from typing import Any, Final, Literal

from fastapi import Request
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import from_json
from starlette.responses import Response

from app.gateway.errors import RefusedError
from app.players.names import MOST_INPUT
from app.players.passwords import LONGEST as LONGEST_PASSWORD
from app.rules.levels import Ladder
from app.storage.store import Outcome, Side

MOST_PASSWORD_INPUT: Final = 4 * LONGEST_PASSWORD
"""More than this is no password, and is not looked at."""


class Body(BaseModel):
    """What all request bodies share."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class NewGuest(Body):
    """Who wants to play: a name of 1 to 12 characters."""

    name: str = Field(max_length=MOST_INPUT)


class Credentials(Body):
    """A name and the password that goes with it, or is to go with it."""

    name: str = Field(max_length=MOST_INPUT)
    password: str = Field(max_length=MOST_PASSWORD_INPUT)


class NewPassword(Body):
    """Another password, by who knows the one before."""

    old: str = Field(max_length=MOST_PASSWORD_INPUT)
    new: str = Field(max_length=MOST_PASSWORD_INPUT)


class Deletion(Body):
    """A player's last word: a member gives his password, a guest has none."""

    password: str | None = Field(default=None, max_length=MOST_PASSWORD_INPUT)


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


class ConductInfo(BaseModel):
    """How many escapes from public tables count against a player, until when they keep him from looking for a match
    (null: not at all), and for how many minutes one more would."""

    escapes: int
    until_ms: int | None
    next_minutes: int


class SignedIn(BaseModel):
    """Who is signed in, his beans and levels, the room that holds a seat for him, and relief if he has run short."""

    player: str
    kind: Literal["guest", "member"]
    name: str
    beans: int
    room: str | None
    relief: ReliefOffer | None
    levels: dict[Ladder, LevelInfo]
    conduct: ConductInfo


class TierInfo(BaseModel):
    """A public table that anybody with enough beans may join.

    `entry`, `coefficient` and `fee` are in beans; doubling, in games that ask for it, takes more than `double_above`.
    `bots`: they take empty seats.
    """

    game: str
    tier: str
    entry: int
    coefficient: int
    fee: int
    double_above: int
    bots: bool


class GameInfo(BaseModel):
    """How many hands of a game a player has ended on one side, and won; null: before there were sides."""

    game: str
    side: Side | None
    hands: int
    won: int


class StatisticsInfo(BaseModel):
    """What a player's hands come to: how many, won, left early, ended on auto-play, and by game and side."""

    hands: int
    won: int
    escaped: int
    auto: int
    games: list[GameInfo]


class Profile(BaseModel):
    """A player as he sees himself: `since_ms` is when he came, `best` the most beans that a hand has brought him."""

    player: str
    kind: Literal["guest", "member"]
    name: str
    since_ms: int
    beans: int
    best: int
    levels: dict[Ladder, LevelInfo]
    statistics: StatisticsInfo


class PlayerInfo(BaseModel):
    """A player as others see him, with the titles that he holds."""

    player: str
    kind: Literal["guest", "member"]
    name: str
    titles: dict[Ladder, str]
    statistics: StatisticsInfo


class HandInfo(BaseModel):
    """What a hand was for a player; `beans` are net of the fee, and `multiple` is null for one without points."""

    room: str
    hand: int
    ended_ms: int
    game: str
    side: Side | None
    outcome: Outcome
    multiple: int | None
    beans: int
    points: int


class HandPage(BaseModel):
    """Some of a player's hands, newest first; `next` asks for those before, null: there are none."""

    hands: list[HandInfo]
    next: str | None


class OpenedRoom(BaseModel):
    """A room of the player's own; who is to sit down there needs the `code` (null: anybody may)."""

    room: str
    code: str | None


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
