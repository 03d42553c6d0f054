"""How much one browser, one player and one address may ask for."""

import ipaddress
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from enum import Enum
from itertools import chain
from typing import Final, Generic, Protocol, TypeVar

Key = TypeVar("Key", bound=Hashable)


class Verdict(Enum):
    """What to do with one more message."""

    FINE = "fine"
    REFUSE = "refuse"
    ABUSE = "abuse"


class Bucket:
    """A token bucket: `rate` messages a second are fine for ever, `burst` at once.

    With a `debt` a refused message costs too, and whoever owes more than that is an abuser. Without one it costs
    nothing: several people may share the bucket.
    """

    __slots__ = ("_burst", "_debt", "_level", "_rate", "_since_ms")

    def __init__(self, rate: float, burst: int, now_ms: int, *, debt: int = 0) -> None:
        self._rate = rate
        self._burst = burst
        self._debt = debt
        self._level = float(burst)
        self._since_ms = now_ms

    def take(self, now_ms: int) -> Verdict:
        """Count one message at this time."""
        self._refill(now_ms)
        if self._level >= 1:
            self._level -= 1
            return Verdict.FINE
        if not self._debt:
            return Verdict.REFUSE
        self._level = max(self._level - 1, -self._debt - 1.0)
        return Verdict.REFUSE if self._level >= -self._debt else Verdict.ABUSE

    def is_full(self, now_ms: int) -> bool:
        """Whether nothing is remembered any more."""
        self._refill(now_ms)
        return self._level >= self._burst

    def _refill(self, now_ms: int) -> None:
        gained = (now_ms - self._since_ms) * self._rate / 1000
        self._level = min(self._burst, self._level + gained)
        self._since_ms = now_ms


class Buckets(Generic[Key]):
    """A bucket for each player or address; those that have filled up again are forgotten."""

    MOST: Final = 100_000

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[Key, Bucket] = OrderedDict()

    def take(self, key: Key, now_ms: int) -> Verdict:
        """Count one message of this key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now_ms)
        self._buckets.move_to_end(key)
        verdict = bucket.take(now_ms)
        while len(self._buckets) > 1:
            oldest = next(iter(self._buckets))
            if len(self._buckets) <= self.MOST and not self._buckets[oldest].is_full(now_ms):
                break
            del self._buckets[oldest]
        return verdict

    def __len__(self) -> int:
        return len(self._buckets)


class CountedSocket(Protocol):
    """A socket as the census sees it."""

    @property
    def player_id(self) -> str: ...

    @property
    def address(self) -> str: ...

    @property
    def token_sha(self) -> bytes: ...

    def close(self, code: int) -> None: ...


class Census:
    """All sockets of this process, and how many one player and one address hold."""

    def __init__(self, total: int, per_address: int, per_player: int) -> None:
        self._total = total
        self._per_address = per_address
        self._per_player = per_player
        self._count = 0
        self._of_address: dict[str, int] = {}
        self._of_player: dict[str, list[CountedSocket]] = {}

    def has_room(self, address: str) -> bool:
        """Whether one more socket from this address may come."""
        return self._count < self._total and self._of_address.get(address, 0) < self._per_address

    def enter(self, socket: CountedSocket) -> list[CountedSocket]:
        """Count a socket; the player's oldest ones that have to go for it.

        The newest is let in, since it is the one that a person looks at: after a few quick refreshes the old
        ones may not have been seen to close yet.
        """
        self._count += 1
        self._of_address[socket.address] = self._of_address.get(socket.address, 0) + 1
        sockets = self._of_player.setdefault(socket.player_id, [])
        sockets.append(socket)
        return sockets[: -self._per_player]

    def sockets(self) -> Iterator[CountedSocket]:
        """Every socket that is counted."""
        return chain.from_iterable(self._of_player.values())

    def leave(self, socket: CountedSocket) -> None:
        """A socket has gone."""
        self._count -= 1
        left = self._of_address[socket.address] - 1
        if left:
            self._of_address[socket.address] = left
        else:
            del self._of_address[socket.address]
        sockets = self._of_player[socket.player_id]
        sockets.remove(socket)
        if not sockets:
            del self._of_player[socket.player_id]

    def __len__(self) -> int:
        return self._count


def address_of(client: tuple[str, int] | None) -> str:
    """The address that limits count by: one IPv4 address, or the /64 network of a household with IPv6."""
    if client is None:
        return "local"
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return client[0]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
