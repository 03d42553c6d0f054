"""Conduct: what escapes come to, as laws over whole evenings and as the example of the docs."""

from hypothesis import given
from hypothesis import strategies as st

from app.players.conduct import DAY_MS, MINUTE_MS, ConductRules, Standing, judge
from app.storage.store import Outcome, PlayedRow

RULES = ConductRules()
NOW_MS = 1_764_500_000_000


class Evening:
    """The hands of one player, and what time it is."""

    def __init__(self) -> None:
        self.hands: list[PlayedRow] = []
        self.now_ms = NOW_MS

    def play(self, outcome: Outcome, minutes: float = 1, times: int = 1) -> "Evening":
        """Hands that end so, each so many minutes after the one before."""
        for _ in range(times):
            self.now_ms += round(minutes * MINUTE_MS)
            hand = PlayedRow(
                "p1",
                self.now_ms,
                "r1",
                len(self.hands),
                "happy",
                None,
                outcome,
                1,
                0,
                0,
                auto=False,
                tier="high",
            )
            self.hands.append(hand)
        return self

    def wait(self, minutes: float) -> "Evening":
        """So many minutes go by."""
        self.now_ms += round(minutes * MINUTE_MS)
        return self

    @property
    def standing(self) -> Standing:
        return judge(self.hands, RULES, self.now_ms)

    @property
    def ban(self) -> float:
        """For how many minutes more the queue is closed."""
        until_ms = self.standing.until_ms
        return 0 if until_ms is None else (until_ms - self.now_ms) / MINUTE_MS


def test_the_ban_grows_with_each_escape_of_a_day() -> None:
    assert [Evening().play("escaped", 10, count).ban for count in range(9)] == [
        0,
        0,
        0,
        5,
        15,
        60,
        240,
        240,
        240,
    ]
    assert Evening().standing == Standing(0, None, 0)
    third = Evening().play("escaped", times=3)
    until_ms = third.now_ms + 5 * MINUTE_MS
    assert third.wait(4.99).standing == Standing(3, until_ms, 15 * MINUTE_MS)
    assert third.wait(0.01).standing == Standing(3, None, 15 * MINUTE_MS)


def test_hands_played_to_the_end_wear_escapes_off_and_a_day_forgets_them() -> None:
    def after(hands: int) -> int:
        return Evening().play("escaped", times=3).play("lost", times=hands).standing.escapes

    assert [after(hands) for hands in (0, 4, 5, 9, 10, 15, 99)] == [3, 3, 2, 2, 1, 0, 0]
    assert Evening().play("escaped", times=3).play("void", times=9).standing.escapes == 3, (
        "nothing was played"
    )
    assert Evening().play("won", times=99).play("escaped", times=3).ban == 5, (
        "nobody earns escapes beforehand"
    )
    assert Evening().play("escaped", times=2).play("won", times=5).play("escaped").ban == 0
    assert Evening().play("escaped", times=2).play("won", times=4).play("escaped").play("won").ban > 0
    third = Evening().play("escaped", times=3)
    assert third.wait(24 * 60 - 3).standing.escapes == 3
    assert third.wait(1).standing.escapes == 2
    assert third.wait(2).standing.escapes == 0


def test_a_ban_lasts_as_long_as_was_said() -> None:
    """Also where the escapes before it are more than a day old by then."""
    evening = Evening().play("escaped", times=5).play("escaped", 24 * 60 - 10)
    assert evening.ban == 240
    until_ms = evening.now_ms + 240 * MINUTE_MS
    assert evening.wait(239).standing == Standing(1, until_ms, 0)


EVENINGS = st.lists(
    st.tuples(st.sampled_from(["escaped", "escaped", "won", "lost", "void"]), st.integers(0, 800)),
    max_size=25,
)


@given(EVENINGS, st.integers(0, 3_000))
def test_playing_on_never_makes_it_worse_and_escaping_never_better(
    hands: list[tuple[Outcome, int]], minutes: int
) -> None:
    evening = Evening()
    for outcome, later in hands:
        evening.play(outcome, later)
    at_once = evening.standing.escapes
    now = evening.wait(minutes).standing
    assert now.escapes <= at_once <= sum(outcome == "escaped" for outcome, _ in hands)
    recent = [hand for hand in evening.hands if hand.ended_ms > evening.now_ms - 2 * DAY_MS]
    assert judge(recent, RULES, evening.now_ms) == now, "two days are enough to know it all"
    assert evening.play("won", 0).standing.escapes <= now.escapes
    before = evening.standing
    after = evening.play("escaped", 0).standing
    assert after.escapes == before.escapes + 1
    assert after.until_ms == (evening.now_ms + before.next_ban_ms if before.next_ban_ms else None)
