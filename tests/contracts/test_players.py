"""Players, passwords, bans, sessions and histories: in memory, in SQLite and in PostgreSQL."""

from dataclasses import replace

import pytest

from app.storage.store import (
    BanRow,
    CredentialRow,
    PlayedRow,
    RecordRow,
    RowConflictError,
    Storage,
)
from tests.contracts import rows
from tests.contracts.rows import NOW_MS


async def test_players(storage: Storage) -> None:
    async with storage.begin() as tx:
        for row in (rows.player("p2"), rows.player("p1"), rows.player("b1", "bot")):
            await tx.players.add(row)
        assert await tx.players.get(["p1", "b1", "none"]) == {
            "p1": rows.player("p1"),
            "b1": rows.player("b1", "bot"),
        }
        assert await tx.players.get([]) == {}
        assert await tx.players.of_kind("guest") == [rows.player("p1"), rows.player("p2")]
        with pytest.raises(RowConflictError):
            async with tx.savepoint():
                await tx.players.add(rows.player("p1"))
        await tx.players.change("p1", kind="member", name="小红")
        await tx.players.change("nobody", kind="member", name="x")
        assert await tx.players.get(["p1", "p2"]) == {
            "p1": replace(rows.player("p1"), kind="member", name="小红"),
            "p2": rows.player("p2"),
        }


async def test_credentials(storage: Storage) -> None:
    ann = CredentialRow("p1", "ann", "hash")
    async with storage.begin() as tx:
        await tx.players.add(rows.player("p1"))
        await tx.players.add(rows.player("p2"))
        await tx.players.add_credential(ann)
        for bad in (
            ann,
            replace(ann, login="ben"),
            replace(ann, player_id="p2"),
            replace(ann, player_id="p3"),
        ):
            with pytest.raises(RowConflictError):
                async with tx.savepoint():
                    await tx.players.add_credential(bad)
        assert await tx.players.find_credential("ann") == ann == await tx.players.credential_of("p1")
        assert await tx.players.find_credential("Ann") is None is await tx.players.credential_of("p2")
        await tx.players.change_password("p1", "other")
        await tx.players.change_password("p2", "nothing")
        assert await tx.players.find_credential("ann") == replace(ann, password="other")
        await tx.players.remove_credential("p1")
        assert await tx.players.find_credential("ann") is None
        await tx.players.add_credential(replace(ann, player_id="p2"))
    assert "hash" not in repr(ann)


async def test_bans(storage: Storage) -> None:
    ban = BanRow("p1", "why", NOW_MS, NOW_MS + 10)
    async with storage.begin() as tx:
        await tx.players.add(rows.player("p1"))
        for bad in (replace(ban, player_id="p2"), replace(ban, reason="")):
            with pytest.raises(RowConflictError):
                async with tx.savepoint():
                    await tx.players.ban(bad)
        await tx.players.ban(ban)
        assert await tx.players.find_ban("p1", NOW_MS + 9) == ban
        assert await tx.players.find_ban("p1", NOW_MS + 10) is None
        for_good = replace(ban, reason="again", until_ms=None)
        await tx.players.ban(for_good)
        assert await tx.players.find_ban("p1", 2**52) == for_good
        await tx.players.unban("p1")
        await tx.players.unban("p1")
        assert await tx.players.find_ban("p1", NOW_MS) is None


async def test_sessions(storage: Storage) -> None:
    row = rows.session()
    newer, other = (
        replace(row, token_sha=b"newer", created_ms=NOW_MS + 1),
        rows.session(b"other", "p2"),
    )
    async with storage.begin() as tx:
        await tx.players.add(rows.player())
        await tx.players.add(rows.player("p2"))
        for each in (row, newer, other):
            await tx.sessions.add(each)
        assert await tx.sessions.find(row.token_sha, row.expires_ms - 1) == row
        assert await tx.sessions.find(row.token_sha, row.expires_ms) is None
        assert await tx.sessions.find(b"none", 0) is None
        for bad in (row, rows.session(b"new", "nobody")):
            with pytest.raises(RowConflictError):
                async with tx.savepoint():
                    await tx.sessions.add(bad)
        assert await tx.sessions.of_player("p1") == [newer, row]
        await tx.sessions.extend(row.token_sha, row.expires_ms + 5)
        assert await tx.sessions.find(row.token_sha, row.expires_ms) == replace(
            row, expires_ms=row.expires_ms + 5
        )
        asked = [row.token_sha, newer.token_sha, b"none", b"other"]
        await tx.players.ban(BanRow("p2", "why", NOW_MS, row.expires_ms))
        assert await tx.sessions.open_among(asked, row.expires_ms - 1) == {row.token_sha, newer.token_sha}
        assert await tx.sessions.open_among(asked, row.expires_ms) == {row.token_sha}
        await tx.players.unban("p2")
        assert await tx.sessions.open_among(asked, 0) == {row.token_sha, newer.token_sha, b"other"}
        await tx.sessions.end([])
        await tx.sessions.end([row.token_sha, b"other", b"none"])
        assert await tx.sessions.of_player("p1") == [newer]
        assert await tx.sessions.of_player("p2") == []


def played(number: int, outcome: str = "won", **changes: object) -> PlayedRow:
    row = PlayedRow("p1", NOW_MS + number, "r1", number, "happy", "landlord", "won", 8, 50, 8, auto=False)
    return replace(row, outcome=outcome, **changes)  # type: ignore[arg-type]  # names of fields


async def test_a_history_is_read_in_pages(storage: Storage) -> None:
    async with storage.begin() as tx:
        await tx.rooms.add(rows.room())
        await tx.players.add(rows.player("p1"))
        await tx.players.add(rows.player("p2"))
        for number in range(1, 7):
            await tx.hands.add(rows.hand(hand_no=number))
            await tx.hands.finish("r1", number, status="settled", result=b"", ended_ms=9)
        hands = [
            played(1),
            played(2, "lost", side="farmer", beans=-20, points=-8),
            played(3, "escaped", game="laizi", side=None, beans=-100, points=-8, auto=True),
            played(4, "void", side=None, multiple=None, beans=0, points=0),
            played(5, ended_ms=NOW_MS + 4, beans=70, auto=True),
        ]
        await tx.history.add([])
        await tx.history.add(hands[:2])
        await tx.history.add([*hands[2:], played(6, player_id="p2")])
        for bad in (
            hands[0],
            played(7),
            played(6, player_id="p3"),
            played(6, "drawn"),
            played(6, side="bottom"),
        ):
            with pytest.raises(RowConflictError):
                async with tx.savepoint():
                    await tx.history.add([bad])
    newest_first = hands[::-1]
    async with storage.read() as tx:

        async def page(limit: int = 10, last: PlayedRow | None = None, **chosen: str) -> list[PlayedRow]:
            before = (last.ended_ms, last.room_id, last.hand_no) if last else None
            wanted = {"game": None, "outcome": None} | chosen
            return await tx.history.page("p1", **wanted, before=before, limit=limit)

        assert await page() == newest_first
        assert await page(2) == newest_first[:2]
        assert await page(2, newest_first[0]) == newest_first[1:3], "two may end at once"
        assert await page(2, newest_first[-1]) == []
        assert await page(game="laizi") == [hands[2]]
        assert await page(outcome="won") == [hands[4], hands[0]]
        assert await page(1, hands[4], game="happy", outcome="won") == [hands[0]]
        assert await page(game="five") == []
        assert sorted(await tx.history.record("p1"), key=str) == sorted(
            [
                RecordRow("happy", "landlord", "won", 2, 1, 70),
                RecordRow("happy", "farmer", "lost", 1, 0, -20),
                RecordRow("laizi", None, "escaped", 1, 1, -100),
                RecordRow("happy", None, "void", 1, 0, 0),
            ],
            key=str,
        )
        assert await tx.history.record("p3") == []


async def test_only_hands_at_public_tables_were_matched(storage: Storage) -> None:
    async with storage.begin() as tx:
        await tx.rooms.add(rows.room())
        await tx.players.add(rows.player("p1"))
        for number in range(1, 5):
            await tx.hands.add(rows.hand(hand_no=number))
            await tx.hands.finish("r1", number, status="settled", result=b"", ended_ms=9)
        hands = [
            played(number, tier=tier) for number, tier in enumerate(["high", None, "starter", "high"], 1)
        ]
        await tx.history.add(hands[::-1])
    async with storage.read() as tx:
        assert await tx.history.matched("p1", NOW_MS) == [hands[0], hands[2], hands[3]]
        assert await tx.history.matched("p1", hands[2].ended_ms) == [hands[3]]
        assert await tx.history.matched("p2", 0) == []
