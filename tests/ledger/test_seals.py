"""The hash chain: it says where the history was changed, even by somebody who may switch every guard off."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.clock import ManualClock
from app.ledger import accounts, hands, seals
from app.ledger.accounts import Budgets
from app.ledger.audit import audit
from app.ledger.seals import Sealer
from app.ledger.settlement import settle
from app.storage.database import Database
from app.storage.migrate import upgrade
from app.storage.seals import SealRow
from tests.ledger.play import NOW_MS, TRIO, Bank, open_bank, seal_all
from tests.ledger.test_audit import unguarded


async def play(bank: Bank, *hand_nos: int) -> None:
    for number in hand_nos:
        carried = await bank.balances(*TRIO)
        await bank.start("r1", number, TRIO)
        await bank.settle("r1", number, TRIO, settle((2, -1, -1), 1, 1, carried, (0, 1, 2)))


async def stored(database: Database) -> list[SealRow]:
    async with database.read() as tx:
        return await tx.seals.after(0, 1000)


async def test_what_is_posted_is_sealed_in_order_and_once(database: Database) -> None:
    sealer = Sealer(database, ManualClock(NOW_MS))
    assert (await sealer.seal()).no == 0
    bank = await open_bank(database, wang=1000, li=1000, zhao=1000)  # two budgets, three grants
    await seal_all(database)
    await play(bank, 1, 2)
    await seal_all(database)
    await seal_all(database)
    found = await stored(database)
    assert [(seal.no, seal.upto, seal.sealed_ms) for seal in found] == [(1, 5, NOW_MS), (2, 7, NOW_MS)]
    assert len({seal.sha for seal in found}) == 2
    report = await audit(database, {seal.no: seal.sha for seal in found})
    assert report.ok, report.violations


async def test_a_seal_covers_so_many_transactions_and_no_more(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seals, "MOST_SEALED", 3)
    bank = await open_bank(database, wang=3000, li=3000, zhao=3000)
    await play(bank, 1, 2)
    await seal_all(database)
    assert [seal.upto for seal in await stored(database)] == [3, 6, 7]


def test_the_hash_never_changes() -> None:
    """Seals are stored and kept: another form of them would make a sound history look changed."""
    headers = [(1, "id", "key", "sha", "grant", None, None, "op:1", "为什么", "T1", None, 5)]
    postings = [(1, 0, 7, "player", "wang", None, "grant", -3, 1, 4)]
    assert seals.chain("0" * 64, headers, postings) == (
        "30ea143a692aa25614eaac9dd78736b7908fb982a0838d215caf39af244797a6"
    )


WHOSE = "whose account it was"
THIRD_HAND = "(SELECT id FROM ledger_txn WHERE idem_key = 'hand:r1:3')"
EDITS = {
    "an amount and all that follows from it": [
        "UPDATE posting SET amount = amount + 1, balance_after = balance_after + 1"
        " WHERE txn_id = {txn} AND line_no = 0",
        "UPDATE posting SET amount = amount - 1, balance_after = balance_after - 1"
        " WHERE txn_id = {txn} AND line_no = 1",
    ],
    "who did it": ["UPDATE ledger_txn SET actor = 'op:9' WHERE id = {txn}"],
    "when it was": ["UPDATE ledger_txn SET created_ms = created_ms + 1 WHERE id = {txn}"],
    "what for": ["UPDATE posting SET purpose = 'correction' WHERE txn_id = {txn} AND line_no = 0"],
    WHOSE: ["UPDATE account SET owner_id = 'zhou' WHERE owner_id = 'wang'"],
    "that it was": ["DELETE FROM posting WHERE txn_id = {txn}", "DELETE FROM ledger_txn WHERE id = {txn}"],
    "in which order it was": [
        "UPDATE ledger_txn SET no = 1000 WHERE no = 8",
        "UPDATE ledger_txn SET no = 8 WHERE no = 9",
        "UPDATE ledger_txn SET no = 9 WHERE no = 1000",
    ],
}


async def five_seals(database: Database) -> None:
    """Seal 3 covers the hands 3 and 4, which are the transactions 8 and 9."""
    bank = await open_bank(database, wang=1000, li=1000, zhao=1000)
    await seal_all(database)
    for number in (1, 3, 5, 7):
        await play(bank, number, number + 1)
        await seal_all(database)


async def edit(database: Database, what: str) -> list[str]:
    """Which seals are bad once somebody has edited so much and nothing else; the audit names them too."""
    assert (await audit(database)).ok
    async with unguarded(database.url) as damage:
        damage += [statement.format(txn=THIRD_HAND) for statement in EDITS[what]]
    async with database.read() as tx:
        verified = await seals.verify_all(tx)
    violations = (await audit(database)).violations
    assert all(f"L4 the history is what was sealed: {line}" in violations for line in verified.wrong)
    return [line.partition(":")[0] for line in verified.wrong]


async def test_every_hidden_edit_is_told_with_its_seal(tmp_path: Path) -> None:
    """Target 18."""
    await upgrade(f"sqlite:///{tmp_path}/sound.sqlite3")
    sound = Database.open(f"sqlite:///{tmp_path}/sound.sqlite3")
    await five_seals(sound)
    await sound.close()
    for what in EDITS:
        copy = shutil.copy(tmp_path / "sound.sqlite3", tmp_path / "copy.sqlite3")
        database = Database.open(f"sqlite:///{copy}")
        told = await edit(database, what)
        await database.close()
        assert told == ([f"seal {no}" for no in range(1, 6)] if what == WHOSE else ["seal 3"]), what


@pytest.mark.postgres
async def test_a_hidden_edit_on_postgres_too(postgres_database: Database) -> None:
    await five_seals(postgres_database)
    assert await edit(postgres_database, "an amount and all that follows from it") == ["seal 3"]


async def test_seals_that_were_written_anew_are_not_those_that_were_kept(database: Database) -> None:
    """An edit with every later seal reckoned again passes all that the database knows; a kept hash tells."""
    bank = await open_bank(database, wang=1000, li=1000, zhao=1000)
    await seal_all(database)
    await play(bank, 1)
    kept = await seal_all(database)
    async with database.read() as tx:
        (headers, postings) = await tx.seals.history(6, 6)
    changed = [tuple("op:9" if value == "system" else value for value in row) for row in headers]
    (first, _) = await stored(database)
    async with unguarded(database.url) as damage:
        damage.append("UPDATE ledger_txn SET actor = 'op:9' WHERE no = 6")
        sha = seals.chain(first.sha, changed, postings)
        damage.append(f"UPDATE ledger_seal SET sha = '{sha}' WHERE no = 2")
    assert (await audit(database)).ok
    report = await audit(database, {first.no: first.sha, kept.no: kept.sha})
    assert report.violations == [
        "L4 the seals are those that were kept: seal 2 is not the one that was kept",
    ]


async def test_an_older_state_lacks_seals_that_were_kept(database: Database) -> None:
    await open_bank(database, Budgets())
    newest = await seal_all(database)
    report = await audit(database, {newest.no: newest.sha, 2: "later"})
    assert report.violations == ["L4 the seals are those that were kept: seal 2 is gone"]


async def test_a_lost_seal_is_missed(database: Database) -> None:
    bank = await open_bank(database, wang=1000, li=1000, zhao=1000)
    for number in (1, 2, 3):
        await play(bank, number)
        await seal_all(database)
    async with unguarded(database.url) as damage:
        damage.append("DELETE FROM ledger_seal WHERE no = 2")
    async with database.read() as tx:
        verified = await seals.verify_all(tx)
    assert [line.partition(":")[0] for line in verified.wrong] == ["seal 3"]


async def test_what_is_gone_before_it_is_sealed_holds_nothing_up(sqlite_database: Database) -> None:
    """The next seal follows all the same."""
    bank = await open_bank(sqlite_database, wang=1000, li=1000, zhao=1000)
    await seal_all(sqlite_database)
    sealer = Sealer(sqlite_database, ManualClock(NOW_MS))
    await play(bank, 1)
    await sealer.seal()
    async with unguarded(sqlite_database.url) as damage:
        damage.append("DELETE FROM ledger_txn WHERE no = 6")
    assert (await sealer.seal()).upto == 5
    assert not (await audit(sqlite_database)).ok
    await play(bank, 2)
    await sealer.seal()
    assert (await sealer.seal()).upto == 6


@pytest.mark.postgres
async def test_a_lower_number_that_is_not_committed_yet_is_waited_for(postgres_database: Database) -> None:
    """Numbers are not taken in the order of commits: a seal never passes one that may still come."""
    bank = await open_bank(postgres_database, wang=1000, li=1000, zhao=1000)
    await seal_all(postgres_database)
    sealer = Sealer(postgres_database, ManualClock(NOW_MS))
    carried = await bank.balances(*TRIO)
    await bank.start("r1", 1, TRIO)
    slow_may_end = asyncio.Event()
    slow_has_posted = asyncio.Event()

    async def slow() -> None:
        async with postgres_database.begin() as tx:
            settlement = settle((2, -1, -1), 1, 0, carried, (0, 1, 2))
            seats = [bank.players[name] for name in TRIO]
            await hands.settle(tx, bank.system, "r1", 1, seats, settlement, NOW_MS)
            await bank.end(tx, "r1", 1, TRIO, settlement)
            slow_has_posted.set()
            await slow_may_end.wait()

    running = asyncio.create_task(slow())
    await slow_has_posted.wait()
    async with postgres_database.begin() as tx:
        await accounts.open_bot(tx, bank.system, "bot-1", NOW_MS, 1)
    for _ in range(3):
        assert (await sealer.seal()).upto == 5
    slow_may_end.set()
    await running
    await sealer.seal()
    assert (await sealer.seal()).upto == 7
    assert (await audit(postgres_database)).ok


async def test_several_sealers_make_one_chain(database: Database, size: Callable[[int, int], int]) -> None:
    bank = await open_bank(database, wang=3000, li=3000, zhao=3000)
    sealers = [Sealer(database, ManualClock(NOW_MS)) for _ in range(3)]
    for number in range(1, size(6, 100)):
        await play(bank, number)
        await asyncio.gather(*(sealer.seal() for sealer in sealers))
    await seal_all(database)
    report = await audit(database)
    assert report.ok, report.violations
    assert (await stored(database))[-1].upto == size(6, 100) + 4
