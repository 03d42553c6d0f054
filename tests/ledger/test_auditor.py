"""The audit of a running server: what breaks is counted and logged within a minute, wherever in the past it lies."""

import asyncio
from collections.abc import Sequence

import pytest
from structlog.testing import capture_logs

from app.clock import ManualClock
from app.ledger import auditor as module
from app.ledger import seals
from app.ledger.audit import Check
from app.ledger.auditor import INVARIANTS, PERIOD_MS, Auditor
from app.ledger.settlement import settle
from app.observe.metrics import Metrics
from app.storage.database import Database
from tests.ledger.play import NOW_MS, TRIO, Bank, open_bank
from tests.ledger.test_audit import DAMAGE, played, unguarded

MINUTE = 60_000 // PERIOD_MS
"""So many looks are taken in a minute."""


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW_MS)


def wrong(checks: Sequence[Check]) -> set[str]:
    """The invariants that checks found broken."""
    return {check.invariant for check in checks if check.wrong}


def counted(metrics: Metrics) -> dict[str, float]:
    """What Prometheus would read, by name and labels."""
    lines = (line.rpartition(" ") for line in metrics.page().decode().splitlines() if line[0] != "#")
    return {name: float(value) for name, _, value in lines}


async def play(bank: Bank, clock: ManualClock, hands: int) -> None:
    """Settled hands, a second apart."""
    for number in range(1, hands + 1):
        carried = await bank.balances(*TRIO)
        await bank.start(f"r{number}", 1, TRIO)
        await bank.settle(
            f"r{number}", 1, TRIO, settle((2, -1, -1), 1, 1, carried, (0, 1, 2)), clock.now_ms()
        )
        clock.advance(1_000)


async def test_a_sound_ledger_has_nothing_to_tell(database: Database, clock: ManualClock) -> None:
    metrics = Metrics()
    auditor = Auditor(database, clock, metrics)
    with capture_logs() as logs:
        await auditor.look()
        await played(database)
        for _ in range(MINUTE):
            assert wrong(await auditor.look()) == set()
    assert [line for line in logs if line["log_level"] in ("warning", "error")] == []
    page = counted(metrics)
    for invariant in INVARIANTS:
        assert page[f'doudizhu_ledger_violations_total{{invariant="{invariant}"}}'] == 0
    assert page["doudizhu_ledger_audited_timestamp_seconds"] == clock.now_ms() / 1000
    assert page["doudizhu_ledger_sealed_transactions"] == 6
    assert page['doudizhu_beans{kind="player"}'] == 3000 - 21
    assert sum(value for name, value in page.items() if name.startswith("doudizhu_beans")) == 0


@pytest.mark.parametrize(("statement", "invariant"), DAMAGE)
async def test_damage_is_told_in_the_next_look(
    statement: str, invariant: str, sqlite_database: Database, clock: ManualClock
) -> None:
    await check_damage(sqlite_database, clock, statement, invariant)


@pytest.mark.postgres
async def test_damage_is_told_on_postgres_too(postgres_database: Database, clock: ManualClock) -> None:
    await check_damage(postgres_database, clock, *DAMAGE[0])


async def check_damage(database: Database, clock: ManualClock, statement: str, invariant: str) -> None:
    await played(database)
    metrics = Metrics()
    auditor = Auditor(database, clock, metrics)
    for _ in range(2):
        assert wrong(await auditor.look()) == set()
    async with unguarded(database.url) as damage:
        damage.append(statement)
    with capture_logs() as logs:
        found = wrong(await auditor.look())
    # a header that is gone leaves sound postings: the seal and the hand miss it, the whole audit misses it most
    expected = "L4" if statement.startswith("DELETE FROM ledger_txn") else invariant
    assert expected in found
    assert expected in {line["invariant"] for line in logs if line["event"] == "ledger_violation"}
    assert {line["log_level"] for line in logs if line["event"] == "ledger_violation"} == {"error"}
    assert counted(metrics)[f'doudizhu_ledger_violations_total{{invariant="{expected}"}}'] > 0


async def test_the_past_is_gone_over_part_by_part(
    sqlite_database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small parts and a longer past: each kind of damage is met in the course of a pass, and not before."""
    database = sqlite_database
    for size in ("ACCOUNTS", "TRANSACTIONS", "HANDS", "SEALED"):
        monkeypatch.setattr(module, size, 5)
    monkeypatch.setattr(seals, "MOST_SEALED", 5)
    bank = await open_bank(database, wang=1000, li=1000, zhao=1000)
    await play(bank, clock, 16)
    clock.advance(120_000)
    auditor = Auditor(database, clock, Metrics())
    looks = [await auditor.look() for _ in range(8)]
    assert all(wrong(checks) == set() for checks in looks)
    parts = [
        next(check for check in checks if check.title.startswith("a transaction has")) for checks in looks
    ]
    assert max(check.looked_at for check in parts) <= 5
    assert sum(check.looked_at for check in parts[1:6]) == 21, "three grants, two budgets, sixteen hands"
    async with unguarded(database.url) as damage:
        damage.append(
            "UPDATE posting SET amount = amount * 3 WHERE amount = -1 AND purpose = 'transfer' AND line_no = 2"
            " AND txn_id = (SELECT id FROM ledger_txn WHERE no = 15)"
        )
        damage.append("UPDATE hand SET status = 'void' WHERE room_id = 'r8'")
        damage.append("UPDATE ledger_txn SET reason = 'nothing' WHERE no = 12")
    found = [wrong(await auditor.look()) for _ in range(6)]
    assert {"L1", "L4", "L6", "L8"} <= set.union(*found)
    assert set() in found, "what lies in one part is not met in the others"


async def test_what_is_new_is_looked_at_whatever_the_pass_has_come_to(
    sqlite_database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = sqlite_database
    for size in ("ACCOUNTS", "TRANSACTIONS", "HANDS", "SEALED"):
        monkeypatch.setattr(module, size, 3)
    bank = await open_bank(database, wang=1000, li=1000, zhao=1000)
    await play(bank, clock, 12)
    auditor = Auditor(database, clock, Metrics())
    for _ in range(3):
        await auditor.look()
    await bank.start("r99", 1, TRIO)
    carried = await bank.balances(*TRIO)
    await bank.settle("r99", 1, TRIO, settle((2, -1, -1), 1, 1, carried, (0, 1, 2)))
    async with unguarded(database.url) as damage:
        damage.append(
            "UPDATE posting SET amount = amount + 1 WHERE line_no = 0"
            " AND txn_id = (SELECT id FROM ledger_txn WHERE idem_key = 'hand:r99:1')"
        )
        damage.append(
            "INSERT INTO hand SELECT room_id, 2, ruleset, engine_version, players, status, result, started_ms,"
            f" {clock.now_ms()}, 1 FROM hand WHERE room_id = 'r99'"
        )
    found = [wrong(await auditor.look()) for _ in range(2)]
    assert "L8" in found[0], "a hand that is settled and has moved nothing"
    assert "L1" in found[0] | found[1], "once it is sealed"


async def test_it_looks_again_and_again_until_it_is_stopped(
    sqlite_database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look that fails is told, and the next one follows all the same."""
    auditor = Auditor(sqlite_database, clock, Metrics())
    looks = asyncio.Queue[int]()

    async def look() -> list[Check]:
        looks.put_nowait(clock.now_ms())
        if clock.now_ms() == NOW_MS + PERIOD_MS:
            raise OSError("the database is away")
        return []

    monkeypatch.setattr(auditor, "look", look)
    auditor.start()
    with capture_logs() as logs:
        for number in range(3):
            assert await looks.get() == NOW_MS + number * PERIOD_MS
            clock.advance(PERIOD_MS)
    await auditor.stop()
    assert [line["event"] for line in logs] == ["ledger_not_audited"]
    assert clock.next_due_ms is None
