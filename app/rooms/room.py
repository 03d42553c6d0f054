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
from app.rooms.dealer import Dealer, LostRoomError
from app.rooms.journal import UnknownOutcomeError
from app.rooms.messages import (
    Act,
    Attach,
    Detach,
    Edit,
    Inspect,
    Place,
    SeatMessage,
    Sit,
    dump,
    load_room,
    room_subject,
)
from app.rooms.seats import Occupant
from app.rooms.services import Services
from app.rooms.turns import Due, Turns, Wait
from app.rules import engine
from app.rules.actions import Shuffle
from app.rules.facts import End, Seat
from app.rules.views import view
from app.storage.store import StaleEpochError
from app.wire.closing import CloseCode
from app.wire.notices import Clock, Left, Snapshot

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


class StoppedError(Exception):
    """The room was to stop while it could neither read nor write; what is stored is all there is."""


class Room:
    """One room, from its opening or recovery to its end."""

    def __init__(
        self, room_id: str, epoch: int, config: RoomConfig, occupants: Sequence[Occupant], services: Services
    ) -> None:
        self.id = room_id
        self.epoch = epoch
        self.config = config
        self.occupants = tuple(occupants)
        self.closed = False
        self._services = services
        self._audience = Audience(room_id, services.bus, self.occupants)
        self._dealer = Dealer(room_id, epoch, config, self.occupants, self._audience, services)
        self._answers = Answers(self._dealer, self._audience, self._close)
        self._mailbox: asyncio.Queue[SeatMessage | Wake | GiveUp | Stop] = asyncio.Queue()
        self._turns = Turns(services.time, lambda: self._mailbox.put_nowait(Wake()))
        self._crashes = 0
        self._crashed_at = self._dealer.position
        self._closing = "closed"
        self._stopping = False
        self._nudged = asyncio.Event()
        self._serving: Subscription | None = None
        self._log = log.bind(room=room_id)

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
            self._log.warning("room_lost_to_another_owner", epoch=self.epoch)
        except StoppedError:
            self._log.warning("room_stopped_without_storage")
        finally:
            self._turns.stop()
            if self._serving:
                await self._serving.cancel()
            if self.closed:
                await self._turn_away_the_rest()
            else:
                for occupant in self.occupants:
                    if occupant.socket:
                        await self._audience.close(occupant.socket, CloseCode.RESTART)

    def stop(self) -> None:
        """Have the task end once it has done what lies before it in the mailbox."""
        self._stopping = True
        self._nudged.set()
        self._mailbox.put_nowait(Stop())

    async def _receive(self, payload: bytes) -> bytes:
        message = load_room(payload)
        is_seated = self._occupant(message.player) is not None
        match message:
            case Sit():
                return dump(Place(room=self.id) if is_seated else Place(code="no_such_room"))
            case Edit():
                return dump(Place(code="not_owner"))
            case Inspect():
                return dump(Place(code="no_such_room"))
            case Attach() | Detach() | Act():
                pass
        if not is_seated:
            return dump(Place(code="not_your_seat"))
        if self._mailbox.qsize() >= MAILBOX and not isinstance(message, Detach):
            return dump(Place(code="busy"))
        self._mailbox.put_nowait(message)
        return dump(Place(room=self.id))

    async def _turn_away_the_rest(self) -> None:
        """Answer what came too late for a room that has closed."""
        while not self._mailbox.empty():
            await self._apologise(self._mailbox.get_nowait(), "no_such_room")

    async def _close(self, reason: str) -> None:
        self._closing = reason
        try:
            async with self._services.storage.begin() as tx:
                await tx.rooms.close(self.id, self.epoch)
        except Exception as error:
            raise UnknownOutcomeError(str(error)) from error
        await self._end()

    async def _end(self) -> None:
        """The room is closed in storage: say so, and wait for nothing more."""
        self.closed = True
        self._turns.stop()
        for occupant in self.occupants:
            await self._audience.say(occupant.socket, Left(self.id, self._closing))

    # --- what can go wrong ---------------------------------------------------------------------------------

    async def _handle_safely(self, message: SeatMessage | Wake | GiveUp) -> None:
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

    def _count_crash(self, message: SeatMessage | Wake | GiveUp) -> None:
        """A hand that does not get forward from where it stands, try after try, is given up."""
        if not isinstance(message, Wake):
            return
        stuck = self._crashed_at == self._dealer.position
        self._crashed_at = self._dealer.position
        self._crashes = self._crashes + 1 if stuck else 1
        if self._crashes >= CRASHES_BEFORE_VOID:
            self._mailbox.put_nowait(GiveUp())

    async def _apologise(self, message: SeatMessage | Wake | GiveUp | Stop, code: str) -> None:
        """Answer who has sent this as well as can be; not being able to harms nobody else."""
        try:
            match message:
                case Act():
                    await self._answers.apologise(message, code)
                case Attach(_, socket):
                    await self._answers.refuse(socket, None, code)
                case Detach() | Wake() | GiveUp() | Stop():
                    pass
        except Exception:
            log.exception("room_cannot_answer", room=self.id)

    async def _bring_up_safely(self, occupant: Occupant) -> None:
        """Bring a seat up to date; a seat for which that fails harms no other, and its time runs out."""
        try:
            await self._bring_up(occupant, None, None)
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
        is_open = await self._dealer.load()
        hand = self._dealer.hand
        if not is_open:
            await self._end()
        elif hand and hand.table.public.finish and hand.table.public.finish.end is End.ESCAPE:
            await self._close("left")
        elif self._dealer.told != self._dealer.position:
            self._dealer.told = self._dealer.position
            here = [occupant for occupant in self.occupants if occupant.socket]
            for occupant in here:
                await self._bring_up_safely(occupant)
            if here and hand is None:
                await self._answers.open_hand()

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

    async def _handle(self, message: SeatMessage | Wake | GiveUp) -> None:
        match message:
            case Wake():
                if due := self._turns.take_due():
                    await self._fall_due(due)
            case Attach(player, socket, seen_hand, seen_version):
                await self._attach(self._seated(player), socket, seen_hand, seen_version)
            case Detach(player, socket):
                await self._detach(self._seated(player), socket)
            case Act(player):
                await self._answers.answer(self._seated(player), message)
            case GiveUp():
                if self._crashed_at == self._dealer.position:
                    await self._dealer.void()
        self._arm()

    async def _attach(
        self, occupant: Occupant, socket: str, seen_hand: int | None, seen_version: int | None
    ) -> None:
        if occupant.socket and occupant.socket != socket:
            await self._audience.close(occupant.socket, CloseCode.TAKEN_OVER)
        occupant.socket = socket
        await self._bring_up(occupant, seen_hand, seen_version)
        await self._audience.presence(self._dealer.hand_no)
        if self._dealer.hand is None:
            await self._answers.open_hand()

    async def _detach(self, occupant: Occupant, socket: str) -> None:
        if occupant.socket == socket:
            occupant.socket = None
            await self._audience.presence(self._dealer.hand_no)

    async def _bring_up(self, occupant: Occupant, seen_hand: int | None, seen_version: int | None) -> None:
        hand = self._dealer.hand
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
            case Wait.STEP:
                await self._dealer.step()
            case Wait.DEADLINE:
                await self._dealer.time_out()
            case Wait.THINK:
                await self._dealer.think(due.of)

    def _arm(self) -> None:
        """Wait for what the table now waits for, and for nothing else."""
        if not self.closed:
            self._turns.keep(self._awaited(), self._delay_ms)

    def _awaited(self) -> set[Due]:
        hand = self._dealer.hand
        if hand is None or hand.over:
            is_anybody_here = any(occupant.socket for occupant in self.occupants)
            return set() if is_anybody_here else {Due(Wait.IDLE)}
        asked = engine.asked(hand.rules, hand.table)
        able = engine.actors(hand.rules, hand.table)
        dues = {Due(Wait.THINK, seat) for seat in asked & able if self.occupants[seat].plays_itself}
        if asked and hand.records and hand.records.deadline_ms is not None:
            dues.add(Due(Wait.DEADLINE, hand.records.deadline_ms))
        elif engine.system(hand.rules, hand.table) is not None:
            dues.add(Due(Wait.STEP))
        return dues

    def _delay_ms(self, due: Due) -> int:
        """How long until this falls due, from now on; what nobody decides never depends on cards."""
        pace, hand = self._services.pace, self._dealer.hand
        match due.wait:
            case Wait.IDLE:
                return pace.idle_ms
            case Wait.STEP:
                is_shuffle = hand is not None and engine.system(hand.rules, hand.table) is Shuffle
                return 0 if is_shuffle else pace.deal_ms
            case Wait.DEADLINE:
                return due.of - self._services.time.now_ms()
            case Wait.THINK:
                return self._thinking_ms(due.of)

    def _thinking_ms(self, seat: Seat) -> int:
        pace = self._services.pace
        if not self.occupants[seat].bot:
            return pace.auto_ms
        return pace.bot_min_ms + self._services.randomness.below(pace.bot_max_ms - pace.bot_min_ms + 1)

    # --- small questions -----------------------------------------------------------------------------------

    def _occupant(self, player: str) -> Occupant | None:
        return next((occupant for occupant in self.occupants if occupant.player == player), None)

    def _seated(self, player: str) -> Occupant:
        occupant = self._occupant(player)
        if occupant is None:
            raise AssertionError("the mailbox takes messages of seated players only")
        return occupant
