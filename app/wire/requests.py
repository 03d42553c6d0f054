"""What a browser may send: one closed, strict union. Anything else is a bad message.

Every frame is an object with a `type`. `id` is made by the client, unique per player and room, and kept until
the request has been answered; sent again, it is answered again and never applied twice.
"""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from app.rules.actions import Action, Bid, Call, Double, Identity, Moment, Pass, Play, Rob, Show
from app.rules.cards import Rank, parse_card
from app.rules.combos import Combo, Kind
from app.wire.phrases import Phrase

MAX_FRAME_BYTES: Final = 8 * 1024
"""The largest frame that is accepted."""
MAX_PLAY_CARDS: Final = 24
PROTOCOL: Final = 1
"""The version of this wire."""

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+\Z")]
RoomId = Annotated[str, Meta(min_length=1, max_length=16, pattern=r"^[A-Z0-9]+\Z")]
HandNo = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
CardText = Annotated[str, Meta(min_length=2, max_length=2)]
Code = Annotated[str, Meta(min_length=6, max_length=6, pattern=r"^[A-Z0-9]+\Z")]
SeatNo = Annotated[int, Meta(ge=0, le=4)]
Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[a-z0-9_]+\Z")]


class BadMessageError(Exception):
    """A frame is not a request: malformed, of an unknown type or with fields it must not have."""


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What all requests share: strictness."""


class Hello(Frame, frozen=True, tag="hello"):
    """The first frame of a socket. With a room it takes or resumes the seat there, from `version` of `hand` on."""

    protocol: Count
    room: RoomId | None = None
    hand: HandNo | None = None
    version: Count | None = None


class Ping(Frame, frozen=True, tag="ping"):
    """Answered by `pong` with the same `t` and the server's time."""

    t: float


class Queue(Frame, frozen=True, tag="queue"):
    """Ask for a seat in a game's public tier. Who waits for another one already waits for this one instead."""

    id: Id
    game: Name
    tier: Name


class Unqueue(Frame, frozen=True, tag="unqueue"):
    """Wait for a seat no longer; that is free until the match is made."""

    id: Id


class Look(Frame, frozen=True, tag="look"):
    """Look at the lobby, or no longer: a socket that does is told of all that changes there."""

    id: Id
    on: bool


class RoomFrame(Frame, frozen=True):
    """A request to a room."""

    id: Id
    room: RoomId


class SitRequest(RoomFrame, frozen=True, tag="sit"):
    """Sit down on any empty seat of a room, or on the own one; `code` is that of a room that is not public."""

    code: Code | None = None


class ReadyRequest(RoomFrame, frozen=True, tag="ready"):
    """Be ready for the next hand, or no longer. It begins when every seat is taken and everybody is ready."""

    on: bool


class StartRequest(RoomFrame, frozen=True, tag="start"):
    """The owner is ready and begins the hand, with bots on the empty seats where they are allowed."""


class KickRequest(RoomFrame, frozen=True, tag="kick"):
    """The owner takes a seat away between hands."""

    seat: SeatNo


class OwnerRequest(RoomFrame, frozen=True, tag="owner"):
    """The owner hands the room over to another seat."""

    seat: SeatNo


class AddBotRequest(RoomFrame, frozen=True, tag="add_bot"):
    """The owner has a bot sit down on an empty seat."""


class HandFrame(RoomFrame, frozen=True):
    """A request that concerns one hand; of an older hand it is stale."""

    hand: HandNo


class LeaveRequest(HandFrame, frozen=True, tag="leave"):
    """Leave the room; while a hand runs that is an escape."""


class PriceRequest(HandFrame, frozen=True, tag="price"):
    """Ask what leaving now would cost at least."""


class AgainRequest(HandFrame, frozen=True, tag="again"):
    """Be ready for another hand in this room; `hand` is the one that has ended."""


class AutoRequest(HandFrame, frozen=True, tag="auto"):
    """Switch auto-play of the own seat on or off."""

    on: bool


class PhraseRequest(HandFrame, frozen=True, tag="phrase"):
    """Say a quick phrase to everybody seated; once another hand has begun it is too late for it."""

    phrase: Phrase


class ActionFrame(HandFrame, frozen=True):
    """A request that is an action of the rules."""

    def action(self) -> Action:
        """The action asked for."""
        raise NotImplementedError


class ShowRequest(ActionFrame, frozen=True, tag="show"):
    """Show the hand, or decline, at one of the moments of the rulebook."""

    moment: Moment
    yes: bool

    def action(self) -> Action:
        return Show(self.moment, self.yes)


class BidRequest(ActionFrame, frozen=True, tag="bid"):
    """Bid 1, 2 or 3 points, or pass with 0."""

    value: Annotated[int, Meta(ge=0, le=3)]

    def action(self) -> Action:
        return Bid(self.value)


class CallRequest(ActionFrame, frozen=True, tag="call"):
    """Call the landlord, or decline."""

    yes: bool

    def action(self) -> Action:
        return Call(self.yes)


class RobRequest(ActionFrame, frozen=True, tag="rob"):
    """Rob the landlord, or decline."""

    yes: bool

    def action(self) -> Action:
        return Rob(self.yes)


class IdentityRequest(ActionFrame, frozen=True, tag="identity"):
    """Show to be a landlord, or give up showing it."""

    yes: bool

    def action(self) -> Action:
        return Identity(self.yes)


class DoubleRequest(ActionFrame, frozen=True, tag="double"):
    """Double the own stake, or decline."""

    yes: bool

    def action(self) -> Action:
        return Double(self.yes)


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of several readings of a play, as `Combo` of the rules."""

    kind: Kind
    size: Annotated[int, Meta(ge=1, le=MAX_PLAY_CARDS)]
    rank: Annotated[str, Meta(min_length=1, max_length=1, pattern=r"^[3-9TJQKA2BRL]\Z")]


class PlayRequest(ActionFrame, frozen=True, tag="play"):
    """Put cards down; `as` names one of several legal readings."""

    cards: Annotated[list[CardText], Meta(max_length=MAX_PLAY_CARDS)]
    reading: Reading | None = msgspec.field(default=None, name="as")

    def action(self) -> Action:
        named = self.reading
        reading = None if named is None else Combo(named.kind, named.size, Rank(named.rank))
        return Play(tuple(map(parse_card, self.cards)), reading)


class PassRequest(ActionFrame, frozen=True, tag="pass"):
    """Play nothing."""

    def action(self) -> Action:
        return Pass()


HandRequest = (
    LeaveRequest
    | PriceRequest
    | AgainRequest
    | AutoRequest
    | ShowRequest
    | BidRequest
    | CallRequest
    | RobRequest
    | IdentityRequest
    | DoubleRequest
    | PlayRequest
    | PassRequest
)
RoomRequest = (
    ReadyRequest | StartRequest | KickRequest | OwnerRequest | AddBotRequest | PhraseRequest | HandRequest
)
Request = Hello | Ping | Queue | Unqueue | Look | SitRequest | RoomRequest

_decoder: Final = msgspec.json.Decoder(Request, strict=True)
_encoder: Final = msgspec.json.Encoder()


def load_request(frame: bytes | str) -> Request:
    """The request in a frame; raises BadMessageError for anything else."""
    if len(frame) > MAX_FRAME_BYTES:
        raise BadMessageError
    try:
        request: Request = _decoder.decode(frame)
        if isinstance(request, ActionFrame):
            request.action()
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadMessageError from error
    return request


def dump_request(request: Request) -> bytes:
    """A request as a frame. The inverse of `load_request`."""
    return _encoder.encode(request)
