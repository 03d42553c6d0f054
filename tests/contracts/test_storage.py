"""What every storage does alike: in memory, in SQLite and in PostgreSQL."""

import asyncio
from dataclasses import replace

import pytest

from app.storage.store import (
    DuplicateActionError,
    RowConflictError,
    StaleEpochError,
    Storage,
)
from tests.contracts import rows


class StopError(Exception):
    """Raised by a test to leave a block."""


async def with_hand(storage: Storage, *room_ids: str) -> None:
    async with storage.begin() as tx:
        for room_id in room_ids:
            await tx.rooms.add(rows.room(room_id))
            await tx.hands.add(rows.hand(room_id))


# --- transactions ------------------------------------------------------------------------------------------


async def test_what_a_transaction_wrote_is_seen_after_it(storage: Storage) -> None:
    async with storage.begin() as tx:
        await tx.rooms.add(rows.room())
        assert await tx.rooms.get("r1") == rows.room()
    async with storage.read() as tx:
        assert await tx.rooms.get("r1") == rows.room()
        assert await tx.rooms.get("r2") is None


async def test_an_exception_undoes_everything(storage: Storage) -> None:
    await with_hand(storage, "r1")
    with pytest.raises(StopError):  # noqa: PT012
        async with storage.begin() as tx:
            await tx.rooms.add(rows.room("r2"))
            await tx.rooms.set_config("r1", 0, b"new")
            await tx.hands.append([rows.commit(action_id="a1")])
            await tx.hands.add_secret(rows.secret())
            await tx.players.add(rows.player())
            raise StopError
    async with storage.read() as tx:
        assert await tx.rooms.get("r2") is None
        assert await tx.rooms.get("r1") == rows.room()
        assert await tx.hands.commits("r1", 1) == []
        assert await tx.hands.find_action("r1", "seat:0", "a1") is None
        assert await tx.hands.secrets("r1", 1) == []
        assert await tx.players.get(["p1"]) == {}


async def test_a_savepoint_undoes_its_own_part_only(storage: Storage) -> None:
    async with storage.begin() as tx:
        await tx.rooms.add(rows.room("before"))
        with pytest.raises(StopError):  # noqa: PT012
            async with tx.savepoint():
                await tx.rooms.add(rows.room("inside"))
                async with tx.savepoint():
                    await tx.rooms.add(rows.room("deeper"))
                raise StopError
        async with tx.savepoint():
            await tx.rooms.add(rows.room("kept"))
        await tx.rooms.add(rows.room("after"))
    async with storage.read() as tx:
        found = {name for name in ("before", "inside", "deeper", "kept", "after") if await tx.rooms.get(name)}
    assert found == {"before", "kept", "after"}


async def test_an_error_of_the_database_leaves_the_rest_of_the_transaction_usable(storage: Storage) -> None:
    async with storage.begin() as tx:
        await tx.rooms.add(rows.room("r1"))
        with pytest.raises(RowConflictError):
            async with tx.savepoint():
                await tx.rooms.add(rows.room("r1"))
        await tx.rooms.add(rows.room("r2"))
    async with storage.read() as tx:
        assert await tx.rooms.get("r2")


async def test_a_reader_sees_one_state_while_others_write(storage: Storage) -> None:
    await with_hand(storage, "r1")
    async with storage.read() as reader:
        assert await reader.hands.commits("r1", 1) == []
        async with storage.begin() as tx:
            await tx.hands.append([rows.commit()])
            await tx.rooms.add(rows.room("r2"))
        assert await reader.hands.commits("r1", 1) == []
        assert await reader.rooms.get("r2") is None
    async with storage.read() as reader:
        assert len(await reader.hands.commits("r1", 1)) == 1


async def test_what_is_not_committed_is_seen_by_nobody(storage: Storage) -> None:
    async with storage.begin() as tx:
        await tx.rooms.add(rows.room())
        async with storage.read() as reader:
            assert await reader.rooms.get("r1") is None


async def test_a_reader_cannot_change_what_is_kept(storage: Storage) -> None:
    with pytest.raises(Exception, match="read"):
        async with storage.read() as tx:
            await tx.rooms.add(rows.room())
    async with storage.read() as tx:
        assert await tx.rooms.get("r1") is None


async def test_writers_wait_for_each_other(storage: Storage) -> None:
    await with_hand(storage, "r1")

    async def append_next() -> None:
        async with storage.begin() as tx:
            await tx.ledger.lock([])
            await tx.rooms.set_config("r1", 0, b"locks the room's row")
            seq = len(await tx.hands.commits("r1", 1))
            assert await tx.hands.append([rows.commit(seq=seq)]) == {}

    await asyncio.gather(*(append_next() for _ in range(8)))
    async with storage.read() as tx:
        assert [row.seq for row in await tx.hands.commits("r1", 1)] == list(range(8))


async def test_a_writer_that_is_cancelled_leaves_nothing_and_blocks_nobody(storage: Storage) -> None:
    entered = asyncio.Event()

    async def stuck() -> None:
        async with storage.begin() as tx:
            await tx.rooms.add(rows.room("r1"))
            entered.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(stuck())
    await entered.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with asyncio.timeout(5), storage.begin() as tx:
        assert await tx.rooms.get("r1") is None
        await tx.rooms.add(rows.room("r1"))


# --- rooms -------------------------------------------------------------------------------------------------


async def test_claim_takes_free_rooms_and_those_of_former_lives(storage: Storage) -> None:
    async with storage.begin() as tx:
        for row in (
            rows.room("free", epoch=4),
            rows.room("former", owner="local/1", epoch=7),
            rows.room("mine", owner="local/2", epoch=1),
            rows.room("other", owner="localhost/1", epoch=2),
        ):
            await tx.rooms.add(row)
        await tx.rooms.add(replace(rows.room("over"), status="closed"))
    async with storage.begin() as tx:
        claimed = await tx.rooms.claim("local/2", 10)
    assert [(row.id, row.owner, row.epoch) for row in claimed] == [
        ("former", "local/2", 8),
        ("free", "local/2", 5),
    ]
    async with storage.begin() as tx:
        assert await tx.rooms.claim("local/2", 10) == []
        assert await tx.rooms.get("free") == claimed[1]
        assert await tx.rooms.get("other") == rows.room("other", owner="localhost/1", epoch=2)


async def test_claim_stops_at_its_limit(storage: Storage) -> None:
    async with storage.begin() as tx:
        for number in range(5):
            await tx.rooms.add(rows.room(f"r{number}"))
    taken: list[list[str]] = []
    for _ in range(3):
        async with storage.begin() as tx:
            taken.append([row.id for row in await tx.rooms.claim("local/1", 2)])
    assert taken == [["r0", "r1"], ["r2", "r3"], ["r4"]]


async def test_a_released_room_may_be_claimed_by_anybody(storage: Storage) -> None:
    async with storage.begin() as tx:
        await tx.rooms.add(rows.room("r1", owner="a/1", epoch=3))
        await tx.rooms.release("r1", 2)
        assert await tx.rooms.claim("b/1", 1) == []
        await tx.rooms.release("r1", 3)
        assert [row.epoch for row in await tx.rooms.claim("b/1", 1)] == [4]


async def test_only_the_owner_of_the_epoch_changes_a_room(storage: Storage) -> None:
    async with storage.begin() as tx:
        await tx.rooms.add(rows.room("r1", epoch=3))
        for epoch in (2, 4):
            with pytest.raises(StaleEpochError):
                await tx.rooms.set_config("r1", epoch, b"x")
            with pytest.raises(StaleEpochError):
                await tx.rooms.close("r1", epoch)
        await tx.rooms.set_config("r1", 3, b"x")
        await tx.rooms.close("r1", 3)
        with pytest.raises(StaleEpochError):
            await tx.rooms.set_config("r1", 3, b"y")
        with pytest.raises(StaleEpochError):
            await tx.rooms.close("none", 3)
        found = await tx.rooms.get("r1")
        assert found
        assert (found.status, found.config, found.owner) == ("closed", b"x", None)
        assert await tx.rooms.claim("a/1", 5) == []


# --- hands -------------------------------------------------------------------------------------------------


async def test_hands_of_a_room(storage: Storage) -> None:
    async with storage.begin() as tx:
        await tx.rooms.add(rows.room())
        assert await tx.hands.latest("r1") is None
        for number in (1, 2):
            await tx.hands.add(rows.hand(hand_no=number))
            assert await tx.hands.running("r1") == rows.hand(hand_no=number)
            await tx.hands.finish("r1", number, status="settled", result=b"won", ended_ms=9)
        assert await tx.hands.running("r1") is None
        ended = replace(rows.hand(hand_no=2), status="settled", result=b"won", ended_ms=9)
        assert await tx.hands.latest("r1") == ended == await tx.hands.get("r1", 2)
        assert await tx.hands.get("r1", 3) is None


async def test_one_hand_runs_in_a_room(storage: Storage) -> None:
    await with_hand(storage, "r1", "r2")
    for bad in (rows.hand(hand_no=2), rows.hand(hand_no=1), rows.hand("none")):
        with pytest.raises(RowConflictError):
            async with storage.begin() as tx:
                await tx.hands.add(bad)


@pytest.mark.parametrize("status", ["settled", "void"])
async def test_a_hand_ends_once(storage: Storage, status: str) -> None:
    await with_hand(storage, "r1")
    async with storage.begin() as tx:
        await tx.hands.finish("r1", 1, status=status, result=b"", ended_ms=9)
    for again in ("settled", "void"):
        with pytest.raises(RowConflictError):
            async with storage.begin() as tx:
                await tx.hands.finish("r1", 1, status=again, result=b"", ended_ms=10)
    with pytest.raises(RowConflictError):
        async with storage.begin() as tx:
            await tx.hands.finish("r1", 2, status=status, result=b"", ended_ms=10)


async def test_the_log_comes_back_in_order(storage: Storage) -> None:
    await with_hand(storage, "r1", "r2")
    log = [rows.commit(seq=seq, action_id=f"a{seq}", facts=bytes([seq])) for seq in range(3)]
    async with storage.begin() as tx:
        for row in log:
            assert await tx.hands.append([row]) == {}
        assert await tx.hands.append([]) == {}
    async with storage.read() as tx:
        assert await tx.hands.commits("r1", 1) == log
        assert await tx.hands.commits("r2", 1) == []
        assert await tx.hands.commits("none", 1) == []


@pytest.mark.parametrize("count", [1, 2, 3, 100])
async def test_many_rooms_commit_in_one_call(storage: Storage, count: int) -> None:
    names = [f"r{number}" for number in range(count)]
    await with_hand(storage, *names)
    async with storage.begin() as tx:
        assert await tx.hands.append([rows.commit(name) for name in names]) == {}
    async with storage.read() as tx:
        for name in names:
            assert await tx.hands.commits(name, 1) == [rows.commit(name)]


async def test_a_stale_epoch_stores_nothing_of_that_room(storage: Storage) -> None:
    await with_hand(storage, "r1", "r2", "r3")
    async with storage.begin() as tx:
        await tx.rooms.claim("local/1", 1)  # r1 is at epoch 1 now
    async with storage.begin() as tx:
        refused = await tx.hands.append(
            [rows.commit("r1"), rows.commit("r2"), rows.commit("r3", epoch=1), rows.commit("none")]
        )
    assert {name: type(reason) for name, reason in refused.items()} == {
        "r1": StaleEpochError,
        "r3": StaleEpochError,
        "none": StaleEpochError,
    }
    async with storage.begin() as tx:
        assert await tx.hands.commits("r1", 1) == []
        assert await tx.hands.commits("r2", 1) == [rows.commit("r2")]
        assert await tx.hands.append([rows.commit("r1", epoch=1)]) == {}


async def test_a_known_action_is_not_stored_again(storage: Storage) -> None:
    await with_hand(storage, "r1", "r2")
    first = rows.commit("r1", action_id="a1")
    async with storage.begin() as tx:
        await tx.hands.append([first, rows.commit("r2", action_id="a1")])
    async with storage.begin() as tx:
        refused = await tx.hands.append(
            [replace(first, seq=1, facts=b"other"), rows.commit("r2", 1, action_id="a2")]
        )
        assert {name: type(reason) for name, reason in refused.items()} == {"r1": DuplicateActionError}
        refused = await tx.hands.append([first])
        assert {name: type(reason) for name, reason in refused.items()} == {"r1": DuplicateActionError}
        assert await tx.hands.append([rows.commit("r1", 1, actor="seat:1", action_id="a1")]) == {}
        assert await tx.hands.append([rows.commit("r1", 2)]) == {}
        assert await tx.hands.append([rows.commit("r1", 3)]) == {}
    async with storage.read() as tx:
        assert await tx.hands.find_action("r1", "seat:0", "a1") == first
        assert await tx.hands.find_action("r1", "seat:0", "a9") is None
        assert len(await tx.hands.commits("r1", 1)) == 4


async def test_a_known_action_is_known_in_later_hands(storage: Storage) -> None:
    await with_hand(storage, "r1")
    async with storage.begin() as tx:
        await tx.hands.append([rows.commit(action_id="a1")])
        await tx.hands.finish("r1", 1, status="settled", result=b"", ended_ms=9)
        await tx.hands.add(rows.hand(hand_no=2))
        refused = await tx.hands.append([rows.commit(action_id="a1", hand_no=2)])
    assert isinstance(refused["r1"], DuplicateActionError)


async def test_a_taken_number_in_the_log_is_a_stale_owner(storage: Storage) -> None:
    await with_hand(storage, "r1")
    async with storage.begin() as tx:
        await tx.hands.append([rows.commit()])
        refused = await tx.hands.append([rows.commit(facts=b"other")])
    assert isinstance(refused["r1"], StaleEpochError)


async def test_a_room_comes_once_in_a_batch(storage: Storage) -> None:
    await with_hand(storage, "r1")
    async with storage.begin() as tx:
        with pytest.raises(ValueError, match="once"):
            await tx.hands.append([rows.commit(seq=0), rows.commit(seq=1)])


async def test_deal_secrets(storage: Storage) -> None:
    await with_hand(storage, "r1")
    async with storage.begin() as tx:
        await tx.hands.add_secret(rows.secret(1))
        await tx.hands.add_secret(rows.secret(0))
        assert await tx.hands.secrets("r1", 1) == [rows.secret(0), rows.secret(1)]
        assert await tx.hands.secrets("r1", 2) == []
        await tx.hands.reveal("r1", 1, 50)
        await tx.hands.reveal("r1", 1, 60)
        assert [row.revealed_ms for row in await tx.hands.secrets("r1", 1)] == [50, 50]
        for bad in (rows.secret(0), rows.secret(0, hand_no=2)):
            with pytest.raises(RowConflictError):
                async with tx.savepoint():
                    await tx.hands.add_secret(bad)
