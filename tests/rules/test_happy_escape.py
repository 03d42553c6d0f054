"""Happy: leaving a hand, in each of its phases, and what it costs (rulebook 1.3 and 3, Escape)."""

import re
from collections.abc import Callable

import pytest

from app.rules import engine
from app.rules.actions import Double, Leave, Moment, Show, Shuffle
from app.rules.facts import Cause, End, Escaped, Finished, Seat, Stakes
from app.rules.refusals import Refusal
from app.rules.views import view
from tests.rules.cases import Case, rows
from tests.rules.game import Game, stack

MADE_OF = {1: (1, 0), 4: (1, 2), 8: (4, 1), 10: (5, 1), 16: (4, 2)}
"""Behaviour multiples, each as a show factor and a number of robs."""


def settled(
    factor: int = 1, robs: int = 0, stakes: Stakes | None = None, deck: Shuffle | None = None
) -> Game:
    """Seat 0 has just become landlord, by a show of this factor and so many robs; without `deck` there is no bomb."""
    caller, answers = [(0, (False, False)), (2, (True, False, False)), (0, (True, False, True))][robs]
    game = Game(stakes=stakes, first=caller).shuffle(deck or stack())
    game.show_start(*[caller] * (factor == 5)).deal(until=12)
    if factor == 4:
        game.do(caller, Show(Moment.DEAL, yes=True))
    game.deal().call(True).rob(*answers)
    assert game.public.landlord == 0
    assert game.public.factor_of(Cause.SHOW, Cause.ROB) == factor * 2**robs
    return game


def leave(game: Game, seat: Seat) -> Escaped:
    """A seat leaves: how its escape is told."""
    escaped, finished, scored = game.do(seat, Leave())
    assert isinstance(escaped, Escaped)
    assert finished == Finished(End.ESCAPE, seat, (), game.table.hands)
    assert scored == game.public.score
    return escaped


def escape_now(game: Game) -> Escaped:
    """How the escape of seat 2 would be told now."""
    escaped, *_ = engine.decide(game.rules, game.table, 2, Leave())
    assert isinstance(escaped, Escaped)
    return escaped


def price(game: Game, seat: Seat) -> int:
    """The points that leaving costs, and that it costs nobody else any."""
    leave(game, seat)
    assert [bool(points) for points in game.score.x] == [other == seat for other in range(3)]
    return -game.score.x[seat]


@rows(179, 181, 182, 183, 185)
def test_rows_of_the_rulebook(case: Case) -> None:
    asked = re.fullmatch(
        r"Happy base 1, initial multiple 1, N=1000, (\w+) leaves, behaviour multiple (\d+)", case.case
    )
    assert asked
    multiple = int(asked[2])
    game = settled(*MADE_OF[multiple])
    assert (
        f"-{1000 * price(game, 0 if asked[1] == 'landlord' else 1)} beans (capped at balance)"
        == case.expected
    )
    assert game.public.escape
    assert game.public.escape.multiple == multiple


@rows(186)
def test_bombs_in_hand_count(case: Case) -> None:
    game = settled(robs=1, deck=stack("", "7777", "BR"))
    escaped = leave(game, 0)
    assert case.expected == f"behaviour multiple 2x2x2 = {escaped.multiple}, so the flat rate applies"
    assert escaped.rate == 20


# --- when ----------------------------------------------------------------------------------------------------


def before(phase: str) -> Game:
    """A hand that has just come to this phase; seat 0 is landlord once there is one."""
    game = Game(first=0)
    if phase == "shuffle":
        return game
    game.shuffle(stack())
    stretches: dict[str, Callable[[], Game]] = {
        "show_start": game.show_start,
        "deal": game.deal,
        "call": lambda: game.call(True),
        "rob": lambda: game.rob(False, False),
        "show_landlord": game.decline,
        "double": game.double,
    }
    while game.public.phase != phase:
        stretches[game.public.phase]()
    return game


EVERY_PHASE = ("shuffle", "show_start", "deal", "call", "rob", "show_landlord", "double", "tricks")


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("phase", EVERY_PHASE)
def test_every_phase_can_be_left_by_every_seat(phase: str, seat: Seat) -> None:
    """At once, whoever is at turn, at the farmer's rate until there is a landlord."""
    game = before(phase)
    is_landlord = seat == game.public.landlord
    assert is_landlord == (seat == 0 and phase in EVERY_PHASE[5:])
    assert price(game, seat) == (20 if is_landlord else 10)
    assert game.asked == frozenset()
    assert engine.system(game.rules, game.table) is None
    for other in range(3):
        assert game.refusal(other, Leave()) is Refusal.HAND_OVER


@pytest.mark.parametrize("dealt", [3, 9, 13, 15, 17])
def test_only_the_cards_dealt_so_far_count(dealt: int) -> None:
    """Seat 2 holds both jokers from the first batch on, seat 1 four kings once its fourteenth card has come."""
    game = Game().shuffle(stack("", "3456789TJQKKKK222", "BR")).show_start().deal(until=dealt)
    assert leave(game, 0).multiple == (2 if dealt <= 13 else 4)


def test_only_seats_of_the_table_leave() -> None:
    for seat in (None, 3, -1):
        assert Game().refusal(seat, Leave()) is Refusal.NOT_NOW


# --- how much ------------------------------------------------------------------------------------------------


def test_a_bomb_played_counts_and_a_four_broken_by_play_does_not() -> None:
    game = Game().start(stack("4444", "7777"))
    assert escape_now(game).multiple == 4
    game.unopposed("4444")
    assert escape_now(game).multiple == 4
    game.low_single()
    game.play("7")
    assert escape_now(game).multiple == 2


def test_bottom_cards_count_only_once_taken() -> None:
    deck = stack("777", bottom="7")
    game = Game().shuffle(deck).show_start().deal().call(True)
    assert escape_now(game).multiple == 1
    game.rob(False, False)
    assert escape_now(game).multiple == 2


@pytest.mark.parametrize(
    ("doublers", "multiples"),
    [
        ((), (1, 1, 1)),
        ((0,), (2, 2, 2)),
        ((1,), (2, 2, 1)),
        ((1, 2), (2, 2, 2)),
        ((0, 1), (4, 4, 2)),
        ((0, 1, 2), (4, 4, 4)),
    ],
)
def test_own_doubling_and_the_largest_opponent_doubling(
    doublers: tuple[Seat, ...], multiples: tuple[int, int, int]
) -> None:
    for seat in range(3):
        game = Game().start(stack(), doublers=doublers)
        assert leave(game, seat).multiple == multiples[seat]


def test_doublings_made_so_far_count_at_once() -> None:
    game = before("double")
    game.do(1, Double(yes=True))
    assert escape_now(game).multiple == 1
    assert leave(game, 0).multiple == 2


def test_the_initial_multiple_counts_for_beans_and_not_for_points() -> None:
    game = settled(*MADE_OF[16], stakes=Stakes(initial=3))
    assert price(game, 0) == 3 * 64
    assert game.public.escape == Escaped(0, 16, 64)
    assert game.score.points == (-64, 0, 0)


def test_the_cap_counts_for_beans_and_not_for_points() -> None:
    deck = stack("444455556666", "7777", "8888")
    game = settled(4, 2, Stakes(cap=64), deck)
    assert price(game, 0) == 4 * 64
    assert (game.score.multiple, game.score.counted) == (512, 64)
    assert game.score.points == (-4 * 512, 0, 0)


# --- what a player is told before ----------------------------------------------------------------------------


def test_the_price_told_counts_own_and_open_bombs_only() -> None:
    game = settled(4, 2, deck=stack("4444", "7777", "8888"))
    scoring = game.rules.scoring
    floors = [scoring.escape_floor(view(game.table, seat)) for seat in range(3)]
    assert floors == [4 * 32, 2 * 64, 2 * 64], "seat 0 has shown its hand, so everybody counts its bomb"
    assert leave(game, 0).multiple == 128
    assert [scoring.escape_floor(view(game.table, seat)) for seat in range(3)] == [0, 0, 0]


def test_a_watcher_leaves_free() -> None:
    assert settled().rules.scoring.escape_floor(view(settled().table, None)) == 0
