"""What the doors need of the rest of the server, and what they know among themselves."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import HTTPConnection

from app.bus.bus import Bus, NoResponderError, RequestTimeoutError
from app.clock import Clock
from app.gateway.cookies import read_token
from app.gateway.errors import RefusedError, closing_of
from app.gateway.limits import Buckets, Census, Verdict
from app.gateway.origins import Origins
from app.ledger.accounts import SystemAccounts
from app.ledger.economy import Economy
from app.observe.metrics import Metrics
from app.players.conduct import ConductRules
from app.players.passwords import Passwords
from app.players.sessions import Session, find_session
from app.randomness import Randomness
from app.rooms.messages import LOBBY, Find, LobbyMessage, Open, Place, RoomMessage, dump, load_place
from app.rooms.tiers import TierBook
from app.storage.store import AccountRow, BanRow, Storage, Transaction
from app.wire.notices import Notice, dump_notice

QUEUES_PER_MINUTE: Final = 20
RELIEFS_PER_MINUTE: Final = 20
SIGN_INS_PER_MINUTE: Final = 5
"""How often a password may be tried for one name, and from one address."""
LOOKS_PER_MINUTE: Final = 120
"""How often one player may look up others and his own past."""
OPENINGS_PER_MINUTE: Final = 6
"""So often a player may open a room, or change the options of his own."""
GUESSES_PER_MINUTE: Final = 30
"""So often a player may name a room, with its code or a wrong one; all players of an address four times as often."""


@dataclass(frozen=True, slots=True)
class Doors:
    """How the doors are set: who may come, and how many."""

    origins: Origins
    secure: bool
    static_folder: str
    max_sockets: int = 10_000
    max_sockets_per_ip: int = 500
    max_sockets_per_player: int = 5
    guests_per_hour: int = 30
    messages_per_s: int = 10
    metrics_from: tuple[str, ...] = ()


@dataclass(slots=True)
class Gateway:
    """The services behind the doors, and the counts that all sockets of this process share."""

    doors: Doors
    storage: Storage
    system: SystemAccounts
    bus: Bus
    clock: Clock
    randomness: Randomness
    metrics: Metrics = field(default_factory=Metrics)
    economy: Economy = field(default_factory=Economy)
    conduct: ConductRules = field(default_factory=ConductRules)
    tiers: TierBook = field(init=False)
    census: Census = field(init=False)
    guests: Buckets[str] = field(init=False)
    queues: Buckets[str] = field(init=False)
    reliefs: Buckets[str] = field(init=False)
    openings: Buckets[str] = field(init=False)
    _guesses: Buckets[str] = field(init=False)
    _guesses_from: Buckets[str] = field(init=False)
    sign_ins: Buckets[str] = field(init=False)
    looks: Buckets[str] = field(init=False)
    passwords: Passwords = field(default_factory=Passwords)

    def __post_init__(self) -> None:
        doors = self.doors
        self.tiers = TierBook(self.storage, self.clock)
        self.census = Census(doors.max_sockets, doors.max_sockets_per_ip, doors.max_sockets_per_player)
        self.guests = Buckets(doors.guests_per_hour / 3600, doors.guests_per_hour)
        self.queues = Buckets(QUEUES_PER_MINUTE / 60, QUEUES_PER_MINUTE)
        self.reliefs = Buckets(RELIEFS_PER_MINUTE / 60, RELIEFS_PER_MINUTE)
        self.sign_ins = Buckets(SIGN_INS_PER_MINUTE / 60, SIGN_INS_PER_MINUTE)
        self.looks = Buckets(LOOKS_PER_MINUTE / 60, LOOKS_PER_MINUTE)
        self.openings = Buckets(OPENINGS_PER_MINUTE / 60, OPENINGS_PER_MINUTE)
        self._guesses = Buckets(GUESSES_PER_MINUTE / 60, GUESSES_PER_MINUTE)
        self._guesses_from = Buckets(4 * GUESSES_PER_MINUTE / 60, 4 * GUESSES_PER_MINUTE)

    def may_guess(self, player: str, address: str) -> bool:
        """Count one more time that a player has named a room; False: too often, from him or from his address."""
        now_ms = self.clock.steady_ms()
        buckets = (self._guesses, player), (self._guesses_from, address)
        verdicts = [bucket.take(key, now_ms) for bucket, key in buckets]
        return verdicts == [Verdict.FINE, Verdict.FINE]

    async def session(self, connection: HTTPConnection) -> Session | None:
        """Who sends this request; None if nobody who is signed in. Raises RefusedError for who is banned."""
        session = await self.any_session(connection)
        if session and session.ban:
            raise banned(session.ban)
        return session

    async def any_session(self, connection: HTTPConnection) -> Session | None:
        """Who sends this request, were he banned or not."""
        token = read_token(connection.cookies, secure=self.doors.secure)
        if token is None:
            return None
        async with self.storage.read() as tx:
            return await find_session(tx, token, clock=self.clock)

    async def beans(self, session: Session) -> int | None:
        """What the player of a session has, as the ledger says; None if the session has ended or he is banned."""
        async with self.storage.read() as tx:
            account = await self.account(tx, session)
        return None if account is None else account.balance

    async def account(self, tx: Transaction, session: Session) -> AccountRow | None:
        """The ledger account of a session's player; None if the session has ended or he is banned."""
        if not await tx.sessions.open_among([session.token_sha], self.clock.now_ms()):
            return None
        account = await tx.ledger.find_account("player", session.player.id)
        assert account is not None, "every player has an account"
        return account

    async def room_of(self, player_id: str) -> str | None:
        """The room that holds a seat for a player. Raises RefusedError where nobody can say."""
        try:
            return (await self.ask(LOBBY, Find(player_id))).room
        except (NoResponderError, RequestTimeoutError) as error:
            raise RefusedError("unavailable") from error

    async def ask(self, subject: str, message: LobbyMessage | RoomMessage | Open) -> Place:
        """What the owner of a room or the lobby answers. Raises NoResponderError or RequestTimeoutError."""
        return load_place(await self.bus.request(subject, dump(message)))

    async def close_sessions(self, sessions: Iterable[str], code: str) -> None:
        """Have every socket of these sessions closed."""
        closing = str(int(closing_of(code))).encode()
        for session in sessions:
            await self.bus.publish(session_subject(session), closing)

    async def say_to_all(self, notice: Notice) -> None:
        """Tell every browser one thing."""
        await self.bus.publish(EVERYBODY, dump_notice(notice))


EVERYBODY: Final = "sockets"
"""Where all sockets listen, whoever they belong to: the payload is a frame."""


def banned(ban: BanRow) -> RefusedError:
    """What somebody who is banned is told: why, and until when (0: for good)."""
    return RefusedError("banned", reason=ban.reason, until_ms=ban.until_ms or 0)


def session_subject(session_id: str) -> str:
    """Where a session is told that it is over: the payload is the closing code for its sockets, in decimal."""
    return f"session.{session_id}.close"


def gateway_of(connection: HTTPConnection) -> Gateway:
    """The gateway that a request came through; `main` puts it there when everything is up."""
    gateway: Gateway = connection.state.gateway
    return gateway
