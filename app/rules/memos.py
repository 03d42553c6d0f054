"""Answers kept by a set of ranks (`marks`): there are never more of them than such sets, so they need no limit."""

from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

from app.rules.marks import ALL, each, marks

T = TypeVar("T")
LOW: Final = marks("3456789")
"""About half of the ranks."""


class Memo(dict[int, T], Generic[T]):
    """Answers of a function of a set of ranks."""

    def __init__(self, answer: Callable[[int], T]) -> None:
        super().__init__()
        self._answer = answer

    def __missing__(self, ranks: int) -> T:
        answer = self[ranks] = self._answer(ranks)
        return answer


class Each(dict[int, tuple[T, ...]], Generic[T]):
    """One thing for each rank of a set, low to high; a new answer is put together from its two halves."""

    def __init__(self, things: Mapping[int, T]) -> None:
        super().__init__()
        self._things = things

    def __missing__(self, ranks: int) -> tuple[T, ...]:
        low = ranks & LOW
        if low and low != ranks:
            answer = self[low] + self[ranks ^ low]
        else:
            answer = tuple(self._things[rank] for rank in each(ranks))
        self[ranks] = answer
        return answer


EACH: Final = Each({rank: rank for rank in each(ALL)})
"""The single marks of a set, low to high."""
