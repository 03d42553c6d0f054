"""What a player's request comes to: it is carried out once, or refused, and said again when it is asked again.

What was carried out is known by its id from the log, or from the room's row, however often the room is read again.
Refusals and phrases are not stored; the last few of each player are kept in memory.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

from app.rooms.audience import Audience
from app.rooms.dealer import Dealer
from app.rooms.hand import Hand, seat_actor
from app.rooms.messages import Act
from app.rooms.phrases import Phrases
from app.rooms.register import Register
from app.rooms.seats import Occupant
from app.rooms.waiting import RefusedError, WaitingRoom
from app.rules import engine
from app.rules.actions import Leave
from app.rules.facts import Seat
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.views import view
from app.storage.store import DuplicateActionError
from app.wire.notices import Ack, Price, Refused
from app.wire.requests import (
    ActionFrame,
    AddBotRequest,
    AgainRequest,
    AutoRequest,
    HandRequest,
    KickRequest,
    LeaveRequest,
    OwnerRequest,
    PhraseRequest,
    PriceRequest,
    ReadyRequest,
    RoomRequest,
    StartRequest,
)

REMEMBERED: Final = 32


class Answers:
    """Answers the requests of one room's players; `close` ends the room for the reason it is given."""

    def __init__(
        self,
        register: Register,
        dealer: Dealer,
        audience: Audience,
        waiting: WaitingRoom,
        phrases: Phrases,
        close: Callable[[str], Awaitable[None]],
    ) -> None:
        self._register = register
        self._dealer = dealer
        self._audience = audience
        self._waiting = waiting
        self._close = close
        self._phrases = phrases
        self._kept: dict[str, OrderedDict[str, str | None]] = {}

    async def answer(self, occupant: Occupant, message: Act) -> None:
        """Carry out a request, or say why not; one that is known is only answered."""
        socket, request = message.socket, message.request
        kept = self._kept.setdefault(occupant.player, OrderedDict())
        if occupant.socket != socket:
            await self.refuse(socket, request.id, "not_your_seat")
        elif self._knows(occupant, request.id):
            await self._ack(occupant, request.id)
        elif request.id in kept:
            await self._answer_again(occupant, request.id, kept[request.id])
        else:
            try:
                await self._carry_out(occupant, request)
            except DuplicateActionError:
                await self._ack(occupant, request.id)
            except (IllegalActionError, RefusedError) as error:
                code = error.refusal if isinstance(error, IllegalActionError) else error.code
                self._keep(occupant, request.id, code)
                await self.refuse(socket, request.id, code)

    def _keep(self, occupant: Occupant, request_id: str, code: str | None = None) -> None:
        """Keep in memory what has come of a request: the code of its refusal, None: it was carried out."""
        kept = self._kept[occupant.player]
        kept[request_id] = code
        if len(kept) > REMEMBERED:
            kept.popitem(last=False)

    async def _answer_again(self, occupant: Occupant, request_id: str, code: str | None) -> None:
        if code is None:
            await self._ack(occupant, request_id)
        else:
            await self.refuse(occupant.socket, request_id, code)

    async def apologise(self, message: Act, code: str) -> None:
        """Answer a request that could not be handled: with what is known of it, or that nothing came of it."""
        occupant, request_id = self._register.seats.of(message.player), message.request.id
        is_known = self._register.config.has_done(message.player, request_id)
        if is_known or (occupant and self._is_in_log(occupant, request_id)):
            await self._audience.say(message.socket, Ack(request_id))
        else:
            await self.refuse(message.socket, request_id, code)

    def _knows(self, occupant: Occupant, request_id: str) -> bool:
        """Whether the log of the hand, or the room's row, holds this request."""
        is_done = self._register.config.has_done(occupant.player, request_id)
        return is_done or self._is_in_log(occupant, request_id)

    def _is_in_log(self, occupant: Occupant, request_id: str) -> bool:
        hand, seat = self._dealer.hand, occupant.seat
        if hand is None or not hand.is_played_by(seat, occupant.player):
            return False
        return (seat_actor(seat), request_id) in hand.answered

    async def refuse(
        self, socket: str | None, request_id: str | None, code: str, **params: int | str
    ) -> None:
        """Say that a request was not carried out."""
        await self._audience.say(socket, Refused(request_id, code, params))

    async def _ack(self, occupant: Occupant, request_id: str) -> None:
        await self._audience.say(occupant.socket, Ack(request_id))

    async def _carry_out(self, occupant: Occupant, request: RoomRequest) -> None:
        hand = self._dealer.hand
        match request:
            case ReadyRequest(on=on):
                await self._waiting.ready(occupant, request.id, on=on)
            case StartRequest() | KickRequest() | OwnerRequest() | AddBotRequest():
                await self._waiting.obey(occupant, request)
            case PhraseRequest():
                await self._say_phrase(occupant, request)
            case _ if request.hand != self._dealer.hand_no:
                await self._answer_late(occupant, request)
            case _ if hand is None or hand.over:
                await self._answer_between_hands(occupant, request)
            case _:
                await self._answer_in_hand(occupant, hand, request)

    async def _say_phrase(self, occupant: Occupant, request: PhraseRequest) -> None:
        if request.hand != self._dealer.hand_no:
            raise RefusedError("stale_hand")
        await self._phrases.say(occupant, request.phrase)
        self._keep(occupant, request.id)
        await self._ack(occupant, request.id)

    async def _answer_late(self, occupant: Occupant, request: HandRequest) -> None:
        """Another hand than the one meant is on the table: what came of it then is said once more."""
        is_past = request.hand < self._dealer.hand_no
        if is_past and (
            isinstance(request, AgainRequest) or await self._dealer.has_stored(occupant, request.id)
        ):
            await self._ack(occupant, request.id)
        else:
            raise RefusedError("stale_hand")

    async def _answer_between_hands(self, occupant: Occupant, request: HandRequest) -> None:
        match request:
            case LeaveRequest():
                await self._waiting.leave(occupant, request.id)
            case PriceRequest():
                await self._say_price(occupant, request.id, 0)
            case AgainRequest():
                await self._waiting.ready(occupant, request.id, on=True)
            case ActionFrame() | AutoRequest():
                raise IllegalActionError(Refusal.HAND_OVER)

    async def _answer_in_hand(self, occupant: Occupant, hand: Hand, request: HandRequest) -> None:
        match request:
            case LeaveRequest():
                await self._escape(occupant, hand, request.id)
            case PriceRequest():
                await self._say_price(occupant, request.id, self._escape_floor(occupant.seat, hand))
            case AgainRequest():
                raise RefusedError("hand_running")
            case AutoRequest(on=on):
                await self._dealer.act(occupant, [], request.id, auto=on)
            case ActionFrame():
                facts = engine.decide(hand.rules, hand.table, occupant.seat, request.action())
                # Where others may not know who can act, taking the seat back from auto-play would tell them.
                is_secret = engine.asked(hand.rules, hand.table) > engine.actors(hand.rules, hand.table)
                await self._dealer.act(occupant, facts, request.id, auto=occupant.auto and is_secret)

    async def _say_price(self, occupant: Occupant, request_id: str, beans: int) -> None:
        price = Price(request_id, self._register.room_id, self._dealer.hand_no, beans)
        await self._audience.say(occupant.socket, price)

    def _escape_floor(self, seat: Seat, hand: Hand) -> int:
        """At least how many beans leaving now costs, from what the seat may know (rulebook 1.3)."""
        points = hand.rules.scoring.escape_floor(view(hand.table, seat))
        public = hand.table.public
        return min(points * public.stakes.coefficient, public.carried[seat])

    async def _escape(self, occupant: Occupant, hand: Hand, request_id: str) -> None:
        """Leave in the middle of a hand. A public table ends with it, any other room goes on without him."""
        facts = engine.decide(hand.rules, hand.table, occupant.seat, Leave())
        if self._register.is_public_table:
            await self._dealer.act(occupant, facts, request_id)
            await self._close("left")
        else:
            changed = self._waiting.without(occupant).noting(occupant.player, request_id)
            await self._dealer.act(occupant, facts, request_id, config=changed)
            await self._waiting.part(occupant, "left")

    async def expel(self, seat: Seat) -> None:
        """Somebody has been away from a running hand for longer than the room allows: he has escaped."""
        hand, occupant = self._dealer.hand, self._register.seats[seat]
        assert hand is not None, "nobody is absent where nothing is played"
        facts = engine.decide(hand.rules, hand.table, seat, Leave())
        await self._dealer.commit("system", facts, config=self._waiting.without(occupant))
        await self._waiting.part(occupant, "absent")
