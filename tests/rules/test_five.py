"""Five-player: the open card, the hidden landlord, the identity step, table doubling, score and escape (rulebook 4)."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from app.rules import engine
from app.rules.actions import Bid, CloseStep, Double, Identity, Leave, Play
from app.rules.cards import Card
from app.rules.facts import (
    BottomTaken,
    Cause,
    Claim,
    Doubled,
    End,
    Fact,
    HiddenLandlordKnown,
    HiddenLandlordTold,
    IdentityAnswered,
    IdentityShown,
    LandlordChosen,
    Multiplied,
    OpenCardTurned,
    Seat,
    Stakes,
    StepClosed,
)
from app.rules.refusals import Refusal
from app.rules.variants.five import FIVE
from app.rules.views import Held, redact, view
from tests.rules.cases import Case, rows
from tests.rules.game import Game, stack
from tests.rules.histories import shuffled

LANDLORD, HIDDEN, FARMERS = 0, 2, (1, 3, 4)
OPEN = Card("3D")
"""The open card in these hands, the lowest of all: `cards_for` plays it first."""
LONG = "3" + "456789TJQKA" + "KKK" + "QQ" + "2222" + "4444"
"""A landlord's cards without a second open card."""


def dealt(*hands: str, bottom: str = "", twin: Seat = HIDDEN, stakes: Stakes | None = None) -> Game:
    """The open card has been turned; seat 0 has it, and `twin` its twin (the landlord himself: he is alone)."""
    ranks = [*hands, *[""] * (5 - len(hands))]
    shuffle = stack(*ranks, bottom=bottom, rules=FIVE, opens=(LANDLORD, "3"))
    deck = list(shuffle.deck)
    game = Game(FIVE, stakes or Stakes(base=2)).shuffle(shuffle)
    assert deck[shuffle.open_at or 0]
    return game.deal()


def in_play(game: Game, shows: Sequence[Seat] = (), doublers: Sequence[Seat] = ()) -> Game:
    return game.identity(*shows).double(*doublers)


def turned(game: Game) -> list[Fact]:
    """The facts between the deal and the identity step."""
    start = next(place for place, fact in enumerate(game.facts) if isinstance(fact, OpenCardTurned))
    return game.facts[start : start + 4]


def of(kind: type, facts: Sequence[Fact]) -> list[Fact]:
    return [fact for fact in facts if isinstance(fact, kind)]


# --- the open card -------------------------------------------------------------------------------------------


def test_the_open_card_makes_two_landlords() -> None:
    game = dealt("3", "", "3")
    assert turned(game)[:2] == [OpenCardTurned(LANDLORD, OPEN), LandlordChosen(LANDLORD, Claim.OPEN_CARD)]
    assert game.table.landlords == {LANDLORD, HIDDEN}
    assert [len(hand) for hand in game.table.hands] == [24, 21, 21, 21, 21]
    assert game.public.bottom == (), "the bottom cards stay hidden"
    assert game.public.hidden is None
    assert game.public.phase == "identity"


def test_who_is_told_what() -> None:
    game = dealt("3", "", "3")
    for viewer in (*range(5), None):
        seen = [fact for fact in (redact(fact, viewer) for fact in turned(game)) if fact]
        assert bool(of(HiddenLandlordTold, seen)) == (viewer == HIDDEN)
        (taken,) = of(BottomTaken, seen)
        assert isinstance(taken, BottomTaken)
        assert (taken.cards is not None) == (viewer == LANDLORD)
        known = view(game.table, viewer)
        assert known.holds_twin == (viewer == HIDDEN)
        assert [held.cards is not None for held in known.hands] == [seat == viewer for seat in range(5)]


def test_a_landlord_alone_is_told_so() -> None:
    game = dealt("33")
    assert game.table.twin == LANDLORD
    assert view(game.table, LANDLORD).holds_twin
    assert turned(game)[3] == HiddenLandlordTold(LANDLORD)


@rows(162)
def test_the_twin_among_the_bottom_cards(case: Case) -> None:
    game = dealt("3", bottom="3")
    assert case.expected.startswith("open landlord holds both")
    assert game.table.hands[LANDLORD].count(OPEN) == 2
    assert game.table.twin == LANDLORD
    assert game.table.landlords == {LANDLORD}


def test_the_seat_that_is_dealt_the_open_card_is_the_one_named() -> None:
    """Wherever in the deck it lies; how often he is alone follows the odds (23 of 107, rulebook 4)."""
    chance = Random(4)
    alone = 0
    for _ in range(400):
        game = Game(FIVE).shuffle(shuffled(FIVE, chance)).deal()
        card = game.public.open_card
        assert card
        assert card.card[1] != "J"
        assert card.card in game.table.hands[card.seat]
        assert game.public.landlord == card.seat
        alone += game.table.twin == card.seat
    assert 0.15 < alone / 400 < 0.45, "a third of these decks are hardly shuffled"


# --- the identity step ---------------------------------------------------------------------------------------


def test_the_step_asks_all_and_lets_the_landlords_answer() -> None:
    game = dealt("3", "", "3")
    assert game.asked == set(range(5))
    assert engine.actors(FIVE, game.table) == {LANDLORD, HIDDEN}
    assert engine.system(FIVE, game.table) is CloseStep
    for seat in range(5):
        expected = (Identity(yes=True), Identity(yes=False)) if seat in (LANDLORD, HIDDEN) else ()
        assert game.options(seat).actions == expected
        if not expected:
            assert game.refusal(seat, Identity(yes=True)) is Refusal.NOT_YOUR_TURN
        assert game.refusal(seat, Bid(1)) is Refusal.NOT_NOW
    assert game.refusal(None, Identity(yes=True)) is Refusal.NOT_NOW


@pytest.mark.parametrize("order", [(LANDLORD, HIDDEN), (HIDDEN, LANDLORD)], ids=str)
@pytest.mark.parametrize("answers", [*product((True, False, None), repeat=2)], ids=str)
def test_answers_are_secret_and_shows_come_together(
    order: tuple[Seat, Seat], answers: tuple[bool | None, bool | None]
) -> None:
    """Until the room closes the step nothing is told to anybody else, and a give-up never; x2 once."""
    game = dealt("3", "", "3")
    before = {viewer: view(game.table, viewer) for viewer in range(5)}
    said = dict(zip(order, answers, strict=True))
    for seat, yes in said.items():
        if yes is None:
            continue
        assert game.do(seat, Identity(yes)) == [IdentityAnswered(seat, yes)]
        assert game.refusal(seat, Identity(yes=True)) is Refusal.NOT_YOUR_TURN
        assert game.asked == set(range(5)), "the step lasts its full time for everybody"
        for viewer in range(5):
            if said.get(viewer) is None or viewer != seat:
                assert redact(IdentityAnswered(seat, yes), viewer) is None or viewer == seat
    for viewer in FARMERS:
        assert view(game.table, viewer) == before[viewer]
    shown = sorted(seat for seat, yes in said.items() if yes)
    facts = game.step()
    assert facts[0] == StepClosed("identity")
    assert [fact.seat for fact in facts if isinstance(fact, IdentityShown)] == shown
    assert bool(of(HiddenLandlordKnown, facts)) == (HIDDEN in shown)
    assert game.public.hidden == (HIDDEN if HIDDEN in shown else None)
    assert of(Multiplied, facts) == ([Multiplied(2, Cause.IDENTITY, shown[0])] if shown else [])
    assert game.public.multiple == (2 if shown else 1)
    assert game.public.phase == "double"


@pytest.mark.parametrize("shows", [True, False])
def test_a_landlord_alone_shows_that_he_is(shows: bool) -> None:
    game = dealt("33").identity(*([LANDLORD] if shows else []))
    known = of(HiddenLandlordKnown, game.facts)
    assert known == ([HiddenLandlordKnown(LANDLORD, LANDLORD)] if shows else [])
    assert game.public.hidden == (LANDLORD if shows else None)


def test_the_step_cannot_be_closed_twice_or_by_a_seat() -> None:
    game = dealt("3", "", "3")
    assert game.refusal(0, CloseStep()) is Refusal.NOT_NOW
    game.step()
    assert game.refusal(None, CloseStep()) is Refusal.NOT_NOW
    assert game.refusal(HIDDEN, Identity(yes=True)) is Refusal.NOT_NOW


# --- doubling ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("doublers", [(), (1,), (4, 0), (0, 1, 2, 3, 4)], ids=str)
def test_each_doubling_is_for_the_whole_table(doublers: tuple[Seat, ...]) -> None:
    game = dealt("3", "", "3", stakes=Stakes(double_above=10**15)).identity()
    assert game.asked == set(range(5)), "beans are no condition"
    for seat in (*doublers, *(seat for seat in range(5) if seat not in doublers)):
        facts = game.do(seat, Double(yes=seat in doublers))
        assert facts[0] == Doubled(seat, seat in doublers)
        assert of(Multiplied, facts) == ([Multiplied(2, Cause.DOUBLE, seat)] if seat in doublers else [])
    assert game.public.multiple == 2 ** len(doublers)
    assert game.public.phase == "tricks"
    assert game.turn == LANDLORD


# --- who the hidden landlord is ------------------------------------------------------------------------------


def seen_hands(game: Game, viewer: Seat | None) -> set[Seat]:
    return {seat for seat, held in enumerate(view(game.table, viewer).hands) if held.cards is not None}


def test_he_is_known_when_he_plays_the_twin() -> None:
    game = in_play(dealt("3", "4", "35", "6", "7"))
    game.play("3")
    assert game.public.hidden is None, "the open card itself tells nothing"
    game.play("4")
    assert game.public.hidden is None
    assert seen_hands(game, LANDLORD) == {LANDLORD}
    game.play("5")
    game.passes(4)
    known = game.play("3")[-1]
    assert isinstance(known, HiddenLandlordKnown)
    assert (known.seat, known.landlord) == (HIDDEN, LANDLORD)
    assert known.hands == (game.table.hands[HIDDEN], game.table.hands[LANDLORD])
    for viewer in range(5):
        assert seen_hands(game, viewer) == ({LANDLORD, HIDDEN} if viewer in (LANDLORD, HIDDEN) else {viewer})
        told = redact(known, viewer)
        assert isinstance(told, HiddenLandlordKnown)
        assert bool(told.hands) == (viewer in (LANDLORD, HIDDEN))
    assert seen_hands(game, None) == set()


def test_open_hands_of_landlords_stay_up_to_date() -> None:
    game = in_play(dealt("3", "", "3"), shows=(HIDDEN,))
    assert view(game.table, HIDDEN).hands[LANDLORD] == Held(24, game.table.hands[LANDLORD])
    game.play("3")
    assert view(game.table, HIDDEN).hands[LANDLORD] == Held(23, game.table.hands[LANDLORD])


@rows(161)
def test_a_farmer_with_the_same_rank_tells_nothing(case: Case) -> None:
    game = in_play(dealt("34", "", "3"))
    assert case.expected == "nothing is revealed"
    farmer = next(seat for seat in FARMERS if any(card[0] == "3" for card in game.table.hands[seat]))
    game.play("4")
    while game.turn != farmer:
        game.passes()
    game.low_single()
    game.passes(4)
    game.play("3")
    assert game.public.lead
    assert game.public.lead.cards[0] != OPEN
    assert not of(HiddenLandlordKnown, game.facts)


def test_one_seat_with_both_copies_is_alone() -> None:
    game = in_play(dealt("33"))
    game.play("3")
    assert game.public.hidden is None
    game.passes(4)
    facts = game.do(LANDLORD, Play((OPEN,)))
    assert of(HiddenLandlordKnown, facts) == [HiddenLandlordKnown(LANDLORD, LANDLORD)]
    assert game.public.hidden == LANDLORD
    assert seen_hands(game, LANDLORD) == {LANDLORD}


def test_the_twin_goes_last_when_time_runs_out() -> None:
    game = in_play(dealt("3333"))
    default = engine.default(FIVE, game.table, LANDLORD)
    assert default == Play((Card("3C"),)), "and not the diamond, though it is the lowest suit"


# --- tricks --------------------------------------------------------------------------------------------------


def test_four_passes_give_the_lead_back() -> None:
    game = in_play(dealt("34"))
    game.play("4")
    game.passes(3)
    assert game.public.lead
    game.passes()
    assert game.public.lead is None
    assert game.turn == LANDLORD


# --- the end -------------------------------------------------------------------------------------------------

WINS = "3" + "456789TJQKA" + "22" + "555566" + "7"
"""A landlord's 21 cards; with the bottom cards he goes out in a few plays."""
WINS_BOTTOM = "666"


def landlord_out(game: Game) -> Game:
    """The open landlord goes out, everybody else passes."""
    return game.unopposed("456789TJQKA", "5555", "66666", "22", "7", "3")


def test_the_landlords_win_together() -> None:
    game = in_play(dealt(WINS, "", "3", bottom=WINS_BOTTOM), shows=(HIDDEN,))
    landlord_out(game)
    assert game.public.finish
    assert game.public.finish.end is End.OUT
    assert set(game.public.finish.winners) == {LANDLORD, HIDDEN}
    assert game.public.finish.hidden == HIDDEN
    assert sum(game.score.x) == 0


def test_the_end_tells_who_was_the_hidden_landlord() -> None:
    game = in_play(dealt(WINS, "", "3", bottom=WINS_BOTTOM))
    landlord_out(game)
    assert game.public.hidden is None
    assert game.public.finish
    assert game.public.finish.hidden == HIDDEN


@pytest.mark.parametrize("partner_plays", [False, True])
def test_spring_needs_that_no_farmer_has_played(partner_plays: bool) -> None:
    game = in_play(dealt(WINS, "", "3" + "K", bottom=WINS_BOTTOM))
    game.play("3")
    game.passes()
    game.low_single() if partner_plays else game.passes()
    game.passes(2)
    if partner_plays:
        game.play("7")
        game.passes(4)
        game.unopposed("456789TJQKA", "5555", "66666", "22")
    else:
        game.unopposed("456789TJQKA", "5555", "66666", "22", "7")
    assert [growth.cause for growth in game.public.factors] == [Cause.BOMB, Cause.SPRING]
    assert game.score.multiple == 4


def test_a_play_of_a_farmer_is_no_spring() -> None:
    game = in_play(dealt(WINS, "", "3", bottom=WINS_BOTTOM))
    game.play("3")
    game.low_single()
    game.passes(3)
    game.play("2")
    game.passes(4)
    game.unopposed("456789TJQKA", "5555", "66666", "7", "2")
    assert [growth.cause for growth in game.public.factors] == [Cause.BOMB]


def test_farmers_win_without_a_spring() -> None:
    """The open landlord always leads, so farmers cannot win by a spring (rulebook 4)."""
    game = in_play(dealt("3", WINS.replace("3", "8"), "3"))
    game.play("3")
    game.play("22"[:1])
    game.passes(4)
    game.unopposed("456789TJQKA", "5555", "66", "7", "8", "2")
    assert game.public.finish
    assert set(game.public.finish.winners) == set(FARMERS)
    assert game.score.multiple == 1
    assert game.score.x == (-3, 2, -3, 2, 2)


@rows(187)
def test_the_multiple(case: Case) -> None:
    game = in_play(dealt(WINS, "", "3", bottom=WINS_BOTTOM), shows=(LANDLORD,), doublers=(1, 4))
    landlord_out(game)
    assert case.expected == f"multiple 2x4x2x1x2 = {game.score.multiple}"


@rows(191)
def test_small_bombs_do_not_double(case: Case) -> None:
    game = in_play(dealt("344BB5555", "", "3"))
    for bomb in ("BB", "5555"):
        game.unopposed(bomb)
    assert case.expected == "multiple unchanged"
    assert game.public.multiple == 1


@pytest.mark.parametrize(
    ("bomb", "factor"),
    [
        ("5555", 1),
        ("55555", 2),
        ("555555", 2),
        ("5555555", 2),
        ("55555555", 2),
        ("BB", 1),
        ("RR", 1),
        ("BBR", 2),
        ("BBRR", 2),
    ],
)
def test_which_bombs_double(bomb: str, factor: int) -> None:
    game = in_play(dealt("34" + bomb, "", "3"))
    game.play(bomb)
    assert game.public.multiple == factor


@rows(189)
def test_a_landlord_alone_pays_all_four(case: Case) -> None:
    stakes = Stakes(base=2, coefficient=10)
    game = in_play(
        dealt("33", WINS.replace("3", "8"), stakes=stakes), shows=(LANDLORD,), doublers=(1, 2, 3, 4)
    )
    game.play("3")
    game.play("2")
    game.passes(4)
    game.unopposed("456789TJQKA", "5555", "66", "7", "8", "2")
    assert game.score.multiple == 32
    beans = [10 * points for points in game.score.x]
    assert case.expected == f"landlord {beans[0]}, farmers +{beans[1]} each"
    assert beans == [-2560, 640, 640, 640, 640]


@rows(190)
def test_the_odd_point_is_the_open_landlords(case: Case) -> None:
    game = in_play(
        dealt(WINS.replace("5555", "5789"), "", "3", bottom="699", stakes=Stakes(base=1, coefficient=1))
    )
    game.play("3")
    game.low_single()
    game.passes(3)
    game.play("2")
    game.passes(4)
    while not game.public.finish:
        offer = max(game.options(LANDLORD).plays, key=lambda offer: len(offer.ranks))
        game.unopposed(offer.ranks)
    assert game.score.multiple == 1
    x = game.score.x
    assert case.expected == f"pot 3: open landlord +{x[0]}, hidden landlord +{x[2]}, farmers {x[1]} each"


def test_left_over_beans_go_to_the_open_landlord_first() -> None:
    public = Game(FIVE).shuffle(shuffled(FIVE, Random(9))).deal().public
    assert public.landlord not in (0, None)
    order = FIVE.scoring.pay_order(public)
    assert order == [public.landlord, *(seat for seat in range(5) if seat != public.landlord)]


# --- escapes -------------------------------------------------------------------------------------------------


def price(game: Game, seat: Seat) -> int:
    """The points that leaving costs, and costs nobody else any; never less than was told."""
    told = FIVE.scoring.escape_floor(view(game.table, seat))
    game.do(seat, Leave())
    assert [bool(points) for points in game.score.x] == [other == seat for other in range(5)]
    assert told <= -game.score.x[seat]
    assert game.public.finish
    assert game.public.finish.hidden == game.table.twin
    return -game.score.x[seat]


@pytest.mark.parametrize(("seat", "rate"), [(LANDLORD, 20), (1, 10), (HIDDEN, 20), (3, 10)])
def test_an_escape_costs_landlords_twice(seat: Seat, rate: int) -> None:
    assert price(dealt("3", "", "3"), seat) == 2 * rate


@pytest.mark.parametrize("seat", range(5))
def test_before_there_are_landlords_everybody_is_a_farmer(seat: Seat) -> None:
    assert price(Game(FIVE, Stakes(base=2)), seat) == 20


def test_bombs_that_are_held_count_in_an_escape() -> None:
    """Five of a rank and three jokers count, fours and two jokers do not."""
    few = dealt("3" + "4444", "BB", "3")
    assert price(few, LANDLORD) == 2 * 20
    many = dealt("3" + "44444", "BBR", "3" + "555555", "77777777")
    assert price(many, LANDLORD) == 2 * 4 * 16


def test_the_price_told_counts_only_what_the_seat_knows() -> None:
    game = dealt("3" + "44444", "BBR", "3" + "555555", "77777777", stakes=Stakes(base=1))
    told = [FIVE.scoring.escape_floor(view(game.table, seat)) for seat in range(5)]
    assert told == [20, 10, 20, 10, 10]
    assert price(game, 1) == 2 * 16


def test_points_for_levels_count_with_base_two() -> None:
    game = in_play(dealt(WINS, "", "3", bottom=WINS_BOTTOM, stakes=Stakes(base=5, initial=3)))
    landlord_out(game)
    assert game.score.x == tuple(points // 2 * 15 for points in game.score.points)
