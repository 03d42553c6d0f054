"""A table that a test moves by itself: the real rules, behind a socket that the page takes for the server's.

For pictures, geometry and rare hands. Whole hands against the real server are in `test_hands.py`.
"""

import time
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

import msgspec
from playwright.sync_api import Page, Route, WebSocketRoute

from app.rooms.config import TIERS
from app.rooms.options import tier_options
from app.rooms.payout import payout
from app.rules.actions import (
    Action,
    Bid,
    Call,
    CloseStep,
    DealNext,
    Double,
    Identity,
    Moment,
    Pass,
    Play,
    Rob,
    SeatAction,
    Show,
    Shuffle,
)
from app.rules.cards import Card, parse_cards
from app.rules.engine import actors, asked, decide, default, open_hand, options
from app.rules.facts import Fact, HandOpened, OpenCard, Seat, Settled, Stakes
from app.rules.ruleset import Ruleset
from app.rules.table import Table, evolve, open_table
from app.rules.variants.happy import HAPPY
from app.rules.views import redact, view
from app.wire.notices import (
    Clock,
    Notice,
    Presence,
    Snapshot,
    Turn,
    chance,
    dump_notice,
    dump_seen,
)
from app.wire.options import SeatState
from app.wire.requests import ActionFrame, load_request

LEVEL: Final = {"points": 0, "title": "bonded_labourer", "rank": 0, "since": None, "next": 10}
GOOD: Final = {"escapes": 0, "until_ms": None, "next_minutes": 0}
"""How somebody has behaved who has never escaped."""
PLAIN: Final = {
    "kind": "guest",
    "relief": None,
    "levels": {"three": LEVEL, "five": {**LEVEL, "next": 30}},
    "conduct": GOOD,
}
"""How somebody stands who has beans enough and has never played."""
ROOM: Final = "K7Q2M9"
NAMES: Final = ("小满", "柚子茶", "老王不姓王", "雪碧加冰", "阿白")
BEANS: Final = (31_600, 128_450, 86_200, 42_018, 9_310)
LIMIT_MS: Final = 20_000
PATIENCE_S: Final = 10


def deck_of(hands: Sequence[str], bottom: str = "", rules: Ruleset = HAPPY) -> tuple[Card, ...]:
    """The deck that deals these hands, in the batches of the staged deal; what is left out, chance fills in."""
    dealt = [list(parse_cards(hand)) for hand in hands]
    kept = list(parse_cards(bottom))
    left = list((Counter(rules.deck) - Counter(sum(dealt, kept))).elements())
    Random(1).shuffle(left)
    for cards, size in [*((hand, rules.hand_size) for hand in dealt), (kept, rules.bottom_size)]:
        while len(cards) < size:
            cards.append(left.pop())
    deck: list[Card] = []
    for size in rules.deal_batches:
        for hand in dealt:
            deck += hand[:size]
            del hand[:size]
    deck += kept
    assert Counter(deck) == Counter(rules.deck), "every card of the deck"
    return tuple(deck)


def drawn(page: Page) -> None:
    """Wait until the page shows what it knows, and has sent what it was to send."""
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 30)))")


class Scene:
    """One room with one page in it. `turned` is the open card, in games that turn one.

    Before it is opened, `options` of the room may be changed, and `people` sit on these seats instead of bots.
    """

    def __init__(
        self,
        page: Page,
        deck: Sequence[Card],
        rules: Ruleset = HAPPY,
        *,
        seat: Seat = 0,
        first: Seat = 0,
        names: Sequence[str] = NAMES,
        beans: Sequence[int] = BEANS,
        stakes: Stakes | None = None,
        turned: OpenCard | None = None,
    ) -> None:
        self.page = page
        self.rules = rules
        self.seat = seat
        self.hand = 41
        self.requests: list[dict[str, Any]] = []
        self._taken = 0
        self.replies = True
        self._deck = tuple(deck)
        self._first = first
        self._stakes = stakes or replace(TIERS[rules.name, "starter"].stakes, coefficient=100, fee=50)
        self.options = tier_options(TIERS[rules.name, "starter"], 2)
        self.people: Collection[Seat] = ()
        self._names = names[: rules.seats]
        self._beans = list(beans[: rules.seats])
        self._turned = turned
        self._auto = [False] * rules.seats
        self._away = [False] * rules.seats
        self._socket: WebSocketRoute | None = None
        self._version = 0
        self._table: Table | None = None
        page.route("**/api/session", self._answer_session)
        page.route("**/api/tiers", self._answer_tiers)
        page.route_web_socket("**/ws", self._open)

    # --- moving the table ---

    def open(self, address: str) -> None:
        """Load the page at an empty table."""
        self.page.goto(f"{address}/#table")
        self.page.wait_for_selector(".table .felt")

    def begin(self) -> None:
        """Open the hand and lay the deck ready: the next thing is the first question, or the deal."""
        self.hand += 1
        self._version = 0
        opening = open_hand(self.rules, self._stakes, self._beans, self._first)
        assert isinstance(opening[0], HandOpened)
        self._table = open_table(opening[0])
        for fact in opening[1:]:
            self._table = evolve(self._table, fact)
        self._tell(opening)
        self.shuffle()

    def shuffle(self) -> None:
        """Lay the deck ready, once more after a deal that was passed out."""
        open_at = None if self._turned is None else self._place_of(self._turned)
        self.act(None, Shuffle(self._deck, self._first, open_at))

    def act(self, seat: Seat | None, action: Action) -> None:
        """One action and what follows from it."""
        facts = decide(self.rules, self.table, seat, action)
        for fact in facts:
            self._table = evolve(self.table, fact)
        if self.table.public.score is not None and self.table.public.settled is None:
            settled = self._settle()
            self._table = evolve(self.table, settled)
            facts = [*facts, settled]
        self._tell(facts)

    def deal(self, batches: int | None = None) -> None:
        """So many batches of the deal, all of them unless told otherwise; with the last one the step closes."""
        for _ in range(len(self.rules.deal_batches) if batches is None else batches):
            self.act(None, DealNext())
        if self.table.public.dealt == self.rules.hand_size:
            self.act(None, CloseStep())

    def to_question(self) -> None:
        """From the beginning to the first question after the deal, nobody showing."""
        self.begin()
        while self.table.public.phase == "show_start":
            self.answer(Show(Moment.START, yes=False))
        self.deal()

    def to_play(
        self,
        landlord: Seat = 0,
        robs: int = 0,
        *,
        bid: int = 3,
        identities: Collection[Seat] = (),
        doubles: Collection[Seat] = (),
    ) -> None:
        """To the first lead: `landlord` calls, and is robbed and robs back so often, or bids; nobody dares more."""
        self.to_question()
        while (phase := self.table.public.phase) != "tricks":
            waiting = sorted(actors(self.rules, self.table))
            if not waiting:
                self.act(None, CloseStep())
                continue
            seat = waiting[0]
            answers: dict[str, SeatAction] = {
                "call": Call(yes=seat == landlord),
                "rob": Rob(yes=robs > 0),
                "bid": Bid(bid) if seat == landlord else default(self.rules, self.table, seat),
                "identity": Identity(yes=seat in identities),
                "show_landlord": Show(Moment.LANDLORD, yes=False),
                "double": Double(yes=seat in doubles),
            }
            robs -= phase == "rob"
            self.act(seat, answers[phase])

    def answer(self, action: SeatAction) -> None:
        """Whoever is asked first answers so."""
        self.act(min(asked(self.rules, self.table)), action)

    def play(self, cards: str) -> None:
        """Whoever is asked plays these cards; "" is a pass."""
        self.answer(Play(parse_cards(cards)) if cards else Pass())

    def take(self) -> None:
        """What the page has asked for last, happens; it is waited for if nothing has come since the last time."""
        until = time.monotonic() + PATIENCE_S
        while len(self.requests) == self._taken:
            assert time.monotonic() < until, "the page asks for nothing"
            self.page.wait_for_timeout(10)
        self._taken = len(self.requests)
        request = load_request(msgspec.json.encode(self.requests[-1]))
        assert isinstance(request, ActionFrame)
        self.act(self.seat, request.action())

    def set_seat(self, seat: Seat, *, auto: bool = False, away: bool = False) -> None:
        """How a seat is doing, as everybody sees it."""
        self._auto[seat], self._away[seat] = auto, away
        self._say(self._presence())

    def refuse(self, code: str) -> None:
        """Refuse the last request."""
        self.send({"type": "refused", "id": self.requests[-1]["id"], "code": code, "params": {}})

    def send(self, frame: dict[str, Any]) -> None:
        """A frame as it stands."""
        assert self._socket is not None
        self._socket.send(msgspec.json.encode(frame).decode())

    def close(self, code: int) -> None:
        """Close the page's socket."""
        assert self._socket is not None
        self._socket.close(code=code, reason="")

    def wait(self) -> None:
        """Wait until the page has drawn everything that it was told."""
        self.page.wait_for_selector(f'.table[data-seen="{self.hand}.{self._version}"]', state="attached")
        drawn(self.page)

    @property
    def table(self) -> Table:
        """The whole truth."""
        assert self._table is not None
        return self._table

    # --- the other end of the wire ---

    def _answer_session(self, route: Route) -> None:
        name, beans = self._names[self.seat], self._beans[self.seat]
        route.fulfill(json={"player": "P1", "name": name, "beans": beans, "room": ROOM, **PLAIN})

    def _answer_tiers(self, route: Route) -> None:
        told = [
            {
                "game": tier.game,
                "tier": tier.name,
                "entry": tier.entry,
                "coefficient": tier.stakes.coefficient,
                "fee": tier.stakes.fee,
                "double_above": tier.stakes.double_above,
                "bots": tier.bots,
            }
            for tier in TIERS.values()
        ]
        route.fulfill(json=told)

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda message: self._hear(socket, str(message)))

    def _hear(self, socket: WebSocketRoute, message: str) -> None:
        request = msgspec.json.decode(message)
        match request["type"]:
            case "ping":
                self.send({"type": "pong", "t": request["t"], "now_ms": _now_ms()})
            case "hello":
                me = {"player": "P1", "name": self._names[self.seat], "beans": self._beans[self.seat]}
                now = _now_ms()
                self.send({"type": "welcome", "protocol": 1, **me, "room": ROOM, "now_ms": now})
                if "room" in request:
                    self._bring_up()
            case _:
                self.requests.append(request)
                if self.replies:
                    self.send({"type": "ack", "id": request["id"]})

    def _bring_up(self) -> None:
        snapshot = Snapshot(
            room=ROOM,
            game=self.rules.name,
            stakes=self._stakes,
            options=self.options,
            code=None,
            seat=self.seat,
            hand=self.hand,
            version=self._version,
            view=view(self._table, self.seat) if self._table else None,
            clock=self._clock(),
        )
        self._say(snapshot)
        self._say(self._presence())
        if self._table:
            self._ask()

    def _tell(self, facts: Sequence[Fact]) -> None:
        seen = [each for each in (redact(fact, self.seat) for fact in facts) if each is not None]
        for fact in seen:
            self._version += 1
            clock = self._clock() if fact is seen[-1] else None
            self._send_bytes(dump_seen(fact, ROOM, self.hand, self._version, clock))
        self._ask()

    def _ask(self) -> None:
        offered = chance(options(self.rules, self.table, self.seat))
        self._say(Turn(ROOM, self.hand, self._version, self._clock(), offered))

    def _clock(self) -> Clock:
        if self._table is None or self._table.public.finish or not asked(self.rules, self._table):
            return Clock([], None, None)
        return Clock(sorted(asked(self.rules, self._table)), _now_ms() + LIMIT_MS - 5_000, LIMIT_MS)

    def _presence(self) -> Presence:
        seats: list[SeatState | None] = [
            SeatState(
                seat=seat,
                player=f"p{seat}" if seat == self.seat or seat in self.people else None,
                name=name,
                title="provincial_governor",
                bot=seat != self.seat and seat not in self.people,
                beans=beans,
                away=self._away[seat],
                auto=self._auto[seat],
                ready=False,
            )
            for seat, (name, beans) in enumerate(zip(self._names, self._beans, strict=True))
        ]
        return Presence(ROOM, self.hand, None, seats)

    def _settle(self) -> Settled:
        settlement, settled = payout(self.rules, self.table.public)
        self._beans = [had + net for had, net in zip(self._beans, settlement.net, strict=True)]
        return settled

    def _say(self, notice: Notice) -> None:
        self._send_bytes(dump_notice(notice))

    def _send_bytes(self, frame: bytes) -> None:
        if self._socket is not None:
            self._socket.send(frame.decode())

    def _place_of(self, turned: OpenCard) -> int:
        """Where in the deck the open card lies that goes to this seat."""
        place = 0
        for size in self.rules.deal_batches:
            for seat in range(self.rules.seats):
                dealt = self._deck[place : place + size]
                if seat == turned.seat and turned.card in dealt:
                    return place + dealt.index(turned.card)
                place += size
        raise AssertionError("that seat is dealt the card")


def _now_ms() -> int:
    return round(time.time() * 1000)
