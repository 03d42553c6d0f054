"""The bounded queue to one browser."""

import asyncio

from app.gateway.outbox import MAX_BYTES, MAX_FRAMES, Outbox
from app.rooms.audience import LONGEST_TAIL
from app.rules.actions import Options
from app.rules.books.laizi import WITH_LAIZI
from app.rules.cards import FRENCH_DECK, Rank, pack_ranks
from app.rules.combos import Combo, Kind
from app.rules.facts import Played
from app.wire.notices import Clock, Turn, chance, dump_notice, dump_seen


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


async def test_a_long_absence_fits_with_the_largest_lead_after_it() -> None:
    """What a browser is sent at once when it comes back."""
    played = Played(0, FRENCH_DECK[:22], Combo(Kind.PLANE_SINGLES, 5, Rank("A")))
    clock = Clock([0, 1, 2], 1_764_500_000_000, 20_000)
    tail = [dump_seen(played, "K7Q2M9", 10**6, version, clock) for version in range(LONGEST_TAIL)]
    options = chance(Options((), WITH_LAIZI.leads(pack_ranks("345666777888999TJQKALL"))))
    outbox = Outbox()
    assert all(map(outbox.put, [*tail, dump_notice(Turn("K7Q2M9", 10**6, LONGEST_TAIL, clock, options))]))


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
