"""The bus protocol, over each implementation."""

import asyncio

import pytest
from structlog.testing import capture_logs

from app.bus.bus import Bus, NoResponderError, RequestTimeoutError
from app.bus.local import LocalBus


@pytest.fixture(params=[LocalBus])
def bus(request: pytest.FixtureRequest) -> Bus:
    """Each implementation in turn."""
    made: Bus = request.param()
    return made


async def _settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def _echo(payload: bytes) -> bytes:
    return b"echo " + payload


# --- listeners ---------------------------------------------------------------------------------------------


async def test_a_listener_hears_its_subject_in_order(bus: Bus) -> None:
    heard: list[bytes] = []
    await bus.subscribe("a.b", heard.append)
    for number in range(100):
        await bus.publish("a.b", b"%d" % number)
        await bus.publish("a.c", b"other")
        await bus.publish("a", b"other")
        await bus.publish("a.b.c", b"other")
    await _settle()
    assert heard == [b"%d" % number for number in range(100)]


async def test_every_listener_hears_everything(bus: Bus) -> None:
    heard: list[list[bytes]] = [[], [], []]
    for each in heard:
        await bus.subscribe("a", each.append)
    await bus.publish("a", b"1")
    await bus.publish("a", b"2")
    await _settle()
    assert heard == [[b"1", b"2"]] * 3


async def test_nobody_listening_is_no_error(bus: Bus) -> None:
    await bus.publish("a", b"1")


async def test_who_has_gone_hears_no_more(bus: Bus) -> None:
    first: list[bytes] = []
    second: list[bytes] = []
    subscription = await bus.subscribe("a", first.append)
    await bus.subscribe("a", second.append)
    await bus.publish("a", b"1")
    await _settle()
    await subscription.cancel()
    await subscription.cancel()
    await bus.publish("a", b"2")
    await _settle()
    assert (first, second) == ([b"1"], [b"1", b"2"])


async def test_the_same_listener_may_listen_twice(bus: Bus) -> None:
    heard: list[bytes] = []
    once, twice = await bus.subscribe("a", heard.append), await bus.subscribe("a", heard.append)
    await bus.publish("a", b"1")
    await _settle()
    assert heard == [b"1", b"1"]
    await once.cancel()
    await once.cancel()
    await bus.publish("a", b"2")
    await _settle()
    assert heard == [b"1", b"1", b"2"]
    await twice.cancel()
    await bus.publish("a", b"3")
    await _settle()
    assert heard == [b"1", b"1", b"2"]


async def test_a_listener_that_fails_is_heard_by_nobody(bus: Bus) -> None:
    heard: list[bytes] = []

    def fail(payload: bytes) -> None:
        raise ZeroDivisionError(payload)

    await bus.subscribe("a", fail)
    await bus.subscribe("a", heard.append)
    with capture_logs() as logs:
        await bus.publish("a", b"1")
        await bus.publish("a", b"2")
        await _settle()
    assert heard == [b"1", b"2"]
    assert [entry["event"] for entry in logs] == ["listener_failed"] * 2


async def test_a_listener_may_come_and_go_while_it_hears(bus: Bus) -> None:
    """Whoever is told by a message to listen, or not to, does not disturb who else hears it."""
    heard: list[bytes] = []
    tasks: list[asyncio.Task[object]] = []

    def change(payload: bytes) -> None:
        tasks.append(asyncio.ensure_future(subscription.cancel()))
        tasks.append(asyncio.ensure_future(bus.subscribe("a", heard.append)))

    subscription = await bus.subscribe("a", change)
    await bus.subscribe("a", heard.append)
    await bus.publish("a", b"1")
    await asyncio.gather(*tasks)
    await bus.publish("a", b"2")
    await _settle()
    assert heard == [b"1", b"2", b"2"]


# --- requests ----------------------------------------------------------------------------------------------


async def test_a_request_is_answered(bus: Bus) -> None:
    await bus.serve("a", _echo)
    assert await bus.request("a", b"1") == b"echo 1"
    assert await asyncio.gather(*(bus.request("a", b"%d" % n) for n in range(20))) == [
        b"echo %d" % n for n in range(20)
    ]


async def test_requests_of_one_requester_arrive_in_order(bus: Bus) -> None:
    arrived: list[bytes] = []

    async def note(payload: bytes) -> bytes:
        arrived.append(payload)
        return b""

    await bus.serve("a", note)
    for number in range(50):
        await bus.request("a", b"%d" % number)
    assert arrived == [b"%d" % number for number in range(50)]


async def test_nobody_serves(bus: Bus) -> None:
    with pytest.raises(NoResponderError):
        await bus.request("a", b"1")
    await bus.subscribe("a", lambda payload: None)
    with pytest.raises(NoResponderError):
        await bus.request("a", b"1")


async def test_one_responder_serves(bus: Bus) -> None:
    subscription = await bus.serve("a", _echo)
    with pytest.raises(ValueError, match="a is served already"):
        await bus.serve("a", _echo)
    await subscription.cancel()
    await subscription.cancel()
    with pytest.raises(NoResponderError):
        await bus.request("a", b"1")


async def test_an_old_subscription_takes_nothing_from_a_new_responder(bus: Bus) -> None:
    old = await bus.serve("a", _echo)
    await old.cancel()
    await bus.serve("a", _echo)
    await old.cancel()
    assert await bus.request("a", b"1") == b"echo 1"


async def test_a_responder_that_is_slow(bus: Bus) -> None:
    """The requester gives up; the responder does not: whether it acted is unknown to the one, not half to the other."""
    go, done = asyncio.Event(), asyncio.Event()

    async def slow(payload: bytes) -> bytes:
        await go.wait()
        done.set()
        return payload

    await bus.serve("a", slow)
    with pytest.raises(RequestTimeoutError):
        await bus.request("a", b"1", timeout_ms=1)
    go.set()
    await asyncio.wait_for(done.wait(), 5)


async def test_a_requester_that_goes_away(bus: Bus) -> None:
    """A browser that closes its tab must not cut an opening room in half."""
    begun, go, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def slow(payload: bytes) -> bytes:
        begun.set()
        await go.wait()
        done.set()
        return payload

    await bus.serve("a", slow)
    requester = asyncio.create_task(bus.request("a", b"1"))
    await begun.wait()
    requester.cancel()
    with pytest.raises(asyncio.CancelledError):
        await requester
    go.set()
    await asyncio.wait_for(done.wait(), 5)


@pytest.mark.parametrize("error", [ZeroDivisionError, TimeoutError, NoResponderError])
async def test_a_responder_that_fails(bus: Bus, error: type[Exception]) -> None:
    """It has not answered, and it may have acted: that is all that a requester can know."""

    async def fail(payload: bytes) -> bytes:
        raise error

    await bus.serve("a", fail)
    with capture_logs() as logs, pytest.raises(RequestTimeoutError):
        await bus.request("a", b"1")
    assert [entry["event"] for entry in logs] == ["responder_failed"]
    await bus.serve("b", _echo)
    assert await bus.request("b", b"1") == b"echo 1"


async def test_a_responder_may_ask_others(bus: Bus) -> None:
    async def ask(payload: bytes) -> bytes:
        return b"b says " + await bus.request("b", payload)

    await bus.serve("a", ask)
    await bus.serve("b", _echo)
    assert await bus.request("a", b"1") == b"b says echo 1"
