"""Random lives of a ledger against a model of it: a dictionary of balances and the keys that were used."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from app.ledger import accounts, book
from app.ledger.accounts import SystemAccounts
from app.ledger.audit import audit
from app.ledger.book import IdempotencyConflictError
from app.ledger.hands import AccountsBusyError
from app.ledger.settlement import escape, settle
from app.ledger.transfers import Leg, Transfer
from app.storage.database import Database
from app.storage.memory import MemoryStorage
from app.storage.migrate import upgrade
from app.storage.store import LedgerRuleError, Storage
from tests.databases import POSTGRES
from tests.ledger.play import NOW_MS, Bank

T = TypeVar("T")

SEATS = 3


class World:
    """A storage that all lives of one test share; their players and rooms have names of their own."""

    def __init__(self, storage: Storage, runner: asyncio.Runner) -> None:
        self.storage = storage
        self.runner = runner
        self.numbers = count()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(coroutine)

    async def found(self) -> SystemAccounts:
        async with self.storage.begin() as tx:
            return await accounts.found(tx, NOW_MS)


class LedgerMachine(RuleBasedStateMachine):
    """What may happen to beans, in any order, each step checked against the model."""

    names = Bundle("names")
    running = Bundle("running")
    ended = Bundle("ended")
    posted = Bundle("posted")

    world: World

    @initialize(target=names, beans=st.lists(st.integers(0, 200), min_size=SEATS + 1, max_size=SEATS + 1))
    def begin(self, beans: list[int]) -> Any:
        self.life = next(self.world.numbers)
        self.bank = Bank(self.world.storage, self.world.run(self.world.found()), {})
        self.model: dict[str, int] = {}
        self.busy: dict[str, str] = {}
        self.steps = count()
        self.fees = self.system("recycle")
        self.penalties = self.system("penalty")
        return multiple(*(self.join(amount) for amount in beans))

    def system(self, kind: str) -> int:
        return self.world.run(self.bank.system_balance(kind))

    @rule(target=names, beans=st.integers(0, 200))
    def add(self, beans: int) -> str:
        return self.join(beans)

    def join(self, beans: int) -> str:
        name = f"{self.life}.{len(self.model)}"

        async def act() -> int:
            async with self.world.storage.begin() as tx:
                return (await accounts.open_player(tx, self.bank.system, name, NOW_MS, beans)).id

        self.bank.players[name] = self.world.run(act())
        self.model[name] = beans
        return name

    def post(self, key: str, source: str, target: str, beans: int) -> str:
        """Post a correction and say what came of it."""
        legs = (
            Leg(self.bank.players[source], -beans, "correction"),
            Leg(self.bank.players[target], beans, "correction"),
        )
        transfer = Transfer(key, "correction", legs, "op:1", reason="why", ticket="T1")

        async def act() -> str:
            async with self.world.storage.begin() as tx:
                return "new" if (await book.post(tx, transfer, NOW_MS)).is_new else "known"

        try:
            return self.world.run(act())
        except LedgerRuleError:
            return "refused"
        except IdempotencyConflictError:
            return "conflict"

    @rule(target=posted, source=names, other=names, beans=st.integers(1, 250))
    def correct(self, source: str, other: str, beans: int) -> Any:
        key = f"fix:{self.life}:{next(self.world.numbers)}"
        if source == other:
            return multiple()
        allowed = source not in self.busy and beans <= self.model[source]
        assert self.post(key, source, other, beans) == ("new" if allowed else "refused")
        if not allowed:
            return multiple()
        self.model[source] -= beans
        self.model[other] += beans
        return key, source, other, beans

    @rule(earlier=posted, more=st.integers(0, 1))
    def repeat(self, earlier: tuple[str, str, str, int], more: int) -> None:
        key, source, other, beans = earlier
        assert self.post(key, source, other, beans + more) == ("conflict" if more else "known")

    @rule(target=running, data=st.data())
    def start(self, data: st.DataObject) -> Any:
        players = data.draw(st.permutations([name for name in self.model if self.model[name]]))[:SEATS]
        if len(players) < SEATS:  # nobody plays for beans without one
            return multiple()
        room_id = f"room {self.life} {next(self.world.numbers)}"
        try:
            self.world.run(self.bank.start(room_id, 1, players))
        except AccountsBusyError:
            assert any(name in self.busy for name in players)
            return multiple()
        assert not any(name in self.busy for name in players)
        for name in players:
            self.busy[name] = room_id
        return room_id, tuple(players), tuple(self.model[name] for name in players)

    @rule(
        target=ended,
        hand=consumes(running),
        landlord=st.integers(0, SEATS - 1),
        points=st.integers(1, 9),
        wins=st.booleans(),
        escapes=st.booleans(),
        coefficient=st.integers(1, 30),
        fee=st.integers(0, 20),
    )
    def settle(
        self,
        hand: tuple[str, tuple[str, ...], tuple[int, ...]],
        landlord: int,
        points: int,
        wins: bool,
        escapes: bool,
        coefficient: int,
        fee: int,
    ) -> Any:
        room_id, players, carried = hand
        if escapes:
            settlement = escape(landlord, points * coefficient, carried, shared=wins)
        else:
            x = [points * (2 if seat == landlord else -1) * (1 if wins else -1) for seat in range(SEATS)]
            settlement = settle(x, coefficient, fee, carried, range(SEATS))
        post = self.world.run(self.bank.settle(room_id, 1, players, settlement))
        assert post is None or post.is_new
        for name, net in zip(players, settlement.net, strict=True):
            self.model[name] += net
            del self.busy[name]
        self.fees += sum(settlement.fees)
        self.penalties += settlement.penalty
        return room_id, players, settlement

    @rule(hand=ended)
    def settle_again(self, hand: Any) -> None:
        room_id, players, settlement = hand
        post = self.world.run(self.bank.settle(room_id, 1, players, settlement))
        assert post is None or not post.is_new

    @rule(hand=consumes(running))
    def void(self, hand: tuple[str, tuple[str, ...], tuple[int, ...]]) -> None:
        room_id, players, _ = hand
        self.world.run(self.bank.void(room_id, 1))
        for name in players:
            del self.busy[name]

    @invariant()
    def balances_are_those_of_the_model(self) -> None:
        if hasattr(self, "bank") and next(self.steps) % 5 == 0:
            self.compare()

    def compare(self) -> None:
        names = list(self.model)
        assert self.world.run(self.bank.balances(*names)) == [self.model[name] for name in names]

    def teardown(self) -> None:
        if hasattr(self, "bank"):
            self.compare()
            assert self.system("recycle") == self.fees
            assert self.system("penalty") == self.penalties


@contextmanager
def world(kind: str, request: pytest.FixtureRequest, folder: Path) -> Iterator[World]:
    with asyncio.Runner() as runner:
        if kind == "memory":
            yield World(MemoryStorage(), runner)
            return
        url = (
            request.getfixturevalue("postgres_url")
            if kind == "postgres"
            else f"sqlite:///{folder / 'x.sqlite3'}"
        )
        runner.run(upgrade(url))
        database = Database.open(url)
        yield World(database, runner)
        assert runner.run(audit(database)).violations == []
        runner.run(database.close())


@pytest.mark.parametrize("kind", ["memory", "sqlite", POSTGRES])
def test_lives_of_a_ledger(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, size: Callable[[int, int], int]
) -> None:
    examples = size({"memory": 40, "sqlite": 15, "postgres": 8}[kind], 500)
    with world(kind, request, tmp_path) as shared:
        machine = type("Machine", (LedgerMachine,), {"world": shared})
        run_state_machine_as_test(
            machine, settings=settings(max_examples=examples, stateful_step_count=size(30, 50), deadline=None)
        )
