"""What bots answer before the first lead: the better the hand, the bolder."""

from collections import defaultdict
from collections.abc import Sequence

import pytest

from app.bots.bot import choose
from app.bots.questions import Chance, boldness
from app.bots.strength import chance_to_win
from app.randomness import SeededRandomness
from app.rules.actions import Bid, Options, SeatAction
from app.rules.ruleset import Ruleset
from app.rules.variants import RULESETS
from app.rules.variants.classic import CLASSIC
from app.rules.variants.laizi import LAIZI_GAME
from app.rules.views import View, view
from tests.bots.tables import Hand
from tests.rules.game import Game, stack

every_game = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS.keys())
STRONG = "BR222AAAKKQJT9873"
WEAK = "334456778899TTJJQ"


def in_one_mood(seen: View, options: Options, chance: Chance) -> SeatAction | None:
    """A bot whose mood does not change."""
    return choose(seen, options, SeededRandomness(1))


def first_bid(rules: Ruleset, hand: str, mood: int) -> SeatAction | None:
    """What the first bidder makes of a hand."""
    game = Game(rules).shuffle(stack(hand, rules=rules)).deal()
    return choose(view(game.table, 0), game.options(0), SeededRandomness(mood))


@pytest.mark.parametrize("mood", range(5))
@pytest.mark.parametrize("rules", [CLASSIC, LAIZI_GAME])
def test_strong_hands_bid_and_weak_ones_pass(rules: Ruleset, mood: int) -> None:
    assert first_bid(rules, STRONG, mood) == Bid(3)
    assert first_bid(rules, WEAK, mood) == Bid(0)


@pytest.mark.parametrize("mood", range(5))
def test_a_weak_hand_that_must_bid_bids_low(mood: int) -> None:
    assert first_bid(LAIZI_GAME, "33445667789TTJJB2", mood) in (Bid(1), Bid(2))


@every_game
def test_the_better_the_hand_the_bolder_the_answer(rules: Ruleset) -> None:
    answers: defaultdict[Sequence[SeatAction], list[tuple[float, float]]] = defaultdict(list)
    for seed in range(40):
        for seen, options, chosen in Hand(rules, seed, [in_one_mood] * rules.seats):
            if options.plays:
                break
            if seen.seat is not None and seen.own and chosen is not None:
                found = chance_to_win(seen, seen.seat), boldness(chosen)
                answers[options.actions].append(found)

    for given in answers.values():
        bold = [boldness for _, boldness in sorted(given)]
        assert bold == sorted(bold)
    assert any(len({bold for _, bold in given}) > 1 for given in answers.values())
