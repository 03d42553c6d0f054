"""One browser tab that is signed in: a reader, a writer and a bounded outbox between them.

The reader takes one frame after another and does not take the next before it has passed on the one before, so a
tab's requests reach their room in order, and a tab that sends too fast fills its own connection only. The writer
is the only task that sends: whoever does not read blocks it and nobody else. Everything that ends the socket goes
through `close`: the writer sends what was before it, then the closing code, and the reader hears of that.

    bus: socket.<id>        -> outbox -> writer -> browser
    bus: socket.<id>.close  -> close
    browser -> reader -> bus: lobby, room.<id>
"""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import Final

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from app.bus.bus import NoResponderError, RequestTimeoutError, Subscription
from app.gateway.errors import RefusedError, closing_of
from app.gateway.limits import Bucket, Verdict
from app.gateway.outbox import Outbox
from app.gateway.services import EVERYBODY, Gateway, session_subject
from app.players.sessions import Session
from app.rooms.messages import (
    LOBBY,
    Act,
    Arrive,
    Attach,
    Cancel,
    Depart,
    Detach,
    LobbyMessage,
    Place,
    RoomMessage,
    Seek,
    Sit,
    Visit,
    close_subject,
    room_subject,
    socket_subject,
)
from app.wire.closing import CloseCode
from app.wire.notices import Ack, Notice, Pong, Refused, Seated, Welcome, dump_notice
from app.wire.requests import (
    PROTOCOL,
    BadMessageError,
    Hello,
    Look,
    Ping,
    Queue,
    Request,
    RoomRequest,
    SitRequest,
    Unqueue,
    load_request,
)

log = structlog.get_logger(__name__)

BURST_S: Final = 2
"""A tab may send as many messages at once as it may send within this time."""
MAX_BAD_MESSAGES: Final = 3
HELLO_MS: Final = 10_000
"""A socket that has not said hello by then only takes up room."""
LAST_WORDS_MS: Final = 2_000
"""How long a browser has to take what was sent before a close, and the close itself."""


class Connection:
    """One socket, from its handshake to the end of both its tasks."""

    def __init__(
        self, socket: WebSocket, session: Session, address: str, gateway: Gateway, abort: Callable[[], None]
    ) -> None:
        self.id = gateway.randomness.token(10).hex()
        self._address = address
        self._socket = socket
        self._session = session
        self._gateway = gateway
        self._abort = abort
        self._outbox = Outbox()
        rate, burst = gateway.doors.messages_per_s, BURST_S * gateway.doors.messages_per_s
        self._bucket = Bucket(rate, burst, gateway.clock.steady_ms(), debt=burst)
        self._bad_messages = 0
        self._greeted = False
        self._room: str | None = None
        self._log = log.bind(socket=self.id, player=self.player_id)

    @property
    def player_id(self) -> str:
        """Whose socket it is; the connection knows, the browser never says."""
        return self._session.player.id

    @property
    def address(self) -> str:
        """Where it comes from, as limits count it."""
        return self._address

    @property
    def token_sha(self) -> bytes:
        """What is kept of the token that it came in with."""
        return self._session.token_sha

    async def run(self) -> None:
        """Serve the socket until either side closes it; afterwards nothing of it is left."""
        writer = asyncio.create_task(self._write(), name=f"socket {self.id}")
        hello = self._gateway.clock.call_later(HELLO_MS, self._miss_hello)
        try:
            async with AsyncExitStack() as listening:
                for subscription in await self._listen():
                    listening.push_async_callback(subscription.cancel)
                await self._read()
        except Exception:
            self.close(closing_of("unavailable"))
            raise
        finally:
            hello.cancel()
            self._outbox.end(CloseCode.NORMAL, drop=True)
            await self._detach()
            await self._depart()
            await writer

    def close(self, code: int, *, drop: bool = False) -> None:
        """Say what is still to be said (unless `drop`), then close; a browser that does not take it is cut off."""
        if self._outbox.closing is None:
            self._outbox.end(code, drop=drop)
            self._gateway.clock.call_later(LAST_WORDS_MS, self._abort)

    # --- outwards ------------------------------------------------------------------------------------------

    async def _listen(self) -> list[Subscription]:
        bus = self._gateway.bus
        return [
            await bus.subscribe(socket_subject(self.id), self._send),
            await bus.subscribe(close_subject(self.id), self._close_for),
            await bus.subscribe(EVERYBODY, self._send),
            await bus.subscribe(session_subject(self._session.id), self._close_for),
        ]

    def _close_for(self, payload: bytes) -> None:
        self.close(int(payload))

    def _send(self, frame: bytes) -> None:
        if not self._outbox.put(frame):
            self._log.info("socket_too_slow")
            self.close(closing_of("too_slow"), drop=True)

    def _say(self, notice: Notice) -> None:
        self._send(dump_notice(notice))

    def _refuse(self, request_id: str | None, code: str) -> None:
        self._say(Refused(request_id, code))

    async def _write(self) -> None:
        """Send what the outbox holds, then its closing code."""
        try:
            while (frame := await self._outbox.take()) is not None:
                await self._socket.send_text(frame.decode())
            await self._socket.close(self._outbox.closing or CloseCode.NORMAL)
        except (WebSocketDisconnect, WebSocketDisconnected):
            self.close(CloseCode.NORMAL)  # gone
        except BaseException:
            self._abort()
            raise

    # --- inwards -------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if self._outbox.closing is None:
                await self._take(message.get("text"))

    async def _take(self, text: str | None) -> None:
        """One frame; None was a binary one."""
        verdict = self._bucket.take(self._gateway.clock.steady_ms())
        if verdict is Verdict.ABUSE:
            self._log.info("socket_floods")
            self.close(closing_of("slow_down"))
            return
        try:
            request = load_request(text or "")
            if not (self._greeted or isinstance(request, Hello)):
                raise BadMessageError
        except BadMessageError:
            self._take_bad()
            return
        if verdict is Verdict.REFUSE:
            self._refuse(getattr(request, "id", None), "slow_down")
        else:
            await self._answer(request)

    def _take_bad(self) -> None:
        self._bad_messages += 1
        self._refuse(None, "bad_message")
        if self._bad_messages >= MAX_BAD_MESSAGES:
            self._log.info("socket_sends_nonsense")
            self.close(closing_of("bad_message"))

    async def _answer(self, request: Request) -> None:
        match request:
            case Hello():
                await self._greet(request)
            case Ping(t):
                self._say(Pong(t, self._gateway.clock.now_ms()))
            case Queue():
                await self._seek(request)
            case Unqueue(request_id):
                await self._ask_lobby(request_id, Cancel(self.player_id, self.id, request_id))
            case SitRequest():
                await self._sit(request)
            case Look(request_id, on):
                await self._ask_lobby(request_id, Visit(self.player_id, self.id, request_id, on))
            case _:
                await self._act(request)

    async def _greet(self, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            self._refuse(None, "other_protocol")
            self.close(closing_of("other_protocol"))
            return
        player = self._session.player
        # Only now that this socket hears of the end of its session is it sure that it has not ended before.
        beans = await self._gateway.beans(self._session)
        if beans is None:
            self.close(closing_of("signed_out"))
            return
        try:
            room = await self._gateway.room_of(player.id)
        except RefusedError as error:
            self.close(closing_of(error.code))
            return
        self._greeted = True
        self._say(Welcome(PROTOCOL, player.id, player.name, beans, room, self._gateway.clock.now_ms()))
        await self._ask(LOBBY, Arrive(player.id, self.id))
        if hello.room is not None:
            await self._attach(hello.room, hello)

    async def _attach(self, room: str, hello: Hello) -> None:
        if room != self._room:
            await self._detach()
        if self._outbox.closing is not None:
            return  # told to go while it was asking: it must not take the seat from the tab that stays
        place = await self._ask(
            room_subject(room), Attach(self.player_id, self.id, hello.hand, hello.version)
        )
        if place is None:
            return
        if place.code is not None:
            self._refuse(None, place.code)
        else:
            self._room = room

    async def _seek(self, queue: Queue) -> None:
        if self._gateway.queues.take(self.player_id, self._gateway.clock.steady_ms()) is not Verdict.FINE:
            self._refuse(queue.id, "slow_down")
            return
        message = Seek(self.player_id, self.id, queue.id, queue.game, queue.tier)
        await self._ask_lobby(queue.id, message)

    async def _sit(self, sit: SitRequest) -> None:
        if not self._gateway.may_guess(self.player_id, self._address):
            self._refuse(sit.id, "slow_down")
            return
        place = await self._ask(room_subject(sit.room), Sit(self.player_id, sit.code))
        if place is None:
            return
        if place.code is not None:
            self._refuse(sit.id, place.code)
        else:
            self._say(Ack(sit.id))
            self._say(Seated(sit.room))

    async def _ask_lobby(self, request_id: str, message: LobbyMessage) -> None:
        place = await self._ask(LOBBY, message)
        if place is not None and place.code is not None:
            self._refuse(request_id, place.code)

    async def _act(self, request: RoomRequest) -> None:
        if request.room != self._room:
            self._refuse(request.id, "not_your_seat")
            return
        place = await self._ask(room_subject(request.room), Act(self.player_id, self.id, request))
        if place is not None and place.code is not None:
            self._refuse(request.id, place.code)

    async def _ask(self, subject: str, message: LobbyMessage | RoomMessage) -> Place | None:
        """What the owner says; None where nobody knows whether it has happened.

        Then nothing can be answered truly: the socket closes, and the browser asks again on a new one, with the
        same ids, so that nothing happens twice.
        """
        try:
            return await self._gateway.ask(subject, message)
        except NoResponderError:
            return Place(code="busy" if subject == LOBBY else "no_such_room")
        except RequestTimeoutError:
            self._log.warning("owner_does_not_answer", subject=subject)
            self.close(closing_of("unavailable"))
            return None

    async def _detach(self) -> None:
        """Tell the room, if any, that this socket listens no more."""
        room, self._room = self._room, None
        if room is not None:
            with suppress(NoResponderError, RequestTimeoutError):
                await self._gateway.ask(room_subject(room), Detach(self.player_id, self.id))

    async def _depart(self) -> None:
        """Tell the lobby that this socket has gone."""
        if self._greeted:
            with suppress(NoResponderError, RequestTimeoutError):
                await self._gateway.ask(LOBBY, Depart(self.player_id, self.id))

    def _miss_hello(self) -> None:
        if not self._greeted:
            self.close(closing_of("no_hello"))
