"""What gateways and rooms say to each other over the bus.

| subject | payload | who serves or listens |
|---|---|---|
| `lobby` | `Find`, `Arrive`, `Depart`, `Seek`, `Cancel`, `Visit`; answered by `Place` | the lobby |
| `room.<id>` | `Attach`, `Detach`, `Act`; answered by `Place` | the room's owner |
| `socket.<id>` | a frame for that socket, already redacted | the gateway that holds the socket |
| `socket.<id>.close` | a closing code in decimal | the same |

A request of a player to a room is answered as soon as it lies in the mailbox; what comes of it travels on the socket's
subject, in order, with everything else that this seat is told. So does what comes of one to the lobby.
"""

from typing import Final

import msgspec

from app.wire.requests import HandRequest

LOBBY: Final = "lobby"


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
    request: HandRequest


class Place(msgspec.Struct, frozen=True):
    """The answer: a room, or a refusal code, or neither where the answer will follow on the socket."""

    room: str | None = None
    code: str | None = None


LobbyMessage = Find | Arrive | Depart | Seek | Cancel | Visit
RoomMessage = Attach | Detach | Act

dump = msgspec.json.Encoder().encode
load_lobby = msgspec.json.Decoder(LobbyMessage).decode
load_room = msgspec.json.Decoder(RoomMessage).decode
load_place = msgspec.json.Decoder(Place).decode
