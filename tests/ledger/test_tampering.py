"""Raw SQL against the guards: every attempt is refused, by SQLite and by PostgreSQL, and nothing has changed.

On PostgreSQL each is tried with the rights of the server's role and with those of the tables' owner. What is beyond
the guards (a superuser, whoever may write SQLite's file or alter its tables) is in `docs/ledger.md`.
"""

import sqlite3

import asyncpg
import pytest
from sqlalchemy import make_url

from app.ledger.audit import audit
from app.ledger.settlement import settle
from app.storage.database import Database
from tests.ledger.play import TRIO, Bank, open_bank, seal_all

# The players hold 1193, 893 and 893 beans at version 3; {wang} and {li} are account ids. r1:1 is settled, r1:2 void,
# r1:3 running with all three; {txn} is the settlement of r1:1.
LEG = (
    "INSERT INTO posting VALUES ('{id}', {line}, {account}, {hand}, 'transfer', {amount}, {version}, {after})"
)
HEADER = (
    "INSERT INTO ledger_txn"
    " (id, idem_key, request_sha, kind, room_id, hand_no, actor, reason, ticket, approver, created_ms)"
    " VALUES ('{id}', '{key}', 'sha', '{kind}', {room}, {number}, 'thief', 'why', 'T1', NULL, 1)"
)


def leg(
    account: str,
    amount: int,
    version: int,
    after: int,
    *,
    id_: str = "new",
    line: int = 0,
    hand: str = "NULL",
) -> str:
    return LEG.format(
        id=id_, line=line, account=account, amount=amount, version=version, after=after, hand=hand
    )


def header(
    id_: str = "new", key: str = "new", kind: str = "grant", room: str = "NULL", number: str = "NULL"
) -> str:
    return HEADER.format(id=id_, key=key, kind=kind, room=room, number=number)


def seal(no: int, upto: str) -> str:
    return f"INSERT INTO ledger_seal VALUES ({no}, {upto}, 'sha', 1)"


def score(hand: int) -> str:
    return f"INSERT INTO score VALUES ('wang', 'three', 2, 'r1', {hand}, 5, 7)"


GAIN = leg("{sun}", 40, 2, 90)  # sun is in no hand and holds 50
LOSS = leg("{zhou}", -40, 2, 10, line=1)  # zhou as well

BOTH = {
    "edit a posting": ["UPDATE posting SET amount = amount + 1 WHERE line_no = 0"],
    "rename a posting's purpose": ["UPDATE posting SET purpose = 'fee'"],
    "move a posting to another account": ["UPDATE posting SET account_id = {sun} WHERE account_id = {wang}"],
    "delete a posting": ["DELETE FROM posting WHERE line_no = 0"],
    "delete a whole transaction": [
        "DELETE FROM posting WHERE txn_id = '{txn}'",
        "DELETE FROM ledger_txn WHERE id = '{txn}'",
    ],
    "edit a header": ["UPDATE ledger_txn SET actor = 'nobody'"],
    "edit a header's key": ["UPDATE ledger_txn SET idem_key = 'free again' WHERE id = '{txn}'"],
    "delete a header": ["DELETE FROM ledger_txn WHERE id = '{txn}'"],
    "delete an account": ["DELETE FROM account WHERE id = {sun}"],
    "set a balance": ["UPDATE account SET balance = 1000000 WHERE id = {sun}"],
    "set a balance and a version": ["UPDATE account SET balance = balance + 1, version = version + 1"],
    "move a balance": [
        "UPDATE account SET balance = balance - 1 WHERE id = {zhou}",
        "UPDATE account SET balance = balance + 1 WHERE id = {sun}",
    ],
    "turn back a version": ["UPDATE account SET version = version - 1 WHERE id = {sun}"],
    "lower a floor": ["UPDATE account SET min_balance = -1000 WHERE kind = 'mint'"],
    "lower a player's floor": ["UPDATE account SET min_balance = -1000 WHERE id = {sun}"],
    "change a kind": ["UPDATE account SET kind = 'bot' WHERE id = {sun}"],
    "change an owner": ["UPDATE account SET owner_id = 'thief' WHERE id = {wang}"],
    "open an account with beans": [
        "INSERT INTO account (kind, owner_id, balance) VALUES ('player', 'thief', 100)"
    ],
    "open an account at a version": [
        "INSERT INTO account (kind, owner_id, version) VALUES ('player', 'thief', 7)"
    ],
    "open an account in a hand": [
        "INSERT INTO account (kind, owner_id, hand) VALUES ('player', 'thief', 'r1:3')"
    ],
    "open an account below zero": [
        "INSERT INTO account (kind, owner_id, min_balance) VALUES ('player', 'thief', -9)"
    ],
    "open a second mint": ["INSERT INTO account (kind, min_balance) VALUES ('mint', -1000)"],
    "open a second account of a player": ["INSERT INTO account (kind, owner_id) VALUES ('bot', 'sun')"],
    "overwrite a balance by an upsert": [
        "INSERT INTO account (kind, owner_id) VALUES ('player', 'sun')"
        " ON CONFLICT (owner_id) WHERE owner_id IS NOT NULL DO UPDATE SET balance = 9999"
    ],
    "add a pair to a sealed transaction": [
        leg("{sun}", 40, 2, 90, id_="{txn}", line=90),
        leg("{zhou}", -40, 2, 10, id_="{txn}", line=91),
    ],
    "post without a header": [GAIN],
    "post a pair without a header": [GAIN, LOSS],
    "write a header without postings": [header()],
    "write a header over one posting": [GAIN, header()],
    "write a header over postings that do not balance": [GAIN, leg("{zhou}", -39, 2, 11, line=1), header()],
    "overdraw": [leg("{sun}", 51, 2, 101), leg("{zhou}", -51, 2, -1, line=1), header()],
    "move nothing": [leg("{sun}", 0, 2, 50), leg("{zhou}", 0, 2, 50, line=1), header()],
    "repeat a version": [leg("{sun}", 40, 1, 90), LOSS, header()],
    "skip a version": [leg("{sun}", 40, 3, 90), LOSS, header()],
    "claim another balance": [leg("{sun}", 40, 2, 91), LOSS, header()],
    "pass the range of an account": [
        leg("{sun}", 2**53, 2, 2**53 + 50),
        leg("{zhou}", -(2**53), 2, 50 - 2**53, line=1),
        header(),
    ],
    "overflow an integer": [leg("{sun}", 2**63 - 1, 2, 2**63 - 1), LOSS, header()],
    "use an unknown purpose": [GAIN.replace("transfer", "theft"), LOSS, header()],
    "use a key again": [GAIN, LOSS, header(key="hand:r1:1")],
    "use an id again": [GAIN, LOSS, header(id_="{txn}")],
    "leave out who and why": [GAIN, LOSS, header().replace("'why'", "''")],
    "debit a player in a hand": [GAIN, leg("{wang}", -40, 4, 1153, line=1), header()],
    "debit a player in a hand for another hand": [
        leg("{sun}", 40, 2, 90, hand="'r9:9'"),
        leg("{wang}", -40, 4, 1153, line=1, hand="'r9:9'"),
        header(key="hand:r9:9", kind="hand", room="'r9'", number="9"),
    ],
    "name a hand in a gift": [
        leg("{sun}", 40, 2, 90, hand="'r1:3'"),
        leg("{wang}", -40, 4, 1153, line=1, hand="'r1:3'"),
        header(),
    ],
    "settle a void hand": [
        leg("{sun}", 40, 2, 90, hand="'r1:2'"),
        leg("{zhou}", -40, 2, 10, line=1, hand="'r1:2'"),
        header(key="hand:r1:2", kind="hand", room="'r1'", number="2"),
    ],
    "settle under another hand's key": [
        leg("{sun}", 40, 2, 90, hand="'r1:4'"),
        leg("{zhou}", -40, 2, 10, line=1, hand="'r1:4'"),
        header(key="hand:r1:5", kind="hand", room="'r1'", number="4"),
    ],
    "void a settled hand": ["UPDATE hand SET status = 'void' WHERE room_id = 'r1' AND hand_no = 1"],
    "settle a hand twice": ["UPDATE hand SET result = 'other' WHERE room_id = 'r1' AND hand_no = 1"],
    "move a mark to another hand": ["UPDATE account SET hand = 'r9:9' WHERE id = {wang}"],
    "mark and take": ["UPDATE account SET hand = 'r9:9', balance = 0 WHERE id = {sun}"],
    "mark the mint": ["UPDATE account SET hand = 'r9:9' WHERE kind = 'mint'"],
    "edit a header's number": ["UPDATE ledger_txn SET no = 99 WHERE id = '{txn}'"],
    "choose a header's number": [
        GAIN,
        LOSS,
        header().replace("created_ms)", "created_ms, no)").replace(", 1)", ", 1, 99)"),
    ],
    "take a header's number": [
        GAIN,
        LOSS,
        header().replace("created_ms)", "created_ms, no)").replace(", 1)", ", 1, 1)"),
    ],
    "edit a seal": ["UPDATE ledger_seal SET sha = 'fits'"],
    "move a seal": ["UPDATE ledger_seal SET upto = upto - 1"],
    "delete a seal": ["DELETE FROM ledger_seal"],
    "seal out of turn": [GAIN, LOSS, header(), seal(3, "(SELECT max(no) FROM ledger_txn)")],
    "seal again": [seal(1, "(SELECT max(no) FROM ledger_txn)")],
    "seal backwards": [seal(2, "1")],
    "seal what is not there": [seal(2, "99")],
    "edit points": ["UPDATE score SET points = points + 1, points_after = points_after + 1"],
    "move points to somebody else": ["UPDATE score SET player_id = 'li' WHERE player_id = 'wang'"],
    "delete points": ["DELETE FROM score WHERE player_id = 'li'"],
    "count a hand twice": [score(1)],
    "count a hand twice, on another ladder": [
        score(1).replace("three", "five").replace("2, 'r1'", "1, 'r1'")
    ],
    "count a void hand": [score(2)],
    "count a running hand": [score(3)],
    "count a hand that is not there": [score(9)],
}

SQLITE_ONLY = {
    "replace an account": ["REPLACE INTO account (id, kind, owner_id) VALUES ({sun}, 'player', 'sun')"],
    "replace an account by its owner": ["REPLACE INTO account (kind, owner_id) VALUES ('player', 'sun')"],
    "replace the mint": ["REPLACE INTO account (kind, min_balance) VALUES ('mint', -5)"],
    "replace a header": [
        "REPLACE INTO ledger_txn SELECT id, idem_key, request_sha, kind, room_id, hand_no, 'nobody', reason, ticket,"
        " approver, created_ms, no FROM ledger_txn WHERE id = '{txn}'"
    ],
    "replace the newest header by its number": [
        GAIN,
        LOSS,
        header()
        .replace("INSERT", "REPLACE")
        .replace("created_ms)", "created_ms, no)")
        .replace(", 1)", ", 1, (SELECT max(no) FROM ledger_txn))"),
    ],
    "number a header below all": [
        GAIN,
        LOSS,
        header().replace("created_ms)", "created_ms, no)").replace(", 1)", ", 1, 0)"),
    ],
    "replace points": [score(1).replace("INSERT", "REPLACE").replace("2, 'r1'", "1, 'r1'")],
    "replace a seal": [seal(1, "1").replace("INSERT", "REPLACE")],
    "replace a posting": [
        "REPLACE INTO posting SELECT txn_id, line_no, account_id, hand, 'fee', amount, account_version,"
        " balance_after FROM posting WHERE txn_id = '{txn}' AND line_no = 0"
    ],
    "replace an account's id": ["UPDATE OR REPLACE account SET id = {wang} WHERE id = {sun}"],
    "ignore a posting that is refused": [
        "INSERT OR IGNORE INTO posting" + GAIN.removeprefix("INSERT INTO posting")
    ],
    "ignore an overdraft": [
        leg("{sun}", 51, 2, 101),
        leg("{zhou}", -51, 2, -1, line=1).replace("INSERT", "INSERT OR IGNORE"),
        header(),
    ],
    "write half a bean": [leg("{sun}", 40, 2, 90).replace("40", "40.5"), LOSS, header()],
    "write words": [leg("{sun}", 40, 2, 90).replace("40", "'forty'"), LOSS, header()],
    "set a balance to infinity": ["UPDATE account SET balance = 9e999 WHERE id = {sun}"],
}

POSTGRES_ONLY = {
    "truncate postings": ["TRUNCATE posting"],
    "truncate everything": ["TRUNCATE account, ledger_txn, posting"],
    "truncate by cascade": ["TRUNCATE account CASCADE"],
    "truncate headers": ["TRUNCATE ledger_txn CASCADE"],
    "truncate points": ["TRUNCATE score"],
    "truncate seals": ["TRUNCATE ledger_seal"],
    "choose a number all the same": [
        GAIN,
        LOSS,
        header()
        .replace("created_ms)", "created_ms, no)")
        .replace("VALUES", "OVERRIDING SYSTEM VALUE VALUES")
        .replace(", 1)", ", 1, 1)"),
    ],
    "change an account's id": ["UPDATE account SET id = DEFAULT WHERE id = {sun}"],
    "choose an account's id": ["INSERT INTO account (id, kind, owner_id) VALUES ({sun}, 'player', 'thief')"],
    "set a balance by a join": [
        "UPDATE account a SET balance = b.balance FROM account b WHERE b.id = {wang}"
    ],
    "merge into accounts": [
        "MERGE INTO account a USING (SELECT 1) AS one ON a.id = {sun}"
        " WHEN MATCHED THEN UPDATE SET balance = 9999"
    ],
}

# The role of the server cannot even try; a tables' owner can (see docs/ledger.md).
ROLE_ONLY = {
    "set a mark": ["UPDATE account SET hand = NULL"],
    "switch a guard off": ["ALTER TABLE posting DISABLE TRIGGER ALL"],
    "drop a guard": ["DROP TRIGGER posting_apply ON posting"],
    "drop a check": ["ALTER TABLE account DROP CONSTRAINT account_balance"],
    "replace a guard's function": [
        "CREATE OR REPLACE FUNCTION account_guard() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
    ],
    "pretend to be a replica": ["SET session_replication_role = replica"],
    "take the owner's role": ["SET ROLE postgres", "UPDATE account SET hand = NULL"],
    "shadow a table": ["CREATE TABLE public.decoy (id bigint)"],
    "edit the log": ["UPDATE commit_log SET seq = seq + 1"],
    "delete the log": ["DELETE FROM commit_log"],
    "delete a hand": ["DELETE FROM hand"],
}


async def prepare(database: Database) -> tuple[Bank, dict[str, str]]:
    """The ledger that the attempts are made on, and the words for their gaps."""
    bank = await open_bank(database, wang=1000, li=1000, zhao=1000, sun=50, zhou=50)
    await bank.start("r1", 1, TRIO)
    posted = await bank.settle("r1", 1, TRIO, settle((2, -1, -1), 100, 7, (1000,) * 3, (0, 1, 2)))
    assert posted
    await bank.start("r1", 2, TRIO)
    await bank.void("r1", 2)
    await bank.start("r1", 3, TRIO)
    await seal_all(database)
    return bank, {"txn": posted.txn.id, **{name: str(number) for name, number in bank.players.items()}}


async def picture(database: Database) -> list[object]:
    """Every row of the ledger."""
    async with database.read() as tx:
        tables = [
            await tx.select(f"SELECT * FROM {table} ORDER BY 1, 2")
            for table in ("account", "ledger_txn", "posting", "hand", "ledger_seal", "score")
        ]
    return [tuple(row) for rows in tables for row in rows]


def filled(statements: list[str], words: dict[str, str]) -> list[str]:
    return [statement.format(**words) for statement in statements]


async def test_sqlite_refuses(sqlite_database: Database) -> None:
    _, words = await prepare(sqlite_database)
    before = await picture(sqlite_database)
    path = make_url(sqlite_database.url).database
    for name, statements in (BOTH | SQLITE_ONLY).items():
        connection = sqlite3.connect(path or "", isolation_level=None)
        connection.execute("PRAGMA foreign_keys = ON")
        try:
            with pytest.raises((sqlite3.IntegrityError, sqlite3.OperationalError)):  # noqa: PT012
                connection.execute("BEGIN IMMEDIATE")
                for statement in filled(statements, words):
                    connection.execute(statement)
                connection.execute("COMMIT")
                pytest.fail(f"not refused: {name}")
        finally:
            connection.close()
        assert await picture(sqlite_database) == before, name
    assert (await audit(sqlite_database)).ok


@pytest.mark.postgres
@pytest.mark.parametrize("role", ["doudizhu_app", "postgres"])
async def test_postgres_refuses(postgres_database: Database, role: str) -> None:
    _, words = await prepare(postgres_database)
    before = await picture(postgres_database)
    place = make_url(postgres_database.url)
    connection = await asyncpg.connect(
        user="postgres", database=place.database, host=str(place.query["host"])
    )
    for name, statements in (BOTH | POSTGRES_ONLY | (ROLE_ONLY if role == "doudizhu_app" else {})).items():
        await connection.execute("RESET ROLE; SET SESSION AUTHORIZATION DEFAULT")
        await connection.execute(f"SET SESSION AUTHORIZATION {role}")
        with pytest.raises(asyncpg.PostgresError):  # noqa: PT012
            async with connection.transaction():
                for statement in filled(statements, words):
                    await connection.execute(statement)
            pytest.fail(f"not refused: {name}")
        assert await picture(postgres_database) == before, name
    await connection.close()
    assert (await audit(postgres_database)).ok


async def test_the_attempts_would_work_if_they_were_honest(database: Database) -> None:
    """The same words post when nothing is wrong with them: so each attempt fails for what its name says."""
    bank, words = await prepare(database)
    if make_url(database.url).get_backend_name() == "sqlite":
        with sqlite3.connect(make_url(database.url).database or "") as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            for statement in filled([GAIN, LOSS, header()], words):
                connection.execute(statement)
        connection.close()
    else:
        place = make_url(database.url)
        honest = await asyncpg.connect(
            user="postgres", database=place.database, host=str(place.query["host"])
        )
        await honest.execute("SET SESSION AUTHORIZATION doudizhu_app")
        async with honest.transaction():
            for statement in filled([GAIN, LOSS, header()], words):
                await honest.execute(statement)
        await honest.close()
    assert await bank.balances("sun", "zhou") == [90, 10]
    assert (await audit(database)).ok
