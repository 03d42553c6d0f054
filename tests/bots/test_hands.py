"""Whole hands of bots: what holds for every decision, and how strong and how quick the bots are."""

from collections.abc import Callable
from time import process_time

import pytest

from app.bots.bot import choose
from app.bots.questions import Chance
from app.randomness import SeededRandomness
from app.rules.actions import Options, Pass, Play, SeatAction
from app.rules.cards import BIG_JOKER, SMALL_JOKER, is_within, pack, pack_ranks, without
from app.rules.ruleset import Ruleset
from app.rules.variants import RULESETS
from app.rules.views import View, view
from tests.bots.tables import Chooser, Decision, Hand, any_legal, first_hint, side_wins
from tests.rules.game import Game, stack

Size = Callable[[int, int], int]
every_game = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS.keys())
SLOWER = 60
"""How many times as long as the engine's part of a hand the bots' part of it may take."""


@pytest.fixture(scope="module", params=list(RULESETS.values()), ids=list(RULESETS))
def played(request: pytest.FixtureRequest, size: Size) -> list[tuple[Hand, list[Decision]]]:
    """Many hands among bots, played out. The engine has accepted every decision: it refuses by an error."""
    rules: Ruleset = request.param
    hands = [Hand(rules, seed, [choose] * rules.seats) for seed in range(size(40, 500))]
    return [(hand, list(hand)) for hand in hands]


@pytest.fixture
def decisions(played: list[tuple[Hand, list[Decision]]]) -> list[Decision]:
    """Every decision of these hands."""
    return [decision for _, decisions in played for decision in decisions]


def test_only_offered_actions_are_taken(decisions: list[Decision]) -> None:
    for seen, options, chosen in decisions:
        if isinstance(chosen, Play):
            assert is_within(chosen.cards, seen.own)
            offer = next(offer for offer in options.plays if pack_ranks(offer.ranks) == pack(chosen.cards))
            assert chosen.reading in offer.readings
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
        book = RULESETS[seen.public.game].book
        holds_rocket = rocket <= set(seen.own) and book.readings(pack(rocket))
        if holds_rocket and isinstance(chosen, Play) and len(rocket & set(chosen.cards)) == 1:
            assert len(chosen.cards) == 1
            others = [offer for offer in options.plays if not {"B", "R"} & set(offer.ranks)]
            assert all(book.is_bomb(offer.readings[0]) for offer in others)


def test_a_partner_about_to_go_out_keeps_the_trick(decisions: list[Decision]) -> None:
    for seen, _, chosen in decisions:
        lead, landlord = seen.public.lead, seen.public.landlord
        if len(seen.hands) == 3 and lead and seen.public.passes and landlord not in (seen.seat, lead.seat):
            goes_out = isinstance(chosen, Play) and len(chosen.cards) == len(seen.own)
            assert seen.hands[lead.seat].count > 1 or chosen == Pass() or goes_out


def test_the_twin_of_the_open_card_is_the_last_of_its_rank_to_be_played(decisions: list[Decision]) -> None:
    for seen, _, chosen in decisions:
        open_card = seen.public.open_card
        if open_card and isinstance(chosen, Play) and open_card.card in chosen.cards:
            left = without(seen.own, chosen.cards)
            assert all(card == open_card.card for card in left if card[0] == open_card.card[0])


def test_nothing_is_done_during_the_deal() -> None:
    game = Game().shuffle(stack()).show_start().deal(until=9)

    assert all(
        choose(view(game.table, seat), game.options(seat), SeededRandomness(0)) is None for seat in range(3)
    )


def test_a_watcher_decides_nothing() -> None:
    with pytest.raises(ValueError, match="watcher"):
        choose(view(Game().table, None), Options(), SeededRandomness(0))


@every_game
@pytest.mark.parametrize(("baseline", "least"), [(first_hint, 0.55), (any_legal, 0.8)])
def test_bots_beat_players_who_do_not_think(
    rules: Ruleset, baseline: Chooser, least: float, size: Size
) -> None:
    hands = size(30, 500)
    as_landlords = sum(side_wins(rules, seed, choose, baseline) for seed in range(hands))
    as_farmers = sum(not side_wins(rules, seed, baseline, choose) for seed in range(hands))

    assert as_landlords > least * hands
    assert as_farmers > least * hands


def test_landlords_and_farmers_win_about_as_often(played: list[tuple[Hand, list[Decision]]]) -> None:
    won = sum(hand.landlord_wins() for hand, _ in played)

    assert 0.3 * len(played) <= won <= 0.8 * len(played), "few hands, so wide bounds"


@every_game
def test_thinking_takes_no_longer_than_a_few_times_the_engine(rules: Ruleset, size: Size) -> None:
    thought = 0.0

    def timed(seen: View, options: Options, chance: Chance) -> SeatAction | None:
        nonlocal thought
        started = process_time()
        chosen = choose(seen, options, chance)
        thought += process_time() - started
        return chosen

    def play(seeds: range) -> float:
        started = process_time()
        for seed in seeds:
            Hand(rules, seed, [timed] * rules.seats).landlord_wins()
        return process_time() - started

    play(range(3))
    thought = 0.0
    whole = play(range(3, size(15, 200)))

    assert thought < SLOWER * (whole - thought)
