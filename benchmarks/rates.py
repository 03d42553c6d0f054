"""How many questions are answered in a second, on one core of a machine that may be busy.

Questions are made in batches outside the clock, and each batch is timed by the processor time that it took. The figure
is that of the best batch: whatever else runs here can only make a batch slower. Making questions may take longer than
answering them, so the seconds count both.
"""

from collections.abc import Callable, Sequence
from time import monotonic, process_time
from typing import TypeVar

FEWEST = 5
"""Batches, however long they take."""
Question = TypeVar("Question")


def rate(
    seconds: float, ask: Callable[[], Sequence[Question]], answer: Callable[[Question], object]
) -> float:
    """Questions a second, each asked once."""
    return rates(seconds, ask, answer, times=1)[0]


def rates(
    seconds: float, ask: Callable[[], Sequence[Question]], answer: Callable[[Question], object], times: int
) -> list[float]:
    """Questions a second when they are asked for the first time, for the second, and so on."""
    best = [0.0] * times
    batches = 0
    end = monotonic() + seconds
    while batches < FEWEST or monotonic() < end:
        batches += 1
        questions = ask()
        for turn in range(times):
            started = process_time()
            for question in questions:
                answer(question)
            best[turn] = max(best[turn], len(questions) / (process_time() - started))
    return best
