"""What a page was told and what it shows, held against what its seat may know."""

import re
from collections import Counter
from collections.abc import Iterable
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
    "LZ": {"癞子", "laizi"},
}
_TURNED: Final = ("，明牌", ", open card")
_SHOWN: Final = """() => ({
  cards: [...document.querySelectorAll('.hand .card, .play .card, .kitty .card:not(.back), .turned .card')]
    .map((card) => card.getAttribute('aria-label')),
  open: [...document.querySelectorAll('.seat .tiles, .partner .tiles')].map((tiles) => ({
    seat: Number(tiles.closest('[data-seat], [data-of]').dataset.seat ?? tiles.closest('[data-of]').dataset.of),
    count: tiles.querySelectorAll('.tile').length })),
  asks: Boolean(document.querySelector('.identity [data-act]')),
  marked: document.querySelectorAll('.hand .card.lord').length,
})"""


class Audit:
    """Listens to every socket of a page from its beginning."""

    def __init__(self, page: Page) -> None:
        self.faults: list[str] = []
        self.frames: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.seat = -1
        self._start()
        page.on("websocket", self._listen)

    def _start(self) -> None:
        """Nothing is known of a hand that has not begun."""
        self.known: set[str] = set()
        self.open_seats: set[int] = set()
        self.landlord: int | None = None
        self.hidden: int | None = None
        self.turned: str | None = None
        self.own: Counter[str] = Counter()

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
        if frame["type"] == "snapshot":
            self.seat = frame["seat"]
            self._start()
        may = Counter(self._may_tell(frame))
        told = Counter(_cards_in(frame))
        if told - may:
            self.faults.append(f"{frame['type']} tells {sorted((told - may).elements())}")
        self.known |= set(told)
        if frame["type"] in ("hidden_landlord_told", "identity_answered") and frame["seat"] != self.seat:
            self.faults.append(f"{frame['type']} of seat {frame['seat']}")

    def _may_tell(self, frame: dict[str, Any]) -> list[str]:
        """The cards that this frame may name: own ones, and what lies open. What it makes public counts from now on."""
        mine = frame.get("seat") == self.seat
        match frame["type"]:
            case "snapshot" if frame["view"]:
                return self._may_view(frame["view"])
            case "hand_opened" | "passed_out":
                self._start()
            case "dealt" if mine or frame["seat"] in self.open_seats:
                self._gain(frame["cards"] if mine else ())
                return _cards_in(frame["cards"])
            case "shown":
                self.open_seats.add(frame["seat"])
                return _cards_in(frame["cards"])
            case "played":
                return _cards_in(frame["cards"])
            case "landlord_chosen":
                self.landlord = frame["seat"]
            case "open_card_turned":
                self.turned = frame["card"]
                return [frame["card"]]
            case "bottom_taken" if mine or frame["open"]:
                self._gain(frame["cards"] if mine else ())
                return _cards_in(frame["cards"])
            case "hidden_landlord_told":
                self._hold_twin()
            case "hidden_landlord_known":
                self.hidden = frame["seat"]
                if self._sees_partner:
                    return _cards_in(frame["hands"])
            case "finished":
                self.hidden = frame["hidden"]
                return _cards_in(frame["hands"])
            case _:
                pass
        return []

    def _may_view(self, view: dict[str, Any]) -> list[str]:
        """What a whole view may tell."""
        public = view["public"]
        self.landlord, self.hidden = public["landlord"], public["hidden"]
        self.open_seats = {showing["seat"] for showing in public["shows"]}
        self._gain(view["hands"][self.seat]["cards"])
        turned = public["open_card"]
        self.turned = turned and turned["card"]
        may = [self.turned] if turned else []
        for move in public["moves"]:
            may += move["cards"]
            self._gain(move["cards"] if move["seat"] == self.seat else ())
        may += public["lead"]["cards"] if public["lead"] else []
        may += public["bottom"]
        for seat, held in enumerate(view["hands"]):
            if seat == self.seat or seat in self.open_seats or seat in self._partners:
                may += held["cards"] or []
        if public["finish"]:
            may += _cards_in(public["finish"]["hands"])
        if view["holds_twin"]:
            self._hold_twin()
        elif view["identity"] is not None and self.seat != self.landlord:
            self.faults.append("a farmer has an answer to the identity step")
        return may

    def _gain(self, cards: Iterable[str]) -> None:
        self.own.update(cards)

    def _hold_twin(self) -> None:
        """Only who holds the twin may be told so."""
        copies = 2 if self.seat == self.landlord else 1
        if self.turned is None or self.own[self.turned] != copies:
            self.faults.append("told to hold the twin, and does not")

    @property
    def _partners(self) -> set[int]:
        """The two landlords, where this seat is one of them and they know each other."""
        both = {self.landlord, self.hidden}
        if self.hidden is None or self.hidden == self.landlord or self.seat not in both:
            return set()
        return {seat for seat in both if seat is not None}

    @property
    def _sees_partner(self) -> bool:
        return bool(self._partners)

    def look(self, page: Page) -> None:
        """The page itself shows no card that the seat may not know, and asks nothing that is not for it."""
        faults: list[str] = []
        for patience_ms in (0, 60, 200):  # The page draws a frame later than this audit hears.
            page.wait_for_timeout(patience_ms)
            faults = self._shown(page.evaluate(_SHOWN))
            if not faults:
                return
        self.faults += faults

    def _shown(self, shown: dict[str, Any]) -> list[str]:
        faults = []
        allowed = set().union(*map(_labels, self.known))
        if more := {_plain(label) for label in shown["cards"]} - allowed:
            faults.append(f"the page shows {sorted(more)}")
        faults += [
            f"the page lays open {tiles['count']} cards of seat {tiles['seat']}"
            for tiles in shown["open"]
            if tiles["seat"] not in self.open_seats | self._partners
        ]
        holds = self.turned is not None and self.own[self.turned] > 0
        if not holds and (shown["asks"] or shown["marked"]):
            faults.append("the page takes a farmer for a landlord")
        return faults


def _cards_in(value: Any) -> list[str]:
    """Every card that is named anywhere; bundles of plays name ranks, which are no cards."""
    if isinstance(value, str):
        return [value] if value in _CARDS else []
    if isinstance(value, list):
        return [card for item in value for card in _cards_in(item)]
    if isinstance(value, dict):
        return [card for key, item in value.items() if key != "ranks" for card in _cards_in(item)]
    return []


def _plain(label: str) -> str:
    """A card's name without what is said of the open card, its twin, and what a laizi stands for."""
    for words in _TURNED:
        label = label.removesuffix(words)
    return re.sub(r"^(癞子|laizi)(当| as) .+$", r"\1", label)


def _labels(card: str) -> set[str]:
    """A card's names as pages say them, in either language."""
    if card in _NAMED:
        return _NAMED[card]
    rank = "10" if card[0] == "T" else card[0]
    chinese, english = _SUITS[card[1]]
    return {chinese + rank, f"{rank} of {english}"}
