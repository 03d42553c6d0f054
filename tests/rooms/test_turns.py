"""One timer for everything that a room waits for."""

from app.rooms.turns import Due, Turns, Wait
from tests.rooms.table import CountingClock

STEP, DEADLINE, THINK_1, THINK_2 = (
    Due(Wait.STEP),
    Due(Wait.DEADLINE, 17),
    Due(Wait.THINK, 1),
    Due(Wait.THINK, 2),
)
DELAYS = {STEP: 0, DEADLINE: 100, THINK_1: 30, THINK_2: 60}


class Bench:
    """Turns on a clock of their own; `rung` counts how often they woke somebody."""

    def __init__(self) -> None:
        self.clock = CountingClock()
        self.rung = 0
        self.asked: list[Due] = []
        self.turns = Turns(self.clock, self._ring)

    def _ring(self) -> None:
        self.rung += 1

    def keep(self, *dues: Due) -> None:
        self.turns.keep(set(dues), self._delay)

    def _delay(self, due: Due) -> int:
        self.asked.append(due)
        return DELAYS[due]


def test_the_earliest_rings_and_is_taken_once() -> None:
    bench = Bench()
    bench.keep(DEADLINE, THINK_1, THINK_2)
    assert bench.clock.timers == 1
    bench.clock.advance(29)
    assert bench.rung == 0
    assert bench.turns.take_due() is None
    bench.clock.advance(1)
    assert bench.rung == 1
    assert bench.turns.take_due() == THINK_1
    assert bench.turns.take_due() is None
    assert bench.clock.timers == 1


def test_who_keeps_waiting_keeps_his_time() -> None:
    bench = Bench()
    bench.keep(THINK_1, DEADLINE)
    bench.clock.advance(20)
    bench.keep(THINK_1, THINK_2)
    assert bench.asked.count(THINK_1) == 1, "its delay is drawn once"
    bench.clock.advance(10)
    assert bench.turns.take_due() == THINK_1


def test_a_timer_that_need_not_move_stays() -> None:
    bench = Bench()
    bench.keep(THINK_1)
    timer = bench.turns._timer
    bench.clock.advance(5)
    bench.keep(THINK_1, DEADLINE)
    assert bench.turns._timer is timer
    bench.keep(DEADLINE)
    assert bench.turns._timer is not timer
    assert bench.clock.timers == 1


def test_what_falls_due_together_is_taken_one_by_one() -> None:
    """What comes of the first may make the second pointless."""
    bench = Bench()
    bench.keep(THINK_1, DEADLINE)
    bench.clock.advance(500)
    assert bench.rung == 1
    assert bench.clock.timers == 0
    assert bench.turns.take_due() == THINK_1
    assert bench.clock.timers == 1
    bench.keep(THINK_2)
    assert bench.turns.take_due() is None
    bench.keep(THINK_2, STEP)
    bench.clock.advance(0)
    assert bench.rung == 2
    assert bench.turns.take_due() == STEP


def test_it_rings_once_until_somebody_looks() -> None:
    bench = Bench()
    bench.keep(STEP)
    bench.clock.advance(0)
    for _ in range(5):
        bench.keep(STEP, THINK_1)
        bench.clock.advance(100)
    assert bench.rung == 1
    assert bench.turns.take_due() == STEP
    bench.clock.advance(0)
    assert bench.rung == 2


def test_stopped_there_is_no_timer() -> None:
    bench = Bench()
    bench.keep(THINK_1)
    bench.turns.stop()
    assert bench.clock.timers == 0
    bench.clock.advance(1_000)
    assert bench.rung == 0
    bench.keep(STEP)
    bench.clock.advance(0)
    bench.turns.stop()
    assert bench.turns.take_due() is None
    assert bench.clock.timers == 0


def test_a_delay_that_has_passed_is_due_now() -> None:
    bench = Bench()
    bench.turns.keep({DEADLINE}, lambda due: -5)
    bench.clock.advance(0)
    assert bench.turns.take_due() == DEADLINE
