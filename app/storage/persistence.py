"""Trying again: a transaction that lost a race for a lock has stored nothing and may simply run once more."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from app.storage.store import Storage, Transaction, TryAgainError

T = TypeVar("T")
MAX_TRIES: Final = 5


async def persist(storage: Storage, work: Callable[[Transaction], Awaitable[T]]) -> T:
    """What `work` returns, in a transaction of its own, tried again while the database asks for that.

    `work` may run several times. Raises TryAgainError after the last try.
    """
    for tries_left in reversed(range(MAX_TRIES)):
        try:
            async with storage.begin() as tx:
                return await work(tx)
        except TryAgainError:
            if not tries_left:
                raise
    raise AssertionError("the last try returns or raises")
