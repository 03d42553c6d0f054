"""Passwords: which are fit for use, and their hashes, which are made on a thread of their own.

Hashing one takes tens of milliseconds and 19 MiB on purpose (argon2id at the least that OWASP recommends). On the
event loop that would stop every table, so one thread does it, and whoever comes while too many wait is turned away.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from zxcvbn.frequency_lists import FREQUENCY_LISTS  # type: ignore[import-untyped]  # it has no types

T = TypeVar("T")

SHORTEST: Final = 8
LONGEST: Final = 256
"""The most characters of a password; whatever it is, it is hashed as it stands."""
FEWEST_DIFFERENT: Final = 3
"""A password of fewer different characters than these is among the first that anybody tries."""
MOST_WAITING: Final = 32
"""So many passwords may wait to be hashed: some two seconds."""

_hasher: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_COMMON: Final[frozenset[str]] = frozenset(
    word for word in FREQUENCY_LISTS["passwords"] if len(word) >= SHORTEST
)


class BadPasswordError(ValueError):
    """A password is unfit: `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class PasswordsBusyError(Exception):
    """Too many passwords wait to be hashed."""


def check_password(password: str, login: str) -> None:
    """Raise BadPasswordError unless this may be the password of a member who signs in by this login."""
    if len(password) < SHORTEST:
        raise BadPasswordError("short_password")
    if len(password) > LONGEST:
        raise BadPasswordError("long_password")
    folded = password.casefold()
    if folded in _COMMON or folded.strip() == login or len(set(folded)) < FEWEST_DIFFERENT:
        raise BadPasswordError("common_password")


class Passwords:
    """Makes and compares hashes, one after the other."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self._waiting = 0
        _nobodys_hash()

    async def hash(self, password: str) -> str:
        """What is kept of a password. Raises PasswordsBusyError."""
        return await self._run(lambda: _hasher.hash(password))

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether this is the password that a hash was made of; without a hash it is not, and takes as long.

        Raises PasswordsBusyError.
        """
        known = _nobodys_hash() if kept is None else kept
        return await self._run(lambda: _matches(known, password)) and kept is not None

    def close(self) -> None:
        """Hash nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise PasswordsBusyError
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1


def _matches(kept: str, password: str) -> bool:
    try:
        return _hasher.verify(kept, password)
    except VerifyMismatchError:
        return False


@cache
def _nobodys_hash() -> str:
    """The hash that passwords of unknown names are compared with."""
    return _hasher.hash("nobody")
