"""Happy: doubling, the multiple, the cap, and what a hand is worth (rulebook 3, Double and Score; 7 for points)."""

from itertools import product

import pytest

from app.rules.actions import Double, Moment, Show
from app.rules.facts import Cause, Seat, Stakes
from app.rules.refusals import Refusal
from tests.rules.cases import Case, rows
from tests.rules.game import EXTRA, LANDLORD_OUT, OUT, Game, stack

ABOVE = 1000
"""A threshold for doubling."""


def at_doubling(*beans: int, stakes: Stakes | None = None) -> Game:
    """Seat 0 is landlord, and doubling has begun, if anybody may."""
    game = Game(stakes=stakes or Stakes(double_above=ABOVE), carried=beans or None)
    game.shuffle(stack("".join(OUT), bottom=EXTRA)).show_start().deal().call(True).rob(False, False)
    return game.decline()


def landlord_wins(game: Game) -> Game:
    """The landlord goes out with what `at_doubling` has dealt, after one play of a farmer: no spring."""
    game.play("3")
    game.low_single()
    game.passes()
    return game.unopposed(*LANDLORD_OUT[1:])


# --- doubling ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rich", [*product((False, True), repeat=3)], ids=str)
def test_who_may_double(rich: tuple[bool, bool, bool]) -> None:
    """Strictly more than the threshold: the landlord needs it of all, a farmer of himself and the landlord."""
    game = at_doubling(*(ABOVE + is_rich for is_rich in rich))
    able = {seat for seat in range(3) if rich[0] and rich[seat] and (seat or all(rich))}
    assert game.public.phase == ("double" if able else "tricks")
    assert not able or game.asked == able
    for seat in range(3):
        if seat in able:
            assert game.options(seat).actions == (Double(yes=True), Double(yes=False))
        elif able:
            assert game.options(seat).why_not == Refusal.MAY_NOT_DOUBLE
            assert game.refusal(seat, Double(yes=True)) is Refusal.MAY_NOT_DOUBLE
            assert game.refusal(seat, Double(yes=False)) is Refusal.MAY_NOT_DOUBLE
    game.double(*able)
    assert game.public.phase == "tricks"


def test_doubling_goes_on_until_all_have_chosen_in_any_order() -> None:
    game = at_doubling()
    game.do(2, Double(yes=False))
    assert game.refusal(2, Double(yes=True)) is Refusal.NOT_YOUR_TURN
    game.do(0, Double(yes=True))
    assert game.asked == {1}
    game.do(1, Double(yes=True))
    assert game.public.phase == "tricks"


@pytest.mark.parametrize("doubled", [*product((False, True), repeat=3)], ids=str)
def test_doubling_is_pairwise(doubled: tuple[bool, bool, bool]) -> None:
    game = landlord_wins(at_doubling().double(*(seat for seat in range(3) if doubled[seat])))
    stakes = [2 ** (doubled[0] + doubled[farmer]) for farmer in (1, 2)]
    assert game.score.x == (sum(stakes), -stakes[0], -stakes[1])
    assert game.score.doubling == (2 ** doubled[0], *stakes)
    assert game.score.multiple == 1, "doubling is no part of the table's multiple"


@rows(175)
def test_a_farmer_settles_with_the_landlord_alone(case: Case) -> None:
    game = Game(stakes=Stakes(coefficient=100))
    game.shuffle(stack("".join(OUT), bottom=EXTRA)).show_start().deal(until=13)
    game.do(2, Show(Moment.DEAL, yes=True))
    game.deal().call(True).rob(True, False, False)
    assert game.public.landlord == 0
    game.decline().double(0, 1)
    x = landlord_wins(game).score.x
    assert game.score.multiple == 6
    beans = [abs(points) * 100 for points in x]
    assert f"farmer 1 {beans[1]}, farmer 2 {beans[2]}, landlord {beans[0]}" == case.expected


# --- the multiple --------------------------------------------------------------------------------------------


def spring_of_eighty(stakes: Stakes, *doublers: Seat) -> Game:
    """Show x5, two robs, one bomb, spring."""
    game = Game(stakes=stakes).shuffle(stack("5555" + "2" + "6789TJQK" + "AAA2", bottom="244"))
    game.show_start(0).deal().call(True).rob(True, False, True).double(*doublers)
    return game.unopposed("5555", "2", "6789TJQK", "44", "AAA22")


@rows(178)
def test_all_factors_together(case: Case) -> None:
    score = spring_of_eighty(Stakes()).score
    assert case.expected == f"multiple 5x4x2x2 = {score.multiple} (x initial)"
    assert score.x == (160, -80, -80)


def test_the_initial_multiple_counts_for_beans_and_not_for_points() -> None:
    score = spring_of_eighty(Stakes(initial=3)).score
    assert score.multiple == score.counted == 240
    assert score.x == (480, -240, -240)
    assert score.points == (160, -80, -80)


@pytest.mark.parametrize(("cap", "counted"), [(None, 160), (64, 64), (256, 160), (1024, 160), (65_536, 160)])
def test_the_cap_counts_for_beans_and_not_for_points(cap: int | None, counted: int) -> None:
    score = spring_of_eighty(Stakes(initial=2, cap=cap)).score
    assert (score.multiple, score.counted) == (160, counted)
    assert score.x == (2 * counted, -counted, -counted)
    assert score.points == (160, -80, -80)


def test_doubling_comes_on_top_of_the_cap() -> None:
    """The cap is on the multiple; a pair's doubling is no part of it (rulebook 6, Cap)."""
    assert spring_of_eighty(Stakes(cap=64), 1).score.x == (192, -128, -64)


def test_the_multiple_so_far_is_public_and_its_causes_too() -> None:
    public = spring_of_eighty(Stakes()).public
    causes = [(growth.cause, growth.factor) for growth in public.factors]
    assert causes == [
        (Cause.SHOW, 5),
        (Cause.ROB, 2),
        (Cause.ROB, 2),
        (Cause.BOMB, 2),
        (Cause.SPRING, 2),
    ]
