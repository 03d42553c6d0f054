"""The server's side of the pages around the table, for a test that says what goes on there.

Options are checked and previewed by the real functions; whole rooms against the real server are in `test_rooms.py` too.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec
from playwright.sync_api import Page, Route, WebSocketRoute
from pydantic import TypeAdapter

from app.rooms.config import TIERS, stakes_of
from app.rooms.options import OptionsError, check_options, tier_options
from app.rooms.preview import preview
from app.rules.variants import RULESETS
from app.wire.notices import Clock, Notice, Presence, RoomCard, Snapshot, dump_notice
from app.wire.options import RoomInfo, RoomOptions, SeatState
from tests.browser.scene import BEANS, NAMES, PLAIN, ROOM

CODE: Final = "X4T8PA"
_options: Final = TypeAdapter(RoomOptions)


def tier_of(game: str, name: str = "starter", **people: int) -> dict[str, Any]:
    """A public table as the lobby tells of it."""
    tier = TIERS[game, name]
    stakes = {
        "coefficient": tier.stakes.coefficient,
        "fee": tier.stakes.fee,
        "entry": tier.entry,
        "double_above": tier.stakes.double_above,
    }
    idle = {"waiting": 0, "playing": 0, "expect_ms": None}
    return {"game": game, "tier": name, **stakes, "bots": True, "open": True, **idle, **people}


def card_of(room: str, name: str, game: str = "happy", **more: Any) -> RoomCard:
    """A room in the lobby's list."""
    seats = RULESETS[game].seats
    figures: dict[str, Any] = {"coefficient": 50, "fee": 5, "entry": 100, "seconds": 20, "taken": 1}
    signs = {"bots": True, "watch": False, "running": False}
    return RoomCard(room=room, name=name, game=game, seats=seats, **{**figures, **signs, **more})


def options_of(game: str = "happy", **more: Any) -> RoomOptions:
    """What a room is played under."""
    usual = tier_options(TIERS[game, "regular"], 2)
    return replace(usual, **{"name": "周五老友局", "public": False, **more})


def seat_of(seat: int, **more: Any) -> SeatState:
    """Somebody on a seat."""
    person = {"player": f"P{seat + 1}", "name": NAMES[seat], "title": "provincial_governor"}
    state = {"bot": False, "beans": BEANS[seat], "away": False, "auto": False, "ready": False}
    return SeatState(seat=seat, **{**person, **state, **more})


class Hall:
    """A server with one player. What he is shown is what these attributes hold when he asks."""

    def __init__(self, page: Page) -> None:
        self.me: dict[str, Any] = {"player": "P1", "name": NAMES[0], "beans": 3_000, "room": None, **PLAIN}
        self.tiers = [tier_of(*name) for name in TIERS]
        self.rooms: list[RoomCard] = []
        self.options = options_of()
        self.owner = 0
        self.seats: Sequence[SeatState | None] = []
        self.opened: list[RoomOptions] = []
        self.requests: list[dict[str, Any]] = []
        page.route("**/api/session", lambda route: route.fulfill(json=self.me))
        page.route("**/api/rooms/preview", self._preview)
        page.route("**/api/rooms", self._open_room)
        page.route(f"**/api/rooms/{ROOM}*", self._answer_room)
        page.route_web_socket("**/ws", self._open)

    def say(self, notice: Notice | dict[str, Any]) -> None:
        """Tell the page something."""
        frame = json.dumps(notice) if isinstance(notice, dict) else dump_notice(notice).decode()
        self._socket.send(frame)

    def tell(self, *, whole: bool = False, **news: Any) -> None:
        """Tell the page what the lobby shows, or what has changed there."""
        lists: dict[str, Any] = {"tiers": [], "rooms": [], "removed": []}
        notice = {"type": "lobby", "whole": whole, "online": 1_204, **lists, **news}
        self._socket.send(msgspec.json.encode(notice).decode())

    def sit(self, seats: Sequence[SeatState | None]) -> None:
        """Who sits where has changed."""
        self.seats = seats
        self.say(Presence(ROOM, 0, self.owner, list(seats)))

    def bring_up(self) -> None:
        """Show the room to the one who sits there."""
        nothing = Clock([], None, None)
        self.say(
            Snapshot(
                room=ROOM,
                game=self.options.game,
                stakes=stakes_of(self.options),
                options=self.options,
                code=None if self.options.public else CODE,
                seat=0,
                hand=0,
                version=0,
                view=None,
                clock=nothing,
            )
        )
        self.sit(self.seats)

    def close(self, code: int) -> None:
        """Close the page's socket."""
        self._socket.close(code=code, reason="")

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda frame: self._hear(json.loads(frame)))

    def _hear(self, request: dict[str, Any]) -> None:
        match request["type"]:
            case "ping":
                self.say({"type": "pong", "t": request["t"], "now_ms": 0})
            case "hello":
                known = {name: self.me[name] for name in ("player", "name", "beans", "room")}
                self.say({"type": "welcome", "protocol": 1, **known, "now_ms": 0})
                if "room" in request:
                    self.bring_up()
            case kind:
                self.requests.append(request)
                self.say({"type": "ack", "id": request["id"]})
                if kind == "look" and request["on"]:
                    self.tell(whole=True, tiers=self.tiers, rooms=self.rooms)
                if kind == "sit":
                    self.say({"type": "seated", "room": request["room"]})

    def _preview(self, route: Route) -> None:
        options = self._checked(route)
        if options:
            _fulfill(route, preview(options))

    def _open_room(self, route: Route) -> None:
        options = self._checked(route)
        if options:
            self.opened.append(options)
            self.options = options
            self.seats = [seat_of(0), *[None] * (RULESETS[options.game].seats - 1)]
            route.fulfill(status=201, json={"room": ROOM, "code": CODE})

    def _answer_room(self, route: Route) -> None:
        if route.request.method == "PUT":
            options = self._checked(route)
            if options:
                self.options = options
                route.fulfill(json={"room": ROOM, "code": CODE})
                self.bring_up()
        elif route.request.url.endswith(f"?code={CODE}"):
            info = RoomInfo(
                ROOM, self.options, preview(self.options), self.owner, list(self.seats), running=False
            )
            _fulfill(route, info)
        else:
            route.fulfill(status=404, json={"code": "no_such_room", "params": {}})

    @staticmethod
    def _checked(route: Route) -> RoomOptions | None:
        """The options that were sent, if a room may have them; otherwise they are refused."""
        try:
            return check_options(_options.validate_json(route.request.post_data or ""), TIERS)
        except OptionsError as error:
            bounds = dict(zip(("low", "high"), error.bounds or (), strict=False))
            route.fulfill(
                status=422, json={"code": "bad_options", "params": {"field": error.field, **bounds}}
            )
            return None


def _fulfill(route: Route, body: object) -> None:
    route.fulfill(body=msgspec.json.encode(body).decode(), content_type="application/json")
