"""The room: an actor, one task with one mailbox, the only writer of its table.

Everything that changes a table comes through the mailbox: a player's request, a time-out, a bot, the staged deal.
Each is decided into facts, committed by the journal, evolved, and only then told. A commit whose outcome is
unknown makes the room forget what it thinks and read what is stored, before it answers anybody.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import structlog

from app.bus.bus import Subscription
from app.rooms.audience import Audience
from app.rooms.config import RoomConfig
from app.rooms.dealer import CannotOpenError, Dealer, Services
from app.rooms.hand import Hand, seat_actor
from app.rooms.journal import UnknownOutcomeError
from app.rooms.messages import Act, Attach, Detach, Place, RoomMessage, dump, load_room, room_subject
from app.rooms.seats import Occupant
from app.rooms.turns import Due, Turns, Wait
from app.rules import engine
from app.rules.actions import Leave, Shuffle
from app.rules.facts import Seat
from app.rules.refusals import IllegalActionError
from app.rules.views import view
from app.storage.store import StaleEpochError
from app.wire.notices import Ack, Clock, Left, Price, Refused, Snapshot
from app.wire.requests import ActionFrame, AgainRequest, AutoRequest, HandRequest, LeaveRequest, PriceRequest

log = structlog.get_logger(__name__)

MAILBOX: Final = 64
"""So many messages may wait; a further request is refused as busy."""
REMEMBERED_REFUSALS: Final = 32
RETRY_MS: Final = 500
CRASHES_BEFORE_VOID: Final = 3
TAKEN_OVER: Final = 4001
RESTART: Final = 1012


class Wake:
    """In the mailbox: something has fallen due."""


class Stop:
    """In the mailbox: finish what is in hand and end the task; the room lives on in storage."""


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
        self._mailbox: asyncio.Queue[RoomMessage | Wake | Stop] = asyncio.Queue()
        self._turns = Turns(services.time, lambda: self._mailbox.put_nowait(Wake()))
        self._refusals: dict[tuple[Seat, int], OrderedDict[str, str]] = {}
        self._crashes = 0
        self._serving: Subscription | None = None
        self._log = log.bind(room=room_id)

    # --- life ----------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Be there for messages; they are answered once `run` has read what is stored."""
        self._serving = await self._services.bus.serve(room_subject(self.id), self._receive)

    async def run(self) -> None:
        """Serve the room until it closes, is stopped, or belongs to another owner."""
        try:
            await self._dealer.load()
            self._arm()
            while not self.closed:
                message = await self._mailbox.get()
                if isinstance(message, Stop):
                    break
                await self._handle_safely(message)
        except StaleEpochError:
            self._log.warning("room_lost_to_another_owner", epoch=self.epoch)
        finally:
            self._turns.stop()
            if self._serving:
                await self._serving.cancel()
            for occupant in self.occupants:
                if occupant.socket and not self.closed:
                    await self._audience.close(occupant.socket, RESTART)

    def stop(self) -> None:
        """Have the task end once it has done what lies before it in the mailbox."""
        self._mailbox.put_nowait(Stop())

    async def _receive(self, payload: bytes) -> bytes:
        message = load_room(payload)
        if self._occupant(message.player) is None:
            return dump(Place(code="not_your_seat"))
        if self._mailbox.qsize() >= MAILBOX and not isinstance(message, Detach):
            return dump(Place(code="busy"))
        self._mailbox.put_nowait(message)
        return dump(Place(room=self.id))

    async def _handle_safely(self, message: RoomMessage | Wake) -> None:
        """Handle a message; where the outcome is unknown, read what is stored and handle it again.

        Doing so twice is harmless: a stored action is known by its id, and what has fallen due is worked out anew.
        """
        while not self.closed:
            try:
                await self._handle(message)
            except UnknownOutcomeError:
                self._log.warning("commit_outcome_unknown")
                await self._reload()
            except StaleEpochError:
                raise
            except Exception:  # noqa: BLE001 - one bad message must not end a table
                self._log.exception("room_failed", hand=self._dealer.hand_no)
                self._crashes += 1
                await self._reload()
                if self._crashes >= CRASHES_BEFORE_VOID:
                    await self._dealer.void()
                if isinstance(message, Act):
                    await self._refuse(message.socket, message.request.id, "unavailable")
                return
            else:
                self._crashes = 0
                return

    async def _reload(self) -> None:
        """Forget what is in memory and read what is stored, for as long as it takes; then tell everybody."""
        self._turns.stop()
        while True:
            try:
                await self._dealer.load()
            except (StaleEpochError, asyncio.CancelledError):
                raise
            except Exception:  # noqa: BLE001 - the database may be away in many ways
                self._log.exception("room_cannot_read")
                await self._pause(RETRY_MS)
            else:
                break
        for occupant in self.occupants:
            await self._bring_up(occupant, None, None)

    async def _pause(self, delay_ms: int) -> None:
        done = asyncio.Event()
        self._services.time.call_later(delay_ms, done.set)
        await done.wait()

    async def _close(self, reason: str) -> None:
        async with self._services.storage.begin() as tx:
            await tx.rooms.close(self.id, self.epoch)
        self.closed = True
        for occupant in self.occupants:
            await self._audience.say(occupant.socket, Left(self.id, reason))

    # --- messages ------------------------------------------------------------------------------------------

    async def _handle(self, message: RoomMessage | Wake) -> None:
        match message:
            case Wake():
                for due in self._turns.take_due():
                    await self._fall_due(due)
            case Attach(player, socket, seen_hand, seen_version):
                await self._attach(self._seated(player), socket, seen_hand, seen_version)
            case Detach(player, socket):
                occupant = self._occupant(player)
                if occupant and occupant.socket == socket:
                    occupant.socket = None
                    await self._audience.presence(self._dealer.hand_no)
            case Act(player, socket, request):
                await self._answer(self._seated(player), socket, request)
        self._arm()

    async def _attach(
        self, occupant: Occupant, socket: str, seen_hand: int | None, seen_version: int | None
    ) -> None:
        if occupant.socket and occupant.socket != socket:
            await self._audience.close(occupant.socket, TAKEN_OVER)
        occupant.socket = socket
        await self._bring_up(occupant, seen_hand, seen_version)
        await self._audience.presence(self._dealer.hand_no)
        if self._dealer.hand is None:
            await self._open_hand()

    async def _bring_up(self, occupant: Occupant, seen_hand: int | None, seen_version: int | None) -> None:
        hand = self._dealer.hand
        snapshot = Snapshot(
            room=self.id,
            game=self.config.game,
            stakes=self.config.stakes,
            entry=self.config.entry,
            seat=occupant.seat,
            hand=self._dealer.hand_no,
            version=occupant.version,
            view=view(hand.table, occupant.seat) if hand else None,
            clock=hand.clock() if hand else Clock([], None, None),
            auto_after=self.config.auto_after,
        )
        await self._audience.bring_up(occupant, hand, seen_hand, seen_version, snapshot)

    async def _answer(self, occupant: Occupant, socket: str, request: HandRequest) -> None:
        if occupant.socket != socket:
            await self._refuse(socket, request.id, "not_your_seat")
            return
        hand = self._dealer.hand
        if hand is None or request.hand != hand.no:
            await self._refuse(socket, request.id, "stale_hand")
            return
        if (seat_actor(occupant.seat), request.id) in hand.answered:
            await self._audience.say(socket, Ack(request.id))
            return
        refusals = self._refusals.setdefault((occupant.seat, hand.no), OrderedDict())
        if request.id in refusals:
            await self._refuse(socket, request.id, refusals[request.id])
            return
        try:
            await self._carry_out(occupant, hand, request)
        except IllegalActionError as error:
            refusals[request.id] = error.refusal
            if len(refusals) > REMEMBERED_REFUSALS:
                refusals.popitem(last=False)
            await self._refuse(socket, request.id, error.refusal)

    async def _carry_out(self, occupant: Occupant, hand: Hand, request: HandRequest) -> None:
        match request:
            case PriceRequest():
                price = self._escape_floor(occupant.seat, hand)
                await self._audience.say(occupant.socket, Price(request.id, self.id, hand.no, price))
            case AutoRequest(on=on):
                await self._set_auto(occupant, hand, request.id, on)
            case AgainRequest():
                await self._play_again(occupant, hand, request.id)
            case LeaveRequest():
                await self._leave(occupant, hand, request.id)
            case ActionFrame():
                facts = engine.decide(hand.rules, hand.table, occupant.seat, request.action())
                occupant.lapses, occupant.auto = 0, False
                await self._dealer.commit(seat_actor(occupant.seat), facts, request.id)

    async def _set_auto(self, occupant: Occupant, hand: Hand, action_id: str, on: bool) -> None:
        if hand.over:
            await self._refuse(occupant.socket, action_id, "hand_over")
            return
        occupant.auto, occupant.lapses = on, 0
        await self._dealer.commit(seat_actor(occupant.seat), [], action_id)
        await self._audience.presence(hand.no)

    async def _play_again(self, occupant: Occupant, hand: Hand, action_id: str) -> None:
        if not hand.over:
            await self._refuse(occupant.socket, action_id, "hand_running")
            return
        occupant.again = True
        await self._audience.say(occupant.socket, Ack(action_id))
        if all(other.again or other.bot for other in self.occupants):
            await self._open_hand()
        else:
            await self._audience.presence(hand.no)

    async def _open_hand(self) -> None:
        try:
            await self._dealer.open_hand()
        except CannotOpenError as error:
            for occupant in self.occupants:
                occupant.again = False
                await self._refuse(occupant.socket, None, error.code, entry=self.config.entry)

    async def _leave(self, occupant: Occupant, hand: Hand, action_id: str) -> None:
        if hand.over:
            await self._audience.say(occupant.socket, Ack(action_id))
        else:
            facts = engine.decide(hand.rules, hand.table, occupant.seat, Leave())
            await self._dealer.commit(seat_actor(occupant.seat), facts, action_id)
        await self._close("left")

    def _escape_floor(self, seat: Seat, hand: Hand) -> int:
        """At least how many beans leaving now costs, from what the seat may know (rulebook 1.3)."""
        if hand.over:
            return 0
        points = hand.rules.scoring.escape_floor(view(hand.table, seat))
        public = hand.table.public
        return min(points * public.stakes.coefficient, public.carried[seat])

    async def _refuse(
        self, socket: str | None, action_id: str | None, code: str, **params: int | str
    ) -> None:
        await self._audience.say(socket, Refused(action_id, code, params))

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
                await self._dealer.think(due.seat)

    def _arm(self) -> None:
        """Wait for what the table now waits for, and for nothing else."""
        hand, pace = self._dealer.hand, self._services.pace
        if self.closed:
            self._turns.stop()
            return
        if hand is None or hand.over:
            idle = Due(Wait.IDLE)
            self._turns.keep({idle})
            if any(occupant.socket for occupant in self.occupants):
                self._turns.forget(idle)
            elif not self._turns.is_waiting(idle):
                self._turns.wait(idle, pace.idle_ms)
            return
        step, deadline = Due(Wait.STEP), Due(Wait.DEADLINE)
        asked = engine.asked(hand.rules, hand.table)
        thinkers = {seat for seat in asked if self.occupants[seat].plays_itself}
        self._turns.keep({step, *(Due(Wait.THINK, seat) for seat in thinkers)})
        kind = engine.system(hand.rules, hand.table)
        if kind is None:
            self._turns.forget(step)
        elif not self._turns.is_waiting(step):
            self._turns.wait(step, 0 if kind is Shuffle else pace.deal_ms)
        if asked and hand.records and hand.records.deadline_ms is not None:
            self._turns.wait(deadline, hand.records.deadline_ms - self._services.time.now_ms())
        for seat in thinkers:
            if not self._turns.is_waiting(Due(Wait.THINK, seat)):
                self._turns.wait(Due(Wait.THINK, seat), self._thinking_ms(seat))

    def _thinking_ms(self, seat: Seat) -> int:
        """How long a seat that plays itself takes; it never depends on cards."""
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
