"""Tables in memory with transactions inside transactions: copy on write, one layer per savepoint."""

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

_GONE: Any = object()


class Table(Generic[K, V]):
    """A mapping whose changes live in the newest layer until that layer is merged or dropped.

    The lowest layer is what is committed. A reader may hold on to it: it is replaced, not changed, while one does.
    """

    def __init__(self, committed: dict[K, V] | None = None) -> None:
        self._layers: list[dict[K, V]] = [{} if committed is None else committed]

    def get(self, key: K) -> V | None:
        for layer in reversed(self._layers):
            if key in layer:
                value = layer[key]
                return None if value is _GONE else value
        return None

    def put(self, key: K, value: V) -> None:
        self._layers[-1][key] = value

    def remove(self, key: K) -> None:
        self._layers[-1][key] = _GONE

    def values(self) -> Iterator[V]:
        """Every value, oldest key first."""
        merged: dict[K, V] = {}
        for layer in self._layers:
            merged.update(layer)
        return (value for value in merged.values() if value is not _GONE)

    def push(self) -> None:
        """Start a layer."""
        self._layers.append({})

    def drop(self) -> None:
        """Forget the newest layer."""
        self._layers.pop()

    def merge(self, *, copy: bool = False) -> None:
        """Fold the newest layer into the one below; `copy` leaves the old one to whoever still reads it."""
        newest = self._layers.pop()
        if not newest:
            return
        below = dict(self._layers[-1]) if copy else self._layers[-1]
        below.update(newest)
        if len(self._layers) == 1:
            for key in [key for key, value in newest.items() if value is _GONE]:
                del below[key]
        self._layers[-1] = below

    def snapshot(self) -> "Table[K, V]":
        """What is committed now, as a table of its own that cannot be changed."""
        return Snapshot(self._layers[0])


class Snapshot(Table[K, V]):
    """What a reader sees."""

    def put(self, key: K, value: V) -> None:
        raise RuntimeError("a transaction that reads cannot write")

    def remove(self, key: K) -> None:
        raise RuntimeError("a transaction that reads cannot write")
