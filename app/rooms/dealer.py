"""The dealer: brings a room's hands forward, always in the one order: decide, commit, evolve, tell.

The journal makes a commit durable; only then is it true for the room and told to anybody. What leaves a method
as UnknownOutcomeError or StaleEpochError has not been told; the room reads again, or is no longer its own.
"""

from collections.abc import Sequence
from typing import Final

import structlog

from app.bots.bot import choose
from app.ledger.hands import AccountsBusyError
from app.rooms.audience import Audience
from app.rooms.config import RoomConfig
from app.rooms.hand import Hand, Records, lay_ready, seat_actor
from app.rooms.recorder import Recorder
from app.rooms.register import Register
from app.rooms.seats import Occupant
from app.rooms.services import Services
from app.rules import engine
from app.rules.actions import CloseStep, DealNext, Shuffle, SystemAction
from app.rules.facts import End, Fact, HandOpened, Seat
from app.rules.levels import Ladder
from app.rules.views import view
from app.storage.store import CommitRow, DealSecretRow, DuplicateActionError, HandRow, ScoreRow
from app.wire.notices import Ack, Standing, level

START_TRIES: Final = 3
SLOW_COMMIT_MS: Final = 1_000
"""A commit that takes longer has cost whoever is asked next so much of his time that he is given the grace."""

log = structlog.get_logger(__name__)
"""Logs name rooms, hands and seats; never cards, seeds or names."""


def standing(score: ScoreRow) -> Standing:
    """What a player is told of what a hand has counted for him."""
    ladder = Ladder(score.ladder)
    before, after = score.points_after - score.points, score.points_after
    return Standing(score.room_id, score.hand_no, ladder, level(ladder, before), level(ladder, after))


class CannotOpenError(Exception):
    """The next hand does not begin: `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


Position = tuple[int, int]
"""How far a room's log has come: the number of the hand, and of the commit that comes next."""


class Dealer:
    """Deals the hands of one room to its occupants.

    `told` is how far everybody who is here has been told the log; `since_ms` is when the last hand began or, if that
    is later, ended, and before the first one when the room was made.
    """

    def __init__(self, register: Register, audience: Audience, services: Services) -> None:
        self.rules = register.rules
        self.hand: Hand | None = None
        self.told: Position | None = None
        self.since_ms = register.created_ms
        self._last_no = 0
        self._audience = audience
        self._services = services
        self._register = register
        self._seats = register.seats
        self._recorder = Recorder(register, services)

    @property
    def hand_no(self) -> int:
        """The number of the running or last hand; 0 before the first."""
        return self.hand.no if self.hand else self._last_no

    @property
    def is_playing(self) -> bool:
        """Whether a hand is being played."""
        return self.hand is not None and not self.hand.over

    @property
    def position(self) -> Position:
        """How far the log has come."""
        return self.hand_no, self.hand.next_seq if self.hand else 0

    def _running(self) -> Hand:
        if self.hand is None:
            raise AssertionError("there is no hand to bring forward")
        return self.hand

    # --- what is stored ------------------------------------------------------------------------------------

    async def load(self) -> bool:
        """Read the running hand, or the last one, and give whoever is asked a fair deadline.

        False: the room has been closed. Raises LostRoomError. A running hand that cannot be read, or not be gone on
        with, is void.
        """
        async with self._services.storage.read() as tx:
            room = await self._register.read(tx)
            row = await tx.hands.latest(self._register.room_id)
            commits = await tx.hands.commits(self._register.room_id, row.hand_no) if row else []
            secrets = await tx.hands.secrets(self._register.room_id, row.hand_no) if row else []
            scores = await tx.scores.of_hand(self._register.room_id, row.hand_no) if row else []
        self.since_ms = room.created_ms
        if row is not None:
            self.since_ms = row.ended_ms or row.started_ms
            if row.hand_no != self.hand_no:
                self._seat_for(None)
            try:
                self.hand = self._fold(row, commits, secrets)
            except Exception:
                log.exception("hand_cannot_be_read", room=self._register.room_id, hand=row.hand_no)
                self.hand, self._last_no = None, row.hand_no
                self._seat_for(None)
                if row.status == "running":
                    await self._recorder.void_unread(row.hand_no, len(commits))
        self._take_scores(scores)
        if room.status == "open":
            await self.refresh_beans()
            await self._grant_grace()
        return room.status == "open"

    def _fold(self, row: HandRow, commits: Sequence[CommitRow], secrets: Sequence[DealSecretRow]) -> Hand:
        """The hand that stored rows amount to, its seats as they stand then.

        Raises what it may if the engine cannot go on from there.
        """
        hand = Hand.load(row, self.rules, commits, secrets)
        engine.system(self.rules, hand.table)
        engine.asked(self.rules, hand.table)
        self._seat_for(hand)
        return hand

    def _seat_for(self, hand: Hand | None) -> None:
        """Have the occupants stand as a hand's log says; without one as they begin a hand."""
        for occupant in self._seats:
            played = hand if hand and hand.is_played_by(occupant.seat, occupant.player) else None
            occupant.version = len(played.seen(occupant.seat)) if played else 0
            if hand is None:
                occupant.ready, occupant.standing = False, None
            self._stand_by(occupant, played.records if played else None)

    def _stand_by(self, occupant: Occupant, records: Records | None) -> None:
        occupant.auto = records.auto[occupant.seat] if records else False
        occupant.lapses = records.lapses[occupant.seat] if records else 0

    async def _grant_grace(self) -> None:
        hand, time = self.hand, self._services.time
        if hand is None or hand.over or hand.records is None or hand.records.deadline_ms is None:
            return
        soonest = time.now_ms() + self._services.pace.grace_ms
        if hand.records.deadline_ms < soonest:
            await self._recorder.store(hand, "room", [], deadline_ms=soonest)

    async def has_stored(self, occupant: Occupant, action_id: str) -> bool:
        """Whether the log of any hand of this room holds this request."""
        async with self._services.storage.read() as tx:
            found = await tx.hands.find_action(self._register.room_id, seat_actor(occupant.seat), action_id)
        return found is not None

    # --- what happens by itself ----------------------------------------------------------------------------

    async def step(self) -> None:
        """What the room itself owes the hand: the shuffle, a batch of the deal, the end of a timed step."""
        hand = self._running()
        kind = engine.system(hand.rules, hand.table)
        if kind is None:
            return
        secret = None
        action: SystemAction
        if kind is Shuffle:
            deal_no = hand.table.public.deal_no + 1
            if deal_no not in hand.secrets:
                secret = hand.secrets[deal_no] = self._recorder.draw_secret(hand.no, deal_no)
            action = lay_ready(hand.rules, self._register.room_id, hand.no, hand.secrets[deal_no])
        else:
            action = DealNext() if kind is DealNext else CloseStep()
        await self.commit("room", engine.decide(hand.rules, hand.table, None, action), secret=secret)

    async def time_out(self) -> None:
        """Every seat that is still asked takes the default; who lets time run out too often goes on auto-play.

        A step that the room itself closes is over instead: who is asked in it is a secret, and silence an answer.
        """
        hand = self._running()
        if engine.system(hand.rules, hand.table) is not None:
            await self.step()
            return
        public = hand.table.public
        question = (public.deal_no, public.phase)
        for seat in sorted(engine.asked(hand.rules, hand.table)):
            public = hand.table.public
            if (public.deal_no, public.phase) != question or seat not in engine.asked(hand.rules, hand.table):
                continue
            occupant = self._seats[seat]
            occupant.lapses += 1
            if not occupant.bot and (occupant.away or occupant.lapses >= self._register.options.auto_after):
                occupant.auto = True
            action = engine.default(hand.rules, hand.table, seat)
            await self.commit("system", engine.decide(hand.rules, hand.table, seat, action))

    async def think(self, seat: Seat) -> None:
        """A bot, or the bot that plays for a seat on auto-play, answers what it is asked."""
        hand = self._running()
        if seat in engine.actors(hand.rules, hand.table) and self._seats[seat].plays_itself:
            await self.commit("system", self._bot_facts(hand, seat))

    def _bot_facts(self, hand: Hand, seat: Seat) -> Sequence[Fact]:
        """What a bot's answer comes to; a bot that fails takes the default."""
        try:
            options = engine.options(hand.rules, hand.table, seat)
            chosen = choose(view(hand.table, seat), options, self._services.randomness)
            if chosen is not None:
                return engine.decide(hand.rules, hand.table, seat, chosen)
        except Exception:
            log.exception("bot_failed", room=self._register.room_id, hand=hand.no, seat=seat)
        return engine.decide(hand.rules, hand.table, seat, engine.default(hand.rules, hand.table, seat))

    # --- commits -------------------------------------------------------------------------------------------

    async def act(
        self,
        occupant: Occupant,
        facts: Sequence[Fact],
        action_id: str,
        *,
        auto: bool = False,
        config: RoomConfig | None = None,
    ) -> None:
        """Commit what a player himself has decided, auto-play among it; he is acknowledged.

        Raises DuplicateActionError where he used the id before, in another hand; nothing has changed then.
        """
        hand = self._running()
        occupant.auto, occupant.lapses = auto, 0
        try:
            await self.commit(seat_actor(occupant.seat), facts, action_id, sender=occupant, config=config)
        except DuplicateActionError:
            self._stand_by(occupant, hand.records)
            raise

    async def commit(
        self,
        actor: str,
        facts: Sequence[Fact],
        action_id: str | None = None,
        *,
        sender: Occupant | None = None,
        secret: DealSecretRow | None = None,
        config: RoomConfig | None = None,
    ) -> None:
        """Make facts durable, then let them be true, then tell; nothing is told before.

        `config` is who holds the seats from then on, if that changes too.
        """
        hand, began_ms = self._running(), self._services.time.now_ms()
        was_over, was_auto = hand.over, hand.records.auto if hand.records else []
        facts = await self._recorder.store(hand, actor, facts, action_id, secret=secret, config=config)
        is_slow = self._services.time.now_ms() - began_ms > SLOW_COMMIT_MS
        if is_slow and engine.system(hand.rules, hand.table) is None:
            await (
                self._grant_grace()
            )  # Not in a step that the room closes: it would tell that somebody has acted.
        if sender and action_id:
            await self._audience.say(sender.socket, Ack(action_id))
        clock = hand.clock()
        await self._audience.tell(hand, facts, clock)
        await self._audience.ask(hand, clock)
        has_ended = hand.over and not was_over
        if has_ended:
            self.since_ms = self._services.time.now_ms()
            await self.refresh_beans()
            await self._refresh_standings(hand.no)
        if has_ended or (hand.records and hand.records.auto != was_auto):
            await self._audience.presence(hand.no)
        if has_ended:
            await self._audience.standings()
        if config is not None:
            self._register.take(config)
            await self._audience.presence(hand.no)
        self.told = self.position

    # --- hands ---------------------------------------------------------------------------------------------

    async def open_hand(self, beginner: Occupant | None = None, action_id: str | None = None) -> None:
        """Begin the next hand; raises CannotOpenError if somebody lacks the beans for it.

        Its log names the request that has begun it, where there is one.
        """
        for _ in range(START_TRIES):
            await self.refresh_beans()
            if self._register.options.beans:
                await self._check_beans()
            try:
                await self._begin(beginner, action_id)
            except AccountsBusyError:
                continue
            return
        raise CannotOpenError("in_a_hand")

    async def _check_beans(self) -> None:
        """Raise CannotOpenError unless everybody can play for beans; bots that have run short are given some."""
        entry = max(self._register.options.entry, 1)
        await self._services.bank.fund_bots(list(self._seats), entry)
        await self.refresh_beans()
        poor = [occupant for occupant in self._seats if occupant.beans < entry]
        if any(not occupant.bot for occupant in poor):
            raise CannotOpenError("not_enough_beans")
        if poor:
            raise CannotOpenError("unavailable")

    async def _begin(self, beginner: Occupant | None, action_id: str | None) -> None:
        """The first commit of the next hand."""
        for occupant in self._seats:
            self._stand_by(occupant, None)
        actor = "room" if beginner is None else seat_actor(beginner.seat)
        hand, facts = await self._recorder.open(self.hand_no + 1, self._next_first(), actor, action_id)
        self.hand, self.since_ms = hand, self._services.time.now_ms()
        self._seat_for(None)
        clock = hand.clock()
        await self._audience.tell(hand, facts, clock)
        await self._audience.ask(hand, clock)
        await self._audience.presence(hand.no)
        self.told = self.position

    def _next_first(self) -> Seat | None:
        """Who is the nominal first bidder of the next hand (rulebook 1.3, First bidder)."""
        if self.hand is None:
            return None
        public = self.hand.table.public
        opened = self.hand.facts[0]
        if public.finish and public.finish.end is End.VOID:
            return opened.first if isinstance(opened, HandOpened) else None
        return self.rules.next_first(public)

    async def void(self) -> None:
        """Give up a hand that the server cannot finish (rulebook 1.3, Void): nothing is paid."""
        hand = self.hand
        if hand and not hand.over:
            await self.commit("room", engine.void(hand.table))

    async def _refresh_standings(self, hand_no: int) -> None:
        """Read what a hand that has ended has counted."""
        async with self._services.storage.read() as tx:
            scores = await tx.scores.of_hand(self._register.room_id, hand_no)
        self._take_scores(scores)

    def _take_scores(self, scores: Sequence[ScoreRow]) -> None:
        counted = {row.player_id: row for row in scores}
        for occupant in self._seats:
            row = counted.get(occupant.player)
            occupant.standing = standing(row) if row else None
            if occupant.title and occupant.standing:
                occupant.title = occupant.standing.after.title

    async def refresh_beans(self) -> None:
        """Read everybody's beans from the ledger."""
        balances = await self._services.bank.balances([occupant.player for occupant in self._seats])
        for occupant in self._seats:
            occupant.beans = balances[occupant.player]
