"""Happy: the deal, playing in turn, and the end of a hand (rulebook 1 and 1.3)."""

import pytest

from app.rules.actions import Call, Leave, Pass, Play
from app.rules.cards import pack, pack_ranks
from app.rules.facts import Cause, End, Finished, LeadTaken, Multiplied, Passed, Played, Seat
from app.rules.moves import cards_for
from app.rules.refusals import Refusal
from tests.rules.cases import Case, rows
from tests.rules.game import EXTRA, LANDLORD_OUT, OUT, Game, stack


def start(winner: Seat, landlord: Seat = 0) -> Game:
    """A hand at its first lead, in which `winner` holds `OUT` and nobody a bomb."""
    ranks = ["".join(OUT) if seat == winner else "" for seat in range(3)]
    return Game().start(stack(*ranks, bottom=EXTRA if winner == landlord else ""), landlord)


def farmer_wins(game: Game, winner: Seat, landlord_plays: int) -> Game:
    """A farmer goes out after the landlord has led so many singles."""
    for _ in range(landlord_plays - 1):
        game.low_single()
        game.passes(2)
    game.low_single()
    while game.turn != winner:
        game.passes()
    return game.unopposed(*OUT)


def springs(game: Game) -> list[Multiplied]:
    return [
        fact
        for fact in game.facts
        if isinstance(fact, Multiplied) and fact.cause in (Cause.SPRING, Cause.ANTI_SPRING)
    ]


# --- the deal ------------------------------------------------------------------------------------------------


@rows(138)
def test_the_deal(case: Case) -> None:
    game = Game().shuffle(stack()).show_start().deal()
    sizes = "+".join(str(len(hand)) for hand in game.table.hands)
    all_cards = {card for hand in (*game.table.hands, game.table.deck) for card in hand}
    game.do(0, Call(yes=True))
    game.rob(False, False)
    told = f"{sizes} and {len(game.public.bottom)} bottom = {len(all_cards)}"
    assert f"{told}; landlord then holds {len(game.table.hands[0])}" == case.expected


# --- turns ---------------------------------------------------------------------------------------------------


@rows(158)
def test_who_leads_may_not_pass(case: Case) -> None:
    game = start(winner=0)
    assert case.expected == "rejected"
    assert game.refusal(game.turn, Pass()) is Refusal.MUST_LEAD


@rows(159)
def test_when_all_others_have_passed_the_last_player_leads(case: Case) -> None:
    game = start(winner=0)
    assert case.expected.startswith("A leads anything")
    game.play("3")
    assert game.do(1, Pass()) == [Passed(1)]
    assert game.do(2, Pass()) == [Passed(2), LeadTaken(0)]
    assert game.options(0).plays == game.rules.book.leads(pack(game.table.hands[0]))


def test_who_has_passed_may_play_later_in_the_trick() -> None:
    game = Game().start(stack("3", "K", "9"))
    game.play("3")
    game.passes()
    game.play("9")
    game.passes()
    assert isinstance(game.play("K")[0], Played)
    assert game.turn == 2


def test_only_the_seat_at_turn_plays() -> None:
    game = start(winner=0)
    for seat in (1, 2):
        assert game.refusal(seat, Pass()) is Refusal.NOT_YOUR_TURN
        assert game.refusal(seat, Play(game.table.hands[seat][:1])) is Refusal.NOT_YOUR_TURN
        assert game.options(seat).plays == ()


def test_refused_plays() -> None:
    game = Game().start(stack("344", "55", "33"))
    hand = game.table.hands[0]
    assert game.refusal(0, Play(())) is Refusal.NOT_A_PLAY
    assert game.refusal(0, Play(cards_for(hand, "34"))) is Refusal.NOT_A_PLAY
    assert game.refusal(0, Play(game.table.hands[1][:1])) is Refusal.NOT_YOUR_CARDS
    assert game.refusal(0, Play((hand[0], hand[0]))) is Refusal.NOT_YOUR_CARDS
    game.play("44")
    assert game.refusal(1, Play(cards_for(game.table.hands[1], "5"))) is Refusal.OTHER_KIND_OR_SIZE
    assert game.refusal(1, Call(yes=True)) is Refusal.NOT_NOW
    game.play("55")
    assert game.refusal(2, Play(cards_for(game.table.hands[2], "33"))) is Refusal.NOT_LARGER


# --- the end -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("landlord", range(3))
@pytest.mark.parametrize("winner", range(3))
def test_each_seat_goes_out(winner: Seat, landlord: Seat) -> None:
    """The end names the right side, nothing moves after it, and all hands are shown (A13)."""
    game = start(winner, landlord)
    if winner == landlord:
        game.unopposed(*LANDLORD_OUT)
    else:
        farmer_wins(game, winner, landlord_plays=2)
    winners = (winner,) if winner == landlord else tuple(seat for seat in range(3) if seat != landlord)
    assert game.public.finish == Finished(End.OUT, winner, winners, game.table.hands)
    assert game.table.hands[winner] == ()
    assert [points > 0 for points in game.score.x] == [seat in winners for seat in range(3)]
    assert game.asked == frozenset()
    for seat in range(3):
        assert game.options(seat).plays == ()
        for action in (Pass(), Play(game.table.hands[seat][:1]), Leave()):
            assert game.refusal(seat, action) is Refusal.HAND_OVER
    assert game.refusal(None, Pass()) is Refusal.HAND_OVER


def test_spring_if_the_farmers_only_passed() -> None:
    game = start(winner=0).unopposed(*LANDLORD_OUT)
    assert springs(game) == [Multiplied(2, Cause.SPRING, 0)]
    assert game.score.x == (4, -2, -2)


@pytest.mark.parametrize("farmer", [1, 2])
def test_no_spring_if_a_farmer_has_played(farmer: Seat) -> None:
    game = start(winner=0)
    game.play("3")
    while game.turn != farmer:
        game.passes()
    game.low_single()
    while game.turn != 0:
        game.passes()
    game.unopposed(*LANDLORD_OUT[1:])
    assert springs(game) == []
    assert game.score.x == (2, -1, -1)


@pytest.mark.parametrize("winner", [1, 2])
def test_anti_spring_if_the_landlord_played_once(winner: Seat) -> None:
    game = farmer_wins(start(winner), winner, landlord_plays=1)
    assert springs(game) == [Multiplied(2, Cause.ANTI_SPRING, winner)]
    assert game.score.x == (-4, 2, 2)


def test_no_anti_spring_if_the_landlord_played_twice() -> None:
    game = farmer_wins(start(winner=1), winner=1, landlord_plays=2)
    assert springs(game) == []
    assert game.score.x == (-2, 1, 1)


def test_anti_spring_whatever_the_other_farmer_played() -> None:
    game = start(winner=2)
    game.play("3")
    game.low_single()
    game.unopposed(*OUT)
    assert springs(game) == [Multiplied(2, Cause.ANTI_SPRING, 2)]


def test_a_bomb_as_the_last_play_counts_once() -> None:
    """The landlord's spring by a bomb: x2 for the bomb and x2 for the spring."""
    game = Game().start(stack("3456789TJQK" + "2222" + "44", bottom="335"))
    game.unopposed("3456789TJQK", "33", "44", "5", "2222")
    assert game.public.finish
    assert game.public.factor_of(Cause.BOMB) == 2
    assert game.public.factor_of(Cause.SPRING) == 2
    assert game.score.x == (8, -4, -4)


def test_each_bomb_and_the_rocket_double() -> None:
    game = Game().start(stack("3456789TJQ" + "2222", "KKKK", "BR"))
    game.unopposed("2222")
    assert game.public.multiple == 2
    game.play("3456789TJQ")
    game.play("KKKK")
    game.play("BR")
    assert game.public.multiple == 8
    causes = [fact.cause for fact in game.facts if isinstance(fact, Multiplied)]
    assert causes == [Cause.BOMB, Cause.BOMB, Cause.ROCKET]


def test_bombs_left_in_hand_count_nothing() -> None:
    game = Game().start(stack("42" + "456789TJQK" + "AAA22", "", "3333BR", bottom="455"))
    game.unopposed("4", "4", "2", "55", "456789TJQK", "AAA22")
    assert game.public.finish
    assert pack(game.table.hands[2]) & pack_ranks("3333BR") == pack_ranks("3333BR")
    assert game.score.multiple == 2
