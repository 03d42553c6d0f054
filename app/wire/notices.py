"""What a browser is told: the redacted facts of its hand, and everything beside them.

A *versioned* notice is one fact as this seat may see it, with an envelope: `room`, `hand`, `version` (counting
the facts this seat has seen of this hand from 1, without gaps), and, on the last of a batch, the `clock`: whose
answer is awaited and until when. All others are unversioned and say how things stand now.
"""

from typing import Final

import msgspec

from app.rules.actions import Moment, Options, SeatAction
from app.rules.facts import Seat, Seen, Stakes
from app.rules.levels import Ladder, level_of
from app.rules.views import View
from app.wire.facts import tagged, type_name
from app.wire.options import RoomOptions, SeatState
from app.wire.phrases import Phrase
from app.wire.plays import Plays, bundle

_encoder: Final = msgspec.json.Encoder()


class Clock(msgspec.Struct, frozen=True):
    """Whose answer is awaited. Times are the server's, in ms since 1970; None while nothing is timed."""

    asked: list[Seat]
    deadline_ms: int | None
    allowed_ms: int | None


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One action that a seat may take: a request without its envelope."""

    type: str
    yes: bool | None = None
    moment: Moment | None = None
    value: int | None = None


class Chance(msgspec.Struct, frozen=True):
    """What a seat may do now; see `Options` of the rules."""

    actions: list[Choice]
    plays: Plays
    factor: int
    why_not: str | None


class Notice(msgspec.Struct, frozen=True, tag_field="type", tag=type_name):
    """What all unversioned notices share: their type beside their fields."""


class Welcome(Notice, frozen=True):
    """The answer to `hello`: who the socket belongs to, and the room that holds a seat for him, if any."""

    protocol: int
    player: str
    name: str
    beans: int
    room: str | None
    now_ms: int


class Pong(Notice, frozen=True):
    """The answer to `ping`."""

    t: float
    now_ms: int


class Ack(Notice, frozen=True):
    """The request with this id has been carried out, once."""

    id: str


class Refused(Notice, frozen=True):
    """The request was not carried out and nothing has changed; `id` is None where none could be read."""

    id: str | None
    code: str
    params: dict[str, int | str] = {}


class Queued(Notice, frozen=True):
    """The player waits for a match, whichever of his tabs has asked for it. It replaces the one before.

    `people` wait for this table, himself among them; he has waited `waited_ms` and, as things go, will have waited
    `expect_ms` in the end (None: nobody can say). Bots take the empty seats in `bots_ms` (None: not at this table).
    """

    game: str
    tier: str
    people: int
    waited_ms: int
    expect_ms: int | None
    bots_ms: int | None


class Unqueued(Notice, frozen=True):
    """The player waits no longer and has no seat: he has cancelled it, or `reason` says why."""

    reason: str


class Seated(Notice, frozen=True):
    """A seat has been found in answer to `queue` or `sit`: say `hello` to this room."""

    room: str


class TierState(msgspec.Struct, frozen=True):
    """A public table as the lobby shows it: its figures, how many people wait for it and play at it.

    `expect_ms` is how long a wait lasts as things go (None: nobody can say). One that is not `open` takes nobody.
    """

    game: str
    tier: str
    coefficient: int
    fee: int
    entry: int
    double_above: int
    bots: bool
    open: bool
    waiting: int
    playing: int
    expect_ms: int | None


class RoomCard(msgspec.Struct, frozen=True):
    """A room in the lobby's list: what it plays for, `seconds` for a play, and how full it is.

    `taken` seats are somebody's, bots' or people's. `bots`: bots may take seats; `watch`: one may watch; `running`: a
    hand is being played.
    """

    room: str
    name: str
    game: str
    coefficient: int
    fee: int
    entry: int
    seconds: int
    seats: int
    taken: int
    bots: bool
    watch: bool
    running: bool


class Lobby(Notice, frozen=True):
    """What the lobby shows, to whoever looks at it: first the `whole` of it, then what has changed.

    `online` people are here. `tiers` and `rooms` replace those of the same name; rooms in `removed` have gone.
    """

    whole: bool
    online: int
    tiers: list[TierState]
    rooms: list[RoomCard]
    removed: list[str]


class Snapshot(Notice, frozen=True):
    """Everything a seat may know of its room; `view` is None before the first hand that it plays.

    It comes anew when the room's options have been changed. `stakes` are those of the next hand. Who has the `code`
    may sit down; None: nobody needs one.
    """

    room: str
    game: str
    stakes: Stakes
    options: RoomOptions
    code: str | None
    seat: Seat
    hand: int
    version: int
    view: View | None
    clock: Clock


class Turn(Notice, frozen=True):
    """What this seat may do now: to this seat alone. Empty: nothing. It replaces the one before."""

    room: str
    hand: int
    version: int
    clock: Clock
    options: Chance


class Presence(Notice, frozen=True):
    """Who sits where and how, with beans as the ledger has them now; null is an empty seat.

    The `owner`'s seat is that of the one who decides about the room; None at public tables, which nobody owns.
    """

    room: str
    hand: int
    owner: Seat | None
    seats: list[SeatState | None]


class Level(msgspec.Struct, frozen=True):
    """A sum of points on a ladder, and the title that it holds.

    `rank` counts titles from 0; the title is held from `since` points on (None: the first), the next one from `next`
    (None: this is the last).
    """

    points: int
    title: str
    rank: int
    since: int | None
    next: int | None


class Standing(Notice, frozen=True):
    """What the hand that has ended has counted for a player's level: to him alone, as it was and as it is now."""

    room: str
    hand: int
    ladder: Ladder
    before: Level
    after: Level


class Said(Notice, frozen=True, tag="phrase"):
    """Somebody seated has said a quick phrase."""

    room: str
    seat: Seat
    phrase: Phrase


class Price(Notice, frozen=True):
    """Leaving now costs at least this many beans (0: it is free)."""

    id: str
    room: str
    hand: int
    at_least: int


class Left(Notice, frozen=True):
    """The seat in this room is the player's no longer, or the room has closed.

    `reason` is "left", "kicked", "absent" (away from a hand for too long), "idle" (nobody was here) or "expired" (no
    hand has ended for too long).
    """

    room: str
    reason: str


class Maintenance(Notice, frozen=True):
    """The server will restart in so many seconds, 0: now; hands go on after it."""

    seconds: int


UNVERSIONED: Final = (
    Welcome,
    Pong,
    Ack,
    Refused,
    Queued,
    Unqueued,
    Seated,
    Lobby,
    Snapshot,
    Turn,
    Presence,
    Standing,
    Said,
    Price,
    Left,
    Maintenance,
)
"""Every notice that is not a fact."""


def dump_notice(notice: Notice) -> bytes:
    """An unversioned notice as a frame."""
    return _encoder.encode(notice)


def dump_seen(seen: Seen, room: str, hand: int, version: int, clock: Clock | None) -> bytes:
    """A fact as one seat may see it, as a frame."""
    envelope = b',"room":"%b","hand":%d,"version":%d' % (room.encode(), hand, version)
    if clock is not None:
        envelope += b',"clock":' + _encoder.encode(clock)
    return tagged(seen)[:-1] + envelope + b"}"


def level(ladder: Ladder, points: int) -> Level:
    """A sum of points as it travels."""
    held = level_of(ladder, points)
    return Level(points, held.title.name, held.rank, held.since, held.next)


def chance(options: Options) -> Chance:
    """Options as they travel."""
    actions = [_choice(action) for action in options.actions]
    return Chance(actions, bundle(options.plays), options.factor, options.why_not)


def _choice(action: SeatAction) -> Choice:
    fields = {name: getattr(action, name, None) for name in ("yes", "moment", "value")}
    return Choice(type_name(type(action).__name__), **fields)
