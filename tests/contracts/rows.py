"""Rows for storage tests, with what a test does not care about filled in."""

from app.storage.store import (
    CommitRow,
    DealSecretRow,
    HandRow,
    LegRow,
    PlayerRow,
    RoomRow,
    SessionRow,
    TxnRow,
)

NOW_MS = 1_764_500_000_000


def room(room_id: str = "r1", *, owner: str | None = None, epoch: int = 0) -> RoomRow:
    return RoomRow(room_id, "custom", owner, epoch, b'{"a":1}', "open", NOW_MS)


def hand(room_id: str = "r1", hand_no: int = 1) -> HandRow:
    return HandRow(room_id, hand_no, "classic", 1, b"players", "running", None, NOW_MS, None, 10)


def commit(
    room_id: str = "r1",
    seq: int = 0,
    *,
    epoch: int = 0,
    actor: str = "seat:0",
    action_id: str | None = None,
    facts: bytes = b"\x00\xff",
    hand_no: int = 1,
) -> CommitRow:
    return CommitRow(room_id, hand_no, seq, epoch, actor, action_id, facts, b"", NOW_MS)


def secret(deal_no: int = 0, *, room_id: str = "r1", hand_no: int = 1) -> DealSecretRow:
    return DealSecretRow(room_id, hand_no, deal_no, "c0ffee", b"\x01" * 32, b"", None)


def player(player_id: str = "p1", kind: str = "guest") -> PlayerRow:
    return PlayerRow(player_id, kind, "小明", NOW_MS)


def session(token_sha: bytes = b"\x07" * 32, player_id: str = "p1") -> SessionRow:
    return SessionRow(token_sha, player_id, NOW_MS, NOW_MS + 1000)


def txn(key: str, kind: str = "grant", *, room_id: str | None = None, hand_no: int | None = None) -> TxnRow:
    return TxnRow(f"id {key}", key, "sha", kind, room_id, hand_no, "system", "why", NOW_MS, ticket="T1")


def leg(account_id: int, amount: int, *, hand: str | None = None, purpose: str = "grant") -> LegRow:
    return LegRow(account_id, hand, purpose, amount)
