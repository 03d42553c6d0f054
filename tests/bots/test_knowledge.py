"""What a seat can count."""

from itertools import combinations

import pytest

from app.bots.chances import chance_of
from app.bots.knowledge import Knowledge
from app.rules.cards import Rank
from app.rules.combos import Combo, Kind
from tests.bots.positions import position


@pytest.mark.parametrize("copies", [1, 2, 3])
@pytest.mark.parametrize("marked", [0, 1, 2, 3])
def test_chances_are_those_of_counting(copies: int, marked: int) -> None:
    places, drawn = 7, 3
    draws = list(combinations(range(places), drawn))
    hits = sum(sum(card < marked for card in draw) >= copies for draw in draws)

    assert chance_of(copies, marked, places, drawn) == pytest.approx(hits / len(draws))


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
