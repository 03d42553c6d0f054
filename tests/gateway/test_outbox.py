"""The bounded queue to one browser."""

import asyncio

from app.gateway.outbox import MAX_BYTES, MAX_FRAMES, Outbox


async def test_frames_come_out_in_order_then_the_end() -> None:
    outbox = Outbox()
    for frame in (b"a", b"b"):
        assert outbox.put(frame)
    outbox.end(4001)
    assert [await outbox.take() for _ in range(4)] == [b"a", b"b", None, None]
    assert outbox.closing == 4001


async def test_it_says_no_instead_of_growing() -> None:
    outbox = Outbox()
    assert all(outbox.put(b"x") for _ in range(MAX_FRAMES))
    assert not outbox.put(b"x")
    await outbox.take()
    assert outbox.put(b"x")


async def test_bytes_count_too() -> None:
    outbox = Outbox()
    assert outbox.put(b"x" * MAX_BYTES)
    assert not outbox.put(b"x")
    await outbox.take()
    assert outbox.put(b"x" * MAX_BYTES)


async def test_after_the_end_nothing_is_added_and_the_first_code_stands() -> None:
    outbox = Outbox()
    outbox.end(1013)
    assert outbox.put(b"late")
    outbox.end(4001)
    assert await outbox.take() is None
    assert outbox.closing == 1013


async def test_an_end_can_drop_what_was_before_it() -> None:
    outbox = Outbox()
    outbox.put(b"x")
    outbox.end(1013, drop=True)
    assert await outbox.take() is None


async def test_whoever_waits_is_woken() -> None:
    outbox = Outbox()
    waiting = asyncio.create_task(outbox.take())
    await asyncio.sleep(0)
    outbox.put(b"x")
    assert await waiting == b"x"
    waiting = asyncio.create_task(outbox.take())
    await asyncio.sleep(0)
    outbox.end(1000)
    assert await waiting is None
