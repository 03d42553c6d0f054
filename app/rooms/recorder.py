"""The recorder: what becomes of a hand is a commit of its log, durable before it is true for the room."""

from collections.abc import Sequence

from app.players.history import Part, part_of
from app.players.points import tally_of
from app.rooms.config import RoomConfig, dump_config
from app.rooms.hand import Hand, Records, dump_players, dump_records
from app.rooms.journal import Closing, Commit, Opening
from app.rooms.options import limit_ms
from app.rooms.payout import payout
from app.rooms.register import Register
from app.rooms.services import Services
from app.rules import engine
from app.rules.facts import End, Fact, Finished, Seat
from app.rules.shuffle import commitment
from app.rules.table import Table
from app.storage.store import CommitRow, DealSecretRow, HandRow
from app.wire.facts import dump_facts


class Recorder:
    """Writes the log of one room's hands; what it raises has not become true."""

    def __init__(self, register: Register, services: Services) -> None:
        self.rules = register.rules
        self._register = register
        self._seats = register.seats
        self._services = services

    async def open(
        self, hand_no: int, first: Seat | None, actor: str, action_id: str | None
    ) -> tuple[Hand, Sequence[Fact]]:
        """The first commit of a hand, with the secret of its first deal; everybody's beans are held from here on."""
        at_stake = self._register.options.beans
        carried = tuple(occupant.beans if at_stake else 0 for occupant in self._seats)
        facts = engine.open_hand(self.rules, self._register.config.stakes, carried, first)
        secret = self.draw_secret(hand_no, 1)
        players = self._register.config.seated
        hand = Hand(hand_no, self.rules, players, facts, [secret])
        records = self._records(None, hand.table)
        row = self._row(hand_no, 0, actor, action_id, facts, records)
        opening = Opening(
            HandRow(
                room_id=self._register.room_id,
                hand_no=hand_no,
                ruleset=self.rules.name,
                engine_version=self.rules.version,
                players=dump_players(players),
                status="running",
                result=None,
                started_ms=row.at_ms,
                ended_ms=None,
                coefficient=self._register.config.stakes.coefficient,
            ),
            {occupant.account: occupant.beans for occupant in self._seats if at_stake},
        )
        await self._services.journal.commit(Commit(row, opening=opening, secret=secret))
        hand.note(actor, action_id, records)
        return hand, facts

    async def store(
        self,
        hand: Hand,
        actor: str,
        facts: Sequence[Fact],
        action_id: str | None = None,
        *,
        secret: DealSecretRow | None = None,
        deadline_ms: int | None = None,
        config: RoomConfig | None = None,
    ) -> Sequence[Fact]:
        """Make facts durable and let them be true; the facts with what the end of a hand adds to them.

        `config` is what the room's row says from then on, where that changes too.
        """
        table = engine.fold(facts, hand.table)
        closing = None
        if table.public.finish and not hand.over:
            closing, facts, table = self._closing(hand, facts, table)
        records = self._records(hand, table, deadline_ms)
        row = self._row(hand.no, hand.next_seq, actor, action_id, facts, records)
        changed = None if config is None else dump_config(config)
        await self._services.journal.commit(Commit(row, secret=secret, closing=closing, config=changed))
        hand.take(facts, table)
        hand.note(actor, action_id, records)
        return facts

    def _closing(
        self, hand: Hand, facts: Sequence[Fact], table: Table
    ) -> tuple[Closing, Sequence[Fact], Table]:
        """What ends the hand: with points, its settlement as one more fact; without, a void record."""
        accounts = tuple(occupant.account for occupant in self._seats)
        if table.public.score is None:
            nothing = (0,) * len(accounts)
            closing = Closing(dump_facts(facts[-1:]), accounts, None, parts=self._parts(table, nothing))
            return closing, facts, table
        settlement, settled = payout(hand.rules, table.public)
        facts = [*facts, settled]
        tally = tally_of(table.public, hand.players)
        parts = self._parts(table, settlement.net)
        closing = Closing(dump_facts(facts[-3:]), accounts, settlement, tally, parts)
        return closing, facts, engine.fold([settled], table)

    def _parts(self, table: Table, net: Sequence[int]) -> tuple[Part, ...]:
        """What the hand was for the people among its players."""
        return tuple(
            part_of(
                table,
                each.seat,
                each.player,
                beans=net[each.seat],
                auto=each.auto,
                tier=self._register.config.tier,
            )
            for each in self._seats
            if not each.bot
        )

    def _records(self, hand: Hand | None, table: Table, deadline_ms: int | None = None) -> Records:
        """The question that now runs: the same one keeps its deadline, a new one gets its full time."""
        asked = engine.asked(self.rules, table)
        auto = [occupant.auto for occupant in self._seats]
        lapses = [occupant.lapses for occupant in self._seats]
        spare = self._spare(hand, table)
        if not asked:
            return Records(None, None, auto, lapses, spare)
        phase = table.public.phase
        allowed = limit_ms(self._register.config.options, phase)
        if self._register.config.tier is not None:
            allowed = self._services.pace.decision_ms.get(phase, allowed)
        if hand and hand.records and deadline_ms is None and self._is_same_question(hand.table, table):
            return Records(hand.records.deadline_ms, hand.records.allowed_ms, auto, lapses, spare)
        if deadline_ms is None:
            alone = self._alone(table)
            deadline_ms = self._services.time.now_ms() + allowed + (0 if alone is None else spare[alone])
        return Records(deadline_ms, allowed, auto, lapses, spare)

    def _spare(self, hand: Hand | None, table: Table) -> list[int]:
        """What each seat has left to spare, in ms: a question that has been answered costs what it took too long."""
        if hand is None or hand.records is None:
            return [self._register.config.options.spare_seconds * 1_000] * len(self._seats)
        spare = hand.records.spare_ms or [0] * len(self._seats)
        alone, deadline_ms = self._alone(hand.table), hand.records.deadline_ms
        if alone is None or deadline_ms is None or self._is_same_question(hand.table, table):
            return spare
        over = self._services.time.now_ms() - (deadline_ms - spare[alone])
        return [left - min(left, max(0, over)) if seat == alone else left for seat, left in enumerate(spare)]

    def _alone(self, table: Table) -> Seat | None:
        """The seat that alone holds up the others; None where several are asked, or a step has its own time."""
        asked = engine.asked(self.rules, table)
        if len(asked) != 1 or engine.system(self.rules, table) is not None:
            return None
        return next(iter(asked))

    def _is_same_question(self, before: Table, after: Table) -> bool:
        """Whether nobody is asked anything new: some may have answered what all were asked at once."""
        if (before.public.deal_no, before.public.phase) != (after.public.deal_no, after.public.phase):
            return False
        return engine.asked(self.rules, after) <= engine.asked(self.rules, before)

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
            room_id=self._register.room_id,
            hand_no=hand_no,
            seq=seq,
            epoch=self._register.epoch,
            actor=actor,
            action_id=action_id,
            facts=dump_facts(facts),
            records=dump_records(records),
            at_ms=self._services.time.now_ms(),
        )

    def draw_secret(self, hand_no: int, deal_no: int) -> DealSecretRow:
        """The 32 secret bytes that a deal is shuffled by, and what may be published of them before."""
        secret = self._services.randomness.token(32)
        return DealSecretRow(
            self._register.room_id, hand_no, deal_no, commitment(secret), secret, b"[]", None
        )

    async def void_unread(self, hand_no: int, seq: int) -> None:
        """Give up a hand whose log this engine cannot read: its players are free again, and nothing is paid."""
        nobody = [False] * len(self._seats), [0] * len(self._seats)
        row = self._row(hand_no, seq, "room", None, [], Records(None, None, *nobody))
        finished = Finished(End.VOID, None, (), ((),) * len(self._seats))
        accounts = tuple(occupant.account for occupant in self._seats)
        parts = tuple(
            Part(each.player, self.rules.name, None, "void", None, 0, 0, auto=False, tier=None)
            for each in self._seats
            if not each.bot
        )
        closing = Closing(dump_facts([finished]), accounts, None, parts=parts)
        await self._services.journal.commit(Commit(row, closing=closing))
