"""Hands of any game that are played at random and kept as a server keeps them: log, secrets, result, postings."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from app.ledger import book
from app.ledger.accounts import SystemAccounts, found, open_player
from app.ledger.transfers import Leg, Transfer
from app.players.points import tally_of
from app.rooms.hand import Records, dump_players, dump_records, lay_ready, seat_actor
from app.rooms.journal import Closing, Commit, Journal, Opening
from app.rooms.payout import payout
from app.rules import engine
from app.rules.actions import Action, Leave, Shuffle
from app.rules.facts import Fact, Seat, Settled, Stakes
from app.rules.ruleset import Ruleset
from app.rules.shuffle import commitment
from app.rules.table import Table
from app.storage.store import CommitRow, DealSecretRow, HandRow, PlayerRow, RoomRow, Storage
from app.wire.facts import dump_facts
from tests.ledger.play import NOW_MS
from tests.rules.game import STEPS, choices

STAKES = Stakes(base=2, initial=3, coefficient=10, fee=50, double_above=1_000)
BEANS = 100_000


class Books:
    """A ledger, the players of one table, and the hands that they play."""

    def __init__(self, storage: Storage, system: SystemAccounts, rules: Ruleset, room: str) -> None:
        self.storage = storage
        self.rules = rules
        self.room = room
        self.players = [f"{room}-{seat}" for seat in range(rules.seats)]
        self.hands = 0
        self._system = system

    @classmethod
    async def open(
        cls, storage: Storage, rules: Ruleset, room: str = "ROOM", beans: Sequence[int] = ()
    ) -> "Books":
        """A table whose players hold these beans."""
        async with storage.begin() as tx:
            books = cls(storage, await found(tx, NOW_MS), rules, room)
            await tx.rooms.add(RoomRow(room, "public", None, 0, b"", "open", NOW_MS))
            for seat, player in enumerate(books.players):
                await tx.players.add(PlayerRow(player, "guest", f"阿{seat}", NOW_MS))
                held = beans[seat] if beans else BEANS
                await open_player(tx, books._system, player, NOW_MS, held)
        return books

    async def play(
        self,
        rng: Random,
        stakes: Stakes = STAKES,
        *,
        leaves: float = 0.0,
        voids: float = 0.0,
        given: int = 0,
    ) -> list[Fact]:
        """A whole hand, every choice by chance; its facts. `given` are beans that seat 0 is given meanwhile."""
        self.hands += 1
        number, now_ms = self.hands, NOW_MS + 60_000 * self.hands
        async with self.storage.read() as tx:
            accounts = await tx.ledger.find_accounts(self.players)
        carried = [accounts[player].balance for player in self.players]
        facts = engine.open_hand(self.rules, stakes, carried, None)
        table = engine.fold(facts)
        row = CommitRow(self.room, number, 0, 0, "room", None, dump_facts(facts), RECORDS, now_ms)
        journal = Journal(self.storage, self._system)
        journal.start()
        held = {accounts[player].id: accounts[player].balance for player in self.players}
        await journal.commit(Commit(row, Opening(self._row(number, stakes, now_ms), held)))
        if given:
            async with self.storage.begin() as tx:
                legs = (
                    Leg(self._system.grant, -given, "grant"),
                    Leg(accounts[self.players[0]].id, given, "grant"),
                )
                gift = Transfer(f"gift:{number}", "grant", legs, "op:1", reason="birthday", ticket="T1")
                await book.post(tx, gift, now_ms + 1)
        while not table.public.finish:
            secret = None
            actor: Seat | None = None
            step: list[Fact]
            if rng.random() < voids:
                step = engine.void(table)
            else:
                actor, action = self._choose(table, rng, leaves)
                if action is None:
                    secret = self._secret(number, table.public.deal_no + 1, rng)
                    action = lay_ready(self.rules, self.room, number, secret)
                step = engine.decide(self.rules, table, actor, action)
            table = engine.fold(step, table)
            closing = None
            if table.public.finish:
                ids = tuple(accounts[player].id for player in self.players)
                closing = Closing(dump_facts(step[-1:]), ids, None)
                if table.public.score:
                    settlement, settled = payout(self.rules, table.public)
                    step = [*step, settled]
                    tally = tally_of(table.public, self.players)
                    closing = Closing(dump_facts(step[-3:]), ids, settlement, tally)
            facts += step
            who = "room" if actor is None else seat_actor(actor)
            row = replace(row, seq=row.seq + 1, actor=who, facts=dump_facts(step), at_ms=row.at_ms + 1_000)
            await journal.commit(Commit(row, secret=secret, closing=closing))
        await journal.stop()
        return facts

    def _choose(self, table: Table, rng: Random, leaves: float) -> tuple[Seat | None, Action | None]:
        """Who acts, and how; no action is a shuffle."""
        if rng.random() < leaves:
            return rng.randrange(self.rules.seats), Leave()
        seats = sorted(engine.actors(self.rules, table))
        owed = engine.system(self.rules, table)
        if owed and not (seats and rng.random() < 0.3):
            return None, None if owed is Shuffle else STEPS[owed]
        seat = rng.choice(seats)
        return seat, rng.choice(choices(self.rules, table, seat))

    def _row(self, number: int, stakes: Stakes, now_ms: int) -> HandRow:
        return HandRow(
            room_id=self.room,
            hand_no=number,
            ruleset=self.rules.name,
            engine_version=self.rules.version,
            players=dump_players(self.players),
            status="running",
            result=None,
            started_ms=now_ms,
            ended_ms=None,
            coefficient=stakes.coefficient,
        )

    def _secret(self, number: int, deal_no: int, rng: Random) -> DealSecretRow:
        secret = rng.randbytes(32)
        return DealSecretRow(self.room, number, deal_no, commitment(secret), secret, b"[]", None)


RECORDS = dump_records(Records(None, None, [], []))


def settled_in(facts: Sequence[Fact]) -> Settled | None:
    """The beans of a hand, if it had any."""
    last = facts[-1]
    return last if isinstance(last, Settled) else None
