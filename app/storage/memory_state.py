"""Everything that a `MemoryStorage` holds."""

from dataclasses import dataclass, field, fields
from typing import Any

from app.storage.layers import Table
from app.storage.store import (
    AccountRow,
    BanRow,
    CommitRow,
    CredentialRow,
    DealSecretRow,
    HandRow,
    PlayedRow,
    PlayerRow,
    PostingRow,
    RoomRow,
    ScoreRow,
    SessionRow,
    StandingRow,
    TierRow,
    TxnRow,
)


@dataclass(frozen=True, slots=True)
class State:
    """The tables by their keys, and what a database would find by an index."""

    rooms: Table[str, RoomRow] = field(default_factory=Table)
    hands: Table[tuple[str, int], HandRow] = field(default_factory=Table)
    hand_numbers: Table[str, tuple[int, ...]] = field(default_factory=Table)
    commits: Table[tuple[str, int, int], CommitRow] = field(default_factory=Table)
    actions: Table[tuple[str, str, str], CommitRow] = field(default_factory=Table)
    secrets: Table[tuple[str, int], tuple[DealSecretRow, ...]] = field(default_factory=Table)
    players: Table[str, PlayerRow] = field(default_factory=Table)
    sessions: Table[bytes, SessionRow] = field(default_factory=Table)
    credentials: Table[str, CredentialRow] = field(default_factory=Table)  # by player
    logins: Table[str, str] = field(default_factory=Table)  # the player of each login
    bans: Table[str, BanRow] = field(default_factory=Table)  # by player
    played: Table[str, tuple[PlayedRow, ...]] = field(default_factory=Table)  # by player, as they ended
    accounts: Table[int, AccountRow] = field(default_factory=Table)
    account_count: Table[None, int] = field(default_factory=Table)
    account_ids: Table[tuple[str, str | None], int] = field(default_factory=Table)  # by kind and owner
    owners: Table[str, int] = field(default_factory=Table)
    marks: Table[str, tuple[int, ...]] = field(default_factory=Table)  # the accounts that a hand marked
    txns: Table[str, TxnRow] = field(default_factory=Table)  # by idempotency key
    txn_keys: Table[str, str] = field(default_factory=Table)  # the key of each transaction id
    postings: Table[str, tuple[PostingRow, ...]] = field(default_factory=Table)
    versions: Table[tuple[int, int], PostingRow] = field(default_factory=Table)  # by account and its version
    scores: Table[tuple[str, int], tuple[ScoreRow, ...]] = field(default_factory=Table)  # by hand
    standings: Table[tuple[str, str], StandingRow] = field(default_factory=Table)  # by player and ladder

    tiers: Table[tuple[str, str, int], TierRow] = field(default_factory=Table)

    def tables(self) -> list[Table[Any, Any]]:
        return [getattr(self, item.name) for item in fields(self)]
