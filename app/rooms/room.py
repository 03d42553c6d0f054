"""The room: an actor, one task with one mailbox, the only writer of its table.

Everything that changes a table comes through the mailbox: a player's request, a time-out, a bot, the staged deal.
Each is decided into facts, committed by the journal, evolved, and only then told. A commit whose outcome is
unknown makes the room forget what it thinks and read what is stored, before it answers anybody.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from app.bots.bot import choose
from app.bus.bus import Bus, Subscription
from app.clock import Clock as Time
from app.ledger.hands import AccountsBusyError
from app.randomness import Randomness
from app.rooms.audience import Audience
from app.rooms.bank import Bank
from app.rooms.config import Pace, RoomConfig
from app.rooms.hand import Hand, Records, dump_records, seat_actor
from app.rooms.journal import Closing, Commit, Journal, Opening, UnknownOutcomeError
from app.rooms.messages import Act, Attach, Detach, Place, RoomMessage, dump, load_room, room_subject
from app.rooms.payout import payout
from app.rooms.seats import Occupant
from app.rooms.turns import Due, Turns, Wait
from app.rules import engine
from app.rules.actions import CloseStep, DealNext, Leave, SeatAction, Shuffle, SystemAction
from app.rules.facts import End, Fact, HandOpened, Seat
from app.rules.refusals import IllegalActionError
from app.rules.shuffle import commitment, shuffle
from app.rules.table import Table
from app.rules.variants import RULESETS
from app.rules.views import view
from app.storage.store import CommitRow, DealSecretRow, HandRow, StaleEpochError, Storage
from app.wire.facts import dump_facts
from app.wire.notices import Ack, Clock, Left, Price, Refused, Snapshot
from app.wire.requests import ActionFrame, AgainRequest, AutoRequest, HandRequest, LeaveRequest, PriceRequest

log = structlog.get_logger(__name__)
"""Logs name rooms, hands and seats; never cards, seeds or names."""

MAILBOX: Final = 64
"""So many messages may wait; a further request is refused as busy."""
REMEMBERED_REFUSALS: Final = 32
RETRY_MS: Final = 500
CRASHES_BEFORE_VOID: Final = 3
TAKEN_OVER: Final = 4001
RESTART: Final = 1012


@dataclass(frozen=True, slots=True)
class Services:
    """What all rooms of a process share."""

    storage: Storage
    journal: Journal
    bus: Bus
    time: Time
    randomness: Randomness
    pace: Pace


class Wake:
    """In the mailbox: something has fallen due."""


class Stop:
    """In the mailbox: finish what is in hand and end the task; the room lives on in storage."""


class Room:
    """One room, from its opening or recovery to its end."""

    def __init__(
        self,
        room_id: str,
        epoch: int,
        config: RoomConfig,
        occupants: Sequence[Occupant],
        services: Services,
        bank: Bank,
    ) -> None:
        self.id = room_id
        self.epoch = epoch
        self.config = config
        self.occupants = list(occupants)
        self.rules = RULESETS[config.game]
        self.hand: Hand | None = None
        self.closed = False
        self._services = services
        self._bank = bank
        self._audience = Audience(room_id, services.bus, self.occupants)
        self._mailbox: asyncio.Queue[RoomMessage | Wake | Stop] = asyncio.Queue()
        self._turns = Turns(services.time, lambda: self._mailbox.put_nowait(Wake()))
        self._refusals: dict[Seat, OrderedDict[str, str]] = {o.seat: OrderedDict() for o in self.occupants}
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
            await self._load()
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
                self._log.exception("room_failed", hand=self.hand.no if self.hand else 0)
                self._crashes += 1
                await self._reload()
                if self._crashes >= CRASHES_BEFORE_VOID:
                    await self._void()
                if isinstance(message, Act):
                    await self._refuse(message.socket, message.request.id, "unavailable")
                return
            else:
                self._crashes = 0
                return

    async def _load(self) -> None:
        """Read the running hand, or the last one, and give whoever is asked a fair deadline."""
        async with self._services.storage.read() as tx:
            row = await tx.hands.latest(self.id)
            if row is not None:
                commits = await tx.hands.commits(self.id, row.hand_no)
                secrets = await tx.hands.secrets(self.id, row.hand_no)
                self.hand = Hand.load(row.hand_no, self.rules, commits, secrets)
        self._seat_by_records()
        await self._refresh_beans()
        if self.hand and not self.hand.over:
            now = self._services.time.now_ms()
            deadline = self.hand.records.deadline_ms if self.hand.records else None
            if deadline is not None and deadline < now + self._services.pace.grace_ms:
                await self._commit("room", [], deadline_ms=now + self._services.pace.grace_ms)
        self._arm()

    async def _reload(self) -> None:
        """Forget what is in memory and read what is stored, for as long as it takes; then tell everybody."""
        self._turns.stop()
        while True:
            try:
                await self._load()
            except (StaleEpochError, asyncio.CancelledError):
                raise
            except Exception:  # noqa: BLE001 - the database may be away in many ways
                self._log.exception("room_cannot_read")
                await self._pause(RETRY_MS)
            else:
                break
        for occupant in self.occupants:
            await self._bring_up(occupant, None, None)

    def _seat_by_records(self) -> None:
        hand = self.hand
        for occupant in self.occupants:
            occupant.version = len(hand.seen(occupant.seat)) if hand else 0
            if hand and hand.records:
                occupant.auto = hand.records.auto[occupant.seat]
                occupant.lapses = hand.records.lapses[occupant.seat]

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
                    await self._audience.presence(self._hand_no)
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
        await self._audience.presence(self._hand_no)
        if self.hand is None:
            await self._open_hand(None)

    async def _bring_up(self, occupant: Occupant, seen_hand: int | None, seen_version: int | None) -> None:
        hand = self.hand
        snapshot = Snapshot(
            room=self.id,
            game=self.config.game,
            stakes=self.config.stakes,
            entry=self.config.entry,
            seat=occupant.seat,
            hand=self._hand_no,
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
        hand = self.hand
        if hand is None or request.hand != hand.no:
            await self._refuse(socket, request.id, "stale_hand")
            return
        if (seat_actor(occupant.seat), request.id) in hand.answered:
            await self._audience.say(socket, Ack(request.id))
            return
        refusals = self._refusals[occupant.seat]
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
                await self._commit(seat_actor(occupant.seat), facts, request.id)

    async def _set_auto(self, occupant: Occupant, hand: Hand, action_id: str, on: bool) -> None:
        if hand.over:
            await self._refuse(occupant.socket, action_id, "hand_over")
            return
        occupant.auto, occupant.lapses = on, 0
        await self._commit(seat_actor(occupant.seat), [], action_id)
        await self._audience.presence(hand.no)

    async def _play_again(self, occupant: Occupant, hand: Hand, action_id: str) -> None:
        if not hand.over:
            await self._refuse(occupant.socket, action_id, "hand_running")
            return
        occupant.again = True
        if all(other.again or other.bot for other in self.occupants):
            await self._open_hand(action_id)
        else:
            await self._audience.say(occupant.socket, Ack(action_id))
            await self._audience.presence(hand.no)

    async def _leave(self, occupant: Occupant, hand: Hand, action_id: str) -> None:
        if hand.over:
            await self._audience.say(occupant.socket, Ack(action_id))
        else:
            facts = engine.decide(hand.rules, hand.table, occupant.seat, Leave())
            await self._commit(seat_actor(occupant.seat), facts, action_id)
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
        hand = self.hand
        match due.wait:
            case Wait.IDLE:
                await self._close("idle")
            case Wait.STEP if hand:
                await self._step(hand)
            case Wait.DEADLINE if hand:
                await self._time_out(hand)
            case Wait.THINK if hand and due.seat is not None:
                await self._think(hand, due.seat)

    async def _step(self, hand: Hand) -> None:
        """What the room itself owes the hand: the shuffle, a batch of the deal, the end of a timed step."""
        kind = engine.system(hand.rules, hand.table)
        if kind is None:
            return
        secret = None
        action: SystemAction
        if kind is Shuffle:
            deal_no = hand.table.public.deal_no + 1
            if deal_no not in hand.secrets:
                secret = hand.secrets[deal_no] = self._draw_secret(hand.no, deal_no)
            action = shuffle(
                hand.rules.deck, hand.rules.seats, hand.secrets[deal_no].secret, self.id, hand.no, deal_no
            )
        else:
            action = DealNext() if kind is DealNext else CloseStep()
        await self._commit("room", engine.decide(hand.rules, hand.table, None, action), secret=secret)

    async def _time_out(self, hand: Hand) -> None:
        """Every seat that is still asked takes the default; who lets time run out too often goes on auto-play."""
        public = hand.table.public
        question = (public.deal_no, public.phase)
        for seat in sorted(engine.asked(hand.rules, hand.table)):
            public = hand.table.public
            if (public.deal_no, public.phase) != question or seat not in engine.asked(hand.rules, hand.table):
                continue
            occupant = self.occupants[seat]
            occupant.lapses += 1
            if not occupant.bot and (occupant.away or occupant.lapses >= self.config.auto_after):
                occupant.auto = True
            action = engine.default(hand.rules, hand.table, seat)
            await self._commit("system", engine.decide(hand.rules, hand.table, seat, action))
            if occupant.auto:
                await self._audience.presence(hand.no)

    async def _think(self, hand: Hand, seat: Seat) -> None:
        """A bot, or the bot that plays for a seat on auto-play, answers what it is asked."""
        if seat in engine.asked(hand.rules, hand.table) and self.occupants[seat].plays_itself:
            action = self._bot_action(hand, seat)
            await self._commit("system", engine.decide(hand.rules, hand.table, seat, action))

    def _bot_action(self, hand: Hand, seat: Seat) -> SeatAction:
        options = engine.options(hand.rules, hand.table, seat)
        try:
            chosen = choose(view(hand.table, seat), options, self._services.randomness)
        except Exception:  # noqa: BLE001 - a bot at fault takes the default
            self._log.exception("bot_failed", hand=hand.no, seat=seat)
            chosen = None
        return chosen or engine.default(hand.rules, hand.table, seat)

    def _arm(self) -> None:
        """Wait for what the table now waits for, and for nothing else."""
        hand, pace = self.hand, self._services.pace
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

    # --- commits -------------------------------------------------------------------------------------------

    async def _commit(
        self,
        actor: str,
        facts: Sequence[Fact],
        action_id: str | None = None,
        *,
        secret: DealSecretRow | None = None,
        deadline_ms: int | None = None,
    ) -> None:
        """Make facts durable, then let them be true, then tell; nothing is told before."""
        hand = self._running_hand()
        table = engine.fold(facts, hand.table)
        closing = None
        if table.public.finish and not hand.over:
            closing, facts, table = self._closing(hand, facts, table)
        records = self._records(hand, table, deadline_ms)
        row = self._row(hand.no, hand.next_seq, actor, action_id, facts, records)
        await self._services.journal.commit(Commit(row, secret=secret, closing=closing))
        hand.take(facts, table)
        hand.note(actor, action_id, records)
        if closing:
            await self._refresh_beans()
        if action_id is not None:
            await self._audience.say(self.occupants[int(actor.removeprefix("seat:"))].socket, Ack(action_id))
        await self._audience.tell(hand, facts, hand.clock())
        await self._audience.ask(hand)
        if closing:
            await self._audience.presence(hand.no)

    def _closing(
        self, hand: Hand, facts: Sequence[Fact], table: Table
    ) -> tuple[Closing, Sequence[Fact], Table]:
        """What ends the hand: with points, its settlement as one more fact; without, a void record."""
        accounts = tuple(occupant.account for occupant in self.occupants)
        if table.public.score is None:
            return Closing(dump_facts(facts[-1:]), accounts, None), facts, table
        settlement, settled = payout(hand.rules, table.public)
        facts = [*facts, settled]
        closing = Closing(dump_facts(facts[-3:]), accounts, settlement)
        return closing, facts, engine.fold([settled], table)

    def _records(self, hand: Hand | None, table: Table, deadline_ms: int | None = None) -> Records:
        """The question that now runs: the same one keeps its deadline, a new one gets its full time."""
        asked = engine.asked(self.rules, table)
        auto = [occupant.auto for occupant in self.occupants]
        lapses = [occupant.lapses for occupant in self.occupants]
        if not asked:
            return Records(None, None, auto, lapses)
        phase = table.public.phase
        allowed = self._services.pace.decision_ms.get(phase, self.rules.decision_ms[phase])
        before = hand.table.public if hand else None
        is_same = (
            hand is not None
            and before is not None
            and (before.deal_no, before.phase) == (table.public.deal_no, phase)
            and asked <= engine.asked(self.rules, hand.table)
        )
        if is_same and hand and hand.records and deadline_ms is None:
            return Records(hand.records.deadline_ms, hand.records.allowed_ms, auto, lapses)
        if deadline_ms is None:
            deadline_ms = self._services.time.now_ms() + allowed
        return Records(deadline_ms, allowed, auto, lapses)

    def _row(
        self,
        hand_no: int,
        seq: int,
        actor: str,
        action_id: str | None,
        facts: Sequence[Fact],
        records: Records,
    ) -> CommitRow:
        return CommitRow(
            room_id=self.id,
            hand_no=hand_no,
            seq=seq,
            epoch=self.epoch,
            actor=actor,
            action_id=action_id,
            facts=dump_facts(facts),
            records=dump_records(records),
            at_ms=self._services.time.now_ms(),
        )

    def _draw_secret(self, hand_no: int, deal_no: int) -> DealSecretRow:
        secret = self._services.randomness.token(32)
        return DealSecretRow(self.id, hand_no, deal_no, commitment(secret), secret, b"[]", None)

    # --- hands ---------------------------------------------------------------------------------------------

    async def _open_hand(self, action_id: str | None) -> None:
        """Begin the next hand, if everybody has the beans for it."""
        for _ in range(3):
            await self._refresh_beans()
            await self._bank.fund_bots(self.occupants, self.config.entry)
            await self._refresh_beans()
            poor = [occupant for occupant in self.occupants if occupant.beans < max(self.config.entry, 1)]
            if poor:
                for occupant in self.occupants:
                    occupant.again = False
                    await self._refuse(
                        occupant.socket, action_id, "not_enough_beans", entry=self.config.entry
                    )
                return
            try:
                await self._begin(action_id)
            except AccountsBusyError:
                continue
            return
        for occupant in self.occupants:
            occupant.again = False
            await self._refuse(occupant.socket, action_id, "in_a_hand")

    async def _begin(self, action_id: str | None) -> None:
        hand_no = self._hand_no + 1
        carried = tuple(occupant.beans for occupant in self.occupants)
        facts = engine.open_hand(self.rules, self.config.stakes, carried, self._next_first())
        secret = self._draw_secret(hand_no, 1)
        for occupant in self.occupants:
            occupant.auto, occupant.lapses = False, 0
        hand = Hand(hand_no, self.rules, facts, [secret])
        records = self._records(None, hand.table)
        row = self._row(hand_no, 0, "room", None, facts, records)
        opening = Opening(
            HandRow(
                room_id=self.id,
                hand_no=hand_no,
                ruleset=self.rules.name,
                engine_version=self.rules.version,
                players=dump(self.config.players),
                status="running",
                result=None,
                started_ms=row.at_ms,
                ended_ms=None,
            ),
            {occupant.account: occupant.beans for occupant in self.occupants},
        )
        await self._services.journal.commit(Commit(row, opening=opening, secret=secret))
        hand.note("room", None, records)
        self.hand = hand
        for occupant in self.occupants:
            occupant.again, occupant.version = False, 0
            self._refusals[occupant.seat].clear()
            if action_id is not None:
                await self._audience.say(occupant.socket, Ack(action_id))
        await self._audience.tell(hand, facts, hand.clock())
        await self._audience.presence(hand_no)

    def _next_first(self) -> Seat | None:
        """Who is the nominal first bidder of the next hand (rulebook 1.3, First bidder)."""
        if self.hand is None:
            return None
        public = self.hand.table.public
        opened = self.hand.facts[0]
        if public.finish and public.finish.end is End.VOID:
            return opened.first if isinstance(opened, HandOpened) else None
        return None if public.first is None else public.after(public.first)

    async def _void(self) -> None:
        """Give up a hand that the server cannot finish (rulebook 1.3, Void): nothing is paid."""
        hand = self.hand
        if hand and not hand.over:
            await self._commit("room", engine.void(hand.table))

    async def _refresh_beans(self) -> None:
        balances = await self._bank.balances([occupant.player for occupant in self.occupants])
        for occupant in self.occupants:
            occupant.beans = balances[occupant.player]

    # --- small questions -----------------------------------------------------------------------------------

    @property
    def _hand_no(self) -> int:
        return self.hand.no if self.hand else 0

    def _running_hand(self) -> Hand:
        if self.hand is None:
            raise AssertionError("only a hand has commits")
        return self.hand

    def _occupant(self, player: str) -> Occupant | None:
        return next((occupant for occupant in self.occupants if occupant.player == player), None)

    def _seated(self, player: str) -> Occupant:
        occupant = self._occupant(player)
        if occupant is None:
            raise AssertionError("the mailbox takes messages of seated players only")
        return occupant
