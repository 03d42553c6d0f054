"""A browser in Python: it signs in, finds a seat, and keeps its view by the rules' own fold of what it hears."""

import asyncio
import itertools
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from app.rules.actions import Moment
from app.rules.cards import Card
from app.rules.facts import Finished, HandOpened, Settled
from app.rules.views import View, learn, open_view
from app.wire.notices import (
    Ack,
    Chance,
    Choice,
    Notice,
    Presence,
    Refused,
    Seated,
    Snapshot,
    Turn,
    Welcome,
)
from app.wire.plays import unbundle
from app.wire.requests import (
    PROTOCOL,
    AgainRequest,
    BidRequest,
    CallRequest,
    DoubleRequest,
    HandRequest,
    Hello,
    IdentityRequest,
    PassRequest,
    PlayRequest,
    Queue,
    Request,
    RobRequest,
    ShowRequest,
    dump_request,
)
from tests.stories.notices import SeenFact, load_notice

T = TypeVar("T", bound="Notice | SeenFact")
WAIT_S = 30
_NUMBERS = itertools.count(1)


class GapError(AssertionError):
    """A versioned notice does not follow the one before."""


class Player:
    """One signed-in browser with at most one socket.

    `view`, `turn` and `presence` are what the page would show. Every frame that was received is in `frames`.
    """

    def __init__(self, address: str, cookie: str, player_id: str) -> None:
        self.address = address
        self.cookie = cookie
        self.id = player_id
        self.room: str | None = None
        self.seat = 0
        self.hand = 0
        self.version = 0
        self.view: View | None = None
        self.turn: Turn | None = None
        self.presence: Presence | None = None
        self.frames: list[str] = []
        self.unanswered: dict[str, Request] = {}
        self.acts: set[str] = set()
        self._ids = itertools.count(1)
        self._socket: ClientConnection | None = None

    # --- coming and going ----------------------------------------------------------------------------------

    @classmethod
    async def sign_in(cls, address: str, name: str = "tester") -> "Player":
        """A new guest."""
        async with httpx2.AsyncClient(base_url=address, trust_env=False, verify=False) as http:
            answer = await http.post("/api/guests", json={"name": name}, headers={"Origin": address})
        assert answer.status_code == 201, answer.text
        cookie = answer.headers["set-cookie"].partition(";")[0]
        return cls(address, cookie, answer.json()["player"])

    @classmethod
    async def sign_up(cls, address: str, password: str) -> "Player":
        """A new member of a name of his own."""
        wanted = {"name": f"m{next(_NUMBERS)}", "password": password}
        async with httpx2.AsyncClient(base_url=address, trust_env=False, verify=False) as http:
            answer = await http.post("/api/members", json=wanted, headers={"Origin": address})
        assert answer.status_code == 201, answer.text
        cookie = answer.headers["set-cookie"].partition(";")[0]
        return cls(address, cookie, answer.json()["player"])

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self.close()

    @property
    def socket(self) -> ClientConnection:
        """The open socket."""
        assert self._socket is not None, "not connected"
        return self._socket

    async def connect(self, **more: Any) -> Welcome:
        """Open a socket and say hello: to the room with what has been seen of it, if there is one.

        What has not been answered yet is sent again, unchanged.
        """
        self._socket = await connect(
            self.address.replace("http", "ws", 1) + "/ws",
            origin=Origin(self.address),
            additional_headers={"Cookie": self.cookie},
            compression=None,
            proxy=None,
            **more,
        )
        self.turn = None
        seen = (self.hand, self.version) if self.view else (None, None)
        await self.send(Hello(PROTOCOL, self.room, *seen))
        welcome = await self.until(Welcome)
        for request in list(self.unanswered.values()):
            await self.send(request)
        return welcome

    async def close(self) -> None:
        """Close the socket, if one is open."""
        socket, self._socket = self._socket, None
        if socket:
            await socket.close()

    async def closing_code(self) -> int | None:
        """Wait until the other end has closed the socket; its code."""
        async with asyncio.timeout(WAIT_S):
            await self.socket.wait_closed()
        return self.socket.close_code

    async def drop(self) -> None:
        """Lose the connection without a word."""
        socket, self._socket = self.socket, None
        socket.transport.abort()
        await socket.wait_closed()

    # --- asking --------------------------------------------------------------------------------------------

    def next_id(self) -> str:
        """An id that this player has not used."""
        return f"r{next(self._ids)}"

    async def send(self, request: Request) -> None:
        """Send a request as it is."""
        await self.socket.send(dump_request(request).decode())

    async def ask(self, request: Request) -> Ack | Refused:
        """Send a request that carries an id and wait for its answer; what else is heard meanwhile is taken in."""
        request_id: str = request.id  # type: ignore[union-attr]  # hello and ping have none and are not for this
        self.unanswered[request_id] = request
        await self.send(request)
        return await self.until((Ack, Refused), lambda answer: answer.id == request_id)

    async def find_seat(self, game: str = "happy", tier: str = "starter") -> str:
        """Queue for a table and sit down; the room. The first thing heard of it has been taken in."""
        answer = await self.ask(Queue(self.next_id(), game, tier))
        assert isinstance(answer, Ack), answer
        self.room = (await self.until(Seated)).room
        await self.send(Hello(PROTOCOL, self.room))
        await self.until(Snapshot)
        return self.room

    async def again(self) -> Ack | Refused:
        """Ask for another hand at the same table."""
        return await self.ask(AgainRequest(self.next_id(), self.room or "", self.hand))

    async def take_turn(
        self, choose: Callable[[View, Chance], Choice | str | None] | None = None
    ) -> Ack | Refused:
        """Answer what `turn` asks; `choose` gives a choice, the ranks of a play, or None to pass.

        A refusal is in order only where the room was quicker.
        """
        assert self.turn is not None
        assert self.view is not None
        turn = self.turn
        answer = await self.ask(self.request_for((choose or first_choice)(self.view, turn.options)))
        assert isinstance(answer, Ack) or answer.code in LATE, answer
        if self.turn is turn:
            self.turn = None
        return answer

    def request_for(self, chosen: Choice | str | None) -> HandRequest:
        """The request that carries a choice out; its id is kept in `acts`."""
        envelope = (self.next_id(), self.room or "", self.hand)
        self.acts.add(envelope[0])
        if chosen is None:
            return PassRequest(*envelope)
        if isinstance(chosen, str):
            assert self.view is not None
            return PlayRequest(*envelope, cards=list(cards_of(self.view.own, chosen)))
        yes = bool(chosen.yes)
        match chosen.type:
            case "show":
                return ShowRequest(*envelope, moment=Moment(chosen.moment or ""), yes=yes)
            case "bid":
                return BidRequest(*envelope, value=chosen.value or 0)
            case "identity":
                return IdentityRequest(*envelope, yes=yes)
            case "call":
                return CallRequest(*envelope, yes=yes)
            case "rob":
                return RobRequest(*envelope, yes=yes)
            case "double":
                return DoubleRequest(*envelope, yes=yes)
            case "pass":
                return PassRequest(*envelope)
            case _:
                raise AssertionError(f"no such choice: {chosen}")

    async def play_hand(self, choose: Callable[[View, Chance], Choice | str | None] | None = None) -> Settled:
        """Play the running hand to its end, however often it asks."""
        while True:
            await self.until_asked()
            if self.view is not None and self.view.public.settled is not None:
                return self.view.public.settled
            await self.take_turn(choose)

    async def until_asked(self) -> None:
        """Hear until there is something to do, or the hand has been settled."""
        while not (self.view and self.view.public.settled):
            if self.turn and (self.turn.options.actions or self.turn.options.plays.ranks):
                return
            await self.hear()

    # --- hearing -------------------------------------------------------------------------------------------

    async def hear(self) -> Notice | SeenFact:
        """The next notice, taken in."""
        async with asyncio.timeout(WAIT_S):
            frame = await self.socket.recv()
        assert isinstance(frame, str)
        self.frames.append(frame)
        notice = load_notice(frame)
        self.take_in(notice)
        return notice

    async def until(
        self, kind: type[T] | tuple[type[T], ...], matches: Callable[[T], bool] = lambda notice: True
    ) -> T:
        """The next notice of a kind; all before it are taken in."""
        while True:
            notice = await self.hear()
            if isinstance(notice, kind) and matches(notice):
                return notice

    async def until_fact(self, kind: type[object]) -> SeenFact:
        """The next fact of a kind; all before it are taken in."""
        return await self.until(SeenFact, lambda seen: isinstance(seen.fact, kind))

    def take_in(self, notice: Notice | SeenFact) -> None:
        """What a notice changes of the page."""
        match notice:
            case SeenFact():
                self._learn(notice)
            case Snapshot():
                self.seat, self.hand, self.version = notice.seat, notice.hand, notice.version
                self.view = notice.view
            case Turn():
                self.turn = notice
            case Presence():
                self.presence = notice
            case Ack(id=request_id):
                self.unanswered.pop(request_id, None)
            case Refused(id=request_id) if request_id is not None:
                self.unanswered.pop(request_id, None)

    def _learn(self, seen: SeenFact) -> None:
        if isinstance(seen.fact, HandOpened) and seen.version == 1:
            self.hand, self.version = seen.hand, 1
            self.view = open_view(seen.fact, self.seat)
            return
        if (seen.hand, seen.version) != (self.hand, self.version + 1):
            raise GapError(f"{seen.hand}:{seen.version} after {self.hand}:{self.version}")
        assert self.view is not None
        self.version += 1
        self.view = learn(self.view, seen.fact)
        if isinstance(seen.fact, Finished):
            self.turn = None


LATE = frozenset({"not_now", "not_your_turn", "too_late", "hand_over", "already_shown"})
"""Refusals that only say that the room was quicker."""


def first_choice(_: View, chance: Chance) -> Choice | str | None:
    """The first play in hint order, else a no where one is asked, else to pass."""
    for offer in unbundle(chance.plays):
        return offer.ranks
    noes = [choice for choice in chance.actions if choice.yes is False]
    return (noes or chance.actions)[0]


def cards_of(hand: tuple[Card, ...], ranks: str) -> tuple[Card, ...]:
    """Cards of a hand that make up these ranks."""
    left = list(hand)
    cards = []
    for rank in ranks:
        card = next(card for card in left if card[0] == rank)
        left.remove(card)
        cards.append(card)
    return tuple(cards)
