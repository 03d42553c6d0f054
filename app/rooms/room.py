"""The room: an actor, one task with one mailbox, the only writer of its table.

Everything that changes a table comes through the mailbox: a player's request, a time-out, a bot, the staged deal.
Each is decided into facts, committed by the journal, evolved, and only then told. Where the room cannot be sure
what is stored, because a commit's outcome is unknown or because it failed in some other way, it forgets what it
thinks and reads what is stored, before it answers anybody.
"""

import asyncio
from collections.abc import Sequence
from itertools import count
from typing import Final

import structlog

from app.bus.bus import Subscription
from app.rooms.answers import Answers
from app.rooms.audience import Audience
from app.rooms.config import RoomConfig
from app.rooms.dealer import Dealer
from app.rooms.journal import UnknownOutcomeError
from app.rooms.messages import (
    Act,
    Attach,
    Detach,
    Edit,
    Inspect,
    Place,
    RoomMessage,
    SeatMessage,
    Sit,
    dump,
    load_room,
    room_subject,
)
from app.rooms.phrases import Phrases
from app.rooms.preview import preview
from app.rooms.register import LostRoomError, Register
from app.rooms.schedule import Schedule
from app.rooms.seats import Occupant
from app.rooms.services import Services
from app.rooms.turns import Due, Turns, Wait
from app.rooms.waiting import WaitingRoom
from app.rules.facts import End
from app.rules.views import view
from app.storage.store import StaleEpochError
from app.wire.closing import CloseCode
from app.wire.notices import Clock, Left, RoomCard, Snapshot
from app.wire.options import RoomInfo

log = structlog.get_logger(__name__)

MAILBOX: Final = 64
"""So many messages may wait; a further request is refused as busy."""
RETRY_MS: Final = 500
CRASHES_BEFORE_VOID: Final = 3


class Wake:
    """In the mailbox: something has fallen due."""


class GiveUp:
    """In the mailbox: the hand cannot be brought forward from where it stands."""


class Stop:
    """In the mailbox: finish what is in hand and end the task; the room lives on in storage."""


class Errand:
    """In the mailbox: a message whose sender waits for what has come of it."""

    def __init__(self, message: Sit | Edit) -> None:
        self.message = message
        self.place: asyncio.Future[Place] = asyncio.get_running_loop().create_future()


Message = SeatMessage | Errand | Wake | GiveUp


class StoppedError(Exception):
    """The room was to stop while it could neither read nor write; what is stored is all there is."""


class Room:
    """One room, from its opening or recovery to its end."""

    def __init__(self, register: Register, services: Services) -> None:
        self.id = register.room_id
        self.register = register
        self.closed = False
        self._services = services
        self._seats = register.seats
        self._audience = Audience(register, services.bus)
        self._dealer = Dealer(register, self._audience, services)
        self._waiting = WaitingRoom(
            register, self._dealer, self._audience, services, self._bring_up, self._close
        )
        phrases = Phrases(register, self._audience, services.time)
        self._answers = Answers(register, self._dealer, self._audience, self._waiting, phrases, self._close)
        self._schedule = Schedule(register, self._dealer, services)
        self._mailbox: asyncio.Queue[Message | Stop] = asyncio.Queue()
        self._errands: set[Errand] = set()
        self._turns = Turns(services.time, lambda: self._mailbox.put_nowait(Wake()))
        self._crashes = 0
        self._crashed_at = self._dealer.position
        self._closing = "closed"
        self._stopping = False
        self._nudged = asyncio.Event()
        self._serving: Subscription | None = None
        self._log = log.bind(room=self.id)

    @property
    def config(self) -> RoomConfig:
        """What the room's row says."""
        return self.register.config

    @property
    def occupants(self) -> Sequence[Occupant]:
        """Who sits there, bots among them."""
        return tuple(self._seats)

    # --- life ----------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Be there for messages; they are answered once `run` has read what is stored."""
        self._serving = await self._services.bus.serve(room_subject(self.id), self._receive)

    async def run(self) -> None:
        """Serve the room until it closes, is stopped, or belongs to another owner."""
        try:
            await self._recover()
            while not self.closed:
                message = await self._mailbox.get()
                if isinstance(message, Stop):
                    break
                await self._handle_safely(message)
        except LostRoomError:
            self._log.warning("room_lost_to_another_owner", epoch=self.register.epoch)
        except StoppedError:
            self._log.warning("room_stopped_without_storage")
        finally:
            self._turns.stop()
            if self._serving:
                await self._serving.cancel()
            self._services.directory.remove(self.id)
            if self.closed:
                await self._turn_away_the_rest()
            else:
                for occupant in self._seats:
                    if occupant.socket:
                        await self._audience.close(occupant.socket, CloseCode.RESTART)
            for errand in tuple(self._errands):
                self._finish(errand, Place(code="unavailable"))

    def stop(self) -> None:
        """Have the task end once it has done what lies before it in the mailbox."""
        self._stopping = True
        self._nudged.set()
        self._mailbox.put_nowait(Stop())

    async def _receive(self, payload: bytes) -> bytes:
        return dump(await self._accept(load_room(payload)))

    async def _accept(self, message: RoomMessage) -> Place:
        is_busy = self._mailbox.qsize() >= MAILBOX
        match message:
            case Inspect():
                return self._inspect(message)
            case Sit() | Edit() if is_busy:
                return Place(code="busy")
            case Sit() | Edit():
                errand = Errand(message)
                self._errands.add(errand)
                self._mailbox.put_nowait(errand)
                return await errand.place
            case _ if self._seats.of(message.player) is None:
                return Place(code="not_your_seat")
            case Attach() | Act() if is_busy:
                return Place(code="busy")
            case Attach() | Act() | Detach():
                self._mailbox.put_nowait(message)
                return Place(room=self.id)

    def _inspect(self, message: Inspect) -> Place:
        """What the room is like, for whoever may sit down in it or does already."""
        config = self.config
        if self._seats.of(message.player) is None:
            is_hidden = config.code is not None and self._seats.is_full
            if is_hidden or not self._waiting.admits(message.code):
                return Place(code="no_such_room")
        info = RoomInfo(
            room=self.id,
            options=config.options,
            preview=preview(config.options),
            owner=config.owner,
            seats=self._seats.states(),
            running=self._dealer.is_playing,
        )
        return Place(room=self.id, info=info)

    async def _turn_away_the_rest(self) -> None:
        """Answer what came too late for a room that has closed."""
        while not self._mailbox.empty():
            await self._apologise(self._mailbox.get_nowait(), "no_such_room")

    async def _close(self, reason: str) -> None:
        self._closing = reason
        await self.register.close()
        await self._end()

    async def _end(self) -> None:
        """The room is closed in storage: say so, and wait for nothing more."""
        self.closed = True
        self._turns.stop()
        await self._audience.tell_all(Left(self.id, self._closing))

    # --- what can go wrong ---------------------------------------------------------------------------------

    async def _handle_safely(self, message: Message) -> None:
        """Handle a message; where the outcome is unknown, read what is stored and handle it again.

        Doing so twice is harmless: a stored action is known by its id, and what has fallen due is worked out anew.
        A message that fails in any other way is given up, and the table goes on without it.
        """
        for attempt in count():
            try:
                await self._handle(message)
            except (UnknownOutcomeError, StaleEpochError):
                # A stale epoch may also mean that a commit is there which was thought lost; reading tells.
                self._log.warning("commit_outcome_unknown")
                if attempt:
                    await self._pause()
                await self._recover()
                if not self.closed:
                    continue
                await self._apologise(message, "no_such_room")
            except Exception:
                log.exception("room_failed", room=self.id, hand=self._dealer.hand_no)
                await self._recover()
                await self._apologise(message, "unavailable")
                self._count_crash(message)
            return

    def _count_crash(self, message: Message) -> None:
        """A hand that does not get forward from where it stands, try after try, is given up."""
        if not isinstance(message, Wake):
            return
        stuck = self._crashed_at == self._dealer.position
        self._crashed_at = self._dealer.position
        self._crashes = self._crashes + 1 if stuck else 1
        if self._crashes >= CRASHES_BEFORE_VOID:
            self._mailbox.put_nowait(GiveUp())

    async def _apologise(self, message: Message | Stop, code: str) -> None:
        """Answer who has sent this as well as can be; not being able to harms nobody else."""
        try:
            match message:
                case Act():
                    await self._answers.apologise(message, code)
                case Attach(_, socket):
                    await self._answers.refuse(socket, None, code)
                case Errand():
                    self._finish(message, Place(code=code))
                case Detach() | Wake() | GiveUp() | Stop():
                    pass
        except Exception:
            log.exception("room_cannot_answer", room=self.id)

    async def _bring_up_safely(self, occupant: Occupant) -> None:
        """Bring a seat up to date; a seat for which that fails harms no other, and its time runs out."""
        try:
            await self._bring_up(occupant)
        except Exception:
            log.exception("seat_not_brought_up", room=self.id, seat=occupant.seat)

    async def _recover(self) -> None:
        """Forget what is in memory, read what is stored, for as long as it takes, and go on from there.

        Raises LostRoomError or StoppedError.
        """
        self._turns.stop()
        for attempt in count():
            try:
                await self._read()
            except LostRoomError:
                raise
            except Exception:  # noqa: BLE001 - the database may be away in many ways
                self._log.warning("room_cannot_read", exc_info=not attempt)
                await self._pause()
            else:
                self._arm()
                return

    async def _read(self) -> None:
        before, config = self.occupants, self.config
        is_open = await self._dealer.load()
        hand = self._dealer.hand
        for occupant in before:
            if occupant not in self.occupants:
                await self._audience.say(occupant.socket, Left(self.id, "left"))
        if not is_open:
            await self._end()
        elif self._is_deserted:
            await self._close("left")
        elif (self._dealer.told, config) != (self._dealer.position, self.config):
            self._dealer.told = self._dealer.position
            here = [occupant for occupant in self._seats if occupant.socket]
            for occupant in here:
                await self._bring_up_safely(occupant)
            if here and hand is None and self.register.is_public_table:
                await self._waiting.open_hand()

    @property
    def _is_deserted(self) -> bool:
        """Whether a public table has lost somebody in the middle of a hand, or any room its last person."""
        if not self.register.is_public_table:
            return not self._seats.people
        hand = self._dealer.hand
        finish = hand.table.public.finish if hand else None
        return finish is not None and finish.end is End.ESCAPE

    async def _pause(self) -> None:
        """Wait until trying again may help. Raises StoppedError if the room is to stop."""
        timer = self._services.time.call_later(RETRY_MS, self._nudged.set)
        try:
            await self._nudged.wait()
        finally:
            timer.cancel()
            self._nudged.clear()
        if self._stopping:
            raise StoppedError

    # --- messages ------------------------------------------------------------------------------------------

    async def _handle(self, message: Message) -> None:
        match message:
            case Wake():
                if due := self._turns.take_due():
                    await self._fall_due(due)
            case Errand():
                await self._run(message)
            case GiveUp():
                if self._crashed_at == self._dealer.position:
                    await self._dealer.void()
            case Attach() | Detach() | Act():
                await self._take(message)
        self._arm()

    async def _run(self, errand: Errand) -> None:
        match errand.message:
            case Sit() as sit:
                self._finish(errand, await self._waiting.sit(sit))
            case Edit() as edit:
                self._finish(errand, await self._waiting.edit(edit))

    def _finish(self, errand: Errand, place: Place) -> None:
        self._errands.discard(errand)
        if not errand.place.done():
            errand.place.set_result(place)

    async def _take(self, message: SeatMessage) -> None:
        """A message of somebody who had a seat when he sent it; it may be his no longer."""
        occupant = self._seats.of(message.player)
        if occupant is None:
            await self._apologise(message, "not_your_seat")
            return
        match message:
            case Attach(_, socket, seen_hand, seen_version):
                await self._attach(occupant, socket, seen_hand, seen_version)
            case Detach(_, socket):
                await self._detach(occupant, socket)
            case Act():
                await self._answers.answer(occupant, message)

    async def _attach(
        self, occupant: Occupant, socket: str, seen_hand: int | None, seen_version: int | None
    ) -> None:
        if occupant.socket and occupant.socket != socket:
            await self._audience.close(occupant.socket, CloseCode.TAKEN_OVER)
        occupant.socket = socket
        await self._bring_up(occupant, seen_hand, seen_version)
        await self._audience.presence(self._dealer.hand_no)
        if self.register.is_public_table and self._dealer.hand is None:
            await self._waiting.open_hand()
        else:
            await self._waiting.begin_if_ready()

    async def _detach(self, occupant: Occupant, socket: str) -> None:
        if occupant.socket == socket:
            occupant.socket = None
            await self._audience.presence(self._dealer.hand_no)

    async def _bring_up(
        self, occupant: Occupant, seen_hand: int | None = None, seen_version: int | None = None
    ) -> None:
        hand = self._dealer.hand
        if hand and not hand.is_played_by(occupant.seat, occupant.player):
            hand = None
        if not (self.register.is_public_table or self._dealer.is_playing):
            seen_hand = None  # the options may have changed since
        snapshot = Snapshot(
            room=self.id,
            game=self.config.options.game,
            stakes=self.config.stakes,
            options=self.config.options,
            code=self.config.code,
            seat=occupant.seat,
            hand=self._dealer.hand_no,
            version=occupant.version,
            view=view(hand.table, occupant.seat) if hand else None,
            clock=hand.clock() if hand else Clock([], None, None),
        )
        await self._audience.bring_up(occupant, hand, seen_hand, seen_version, snapshot)

    # --- time ----------------------------------------------------------------------------------------------

    async def _fall_due(self, due: Due) -> None:
        match due.wait:
            case Wait.IDLE:
                await self._close("idle")
            case Wait.AGE:
                await self._dealer.void()
                await self._close("expired")
            case Wait.OWNER:
                await self._waiting.pass_on()
            case Wait.ABSENCE:
                await self._answers.expel(due.of)
            case Wait.STEP:
                await self._dealer.step()
            case Wait.DEADLINE:
                await self._dealer.time_out()
            case Wait.THINK:
                await self._dealer.think(due.of)

    def _arm(self) -> None:
        """Wait for what the room now waits for, and for nothing else; have the lobby list it as it is."""
        if self.closed:
            return
        self._turns.keep(self._schedule.awaited(), self._schedule.delay_ms)
        if self.register.is_public_table or not self.config.options.public:
            self._services.directory.remove(self.id)
        else:
            self._services.directory.put(self._card())

    def _card(self) -> RoomCard:
        options = self.config.options
        return RoomCard(
            room=self.id,
            name=options.name,
            game=options.game,
            coefficient=options.coefficient,
            fee=options.fee,
            entry=options.entry,
            seconds=options.seconds.play,
            seats=len(self._seats),
            taken=len(self.occupants),
            bots=options.bots,
            watch=options.watch,
            running=self._dealer.is_playing,
        )
