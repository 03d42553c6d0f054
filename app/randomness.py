"""Randomness as a protocol: a secret one for the server, a seeded one for tests and simulations."""

import hashlib
import secrets
from typing import Protocol


class Randomness(Protocol):
    """A source of random bytes."""

    def token(self, size: int) -> bytes:
        """`size` random bytes."""
        ...

    def below(self, bound: int) -> int:
        """A uniform number from 0 to `bound` - 1."""
        ...


class SecretRandomness:
    """The operating system's cryptographic source."""

    def token(self, size: int) -> bytes:
        return secrets.token_bytes(size)

    def below(self, bound: int) -> int:
        return secrets.randbelow(bound)


class SeededRandomness:
    """The same bytes again for the same seed: never for a running server."""

    def __init__(self, seed: int) -> None:
        self._key = seed.to_bytes(16, "big")
        self._count = 0

    def token(self, size: int) -> bytes:
        self._count += 1
        return hashlib.shake_256(self._key + self._count.to_bytes(8, "big")).digest(size)

    def below(self, bound: int) -> int:
        return int.from_bytes(self.token(16), "big") % bound
