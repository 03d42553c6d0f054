"""The verdicts with which players settle disputes (`app.rules.explain`)."""

import pytest

from app.rules.explain import explain, list_moves
from app.rules.variants.happy import HAPPY


def reading(kind: str, size: int, rank: str, *, beats: bool | None) -> dict[str, object]:
    return {"kind": kind, "size": size, "rank": rank, "beats": beats}


def test_a_play_without_a_lead() -> None:
    assert explain(HAPPY, "33344455") == {
        "legal": True,
        "readings": [reading("PLANE_SINGLES", 2, "4", beats=None)],
        "beats": None,
    }


def test_all_readings_and_which_beat_the_lead() -> None:
    assert explain(HAPPY, "444555666777", "333444555888") == {
        "legal": True,
        "readings": [
            reading("PLANE", 4, "7", beats=False),
            reading("PLANE_SINGLES", 3, "7", beats=True),
            reading("PLANE_SINGLES", 3, "6", beats=True),
        ],
        "beats": True,
    }


def test_not_a_play() -> None:
    assert explain(HAPPY, "3456") == {"legal": False, "readings": [], "beats": None}
    assert explain(HAPPY, "3456", "3") == {"legal": False, "readings": [], "beats": False}
    assert explain(HAPPY, "") == {"legal": False, "readings": [], "beats": None}
    assert explain(HAPPY, "33333") == {"legal": False, "readings": [], "beats": None}


def test_the_named_reading_of_the_lead() -> None:
    """444555666777 over itself shifted down: as a plane it compares with planes, as wings with wings."""
    over_default = explain(HAPPY, "555666777888", "444555666777")
    over_wings = explain(HAPPY, "555666777888", "444555666777=PLANE_SINGLES")
    assert [item["beats"] for item in readings_in(over_default)] == [True, False, False]
    assert [item["beats"] for item in readings_in(over_wings)] == [False, True, False]


def readings_in(verdict: dict[str, object]) -> list[dict[str, object]]:
    found = verdict["readings"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("cards", ["BJ RJ", "RJ BJ", "BR", "RB", "rj bj", "B R"])
def test_size_of_the_rocket(cards: str) -> None:
    assert readings_in(explain(HAPPY, cards)) == [reading("ROCKET", 1, "R", beats=None)]


def test_size_of_a_bomb() -> None:
    assert readings_in(explain(HAPPY, "7777")) == [reading("BOMB", 4, "7", beats=None)]


@pytest.mark.parametrize(
    "cards", ["TS JH QD KC AS", "ts jh qd kc as", "TJQKA", "10JQKA", "AKQJT", "T J Q K A"]
)
def test_cards_or_ranks_in_any_order(cards: str) -> None:
    assert readings_in(explain(HAPPY, cards)) == [reading("STRAIGHT", 5, "A", beats=None)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("3S 3S",), "does not hold all of these: 3S"),
        (("LZ",), "does not hold all of these: LZ"),
        (("3X",), "'3X' is neither cards"),
        (("1",), "'1' is neither cards"),
        (("3", "x"), "'X' is neither cards"),
        (("333333333",), "No deck holds 9 cards of rank 3"),
        (("3" * 100_000,), "No deck holds"),
        (("3", "34"), "'34' is not a play"),
        (("3", ""), "'' is not a play"),
        (("33", "22=TRIO"), "'22' cannot be read as 'TRIO', only as PAIR"),
        (("33", "22="), "cannot be read as ''"),
    ],
)
def test_what_cannot_be_understood_is_said(arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        explain(HAPPY, *arguments)


def test_moves() -> None:
    assert list_moves(HAPPY, "3D 4D 4C") == {"moves": ["44", "3", "4"]}
    assert list_moves(HAPPY, "44 BR", "3") == {"moves": ["4", "B", "R", "BR", "pass"]}
    assert list_moves(HAPPY, "3", "4") == {"moves": ["pass"]}
    assert list_moves(HAPPY, "555666777888", "444555666777=PLANE") == {"moves": ["555666777888", "pass"]}
    with pytest.raises(ValueError, match="is not a play"):
        list_moves(HAPPY, "3", "34")
