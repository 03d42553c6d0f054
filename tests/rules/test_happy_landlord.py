"""Happy: who becomes landlord, by calling, robbing and showing (rulebook 3), and what happens if nobody does."""

import re
from itertools import pairwise, product

import pytest

from app.rules.actions import Call, Rob, Shuffle
from app.rules.facts import (
    Cause,
    Claim,
    End,
    Fact,
    Finished,
    LandlordChosen,
    Multiplied,
    PassedOut,
    PhaseOpened,
    Seat,
    Shuffled,
)
from tests.rules.cases import Case, rows
from tests.rules.game import Game, stack

SEATS = "ABC"
MOST_ANSWERS = 4
"""One call, two robs, and the caller's last word."""


def asked_to_call(first: Seat = 0, shows: tuple[Seat, ...] = ()) -> Game:
    return Game(first=first).shuffle(stack()).show_start(*shows).deal()


def answer(game: Game, yes: bool) -> list[Fact]:
    """Whoever is asked calls or robs, or declines to."""
    (seat,) = game.asked
    return game.do(seat, Call(yes) if game.public.phase == "call" else Rob(yes))


def answered(*answers: bool, first: Seat = 0, shows: tuple[Seat, ...] = ()) -> Game:
    game = asked_to_call(first, shows)
    for yes in answers:
        answer(game, yes)
    return game


def is_settled(game: Game) -> bool:
    return game.public.landlord is not None or game.public.phase == "shuffle"


def by_the_rulebook(first: Seat, answers: tuple[bool, ...]) -> tuple[Seat | None, int]:
    """The landlord and the number of robs, told in plain words: None if nobody calls."""
    if True not in answers:
        return None, 0
    nos = answers.index(True)
    order = [(first + step) % 3 for step in range(3)]
    caller = order[nos]
    robbers = [*order[nos + 1 :], caller]
    robbed = [seat for seat, yes in zip(robbers, answers[nos + 1 :], strict=False) if yes]
    return (robbed[-1] if robbed else caller), len(robbed)


@rows(145, 146, 147, 149, 150, 151)
def test_rows_of_the_rulebook(case: Case) -> None:
    shows = tuple(SEATS.index(seat) for seat in re.findall(r"(\w) chose show-start", case.case))
    game = asked_to_call(shows=shows)
    for seat, word in re.findall(r"(\w)=(\w+)", case.case):
        assert game.asked == {SEATS.index(seat)}
        answer(game, word != "no")
    if order := re.match(r"(\w) is asked first, then (\w), then (\w)", case.expected):
        for seat in order.groups():
            assert game.asked == {SEATS.index(seat)}
            answer(game, yes=False)
        return
    if "gets the last word" in case.expected:
        last = re.search(r"(\w) gets the last word; if \1 declines", case.expected)
        assert last
        assert game.asked == {SEATS.index(last[1])}
        answer(game, yes=False)
    landlord = re.search(r"landlord (\w)|(\w) landlord at once", case.expected)
    factor = re.search(r"factor (\d)", case.expected)
    assert landlord
    assert factor
    assert game.public.landlord == SEATS.index(landlord[1] or landlord[2])
    assert game.public.multiple == int(factor[1])


EVERY_SEQUENCE = pytest.mark.parametrize("answers", [*product((False, True), repeat=MOST_ANSWERS)], ids=str)
"""More answers than are asked for are left over."""


def drive(game: Game, answers: tuple[bool, ...]) -> tuple[bool, ...]:
    """Answer until the landlord is settled or the deal passed out, soon enough; the answers that it took."""
    for taken, yes in enumerate(answers):
        if is_settled(game):
            return answers[:taken]
        answer(game, yes)
    assert is_settled(game)
    return answers


@pytest.mark.parametrize("first", range(3))
@EVERY_SEQUENCE
def test_every_sequence_of_answers(first: Seat, answers: tuple[bool, ...]) -> None:
    """Each ends with the landlord of the rulebook or with a redeal, after four answers at the most (A12)."""
    game = asked_to_call(first)
    landlord, robs = by_the_rulebook(first, drive(game, answers))
    assert game.public.landlord == landlord
    assert game.public.multiple == 2**robs
    if landlord is None:
        assert game.public.phase == "shuffle"
        assert game.table.hands == ((), (), ())
    else:
        assert game.public.claim is (Claim.ROBBED if robs else Claim.CALLED)
        assert game.public.phase == "show_landlord"
        assert len(game.table.hands[landlord]) == 20


def test_twelve_sequences_differ() -> None:
    sequences = {drive(asked_to_call(), answers) for answers in product((False, True), repeat=MOST_ANSWERS)}
    assert len(sequences) == 12
    assert max(map(len, sequences)) == MOST_ANSWERS


@EVERY_SEQUENCE
def test_every_sequence_after_a_show(answers: tuple[bool, ...]) -> None:
    """Asked from the shower on; if nobody calls, he is landlord and nobody robs."""
    game = asked_to_call(shows=(1,))
    landlord, robs = by_the_rulebook(1, drive(game, answers))
    assert game.public.landlord == (1 if landlord is None else landlord)
    assert game.public.multiple == 5 * 2**robs
    if landlord is None:
        assert game.public.claim is Claim.SHOWED_FIRST
        assert game.public.robs == ()


@pytest.mark.parametrize("shows", [(2, 0), (0, 2), (1, 2, 0)])
def test_the_first_shower_comes_first(shows: tuple[Seat, ...]) -> None:
    game = asked_to_call(first=1, shows=shows)
    assert game.asked == {shows[0]}
    game.call(False, False, False)
    assert game.public.landlord == shows[0]


def test_a_show_during_the_deal_has_priority_too() -> None:
    game = Game(first=0).shuffle(stack()).show_start().deal(until=6)
    game.do(2, game.options(2).actions[0])
    assert game.deal().asked == {2}


def test_a_show_does_not_move_the_nominal_first_caller() -> None:
    assert asked_to_call(first=1, shows=(2,)).public.first == 1


def test_the_landlord_takes_the_bottom_cards_before_all_eyes() -> None:
    game = answered(True, False, False)
    assert set(game.public.bottom) < set(game.table.hands[0])
    assert len(game.public.bottom) == 3


def test_robs_multiply_and_calling_does_not() -> None:
    game = answered(True, True, True, True)
    factors = [fact for fact in game.facts if isinstance(fact, Multiplied)]
    assert factors == [Multiplied(2, Cause.ROB, seat) for seat in (1, 2, 0)]


# --- nobody wants to be landlord -----------------------------------------------------------------------------


def pass_out(game: Game) -> Game:
    """One deal that nobody calls."""
    return game.shuffle(stack()).show_start().deal().call(False, False, False)


def test_a_redeal_starts_afresh_with_the_next_caller() -> None:
    game = pass_out(Game(first=1))
    assert game.facts[-2:] == [PassedOut(1), PhaseOpened("shuffle")]
    assert (game.public.dealt, game.public.calls, game.table.deck) == (0, (), ())
    game.shuffle(stack())
    assert game.public.phase == "show_start"
    assert game.asked == {0, 1, 2}
    assert game.show_start().deal().asked == {2}


def test_the_first_caller_is_drawn_where_rotation_names_none() -> None:
    game = Game(first=None).shuffle(stack(drawn=2))
    assert game.public.first == 2


def test_the_fifth_passed_out_deal_calls_the_hand_off() -> None:
    game = Game(first=0)
    for deal in range(1, 6):
        assert game.public.finish is None
        pass_out(game)
        assert PassedOut(deal) in game.facts
    firsts = [fact.first for fact in game.facts if isinstance(fact, Shuffled)]
    assert all(after == (before + 1) % 3 for before, after in pairwise(firsts))
    assert game.facts[-1] == Finished(End.CALLED_OFF, None, (), ((), (), ()))
    assert game.public.score is None
    assert game.refusal(None, Shuffle(game.rules.deck, 0)).value == "hand_over"


def test_four_passed_out_deals_do_not() -> None:
    game = Game(first=0)
    for _ in range(4):
        pass_out(game)
    game.shuffle(stack()).show_start().deal().call(True)
    game.rob(False, False)
    assert LandlordChosen(1, Claim.CALLED) in game.facts
