"""Whole hands of bots: what holds for every decision, and how strong the bots are."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.bots.bot import choose
from app.randomness import SeededRandomness
from app.rules.actions import Options, Pass, Play
from app.rules.cards import BIG_JOKER, SMALL_JOKER, pack, pack_ranks, sort_cards
from app.rules.facts import Seat
from app.rules.table import Table
from app.rules.variants.happy import HAPPY
from app.rules.views import view
from tests.bots.tables import Chooser, Decision, Hand, first_hint
from tests.rules.game import Game, stack

Size = Callable[[int, int], int]


@pytest.fixture(scope="module")
def played(size: Size) -> list[tuple[Hand, list[Decision]]]:
    """Many hands among bots, played out. The engine has accepted every decision: it refuses by an error."""
    hands = [Hand(seed, [choose] * 3) for seed in range(size(100, 1000))]
    return [(hand, list(hand)) for hand in hands]


@pytest.fixture(scope="module")
def decisions(played: list[tuple[Hand, list[Decision]]]) -> list[Decision]:
    """Every decision of these hands."""
    return [decision for _, decisions in played for decision in decisions]


def test_only_offered_actions_are_taken(decisions: list[Decision]) -> None:
    for seen, options, chosen in decisions:
        if isinstance(chosen, Play):
            assert set(chosen.cards) <= set(seen.own)
            assert pack(chosen.cards) in {pack_ranks(offer.ranks) for offer in options.plays}
        else:
            assert chosen in options.actions


def test_a_seat_goes_out_when_it_can(decisions: list[Decision]) -> None:
    for seen, options, chosen in decisions:
        if any(len(offer.ranks) == len(seen.own) for offer in options.plays):
            assert isinstance(chosen, Play)
            assert len(chosen.cards) == len(seen.own)


def test_the_rocket_is_broken_for_want_of_another_answer_only(decisions: list[Decision]) -> None:
    rocket = {SMALL_JOKER, BIG_JOKER}
    for seen, options, chosen in decisions:
        if isinstance(chosen, Play) and rocket <= set(seen.own) and len(rocket & set(chosen.cards)) == 1:
            assert len(chosen.cards) == 1
            others = [offer for offer in options.plays if not {"B", "R"} & set(offer.ranks)]
            assert all(HAPPY.book.is_bomb(offer.readings[0]) for offer in others)


def test_a_partner_about_to_go_out_keeps_the_trick(decisions: list[Decision]) -> None:
    for seen, _, chosen in decisions:
        lead, landlord = seen.public.lead, seen.public.landlord
        if lead and seen.public.passes and landlord not in (seen.seat, lead.seat):
            goes_out = isinstance(chosen, Play) and len(chosen.cards) == len(seen.own)
            assert seen.hands[lead.seat].count > 1 or chosen == Pass() or goes_out


@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_a_choice_is_a_function_of_what_the_seat_may_know(seed: int, chance: Random) -> None:
    hand = Hand(seed, [first_hint] * 3, landlord=seed % 3)
    table, seen, options = chance.choice([(hand.table, seen, options) for seen, options, _ in hand])
    assert seen.seat is not None
    other = view(redealt(table, seen.seat, chance), seen.seat)

    assert choose(seen, options, SeededRandomness(7)) == choose(other, options, SeededRandomness(7))


def redealt(table: Table, viewer: Seat, chance: Random) -> Table:
    """The same table with all cards that the viewer may not see dealt anew."""
    hidden = [seat for seat in table.public.seats if seat != viewer and not table.public.has_shown(seat)]
    cards = [card for seat in hidden for card in table.hands[seat]] + list(table.deck)
    chance.shuffle(cards)
    hands = list(table.hands)
    for seat in hidden:
        hands[seat] = sort_cards(cards.pop() for _ in table.hands[seat])
    return replace(table, hands=tuple(hands), deck=tuple(cards))


def test_nothing_is_done_during_the_deal() -> None:
    game = Game().shuffle(stack()).show_start().deal(until=9)

    assert all(
        choose(view(game.table, seat), game.options(seat), SeededRandomness(0)) is None for seat in range(3)
    )


def test_a_watcher_decides_nothing() -> None:
    with pytest.raises(ValueError, match="watcher"):
        choose(view(Game().table, None), Options(), SeededRandomness(0))


def test_bots_beat_a_player_who_takes_the_first_hint(size: Size) -> None:
    hands = size(150, 1000)
    as_landlord = sum(wins(seed, choose, first_hint) for seed in range(hands))
    as_farmers = sum(not wins(seed, first_hint, choose) for seed in range(hands))

    assert as_landlord > 0.55 * hands
    assert as_farmers > 0.65 * hands


def test_landlords_and_farmers_win_about_as_often(played: list[tuple[Hand, list[Decision]]]) -> None:
    won = sum(hand.landlord_wins() for hand, _ in played)

    assert 0.4 * len(played) <= won <= 0.68 * len(played)


def wins(seed: int, landlord: Chooser, farmers: Chooser) -> bool:
    """Whether the landlord, drawn by the seed, wins a hand of these."""
    seat = seed % 3
    return Hand(seed, [landlord if other == seat else farmers for other in range(3)], seat).landlord_wins()
