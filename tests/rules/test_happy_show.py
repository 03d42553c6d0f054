"""Happy: showing the hand, when it may be done and what it is worth (rulebook 3, Show)."""

import pytest

from app.rules.actions import Call, CloseStep, Moment, Play, Show
from app.rules.facts import Cause, Dealt, Multiplied, Shown, Stakes
from app.rules.refusals import Refusal
from app.rules.views import view
from tests.rules.cases import Case, rows
from tests.rules.game import Game, stack

DEALT_SO_FAR = (0, 3, 6, 9, 12, 13, 15, 17)
"""How many cards each seat has whenever the deal pauses."""


def shown(moment: Moment) -> Show:
    return Show(moment, yes=True)


def landlord_asked(*shows: int) -> Game:
    """Seat 0 has called; these seats have shown before the deal."""
    game = Game().shuffle(stack()).show_start(*shows).deal()
    while game.public.phase in ("call", "rob"):
        game.call(0 in game.asked) if game.public.phase == "call" else game.rob(False)
    return game


def test_before_the_deal_it_is_worth_five_once() -> None:
    game = Game().shuffle(stack())
    assert game.asked == {0, 1, 2}
    assert game.options(1).factor == 5
    game.do(1, shown(Moment.START))
    assert game.options(2).factor == 1, "a second show adds nothing, and nothing is promised"
    game.do(2, shown(Moment.START))
    game.do(0, Show(Moment.START, yes=False))
    assert game.public.phase == "deal"
    assert [fact for fact in game.facts if isinstance(fact, Multiplied)] == [Multiplied(5, Cause.SHOW, 1)]
    assert [(show.seat, show.factor) for show in game.public.shows] == [(1, 5), (2, 5)]


@pytest.mark.parametrize("dealt", DEALT_SO_FAR)
def test_during_the_deal_it_is_worth_four_to_twelve_cards_and_three_from_thirteen(dealt: int) -> None:
    game = Game().shuffle(stack()).show_start().deal(until=dealt)
    factor = 4 if dealt <= 12 else 3
    assert [game.options(seat).factor for seat in range(3)] == [factor] * 3
    facts = game.do(1, shown(Moment.DEAL))
    hand = game.table.hands[1]
    assert len(hand) == dealt
    assert facts == [Shown(1, Moment.DEAL, factor, hand), Multiplied(factor, Cause.SHOW, 1)]


def test_during_the_deal_nobody_is_waited_for() -> None:
    game = Game().shuffle(stack()).show_start()
    assert game.asked == frozenset()
    assert game.refusal(0, Show(Moment.DEAL, yes=False)) is Refusal.NOT_NOW
    assert game.refusal(0, CloseStep()) is Refusal.NOT_NOW
    assert game.refusal(None, shown(Moment.DEAL)) is Refusal.NOT_NOW


def test_after_the_bottom_cards_the_landlord_may_for_two() -> None:
    game = landlord_asked()
    assert game.asked == {0}
    assert game.options(0).factor == 2
    assert game.refusal(1, shown(Moment.LANDLORD)) is Refusal.NOT_YOUR_TURN
    game.do(0, shown(Moment.LANDLORD))
    assert game.public.multiple == 2
    assert view(game.table, None).hands[0].cards == game.table.hands[0]


def test_a_landlord_who_has_shown_is_not_asked_again() -> None:
    assert landlord_asked(0).public.phase == "double"
    assert landlord_asked(2).public.phase == "show_landlord"


def test_no_show_comes_later() -> None:
    game = landlord_asked()
    assert game.refusal(0, shown(Moment.DEAL)) is Refusal.TOO_LATE
    game.decline()
    for moment in Moment:
        assert game.refusal(0, shown(moment)) is Refusal.TOO_LATE
    game.double()
    for moment in Moment:
        assert game.refusal(0, shown(moment)) is Refusal.TOO_LATE


def test_a_show_can_be_too_early() -> None:
    game = Game().shuffle(stack())
    assert game.refusal(0, shown(Moment.DEAL)) is Refusal.NOT_NOW
    game.show_start().deal()
    assert game.refusal(0, shown(Moment.LANDLORD)) is Refusal.NOT_NOW
    assert game.refusal(0, shown(Moment.DEAL)) is Refusal.TOO_LATE


def test_nobody_shows_twice() -> None:
    game = Game().shuffle(stack()).show_start(1).deal(until=3)
    assert game.options(1).actions == ()
    assert game.refusal(1, shown(Moment.DEAL)) is Refusal.ALREADY_SHOWN


def test_an_open_hand_stays_open_for_cards_to_come() -> None:
    game = Game().shuffle(stack()).show_start(1).deal(until=3)
    game.do(2, shown(Moment.DEAL))
    game.deal().call(True)
    for seat in (0, 1, 2):
        seen = view(game.table, seat).hands
        assert [hand.cards is not None for hand in seen] == [seat == 0, True, True]
    late = [fact for fact in game.facts if isinstance(fact, Dealt)][3:]
    assert [fact.shown for fact in late] == [False, True, True] * 6
    game.rob(False, False)
    assert game.public.landlord == 1
    assert view(game.table, None).hands[1].cards == game.table.hands[1]
    assert len(game.table.hands[1]) == 20


def test_a_room_without_shows_asks_nobody() -> None:
    game = Game(stakes=Stakes(show=False)).shuffle(stack())
    assert game.public.phase == "deal"
    assert game.options(0).actions == ()
    assert game.refusal(0, shown(Moment.DEAL)) is Refusal.NOT_NOW
    game.deal()
    game.do(0, Call(yes=True))
    assert game.rob(False, False).public.phase == "double"


@rows(177)
def test_only_the_largest_show_counts(case: Case) -> None:
    game = Game().shuffle(stack()).show_start().deal(until=12)
    game.do(1, shown(Moment.DEAL))
    game.deal().call(False, False, True)
    assert game.asked == {0}
    game.do(0, shown(Moment.LANDLORD))
    assert f"show factor {game.public.factor_of(Cause.SHOW)} (max), not 8" == case.expected


def test_nothing_can_be_played_before_the_tricks() -> None:
    game = Game().shuffle(stack()).show_start().deal()
    assert game.refusal(0, Play(game.table.hands[0][:1])) is Refusal.NOT_NOW
