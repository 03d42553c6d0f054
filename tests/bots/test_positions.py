"""What a bot does in positions where people would agree. Seat 0 is the landlord; 1 plays after him, the last before."""

from typing import Final

import pytest

from app.bots.bot import choose
from app.randomness import SeededRandomness
from app.rules.actions import Play
from app.rules.cards import Card
from app.rules.combos import Kind
from app.rules.facts import Seat
from app.rules.variants.five import FIVE
from app.rules.variants.laizi import LAIZI_GAME
from tests.bots.positions import answer, position

OPEN: Final = Card("5D")
"""The open card of the five-player positions: the landlord holds one copy, and whoever has the next 5 the other."""
FIVE_HANDS: Final = ("5JJKKA2R", "466789TQQKAA2", "355679TJJQQKA2", "34489TJQQKA", "34678TTJKA2")
"""Seat 0 is the open landlord, seat 2 the hidden one."""


@pytest.mark.parametrize(
    ("hands", "seat", "lead", "expected"),
    [
        pytest.param(("4569", "44", "3"), 1, (0, "33"), "44", id="goes out"),
        pytest.param(("3456", "KK", "4"), 1, (2, "QQ"), "KK", id="goes out over its partner"),
        pytest.param(("456789JK", "3333", "67"), 1, (0, "22"), "3333", id="goes out with a bomb"),
        pytest.param(("456789JK", "34567", "7Q"), 1, None, "34567", id="goes out with a chain"),
        pytest.param(("77KQ", "3AA", "4567"), 1, None, "AA", id="leads what nobody beats, then goes out"),
        pytest.param(("4556789TJQKKA", "333377", "46"), 1, (0, "55"), "3333", id="bombs, then goes out"),
        pytest.param(("5", "3333789", "45667"), 1, (0, "KK"), "3333", id="bombs a landlord with one card"),
        pytest.param(("4456789TJQKKAA2", "3333679TTJQ", "4667"), 1, (0, "5"), "6", id="keeps a bomb"),
        pytest.param(("89TJQK344", "BR567789", "345"), 1, (0, "6"), "7", id="keeps the rocket"),
        pytest.param(("Q", "55K", "34567"), 1, None, "55", id="leads a landlord with one card a pair"),
        pytest.param(("A", "3459", "478K2"), 2, (1, "5"), "2", id="stops a landlord with one card"),
        pytest.param(("A", "37KB", "45"), 1, None, "B", id="leads such a landlord its highest card"),
        pytest.param(("44579JJ", "Q", "3345567"), 0, None, "44", id="leads a farmer with one card a pair"),
        pytest.param(("K56789JJ", "36QQ", "8"), 1, None, "3", id="leads a partner with one card a small one"),
        pytest.param(("3456", "KK77788", "4"), 1, (2, "A"), "", id="leaves the trick to such a partner"),
        pytest.param(("44556789TJQKA2", "3456789JQ", "4667"), 1, (0, "A"), "", id="keeps a chain whole"),
        pytest.param(("356799JQKA2B", "4567789TJ", "456TTQQKKA2"), 2, (1, "K"), "", id="lets a partner be"),
    ],
)
def test_plays_as_people_would(
    hands: tuple[str, ...], seat: int, lead: tuple[int, str] | None, expected: str
) -> None:
    assert answer(*position(hands, seat, lead)) == expected


@pytest.mark.parametrize("hand", ["777BR9", "777888BR9J44", "5555BR9J", "3338BR", "3366BR777"])
def test_carries_no_joker_of_the_rocket(hand: str) -> None:
    played = answer(*position(("4Q", hand, "TK2"), 1))

    assert ("B" in played) == ("R" in played)


@pytest.mark.parametrize("hand", ["3567JJQQKA2", "4567TTQQKA2", "3445566KA2B"])
def test_leaves_the_trick_to_a_partner_whom_the_landlord_could_not_beat(hand: str) -> None:
    assert answer(*position((hand, "55889TJQKA", "7K"), 1, (2, "J"), passed=(0,))) == ""


@pytest.mark.parametrize(
    ("hands", "lead", "expected"),
    [
        (("333344567TQ2R", "45778889JQQKKAA2B", "4666789TJQAA22"), "KK", "AA"),
        (("356667778QQQKK22", "3445788999TJQKA22", "33445568TTJJJAAABR"), "K", "2"),
    ],
)
def test_the_last_farmer_to_answer_takes_from_the_landlord_what_it_can(
    hands: tuple[str, ...], lead: str, expected: str
) -> None:
    assert answer(*position(hands, 1, (2, lead), landlord=2, passed=(0,))) == expected


@pytest.mark.parametrize(
    ("hands", "seat", "lead", "expected"),
    [
        pytest.param(("4456899TJQK", "7788QL", "5566K"), 1, (0, "33"), "77", id="keeps a laizi"),
        pytest.param(("5", "333L789", "45667"), 1, (0, "KK"), "333L", id="bombs a landlord with one card"),
        pytest.param(("456JQKKA", "8899L", "4457"), 1, None, "8899L", id="goes out with a laizi in a plane"),
        pytest.param(("456JQKKA2", "3467L2R", "445"), 1, None, "3467L", id="fills a straight"),
        pytest.param(("456JQKKA2", "L", "445"), 1, None, "L", id="leads a laizi that is all it has"),
    ],
)
def test_spends_laizi_as_people_would(
    hands: tuple[str, ...], seat: int, lead: tuple[int, str] | None, expected: str
) -> None:
    assert answer(*position(hands, seat, lead, rules=LAIZI_GAME)) == expected


def test_goes_out_with_the_reading_that_doubles() -> None:
    view, options = position(("456JQKKA", "777LL", "445"), 1, (0, "33366"), rules=LAIZI_GAME)
    chosen = choose(view, options, SeededRandomness(1))

    assert options.plays[0].readings[0].kind is Kind.TRIO_PAIR
    assert isinstance(chosen, Play)
    assert chosen.reading is not None
    assert chosen.reading.kind is Kind.LAIZI_BOMB


@pytest.mark.parametrize("lead", ["K", "A", "QQ", "KK"])
def test_the_hidden_landlord_lets_the_open_one_be_where_a_farmer_does_not(lead: str) -> None:
    def played(seat: Seat) -> str:
        passed = range(1, seat)
        return answer(*position(FIVE_HANDS, seat, (0, lead), rules=FIVE, open_card=OPEN, passed=passed))

    assert played(1) != ""
    assert played(2) == ""


@pytest.mark.parametrize(("open_hand", "expected"), [("9", "5"), ("JJ", "44")])
def test_landlords_who_are_known_play_to_each_others_hands(open_hand: str, expected: str) -> None:
    hands = (open_hand, "4467TT", "9TTJ", "99QQ", "4458JJKK")
    view, options = position(hands, 4, rules=FIVE, open_card=OPEN, hidden=4)

    assert answer(view, options) == expected


def test_farmers_in_doubt_are_partners() -> None:
    hands = ("5JJKKA2R", "4667899", "35567789J2", "344889TJQQA", "34678TTJKA2")

    assert answer(*position(hands, 3, (1, "K"), rules=FIVE, open_card=OPEN, passed=(2,))) == ""
    assert answer(*position(hands, 3, (0, "K"), rules=FIVE, open_card=OPEN, passed=(1, 2))) == "A"
