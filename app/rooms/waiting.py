"""The waiting room: who sits down, gets ready, decides and goes between the hands of a room.

At a table of a public tier people only get ready; who leaves closes it. In any other room seats come and go, and one
of the people in it owns it: he begins, sends away, has bots sit down and hands over. What changes the register is
durable before it is told, together with the id of the request that has asked for it.
"""

from collections.abc import Awaitable, Callable
from hmac import compare_digest
from typing import Final

import msgspec

from app.rooms.audience import Audience
from app.rooms.codes import draw_code
from app.rooms.config import RoomConfig
from app.rooms.dealer import CannotOpenError, Dealer
from app.rooms.messages import Edit, Place, Sit
from app.rooms.register import Register
from app.rooms.seats import Occupant
from app.rooms.services import Services
from app.rules.facts import Seat
from app.wire.notices import Ack, Left, Refused
from app.wire.requests import AddBotRequest, KickRequest, OwnerRequest, StartRequest

KICKED_MS: Final = 60_000
"""Who has been sent away may not sit down again for so long."""

OwnersRequest = StartRequest | KickRequest | OwnerRequest | AddBotRequest


class RefusedError(Exception):
    """The room refuses a request that the rules know nothing of; nothing has changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class WaitingRoom:
    """What happens between the hands of one room.

    `bring_up` tells somebody how things stand, all of it; `close` ends the room for the reason it is given.
    """

    def __init__(
        self,
        register: Register,
        dealer: Dealer,
        audience: Audience,
        services: Services,
        bring_up: Callable[[Occupant], Awaitable[None]],
        close: Callable[[str], Awaitable[None]],
    ) -> None:
        self._register = register
        self._seats = register.seats
        self._dealer = dealer
        self._audience = audience
        self._services = services
        self._bring_up = bring_up
        self._close = close
        self._kicked: dict[str, int] = {}

    # --- the next hand -------------------------------------------------------------------------------------

    async def ready(self, occupant: Occupant, request_id: str, *, on: bool) -> None:
        """Somebody is ready for the next hand, or no longer; it begins when everybody is."""
        self._check_between_hands()
        occupant.ready = on
        await self._ack(occupant, request_id)
        if not await self.begin_if_ready(occupant, request_id):
            await self._tell()

    async def begin_if_ready(self, last: Occupant | None = None, request_id: str | None = None) -> bool:
        """Begin the next hand if every seat is taken and everybody is ready."""
        if self._dealer.is_playing or not self._seats.is_full:
            return False
        if not all(occupant.is_ready for occupant in self._seats):
            return False
        await self.open_hand(last, request_id)
        return True

    async def open_hand(self, beginner: Occupant | None = None, request_id: str | None = None) -> str | None:
        """Begin the next hand, or tell everybody why it does not begin, and return that."""
        try:
            await self._dealer.open_hand(beginner, request_id)
        except CannotOpenError as error:
            refused = Refused(None, error.code, {"entry": self._register.options.entry})
            for occupant in self._seats:
                occupant.ready = False
                await self._audience.say(occupant.socket, refused)
            await self._tell()
            return error.code
        return None

    # --- the owner -----------------------------------------------------------------------------------------

    async def obey(self, owner: Occupant, request: OwnersRequest) -> None:
        """Do what the owner of the room asks for; raises RefusedError."""
        if self._register.config.owner != owner.seat:
            raise RefusedError("not_owner")
        self._check_between_hands()
        match request:
            case StartRequest():
                await self._start(owner, request.id)
            case KickRequest(seat=seat):
                await self._kick(owner, request.id, seat)
            case OwnerRequest(seat=seat):
                await self._hand_over(owner, request.id, seat)
            case AddBotRequest():
                if self._seats.is_full:
                    raise RefusedError("room_full")
                changed = await self._with_bots(1)
                await self._register.store(changed.noting(owner.player, request.id))
                await self._ack(owner, request.id)
                if not await self.begin_if_ready():
                    await self._tell()

    async def _start(self, owner: Occupant, request_id: str) -> None:
        if not all(occupant.is_ready for occupant in self._seats if occupant is not owner):
            raise RefusedError("not_ready")
        if not self._seats.is_full:
            if not self._register.options.bots:
                raise RefusedError("seats_empty")
            # Not yet with the request's id: where that is known the hand has begun.
            await self._register.store(await self._with_bots(len(self._seats)))
        owner.ready = True
        code = await self.open_hand(owner, request_id)
        if code is not None:
            raise RefusedError(code)
        await self._ack(owner, request_id)

    async def _with_bots(self, most: int) -> RoomConfig:
        """What the register says when bots have taken empty seats, as many as there are, up to a number."""
        if not self._register.options.bots:
            raise RefusedError("no_bots")
        config = self._register.config
        bots = iter(await self._register.keep_bots(min(most, config.players.count(None))))
        players = [next(bots, None) if player is None else player for player in config.players]
        return msgspec.structs.replace(config, players=players)

    async def _kick(self, owner: Occupant, request_id: str, seat: Seat) -> None:
        occupant = self._seats.get(seat)
        if occupant is None or occupant is owner:
            raise RefusedError("no_such_seat")
        changed = self._register.config.with_seat(seat, None)
        await self._register.store(changed.noting(owner.player, request_id))
        self._kicked[occupant.player] = self._services.time.steady_ms() + KICKED_MS
        await self._ack(owner, request_id)
        await self.part(occupant, "kicked")

    async def _hand_over(self, owner: Occupant, request_id: str, seat: Seat) -> None:
        occupant = self._seats.get(seat)
        if occupant is None or occupant.bot:
            raise RefusedError("no_such_seat")
        changed = msgspec.structs.replace(self._register.config, owner=seat)
        await self._register.store(changed.noting(owner.player, request_id))
        await self._ack(owner, request_id)
        await self._tell()

    async def pass_on(self) -> None:
        """The owner has been away for too long: the next one who is here decides from now on."""
        owner = self._register.config.owner
        heir = None if owner is None else self._heir(owner)
        if heir and not heir.away:
            await self._register.store(msgspec.structs.replace(self._register.config, owner=heir.seat))
            await self._tell()

    def _heir(self, seat: Seat) -> Occupant | None:
        """Who owns the room after the one in this seat: the next person who is here, or at least the next one."""
        count = len(self._seats)
        others = [person for person in self._seats.people if person.seat != seat]
        return min(others, key=lambda person: (person.away, (person.seat - seat) % count), default=None)

    # --- coming and going ----------------------------------------------------------------------------------

    async def sit(self, sit: Sit) -> Place:
        """Seat a player, or say why not. A wrong code is answered like a room that is not there, and so is a room
        with a code that is full."""
        config = self._register.config
        if self._seats.of(sit.player):
            return Place(room=self._register.room_id)
        if not self.admits(sit.code) or (config.code is not None and self._seats.is_full):
            return Place(code="no_such_room")
        if self._seats.is_full:
            return Place(code="room_full")
        if self._kicked.get(sit.player, 0) > self._services.time.steady_ms():
            return Place(code="kicked")
        code = await self._services.entry.refusal(sit.player, self._register.options)
        if code is None and not self._register.keep(sit.player):
            code = "seated"
        if code is not None:
            return Place(code=code)
        await self._register.store(config.with_seat(config.players.index(None), sit.player))
        await self._tell()
        return Place(room=self._register.room_id)

    def admits(self, code: str | None) -> bool:
        """Whether somebody who knows this code may sit down, if there is a seat."""
        config = self._register.config
        if self._register.is_public_table:
            return False
        return config.code is None or (code is not None and compare_digest(code, config.code))

    async def leave(self, occupant: Occupant, request_id: str) -> None:
        """Give up a seat between hands, which is free."""
        if self._register.is_public_table:
            await self._close("left")
            await self._ack(occupant, request_id)
        else:
            await self._register.store(self.without(occupant).noting(occupant.player, request_id))
            await self._ack(occupant, request_id)
            await self.part(occupant, "left")

    def without(self, occupant: Occupant) -> RoomConfig:
        """What the register says when somebody has gone."""
        changed = self._register.config.with_seat(occupant.seat, None)
        if changed.owner != occupant.seat:
            return changed
        heir = self._heir(occupant.seat)
        return msgspec.structs.replace(changed, owner=heir and heir.seat)

    async def part(self, occupant: Occupant, reason: str) -> None:
        """Somebody has no seat any more: he is told so, and who stays; where nobody is left the room closes."""
        await self._audience.say(occupant.socket, Left(self._register.room_id, reason))
        if self._seats.people:
            await self._tell()
        else:
            await self._close(reason)

    async def edit(self, edit: Edit) -> Place:
        """Change the options for the hands to come, which everybody has to agree to anew, by getting ready."""
        config, options = self._register.config, edit.options
        owner = self._seats.of(edit.player)
        if owner is None or self._register.is_public_table:
            return Place(code="no_such_room")
        if config.owner != owner.seat:
            return Place(code="not_owner")
        if self._dealer.is_playing:
            return Place(code="hand_running")
        if (options.game, options.beans) != (config.options.game, config.options.beans):
            return Place(code="bad_options")
        code = None if options.public else config.code or draw_code(self._services.randomness)
        bots = () if options.bots else {occupant.player for occupant in self._seats if occupant.bot}
        players = [None if player in bots else player for player in config.players]
        await self._register.store(
            msgspec.structs.replace(config, options=options, code=code, players=players)
        )
        for occupant in self._seats:
            occupant.ready = False
        for occupant in self._seats:
            await self._bring_up(occupant)
        return Place(room=self._register.room_id, invite=code)

    # --- small things --------------------------------------------------------------------------------------

    def _check_between_hands(self) -> None:
        if self._dealer.is_playing:
            raise RefusedError("hand_running")

    async def _ack(self, occupant: Occupant, request_id: str) -> None:
        await self._audience.say(occupant.socket, Ack(request_id))

    async def _tell(self) -> None:
        await self._audience.presence(self._dealer.hand_no)
