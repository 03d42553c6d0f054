"""The verdicts with which players settle disputes (`app.rules.explain`)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.cards import LAIZI, RANKS, format_cards, lowest_first, pack
from app.rules.explain import UnclearError, explain, list_moves
from app.rules.ruleset import Ruleset
from app.rules.variants import RULESETS
from app.rules.variants.five import FIVE
from app.rules.variants.happy import HAPPY
from app.rules.variants.laizi import LAIZI_GAME
from tests.rules.hands import hands


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


def test_a_jack_before_a_joker_is_written_with_a_blank() -> None:
    """BJ and RJ are cards."""
    assert list_moves(HAPPY, "BJ") == {"moves": ["B"]}
    assert list_moves(HAPPY, "B J") == list_moves(HAPPY, "JB") == {"moves": ["J", "B"]}


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("3S 3S",), "not_in_deck", "does not hold all of these: 3S"),
        (("LZ",), "not_in_deck", "does not hold all of these: LZ"),
        (("3X",), "bad_cards", "'3X' is neither cards"),
        (("1",), "bad_cards", "'1' is neither cards"),
        (("3", "x"), "bad_cards", "'X' is neither cards"),
        (("333333333",), "not_in_deck", "No deck holds 9 cards of rank 3"),
        (("3" * 100_000,), "not_in_deck", "No deck holds"),
        (("3", "34"), "not_a_play", "'34' is not a play"),
        (("3", ""), "not_a_play", "'' is not a play"),
        (("33", "22=TRIO"), "not_that_reading", "'22' cannot be read as 'TRIO', only as PAIR"),
        (("33", "22="), "not_that_reading", "cannot be read as ''"),
    ],
)
def test_what_cannot_be_understood_is_said(arguments: tuple[str, ...], code: str, sentence: str) -> None:
    with pytest.raises(UnclearError, match=sentence) as error:
        explain(HAPPY, *arguments)
    assert error.value.code == code


def test_moves() -> None:
    assert list_moves(HAPPY, "3D 4D 4C") == {"moves": ["44", "3", "4"]}
    assert list_moves(HAPPY, "44 BR", "3") == {"moves": ["4", "B", "R", "BR", "pass"]}
    assert list_moves(HAPPY, "3", "4") == {"moves": ["pass"]}
    assert list_moves(HAPPY, "555666777888", "444555666777=PLANE") == {"moves": ["555666777888", "pass"]}
    with pytest.raises(UnclearError, match="is not a play"):
        list_moves(HAPPY, "3", "34")


@pytest.mark.parametrize(
    ("game", "hand"), [(HAPPY, "33333"), (HAPPY, "3L"), (FIVE, "BBB"), (LAIZI_GAME, "3LLL")]
)
def test_moves_are_those_of_a_hand_that_the_deck_holds(game: Ruleset, hand: str) -> None:
    """As a question about cards this has an answer: they are no play."""
    assert explain(game, hand)["legal"] is False
    with pytest.raises(UnclearError, match="No deck holds") as error:
        list_moves(game, hand)
    assert error.value.code == "not_in_deck"


@pytest.mark.parametrize("game", RULESETS.values(), ids=RULESETS)
@given(data=st.data())
def test_moves_are_the_plays_of_the_book(game: Ruleset, data: st.DataObject) -> None:
    """By cards in any order or by ranks: what the book offers, in its order, ranks as `RANKS` orders them."""
    hand = data.draw(hands(12, game.deck).filter(lambda cards: set(cards) != {LAIZI}))
    lead = data.draw(st.sampled_from(game.book.leads(pack(hand))))
    named = f"{lead.ranks}={lead.readings[-1].kind} {lead.readings[-1].rank}"
    for text in (format_cards(hand), "".join(card[0] for card in lowest_first(hand))):
        offers = [offer.ranks for offer in game.book.leads(pack(hand))]
        assert list_moves(game, text) == {"moves": offers}
        assert all(list(ranks) == sorted(ranks, key=RANKS.index) for ranks in offers)
        larger = [offer.ranks for offer in game.book.follows(pack(hand), lead.readings[-1])]
        assert list_moves(game, text, named) == {"moves": [*larger, "pass"]}


@pytest.mark.parametrize(
    ("cards", "expected"),
    {
        "777777": reading("BOMB", 6, "7", beats=None),
        "7S 7S 7H 7H 7D 7D 7C 7C": reading("BOMB", 8, "7", beats=None),
        "BJ BJ": reading("KING_BOMB2", 2, "B", beats=None),
        "RR": reading("KING_BOMB2", 2, "R", beats=None),
        "BBR": reading("KING_BOMB3", 3, "R", beats=None),
        "BRR": reading("KING_BOMB3", 3, "R", beats=None),
        "BJ RJ BJ RJ": reading("KING_BOMB4", 4, "R", beats=None),
        "55577": reading("TRIO_PAIR", 1, "5", beats=None),
    }.items(),
)
def test_plays_of_two_decks(cards: str, expected: dict[str, object]) -> None:
    assert readings_in(explain(FIVE, cards)) == [expected]


def test_verdicts_of_two_decks() -> None:
    assert explain(FIVE, "BR", "3") == {"legal": False, "readings": [], "beats": False}
    assert explain(FIVE, "33333", "RR")["beats"] is True
    assert explain(FIVE, "BRR", "BBR")["beats"] is False
    assert list_moves(FIVE, "BJ BJ 3S", "2222") == {"moves": ["BB", "pass"]}
    with pytest.raises(UnclearError, match="does not hold all of these: 3S"):
        explain(FIVE, "3S 3S 3S")
    with pytest.raises(UnclearError, match="does not hold all of these: LZ"):
        explain(FIVE, "LZ")


@pytest.mark.parametrize(
    ("cards", "expected"),
    {
        "7777": [("BOMB", 4, "7")],
        "77LL": [("SOFT_BOMB", 4, "7"), ("TRIO_SINGLE", 1, "7")],
        "7S LZ 7H LZ": [("SOFT_BOMB", 4, "7"), ("TRIO_SINGLE", 1, "7")],
        "333LL": [("LAIZI_BOMB", 5, "3"), ("TRIO_PAIR", 1, "3")],
        "5555ll": [("LAIZI_BOMB", 6, "5"), ("FOUR_TWO", 1, "5")],
        "4567L": [("STRAIGHT", 5, "8"), ("STRAIGHT", 5, "7")],
        "BRL": [],
        "L": [],
    }.items(),
)
def test_plays_with_laizi(cards: str, expected: list[tuple[str, int, str]]) -> None:
    verdict = explain(LAIZI_GAME, cards)
    assert readings_in(verdict) == [reading(kind, size, rank, beats=None) for kind, size, rank in expected]
    assert verdict["legal"] is bool(expected)


def test_verdicts_with_laizi() -> None:
    assert readings_in(explain(LAIZI_GAME, "444L", "333A")) == [
        reading("SOFT_BOMB", 4, "4", beats=True),
        reading("TRIO_SINGLE", 1, "4", beats=True),
    ]
    assert explain(LAIZI_GAME, "44455", "333LL")["beats"] is False
    assert explain(LAIZI_GAME, "44455", "333LL=TRIO_PAIR")["beats"] is True
    assert explain(LAIZI_GAME, "45678", "4567L")["beats"] is False
    assert explain(LAIZI_GAME, "45678", "4567L=STRAIGHT 7")["beats"] is True
    with pytest.raises(UnclearError, match="cannot be read as 'STRAIGHT 9'"):
        explain(LAIZI_GAME, "45678", "4567L=STRAIGHT 9")
    with pytest.raises(UnclearError, match="does not hold all of these: LZ"):
        explain(LAIZI_GAME, "LZ LZ LZ 3S")


def test_the_last_laizi() -> None:
    single, pair = reading("SINGLE", 1, "3", beats=None), reading("PAIR", 1, "3", beats=None)
    assert readings_in(explain(LAIZI_GAME, "L", whole_hand=True)) == [single]
    assert readings_in(explain(LAIZI_GAME, "LZ LZ", whole_hand=True)) == [pair]
    assert explain(LAIZI_GAME, "L", "3", whole_hand=True)["legal"] is False
    assert explain(LAIZI_GAME, "4", "L")["beats"] is True
    assert explain(LAIZI_GAME, "3", "L")["beats"] is False
    assert list_moves(LAIZI_GAME, "L") == {"moves": ["L"]}
    assert list_moves(LAIZI_GAME, "3L", "3") == {"moves": ["pass"]}
