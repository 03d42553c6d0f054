"""Hands taken apart: nothing is lost, every group is a play, and the work is bounded."""

import pytest
from hypothesis import given

from app.bots.groups import STATES, Planner
from app.rules.cards import Card, pack, pack_ranks, unpack
from app.rules.combos import Combo
from app.rules.variants.happy import HAPPY
from tests.rules.hands import bunched_hands, hands


class Turns:
    """Every group costs its turn and nothing else."""

    def price(self, combo: Combo) -> float:
        return 1.0


@given(hands() | bunched_hands(20))
def test_groups_are_plays_that_make_up_the_hand(hand: tuple[Card, ...]) -> None:
    planner = Planner(Turns())
    groups = planner.groups(pack(hand))

    assert sum(group.counts for group in groups) == pack(hand)
    assert all(HAPPY.book.readings(group.counts) for group in groups)
    assert len(groups) == pytest.approx(planner.price(pack(hand)))


@given(bunched_hands(20))
def test_the_search_is_bounded(hand: tuple[Card, ...]) -> None:
    planner = Planner(Turns())
    planner.price(pack(hand))

    assert planner.states <= 2 * STATES


@pytest.mark.parametrize(
    ("hand", "groups"),
    [
        ("345678", ["345678"]),
        ("33344456", ["33344456"]),
        ("3334445566", ["3334445566"]),
        ("334455667788", ["334455667788"]),
        ("33445567", ["334455", "6", "7"]),
        ("3456788899", ["34567", "88899"]),
        ("345677789", ["3456789", "77"]),
        ("5555BR", ["5555", "BR"]),
    ],
)
def test_hands_fall_into_the_fewest_groups(hand: str, groups: list[str]) -> None:
    assert sorted(unpack(group.counts) for group in Planner(Turns()).groups(pack_ranks(hand))) == groups
