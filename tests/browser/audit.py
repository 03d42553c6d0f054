"""What a page was told and what it shows, held against what its seat may know."""

from typing import Any, Final

import msgspec
from playwright.sync_api import Page, WebSocket

from app.rules.cards import FRENCH_DECK, LAIZI

_CARDS: Final = frozenset((*FRENCH_DECK, LAIZI))
_SUITS: Final = {
    "S": ("黑桃", "spades"),
    "H": ("红桃", "hearts"),
    "C": ("梅花", "clubs"),
    "D": ("方块", "diamonds"),
}
_NAMED: Final = {
    "BJ": {"小王", "small joker"},
    "RJ": {"大王", "big joker"},
    "LZ": {"癞子", "laizi, wild card"},
}
_SHOWN: Final = """() => [...document.querySelectorAll('.hand .card, .play .card, .kitty .card:not(.back)')]
  .map((card) => card.getAttribute('aria-label'))"""


class Audit:
    """Listens to every socket of a page from its beginning."""

    def __init__(self, page: Page) -> None:
        self.faults: list[str] = []
        self.frames: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.seat = -1
        self.known: set[str] = set()
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self._hear(msgspec.json.decode(str(data))))
        socket.on("framesent", lambda data: self._send(msgspec.json.decode(str(data))))

    def _send(self, frame: dict[str, Any]) -> None:
        if frame["type"] != "ping":
            self.sent.append(frame)

    def _hear(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "pong":
            return
        self.frames.append(frame)
        self._learn(frame)
        told = _cards_in(frame) - self.known
        if told:
            self.faults.append(f"{frame['type']} tells {sorted(told)}")

    def _learn(self, frame: dict[str, Any]) -> None:
        """What this frame may tell: own cards, and what lies open."""
        match frame["type"]:
            case "snapshot":
                self.seat = frame["seat"]
                if view := frame["view"]:
                    self._learn_view(view)
            case "hand_opened" | "passed_out":
                self.known = set()
            case "dealt":
                if frame["seat"] == self.seat or frame["shown"]:
                    self.known |= set(frame["cards"] or ())
            case "shown" | "played":
                self.known |= set(frame["cards"])
            case "bottom_taken":
                if frame["open"]:
                    self.known |= set(frame["cards"])
            case "finished":
                self.known = set(_CARDS)
            case _:
                pass

    def _learn_view(self, view: dict[str, Any]) -> None:
        public = view["public"]
        open_seats = {showing["seat"] for showing in public["shows"]}
        for seat, held in enumerate(view["hands"]):
            if seat == self.seat or seat in open_seats:
                self.known |= set(held["cards"] or ())
        self.known |= set(public["bottom"])
        for move in public["moves"]:
            self.known |= set(move["cards"])
        if public["finish"]:
            self.known = set(_CARDS)

    def look(self, page: Page) -> None:
        """The page itself shows no card that the seat may not know."""
        more: set[str] = set()
        for patience_ms in (0, 60, 200):  # The page draws a frame later than this audit hears.
            page.wait_for_timeout(patience_ms)
            allowed = set().union(*map(_labels, self.known))
            more = set(page.evaluate(_SHOWN)) - allowed
            if not more:
                return
        self.faults.append(f"the page shows {sorted(more)}")


def _cards_in(value: Any) -> set[str]:
    """Every card that is named anywhere; offers name ranks, which are no cards."""
    if isinstance(value, str):
        return {value} & _CARDS
    if isinstance(value, list):
        return set().union(*map(_cards_in, value))
    if isinstance(value, dict):
        return set().union(*(_cards_in(item) for key, item in value.items() if key != "ranks"))
    return set()


def _labels(card: str) -> set[str]:
    """A card's names as pages say them, in either language."""
    if card in _NAMED:
        return _NAMED[card]
    rank = "10" if card[0] == "T" else card[0]
    chinese, english = _SUITS[card[1]]
    return {chinese + rank, f"{rank} of {english}"}
