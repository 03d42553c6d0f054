"""One socket between a browser and a room: order, bounds, and what is left of it afterwards: nothing."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from app.clock import ManualClock
from app.gateway.connection import HELLO_MS
from app.rooms.messages import Act, Attach, Cancel, Detach, Place, Seek, Visit
from app.wire.notices import Ack, Pong, Refused, Seated, Welcome
from app.wire.requests import CallRequest, Hello, Look, PassRequest, Ping, Queue, Unqueue, dump_request
from tests.gateway.doorway import Doorway, doorway, until
from tests.gateway.raw import RawSocket, text
from tests.stories.player import Player

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def door() -> AsyncIterator[Doorway]:
    async with doorway() as opened:
        for room in ("ROOM1", "ROOM2"):
            await opened.serve_room(room)
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def player(door: Doorway, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Player]:
    """A signed-in browser; whatever happens to it, nothing is left behind and no library complains."""
    door.lobby_answer, door.room_answer, door.hold = Place(), Place(room="ROOM1"), None
    before = asyncio.all_tasks()
    signed_in = await Player.sign_in(door.address)
    yield signed_in
    await signed_in.close()
    await until(lambda: not len(door.gateway.census))
    async with asyncio.timeout(5):
        while left := {
            task for task in asyncio.all_tasks() - before if task.get_name().startswith("socket ")
        }:
            await asyncio.wait(left)
    while not door.heard.empty():
        door.heard.get_nowait()
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    bus = door.gateway.bus
    assert not [subject for subject in vars(bus)["_listeners"] if subject.startswith(("socket.", "session."))]


async def attach(door: Doorway, player: Player, room: str = "ROOM1") -> str:
    """Say hello to a room; the socket's id as the room knows it."""
    await player.send(Hello(1, room))
    assert isinstance(await player.hear(), Welcome)
    heard = await door.hear()
    assert isinstance(heard, Attach)
    return heard.socket


def call(request_id: str, room: str = "ROOM1") -> CallRequest:
    return CallRequest(request_id, room, 1, yes=True)


async def test_hello_to_a_room_is_answered_before_the_room_speaks(door: Doorway, player: Player) -> None:
    await player.connect()
    await player.send(Hello(1, "ROOM1", 7, 12))
    assert isinstance(await player.hear(), Welcome)
    heard = await door.hear()
    assert isinstance(heard, Attach)
    assert (heard.player, heard.hand, heard.version) == (player.id, 7, 12)
    await door.say(heard.socket, Seated("X"), Ack("a"))
    assert await player.hear() == Seated("X")
    assert await player.hear() == Ack("a")


async def test_requests_reach_their_room_in_order_and_with_the_name_of_their_sender(
    door: Doorway, player: Player
) -> None:
    await player.connect()
    socket = await attach(door, player)
    for number in range(5):
        await player.send(call(f"r{number}"))
    for number in range(5):
        assert await door.hear() == Act(player.id, socket, call(f"r{number}"))


async def test_a_room_that_one_has_not_sat_down_in_hears_nothing(door: Doorway, player: Player) -> None:
    await player.connect()
    assert await player.ask(call("r1")) == Refused("r1", "not_your_seat")
    await attach(door, player, "ROOM1")
    assert await player.ask(call("r2", "ROOM2")) == Refused("r2", "not_your_seat")
    assert door.heard.empty()


async def test_a_room_that_says_no_is_not_sat_down_in(door: Doorway, player: Player) -> None:
    door.room_answer = Place(code="not_your_seat")
    await player.connect()
    await attach(door, player)
    assert await player.hear() == Refused(None, "not_your_seat")
    assert await player.ask(call("r1")) == Refused("r1", "not_your_seat")
    assert door.heard.empty()


async def test_a_room_that_does_not_exist(door: Doorway, player: Player) -> None:
    await player.connect()
    await player.send(Hello(1, "NOWHERE"))
    assert isinstance(await player.hear(), Welcome)
    assert await player.hear() == Refused(None, "no_such_room")


async def test_a_full_mailbox_is_said_to_the_asker(door: Doorway, player: Player) -> None:
    await player.connect()
    await attach(door, player)
    door.room_answer = Place(code="busy")
    assert await player.ask(call("r1")) == Refused("r1", "busy")


async def test_another_room_takes_the_place_of_the_first(door: Doorway, player: Player) -> None:
    await player.connect()
    socket = await attach(door, player, "ROOM1")
    await player.send(Hello(1, "ROOM2"))
    await player.until(Welcome)
    assert await door.hear() == Detach(player.id, socket)
    assert await door.hear() == Attach(player.id, socket, None, None)
    assert await player.ask(call("r1", "ROOM1")) == Refused("r1", "not_your_seat")


async def test_the_room_hears_of_the_end_however_it_comes(door: Doorway, player: Player) -> None:
    for end in ("close", "drop"):
        await player.connect()
        socket = await attach(door, player)
        if end == "close":
            await player.close()
        else:
            await player.drop()
        assert await door.hear() == Detach(player.id, socket)


async def test_a_seat_is_found_or_refused(door: Doorway, player: Player) -> None:
    await player.connect()
    await player.send(Queue("q1", "happy", "starter"))
    heard = await door.hear()
    assert isinstance(heard, Seek)
    assert heard == Seek(player.id, heard.socket, "q1", "happy", "starter")
    await door.say(heard.socket, Ack("q1"), Seated("ROOM1"))
    assert [await player.hear(), await player.hear()] == [Ack("q1"), Seated("ROOM1")]
    door.lobby_answer = Place(code="busy")
    for message in (Queue("q2", "happy", "starter"), Unqueue("q3"), Look("q4", on=True)):
        assert await player.ask(message) == Refused(message.id, "busy")
    assert await door.hear() == Seek(player.id, heard.socket, "q2", "happy", "starter")
    assert await door.hear() == Cancel(player.id, heard.socket, "q3")
    assert await door.hear() == Visit(player.id, heard.socket, "q4", on=True)


async def test_the_lobby_hears_who_comes_and_goes(door: Doorway, player: Player) -> None:
    """After its welcome, and however its socket ends; one that has never said hello has never been here."""
    await player.connect()
    socket = await attach(door, player)
    door.here.clear()
    door.gone.clear()
    await player.send(Ping(1))
    await player.until(Pong)
    await player.drop()
    await until(lambda: door.gone == [socket])
    await player.connect()
    await until(lambda: len(door.here) == 1)
    await player.close()
    await until(lambda: door.gone == [socket, *door.here])
    async with await RawSocket.open(door.address, player.cookie):
        pass
    await until(lambda: not len(door.gateway.census))
    assert len(door.gone) == 2


async def test_a_room_closes_a_socket_after_what_it_said_before(door: Doorway, player: Player) -> None:
    await player.connect()
    socket = await attach(door, player)
    await door.say(socket, Ack("a"), Ack("b"))
    await door.close(socket, 4001)
    await door.say(socket, Ack("too late"))
    assert [await player.hear(), await player.hear()] == [Ack("a"), Ack("b")]
    assert await player.closing_code() == 4001


async def test_an_owner_that_does_not_answer_is_not_spoken_for(door: Doorway, player: Player) -> None:
    """Whether the request was carried out is unknown, so it is neither acknowledged nor refused."""
    await player.connect()
    await attach(door, player)
    door.hold = asyncio.Event()
    ask, seconds = door.gateway.bus.request, 0.05

    async def impatient(subject: str, payload: bytes, timeout_ms: int = 0) -> bytes:
        return await ask(subject, payload, int(seconds * 1000))

    door.gateway.bus.request = impatient  # type: ignore[method-assign]
    try:
        await player.send(call("r1"))
        assert await player.closing_code() == 1013
    finally:
        door.hold.set()
        del door.gateway.bus.request


async def test_a_player_who_goes_on_too_fast_is_slowed_then_closed(door: Doorway, player: Player) -> None:
    async with await RawSocket.open(door.address, player.cookie) as socket:
        socket.write(text('{"type":"hello","protocol":1}') + text('{"type":"ping","t":1}') * 30)
        heard = [await socket.read_text() for _ in range(31)]
        assert '"welcome"' in heard[0]
        assert all('"pong"' in line for line in heard[1:20])
        assert all('"slow_down"' in line for line in heard[21:])
        socket.write(text('{"type":"ping","t":1}') * 30)
        _, code = await socket.read_close()
        assert code == 1008


async def test_slow_down_names_the_request(door: Doorway, player: Player) -> None:
    await player.connect()
    for _ in range(25):
        await player.send(Ping(1))
    answer = await player.ask(call("r1"))
    assert answer == Refused("r1", "slow_down")


async def test_a_tab_too_many_closes_the_oldest(door: Doorway, player: Player) -> None:
    tabs = [Player(door.address, player.cookie, player.id) for _ in range(7)]
    for tab in tabs:
        await tab.connect()
    for tab in tabs[:2]:
        assert await tab.closing_code() == 4001
    for tab in tabs[2:]:
        await tab.send(Ping(1))
        assert isinstance(await tab.hear(), Pong)
        await tab.close()


async def test_a_tab_told_to_go_while_it_says_hello_takes_no_seat(door: Doorway, player: Player) -> None:
    door.hold = asyncio.Event()
    async with AsyncExitStack() as opened:
        oldest = await opened.enter_async_context(await RawSocket.open(door.address, player.cookie))
        oldest.write(text(dump_request(Hello(1, "ROOM1"))))
        await until(lambda: door.held == 1)
        for _ in range(door.gateway.doors.max_sockets_per_player):
            await opened.enter_async_context(await RawSocket.open(door.address, player.cookie))
        assert await oldest.read_close() == ([], 4001)
        door.hold.set()
        await until(lambda: door.held == 0)
    await until(lambda: not len(door.gateway.census))
    assert door.heard.empty()


async def test_an_address_with_too_many_sockets_is_asked_to_come_later() -> None:
    async with doorway(max_sockets_per_ip=2) as door:
        players = [await Player.sign_in(door.address) for _ in range(3)]
        for player in players[:2]:
            await player.connect()
        async with await RawSocket.open(door.address, players[2].cookie) as socket:
            assert await socket.read_close() == ([], 1013)
        await players[0].close()
        await until(lambda: len(door.gateway.census) == 1)
        await players[2].connect()
        for player in players[1:]:
            await player.close()


async def test_who_never_says_hello_is_closed() -> None:
    clock = ManualClock()
    async with doorway(clock=clock) as door:
        player = await Player.sign_in(door.address)
        async with await RawSocket.open(door.address, player.cookie) as socket:
            await until(lambda: len(door.gateway.census) == 1)
            clock.advance(HELLO_MS)
            assert await socket.read_close() == ([], 1008)


async def test_random_ends_leave_nothing_behind(
    door: Doorway, player: Player, size: Callable[[int, int], int]
) -> None:
    """A54 to A56: sockets come and go while rooms speak, and every end finds a frame somewhere under way."""
    speaking = True

    async def speak() -> None:
        while speaking:
            for subject in list(vars(door.gateway.bus)["_listeners"]):
                if subject.startswith("socket.") and not subject.endswith(".close"):
                    for _ in range(50):
                        await door.gateway.bus.publish(subject, b'{"type":"ack","id":"x"}')
            await asyncio.sleep(0)

    async def come_and_go(number: int) -> None:
        tab = Player(door.address, player.cookie, player.id)
        await tab.connect(max_queue=None)  # or the library stops reading, closing codes included
        await tab.send(Hello(1, "ROOM1"))
        await tab.send(PassRequest("r1", "ROOM1", 1))
        for _ in range(number % 4):
            await tab.hear()
        if number % 3 == 0:
            await tab.close()
        elif number % 3 == 1:
            await tab.drop()
        else:
            await tab.socket.send(b"\xff")
            await tab.socket.send("x" * 9000)
            await tab.closing_code()

    speaker = asyncio.create_task(speak())
    try:
        for round_no in range(size(25, 1_000)):
            await asyncio.gather(*(come_and_go(round_no * 4 + number) for number in range(4)))
    finally:
        speaking = False
        await speaker
