"""What a seat can count."""

from collections import Counter
from itertools import combinations, product

import pytest

from app.bots.chances import chance_of, joker_shares, shares, within
from app.bots.knowledge import Knowledge
from app.rules.cards import Card, Rank
from app.rules.combos import Combo, Kind
from app.rules.variants.five import FIVE
from app.rules.variants.laizi import LAIZI_GAME
from tests.bots.positions import position


@pytest.mark.parametrize("copies", [1, 2, 3])
@pytest.mark.parametrize("marked", [0, 1, 2, 3])
def test_chances_are_those_of_counting(copies: int, marked: int) -> None:
    places, drawn = 7, 3
    draws = list(combinations(range(places), drawn))
    hits = sum(sum(card < marked for card in draw) >= copies for draw in draws)

    assert chance_of(copies, marked, places, drawn) == pytest.approx(hits / len(draws))


def test_shares_are_those_of_counting() -> None:
    draws = list(combinations("BBRssssss", 4))
    small = Counter(draw.count("B") for draw in draws)
    both = Counter((draw.count("B"), draw.count("R")) for draw in draws)

    assert shares(2, 9, 4) == pytest.approx([small[held] / len(draws) for held in range(3)])
    assert joker_shares((2, 1), 9, 4) == pytest.approx(
        {held: times / len(draws) for held, times in both.items()}
    )


def test_what_several_ranks_lack_adds_up() -> None:
    lacks = [(0.5, 0.3, 0.2), (0.1, 0.9), (0.7, 0.2, 0.05, 0.05)]
    for most in range(4):
        chance = sum(
            one * two * three
            for (a, one), (b, two), (c, three) in product(*map(enumerate, lacks))
            if a + b + c <= most
        )
        assert within(lacks, most) == pytest.approx(chance)


@pytest.mark.parametrize(
    ("combo", "chance"),
    [
        (Combo(Kind.SINGLE, 1, Rank("R")), 0.0),
        (Combo(Kind.SINGLE, 1, Rank("A")), 2 / 4),
        (Combo(Kind.SINGLE, 1, Rank("K")), 1.0),
        (Combo(Kind.PAIR, 1, Rank("3")), 1 / 6),
        (Combo(Kind.PAIR, 1, Rank("A")), 0.0),
        (Combo(Kind.TRIO, 1, Rank("3")), 0.0),
    ],
)
def test_the_hidden_cards_may_lie_anywhere(combo: Combo, chance: float) -> None:
    view, _ = position(("A2", "4455", "AK"), 1)

    assert Knowledge(view).beats(0, combo) == pytest.approx(chance)
    assert Knowledge(view).beats(2, combo) == pytest.approx(chance)


def test_a_short_hand_beats_no_long_play() -> None:
    view, _ = position(("AA", "34567", "89TJQ"), 1)

    assert Knowledge(view).beats(0, Combo(Kind.STRAIGHT, 5, Rank("7"))) == 0
    assert Knowledge(view).beats(2, Combo(Kind.STRAIGHT, 5, Rank("7"))) > 0


def test_both_jokers_are_a_rocket() -> None:
    view, _ = position(("BR", "34567", "8"), 1)

    assert Knowledge(view).bombs(0, Combo(Kind.BOMB, 4, Rank("2"))) == pytest.approx(1 / 3)
    assert Knowledge(view).bombs(2, Combo(Kind.SINGLE, 1, Rank("2"))) == 0


@pytest.mark.parametrize(
    ("combo", "landlord", "other"),
    [
        (Combo(Kind.SINGLE, 1, Rank("4")), 1.0, 1.0),
        (Combo(Kind.SINGLE, 1, Rank("5")), 0.0, 14 / 15),
        (Combo(Kind.PAIR, 1, Rank("4")), 0.0, 3 / 15),
    ],
)
def test_two_decks_hold_twins_and_the_open_card_lies_open(
    combo: Combo, landlord: float, other: float
) -> None:
    view, _ = position(("5", "34", "55", "66", "77"), 1, rules=FIVE, open_card=Card("5D"))

    assert Knowledge(view).beats(0, combo) == pytest.approx(landlord)
    assert Knowledge(view).beats(3, combo) == pytest.approx(other, abs=0.04)


def test_laizi_stand_in() -> None:
    view, _ = position(("3L", "34", "55LQ"), 1, rules=LAIZI_GAME)
    knowledge = Knowledge(view)

    assert knowledge.beats(0, Combo(Kind.PAIR, 1, Rank("4"))) > 0.4
    assert knowledge.bombs(2, Combo(Kind.SINGLE, 1, Rank("2"))) > 0
    assert knowledge.bombs(0, Combo(Kind.SINGLE, 1, Rank("2"))) == 0


@pytest.mark.parametrize(
    ("combo", "is_beaten"),
    [
        (Combo(Kind.BOMB, 4, Rank("2")), True),
        (Combo(Kind.BOMB, 5, Rank("2")), False),
        (Combo(Kind.KING_BOMB2, 2, Rank("B")), True),
        (Combo(Kind.KING_BOMB2, 2, Rank("R")), False),
    ],
)
def test_bombs_of_two_decks_are_known_by_their_order(combo: Combo, is_beaten: bool) -> None:
    view, _ = position(("5", "34", "RR66", "7788", "9"), 1, rules=FIVE, open_card=Card("5D"))

    assert (Knowledge(view).bombs(2, combo) > 0) is is_beaten
