"""What a bot does in positions where people would agree. Seat 0 is the landlord; 1 plays after him, 2 before him."""

import pytest

from tests.bots.positions import answer, position


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
