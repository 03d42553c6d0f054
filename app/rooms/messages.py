"""What gateways and rooms say to each other over the bus.

| subject | payload | who serves or listens |
|---|---|---|
| `lobby` | `Find`, `Arrive`, `Depart`, `Seek`, `Cancel`, `Visit`; answered by `Place` | the lobby |
| `rooms` | `Open`; answered by `Place` | whoever opens rooms |
| `room.<id>` | `Attach`, `Detach`, `Act`, `Sit`, `Edit`, `Inspect`; answered by `Place` | the room's owner |
| `socket.<id>` | a frame for that socket, already redacted | the gateway that holds the socket |
| `socket.<id>.close` | a closing code in decimal | the same |

An `Act` of a player is answered as soon as it lies in the room's mailbox, and so are `Attach` and `Detach`; what comes
of it travels on the socket's subject, in order, with everything else that this seat is told. So does what comes of a
request to the lobby. `Sit`, `Edit`, `Inspect` and `Open` are answered when they are done.
"""

from typing import Final

import msgspec

from app.wire.options import RoomInfo, RoomOptions
from app.wire.requests import RoomRequest

LOBBY: Final = "lobby"
ROOMS: Final = "rooms"


def room_subject(room_id: str) -> str:
    """Where a room's owner is asked."""
    return f"room.{room_id}"


def socket_subject(socket_id: str) -> str:
    """Where a socket's frames are published."""
    return f"socket.{socket_id}"


def close_subject(socket_id: str) -> str:
    """Where a socket is told to close."""
    return f"socket.{socket_id}.close"


class Find(msgspec.Struct, frozen=True, tag="find"):
    """Which room holds a seat for this player?"""

    player: str


class Arrive(msgspec.Struct, frozen=True, tag="arrive"):
    """A player is here, on this socket."""

    player: str
    socket: str


class Depart(msgspec.Struct, frozen=True, tag="depart"):
    """A socket that was here has gone."""

    player: str
    socket: str


class Seek(msgspec.Struct, frozen=True, tag="seek"):
    """A player's request `id`: a seat in a public tier, or the one he has already."""

    player: str
    socket: str
    id: str
    game: str
    tier: str


class Cancel(msgspec.Struct, frozen=True, tag="cancel"):
    """A player's request `id`: he waits for a seat no longer."""

    player: str
    socket: str
    id: str


class Visit(msgspec.Struct, frozen=True, tag="visit"):
    """A player's request `id`: this socket looks at the lobby from now on, or no longer."""

    player: str
    socket: str
    id: str
    on: bool


class Attach(msgspec.Struct, frozen=True, tag="attach"):
    """A player's socket takes his seat; `hand` and `version` say what the browser has seen already."""

    player: str
    socket: str
    hand: int | None
    version: int | None


class Detach(msgspec.Struct, frozen=True, tag="detach"):
    """A socket has gone; an older socket's late goodbye means nothing."""

    player: str
    socket: str


class Act(msgspec.Struct, frozen=True, tag="act"):
    """A request of a player; who he is comes from his connection, never from the frame."""

    player: str
    socket: str
    request: RoomRequest


class Open(msgspec.Struct, frozen=True, tag="open"):
    """A new room with these options, for this player to own and sit in."""

    player: str
    options: RoomOptions


class Sit(msgspec.Struct, frozen=True, tag="sit"):
    """A player sits down, on any empty seat or on his own; `code` is what he has been told of the room's."""

    player: str
    code: str | None


class Edit(msgspec.Struct, frozen=True, tag="edit"):
    """Other options for the hands to come."""

    player: str
    options: RoomOptions


class Inspect(msgspec.Struct, frozen=True, tag="inspect"):
    """What a room is like, for a player who has not sat down."""

    player: str
    code: str | None


class Place(msgspec.Struct, frozen=True):
    """The answer: a room, or a refusal code, or neither where the answer will follow on the socket.

    `invite` is the code of a room that its owner has opened or changed, `info` what somebody sees who inspects one.
    """

    room: str | None = None
    code: str | None = None
    invite: str | None = None
    info: RoomInfo | None = None


LobbyMessage = Find | Arrive | Depart | Seek | Cancel | Visit
SeatMessage = Attach | Detach | Act
RoomMessage = Attach | Detach | Act | Sit | Edit | Inspect

dump = msgspec.json.Encoder().encode
load_lobby = msgspec.json.Decoder(LobbyMessage).decode
load_open = msgspec.json.Decoder(Open).decode
load_room = msgspec.json.Decoder(RoomMessage).decode
load_place = msgspec.json.Decoder(Place).decode
