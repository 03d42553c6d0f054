"""What a player's request comes to: it is carried out once, or refused, and said again when it is asked again.

What was carried out is known by its id from the log, however often the room is read again. Refusals are not
stored; the last few of each seat are kept in memory.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

from app.rooms.audience import Audience
from app.rooms.dealer import CannotOpenError, Dealer
from app.rooms.hand import Hand, seat_actor
from app.rooms.messages import Act
from app.rooms.seats import Occupant
from app.rules import engine
from app.rules.actions import Leave
from app.rules.facts import Seat
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.views import view
from app.storage.store import DuplicateActionError
from app.wire.notices import Ack, Price, Refused
from app.wire.requests import (
    ActionFrame,
    AgainRequest,
    AutoRequest,
    HandFrame,
    HandRequest,
    LeaveRequest,
    PriceRequest,
    RoomRequest,
)

REMEMBERED_REFUSALS: Final = 32


class RefusedError(Exception):
    """The room refuses a request that the rules know nothing of; nothing has changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Answers:
    """Answers the requests of one room's players; `close` ends the room for the reason it is given."""

    def __init__(self, dealer: Dealer, audience: Audience, close: Callable[[str], Awaitable[None]]) -> None:
        self._dealer = dealer
        self._audience = audience
        self._close = close
        self._refusals: dict[Seat, OrderedDict[str, str]] = {}

    async def answer(self, occupant: Occupant, message: Act) -> None:
        """Carry out a request, or say why not; one that is known is only answered."""
        socket, request = message.socket, message.request
        refusals = self._refusals.setdefault(occupant.seat, OrderedDict())
        if occupant.socket != socket:
            await self.refuse(socket, request.id, "not_your_seat")
        elif self.knows(occupant, request):
            await self._ack(occupant, request.id)
        elif request.id in refusals:
            await self.refuse(socket, request.id, refusals[request.id])
        else:
            try:
                await self._carry_out(occupant, request)
            except DuplicateActionError:
                await self._ack(occupant, request.id)
            except (IllegalActionError, RefusedError) as error:
                code = error.refusal if isinstance(error, IllegalActionError) else error.code
                refusals[request.id] = code
                if len(refusals) > REMEMBERED_REFUSALS:
                    refusals.popitem(last=False)
                await self.refuse(socket, request.id, code)

    async def apologise(self, message: Act, code: str) -> None:
        """Answer a request that could not be handled: with what is known of it, or that nothing came of it."""
        occupant = next(each for each in self._dealer.occupants if each.player == message.player)
        if self.knows(occupant, message.request):
            await self._audience.say(message.socket, Ack(message.request.id))
        else:
            await self.refuse(message.socket, message.request.id, code)

    def knows(self, occupant: Occupant, request: RoomRequest) -> bool:
        """Whether the log of the hand holds this request."""
        hand = self._dealer.hand
        return hand is not None and (seat_actor(occupant.seat), request.id) in hand.answered

    async def open_hand(self) -> None:
        """Begin the next hand, or tell everybody why it does not begin."""
        try:
            await self._dealer.open_hand()
        except CannotOpenError as error:
            for occupant in self._dealer.occupants:
                occupant.ready = False
                await self.refuse(occupant.socket, None, error.code, entry=self._dealer.config.options.entry)
            await self._audience.presence(self._dealer.hand_no)

    async def refuse(
        self, socket: str | None, request_id: str | None, code: str, **params: int | str
    ) -> None:
        """Say that a request was not carried out."""
        await self._audience.say(socket, Refused(request_id, code, params))

    async def _ack(self, occupant: Occupant, request_id: str) -> None:
        await self._audience.say(occupant.socket, Ack(request_id))

    async def _carry_out(self, occupant: Occupant, request: RoomRequest) -> None:
        hand = self._dealer.hand
        if not isinstance(request, HandFrame):
            raise RefusedError("not_owner")
        if request.hand != self._dealer.hand_no:
            await self._answer_late(occupant, request)
        elif hand is None or hand.over:
            await self._answer_between_hands(occupant, request)
        else:
            await self._answer_in_hand(occupant, hand, request)

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
                await self._close("left")
                await self._ack(occupant, request.id)
            case PriceRequest():
                await self._say_price(occupant, request.id, 0)
            case AgainRequest():
                await self._play_again(occupant, request.id)
            case ActionFrame() | AutoRequest():
                raise IllegalActionError(Refusal.HAND_OVER)

    async def _answer_in_hand(self, occupant: Occupant, hand: Hand, request: HandRequest) -> None:
        match request:
            case LeaveRequest():
                facts = engine.decide(hand.rules, hand.table, occupant.seat, Leave())
                await self._dealer.act(occupant, facts, request.id)
                await self._close("left")
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
        price = Price(request_id, self._dealer.room_id, self._dealer.hand_no, beans)
        await self._audience.say(occupant.socket, price)

    def _escape_floor(self, seat: Seat, hand: Hand) -> int:
        """At least how many beans leaving now costs, from what the seat may know (rulebook 1.3)."""
        points = hand.rules.scoring.escape_floor(view(hand.table, seat))
        public = hand.table.public
        return min(points * public.stakes.coefficient, public.carried[seat])

    async def _play_again(self, occupant: Occupant, request_id: str) -> None:
        occupant.ready = True
        await self._ack(occupant, request_id)
        if all(other.ready or other.bot for other in self._dealer.occupants):
            await self.open_hand()
        else:
            await self._audience.presence(self._dealer.hand_no)
