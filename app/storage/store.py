"""The storage protocol: one transaction at a time, its tables grouped by noun, its rows as dataclasses.

Everything a transaction does becomes durable together when its block ends, or not at all when it raises.
An error while leaving the block means *unknown*: whoever wrote must read again before saying anything.
"""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Literal, Protocol


class StaleEpochError(Exception):
    """A commit came from an owner that has been replaced; nothing of that room was stored."""


class DuplicateActionError(Exception):
    """A commit's (room, actor, action id) is stored already; nothing of that room was stored."""


class RowConflictError(Exception):
    """A row that can exist only once exists already, or one that must exist (running, for `finish`) does not."""


class LedgerRuleError(Exception):
    """The ledger's guard refused: unbalanced, overdrawn, sealed, marked for another hand, or tampered with.

    The block or savepoint in which it was raised must be left by the exception, so that its part is undone.
    """


class DuplicateTxnError(LedgerRuleError):
    """A ledger transaction with this idempotency key or id is stored already, and nothing of this one was.

    Unlike after other refusals the transaction may go on.
    """


class TryAgainError(Exception):
    """A deadlock or a lock wait that took too long: nothing was stored, the whole transaction may run again."""


# --- rooms and hands ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room: who owns its actor, under which epoch, and its encoded options and seats."""

    id: str
    kind: str
    owner: str | None
    epoch: int
    config: bytes
    status: str
    created_ms: int


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand of a room; `players` and `result` are encoded, `result` is None until it has ended.

    `status` is "running", then "settled" or "void" (called off or given up by the server). `coefficient` is the
    room's beans per point, 0 for a hand that is played without beans.
    """

    room_id: str
    hand_no: int
    ruleset: str
    engine_version: int
    players: bytes
    status: str
    result: bytes | None
    started_ms: int
    ended_ms: int | None
    coefficient: int


@dataclass(frozen=True, slots=True)
class CommitRow:
    """One accepted action: its facts and the room's own records, encoded.

    `seq` counts from 0 within the hand; `actor` is "seat:2", "system" or "room"; `action_id` is the client's.
    """

    room_id: str
    hand_no: int
    seq: int
    epoch: int
    actor: str
    action_id: str | None
    facts: bytes
    records: bytes
    at_ms: int


@dataclass(frozen=True, slots=True)
class DealSecretRow:
    """The secret of one deal: drawn, hashed and stored before the first card moves."""

    room_id: str
    hand_no: int
    deal_no: int
    commitment: str
    secret: bytes
    player_seeds: bytes
    revealed_ms: int | None


class Rooms(Protocol):
    """Rooms and who owns them."""

    async def add(self, room: RoomRow) -> None: ...

    async def get(self, room_id: str) -> RoomRow | None: ...

    async def claim(self, owner: str, limit: int) -> list[RoomRow]:
        """Take open rooms that nobody owns or a former life of this server did: epoch + 1, in id order.

        An owner is named "server/life": "local/1" and "local/2" are two lives of the server "local". At most
        `limit` rooms are taken; fewer than that came back means that none is left.
        """
        ...

    async def release(self, room_id: str, epoch: int) -> None:
        """Let a room go, so that anybody may claim it; does nothing if it was taken already."""
        ...

    async def set_config(self, room_id: str, epoch: int, config: bytes) -> None:
        """Store new options or seats; raises StaleEpochError."""
        ...

    async def close(self, room_id: str, epoch: int) -> None:
        """End a room for good; raises StaleEpochError."""
        ...


class Hands(Protocol):
    """Hands, their commit log and their deal secrets."""

    async def add(self, hand: HandRow) -> None:
        """A new hand; raises RowConflictError while another hand of the room is running."""
        ...

    async def get(self, room_id: str, hand_no: int) -> HandRow | None: ...

    async def latest(self, room_id: str) -> HandRow | None: ...

    async def running(self, room_id: str) -> HandRow | None: ...

    async def finish(self, room_id: str, hand_no: int, *, status: str, result: bytes, ended_ms: int) -> None:
        """End a running hand for good; raises RowConflictError if it is not running."""
        ...

    async def append(self, commits: Sequence[CommitRow]) -> dict[str, Exception]:
        """Store one commit for each of many rooms, checking epochs and action ids in the same statement.

        Returns the rooms whose commit was not stored: StaleEpochError (also when its `seq` is taken) or
        DuplicateActionError. A room may come once only.
        """
        ...

    async def commits(self, room_id: str, hand_no: int) -> list[CommitRow]:
        """The log of a hand in order."""
        ...

    async def find_action(self, room_id: str, actor: str, action_id: str) -> CommitRow | None: ...

    async def add_secret(self, secret: DealSecretRow) -> None: ...

    async def secrets(self, room_id: str, hand_no: int) -> list[DealSecretRow]: ...

    async def reveal(self, room_id: str, hand_no: int, revealed_ms: int) -> None: ...


# --- the ledger --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AccountRow:
    """A ledger account; balances in beans, `hand` is the running bean hand that alone may debit it."""

    id: int
    kind: str
    owner_id: str | None
    min_balance: int
    version: int
    hand: str | None
    balance: int


@dataclass(frozen=True, slots=True)
class LegRow:
    """One leg of a transaction that is to be posted: a signed amount of beans on one account."""

    account_id: int
    hand: str | None
    purpose: str
    amount: int


@dataclass(frozen=True, slots=True)
class PostingRow:
    """A leg as it was posted: the account's next version, and the beans that it left there."""

    txn_id: str
    line_no: int
    account_id: int
    hand: str | None
    purpose: str
    amount: int
    account_version: int
    balance_after: int


@dataclass(frozen=True, slots=True)
class TxnRow:
    """The header that seals a transaction's postings.

    `kind` is "hand", "grant", "mint" or "correction"; all but "hand" name a reason and a ticket. `approver`
    is the second person where one was needed.
    """

    id: str
    idem_key: str
    request_sha: str
    kind: str
    room_id: str | None
    hand_no: int | None
    actor: str
    reason: str
    created_ms: int
    ticket: str = ""
    approver: str | None = None


class LedgerRows(Protocol):
    """The ledger's rows. Balances move only by `post`; nothing is ever changed or deleted."""

    async def open_account(self, kind: str, owner_id: str | None, min_balance: int = 0) -> AccountRow:
        """A new account with no beans, or the one that this kind and owner already have."""
        ...

    async def find_account(self, kind: str, owner_id: str | None) -> AccountRow | None: ...

    async def get_account(self, account_id: int) -> AccountRow | None: ...

    async def find_accounts(self, owner_ids: Sequence[str]) -> dict[str, AccountRow]:
        """The accounts of players and bots, by owner; who has none is missing."""
        ...

    async def lock(self, account_ids: Sequence[int]) -> list[AccountRow]:
        """The accounts in ascending id, locked until the transaction ends."""
        ...

    async def mark(self, hand: str, carried: dict[int, int]) -> bool:
        """Mark a hand on accounts that are in none and hold exactly the carried beans; False: nothing was marked."""
        ...

    async def unmark(self, hand: str) -> None:
        """Free every account that this hand marked."""
        ...

    async def find_txn(self, idem_key: str) -> TxnRow | None: ...

    async def get_txn(self, txn_id: str) -> TxnRow | None: ...

    async def post(self, txn: TxnRow, legs: Sequence[LegRow]) -> None:
        """Lock the accounts in ascending id, look the key up, store postings in this order and the header last.

        A header of kind "hand" also frees what that hand has marked. Raises DuplicateTxnError, or LedgerRuleError
        where a guard refuses.
        """
        ...

    async def postings(self, txn_id: str) -> list[PostingRow]: ...

    async def statement(self, account_id: int, before_version: int | None, limit: int) -> list[PostingRow]:
        """Postings of an account, newest first, below a version (keyset paging)."""
        ...


# --- points ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """What a hand has counted for a player on a ladder.

    `version` counts his hands there from 1, `points_after` is the sum of their points.
    """

    player_id: str
    ladder: str
    version: int
    room_id: str
    hand_no: int
    points: int
    points_after: int


@dataclass(frozen=True, slots=True)
class StandingRow:
    """Where a player stands on a ladder: the number of hands that have counted, and the sum of their points."""

    version: int
    points: int


class Scores(Protocol):
    """Points by player and ladder. Nothing is ever changed or deleted."""

    async def add(self, rows: Sequence[ScoreRow]) -> None:
        """Count a settled hand for beans, once for each player; each row follows from his last one.

        Raises LedgerRuleError.
        """
        ...

    async def standings(self, player_ids: Sequence[str], ladder: str) -> dict[str, StandingRow]:
        """Where players stand; for whom no hand has counted is missing."""
        ...

    async def of_hand(self, room_id: str, hand_no: int) -> list[ScoreRow]:
        """What a hand has counted, by player; empty while it runs, and for one that does not count."""
        ...


# --- what hands were for their players ---------------------------------------------------------------------


Side = Literal["landlord", "farmer"]
Outcome = Literal["won", "lost", "escaped", "void"]


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """What a hand that has ended was for one of its players.

    `side` is "landlord", "farmer" or None where it was not settled; `outcome` is "won", "lost", "escaped" or "void"
    (nothing was won or lost). `multiple` is None for a hand without points, `beans` is net of the fee, and `auto` says
    whether he was on auto-play at its end. `tier` names the public table that it was played at, if it was one.
    """

    player_id: str
    ended_ms: int
    room_id: str
    hand_no: int
    game: str
    side: Side | None
    outcome: Outcome
    multiple: int | None
    beans: int
    points: int
    auto: bool
    tier: str | None = None


@dataclass(frozen=True, slots=True)
class RecordRow:
    """How many of a player's hands have this game, side and outcome, in how many he ended on auto-play, the best one's
    beans."""

    game: str
    side: Side | None
    outcome: Outcome
    hands: int
    auto: int
    best: int


HistoryKey = tuple[int, str, int]
"""Where a hand stands in a player's history: when it ended, its room and number."""


class History(Protocol):
    """The hands that people have played. Nothing is ever changed or deleted."""

    async def add(self, rows: Sequence[PlayedRow]) -> None: ...

    async def page(
        self, player_id: str, *, game: str | None, outcome: str | None, before: HistoryKey | None, limit: int
    ) -> list[PlayedRow]:
        """A player's hands, newest first, of one game and outcome where these are given (keyset paging)."""
        ...

    async def matched(self, player_id: str, after_ms: int) -> list[PlayedRow]:
        """A player's hands at public tables that ended after a time, the oldest first."""
        ...

    async def record(self, player_id: str) -> list[RecordRow]:
        """A player's hands by game, side and outcome, in no order."""
        ...


# --- the lobby ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TierRow:
    """A public table as it has been since `at_ms`, who made it so, and why; `version` counts from 1.

    Beans are a point's (`coefficient`), a hand's (`fee`), the least to sit down (`entry`), and the most with which
    nobody may double (`double_above`). `bots`: they take empty seats. One that is not `open` takes nobody. `position`
    is its place among the tables of its game.
    """

    game: str
    name: str
    version: int
    coefficient: int
    fee: int
    entry: int
    double_above: int
    bots: bool
    open: bool
    position: int
    actor: str
    reason: str
    at_ms: int


class Tiers(Protocol):
    """The public tables and all that was ever changed of them. Nothing is ever changed or deleted."""

    async def add(self, tier: TierRow) -> None:
        """A new table, or the next version of one; raises RowConflictError where that version is there."""
        ...

    async def newest(self) -> list[TierRow]:
        """Every table as it is now, by game, position and name."""
        ...

    async def history(self) -> list[TierRow]:
        """Every version of every table, the newest first."""
        ...


# --- players -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A person or a bot, as others see them.

    `kind` is "guest" (no password), "member", "bot", or "deleted": a person who has gone, and whose name is empty.
    """

    id: str
    kind: str
    name: str
    created_ms: int


@dataclass(frozen=True, slots=True)
class CredentialRow:
    """What a member signs in with: his name in the form in which no two are equal, and his password's hash."""

    player_id: str
    login: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class BanRow:
    """A player who may not play, and why; `until_ms` is None where there is no end."""

    player_id: str
    reason: str
    since_ms: int
    until_ms: int | None


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A signed-in browser; only the hash of its token is kept."""

    token_sha: bytes
    player_id: str
    created_ms: int
    expires_ms: int


class Players(Protocol):
    """Players, what members sign in with, and who is banned."""

    async def add(self, player: PlayerRow) -> None: ...

    async def get(self, player_ids: Sequence[str]) -> dict[str, PlayerRow]: ...

    async def of_kind(self, kind: str) -> list[PlayerRow]: ...

    async def change(self, player_id: str, *, kind: str, name: str) -> None: ...

    async def add_credential(self, row: CredentialRow) -> None:
        """Raises RowConflictError where the login is taken or the player has one."""
        ...

    async def find_credential(self, login: str) -> CredentialRow | None: ...

    async def credential_of(self, player_id: str) -> CredentialRow | None: ...

    async def change_password(self, player_id: str, password: str) -> None: ...

    async def remove_credential(self, player_id: str) -> None: ...

    async def ban(self, row: BanRow) -> None:
        """Ban a player; an earlier ban of his is replaced."""
        ...

    async def unban(self, player_id: str) -> None: ...

    async def find_ban(self, player_id: str, now_ms: int) -> BanRow | None:
        """The ban that a player is under now."""
        ...


class Sessions(Protocol):
    """Signed-in browsers."""

    async def add(self, row: SessionRow) -> None: ...

    async def find(self, token_sha: bytes, now_ms: int) -> SessionRow | None: ...

    async def of_player(self, player_id: str) -> list[SessionRow]:
        """A player's sessions, the newest first; some may have run out."""
        ...

    async def extend(self, token_sha: bytes, expires_ms: int) -> None: ...

    async def end(self, token_shas: Sequence[bytes]) -> None: ...

    async def open_among(self, token_shas: Sequence[bytes], now_ms: int) -> set[bytes]:
        """Which of these have neither ended nor belong to somebody who is banned."""
        ...


class Transaction(Protocol):
    """What can be read and written in one transaction."""

    @property
    def rooms(self) -> Rooms: ...

    @property
    def hands(self) -> Hands: ...

    @property
    def ledger(self) -> LedgerRows: ...

    @property
    def scores(self) -> Scores: ...

    @property
    def history(self) -> History: ...

    @property
    def tiers(self) -> Tiers: ...

    @property
    def players(self) -> Players: ...

    @property
    def sessions(self) -> Sessions: ...

    def savepoint(self) -> AbstractAsyncContextManager[None]:
        """A part that can fail on its own: an exception that leaves the block undoes only the block."""
        ...


class Storage(Protocol):
    """Where everything is kept."""

    def begin(self) -> AbstractAsyncContextManager[Transaction]:
        """A transaction that writes; durable when its block has ended."""
        ...

    def read(self) -> AbstractAsyncContextManager[Transaction]:
        """A transaction that only reads, of one consistent state; it does not wait for writers."""
        ...

    async def close(self) -> None: ...
