"""Hands taken apart: nothing is lost, every group is a play, and the work is bounded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.bots.groups import STATES, Planner
from app.rules.cards import Card, pack, pack_ranks, unpack
from app.rules.combos import Combo
from app.rules.marks import NATURAL
from app.rules.ruleset import Ruleset
from app.rules.variants import RULESETS
from tests.rules.hands import bunched_hands, hands

Hand = tuple[Ruleset, tuple[Card, ...]]


class Turns:
    """Every group costs its turn and nothing else."""

    def price(self, combo: Combo) -> float:
        return 1.0


def planner(hand: int, game: str = "happy") -> Planner:
    """A planner that wants the fewest groups."""
    return Planner(Turns(), game, hand)


any_hand: st.SearchStrategy[Hand] = st.sampled_from(list(RULESETS.values())).flatmap(
    lambda rules: st.tuples(st.just(rules), hands(24, rules.deck) | bunched_hands(24, rules.deck))
)


@given(any_hand)
def test_groups_are_plays_that_make_up_the_hand(hand: Hand) -> None:
    rules, cards = hand
    counts = pack(cards)
    plan = planner(counts, rules.name)
    groups = plan.groups(counts)

    assert sum(group.counts for group in groups) == counts
    assert len(groups) <= plan.price(counts) + 1e-9
    for group in groups:
        assert rules.book.readings(group.counts) or not group.counts & NATURAL


@given(any_hand)
def test_the_search_is_bounded(hand: Hand) -> None:
    rules, cards = hand
    plan = planner(pack(cards), rules.name)
    plan.price(pack(cards))

    assert plan.states <= 2 * STATES


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
    counts = pack_ranks(hand)

    assert sorted(unpack(group.counts) for group in planner(counts).groups(counts)) == groups


@pytest.mark.parametrize(
    ("hand", "groups"),
    [
        ("3467L", ["3467L"]),
        ("33L44L", ["3344LL"]),
        ("K7L", ["7L", "K"]),
        ("LL", ["LL"]),
    ],
)
def test_laizi_stand_in_where_they_save_the_most(hand: str, groups: list[str]) -> None:
    counts = pack_ranks(hand)

    assert sorted(unpack(group.counts) for group in planner(counts, "laizi").groups(counts)) == groups


@pytest.mark.parametrize(
    ("hand", "groups"),
    [
        ("33344", ["33344"]),
        ("3334", ["333", "4"]),
        ("55555", ["55555"]),
        ("BBRR", ["BBRR"]),
        ("BR", ["B", "R"]),
    ],
)
def test_two_decks_have_groups_of_their_own(hand: str, groups: list[str]) -> None:
    counts = pack_ranks(hand)

    assert sorted(unpack(group.counts) for group in planner(counts, "five").groups(counts)) == groups
