"""Guests and their sessions, in every storage's own words."""

import hashlib

import pytest

from app.clock import ManualClock
from app.players.guests import add_guest
from app.players.names import BadNameError
from app.players.sessions import LIFE_S, end_session, find_session, open_session, token_hash
from app.randomness import SecretRandomness, SeededRandomness
from app.storage.memory import MemoryStorage
from app.storage.store import PlayerRow


async def guest(storage: MemoryStorage, clock: ManualClock, name: str = "Ann") -> PlayerRow:
    async with storage.begin() as tx:
        return await add_guest(tx, name, clock=clock, randomness=SecretRandomness())


async def sign_in(storage: MemoryStorage, clock: ManualClock, player: PlayerRow) -> str:
    async with storage.begin() as tx:
        return await open_session(tx, player, clock=clock, randomness=SecretRandomness())


async def test_a_token_opens_its_own_session_until_it_ends() -> None:
    storage, clock = MemoryStorage(), ManualClock()
    ann, ben = await guest(storage, clock), await guest(storage, clock, "Ben")
    token, other = await sign_in(storage, clock, ann), await sign_in(storage, clock, ben)
    async with storage.read() as tx:
        session = await find_session(tx, token, clock=clock)
        assert session is not None
        assert session.player == ann
        found = await find_session(tx, other, clock=clock)
        assert found is not None
        assert found.player == ben
        assert found.id != session.id
    async with storage.begin() as tx:
        await end_session(tx, session)
    async with storage.read() as tx:
        assert await find_session(tx, token, clock=clock) is None
        assert await find_session(tx, other, clock=clock) is not None


async def test_a_session_ends_by_itself() -> None:
    storage, clock = MemoryStorage(), ManualClock()
    token = await sign_in(storage, clock, await guest(storage, clock))
    clock.advance(LIFE_S * 1000 - 1)
    async with storage.read() as tx:
        assert await find_session(tx, token, clock=clock) is not None
    clock.advance(1)
    async with storage.read() as tx:
        assert await find_session(tx, token, clock=clock) is None


@pytest.mark.parametrize(
    "token", [None, "", "x", "A" * 42, "A" * 44, "A" * 43 + "\n", "é" * 43, "A" * 100_000]
)
async def test_anything_else_opens_nothing(token: str | None) -> None:
    async with MemoryStorage().read() as tx:
        assert await find_session(tx, token, clock=ManualClock()) is None


async def test_only_the_hash_of_a_token_is_kept_and_nothing_shows_it() -> None:
    storage, clock = MemoryStorage(), ManualClock()
    token = await sign_in(storage, clock, await guest(storage, clock))
    assert token_hash(token) == hashlib.sha256(token.encode()).digest()
    async with storage.read() as tx:
        assert await tx.sessions.find(token.encode(), clock.now_ms()) is None
        session = await find_session(tx, token, clock=clock)
    assert token not in repr(session)
    assert token_hash(token).hex() not in repr(session)
    assert repr(token_hash(token)) not in repr(session)
    assert session is not None
    assert session.id not in token_hash(token).hex()


async def test_tokens_are_256_bits_of_chance() -> None:
    storage, clock = MemoryStorage(), ManualClock()
    ann = await guest(storage, clock)
    tokens = {await sign_in(storage, clock, ann) for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {43}
    async with storage.begin() as tx:
        first = await open_session(tx, ann, clock=clock, randomness=SeededRandomness(1))
    assert first not in tokens


async def test_two_guests_may_share_a_name_and_are_not_the_same() -> None:
    storage, clock = MemoryStorage(), ManualClock()
    first, second = await guest(storage, clock), await guest(storage, clock)
    assert first.name == second.name
    assert first.id != second.id


async def test_a_bad_name_makes_no_guest() -> None:
    storage, clock = MemoryStorage(), ManualClock()
    with pytest.raises(BadNameError):
        await guest(storage, clock, "\u202e")
    async with storage.read() as tx:
        assert await tx.players.of_kind("guest") == []
