"""What holds for every decision of a bot, over random histories of every game."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from app.bots.bot import choose
from app.randomness import SeededRandomness
from app.rules import engine
from app.rules.facts import Seat
from app.rules.refusals import IllegalActionError
from app.rules.ruleset import Ruleset
from app.rules.table import Table
from app.rules.variants import RULESETS
from app.rules.views import view
from tests.rules.histories import History, histories
from tests.rules.redeals import redeal, replay

Draw = Callable[[Ruleset], History]
every_game = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS.keys())
chances = st.randoms(use_true_random=False)
TRIED = 8
"""So many decisions of a history are tried."""


def decisions(history: History, chance: Random) -> list[tuple[int, Seat]]:
    """Some of the times at which seats could act, as places among the tables of a history, and the seats."""
    found = [
        (place, seat)
        for place, table in enumerate(history.tables())
        for seat in sorted(engine.actors(history.rules, table))
    ]
    return chance.sample(found, min(len(found), TRIED))


def choice(rules: Ruleset, table: Table, seat: Seat) -> object:
    """What a bot does at a table, always in the same mood."""
    return choose(view(table, seat), engine.options(rules, table, seat), SeededRandomness(7))


@every_game
@given(draw=histories(), chance=chances)
def test_the_engine_takes_whatever_a_bot_does(rules: Ruleset, draw: Draw, chance: Random) -> None:
    history = draw(rules)
    tables = list(history.tables())
    for place, seat in decisions(history, chance):
        table = tables[place]
        chosen = choose(view(table, seat), engine.options(rules, table, seat), SeededRandomness(place))
        if chosen is None:
            assert seat not in engine.asked(rules, table), "an asked seat answers"
        else:
            engine.decide(rules, table, seat, chosen)


@every_game
@given(draw=histories(), chance=chances)
def test_a_choice_is_a_function_of_what_the_seat_may_know(rules: Ruleset, draw: Draw, chance: Random) -> None:
    history = draw(rules)
    viewer = chance.randrange(rules.seats)
    try:
        other = list(replay(history, redeal(history, viewer, chance)).tables())
    except IllegalActionError:
        reject()
    tables = list(history.tables())
    for place, seat in decisions(history, chance):
        if seat == viewer and not tables[place].public.finish:
            assert choice(rules, tables[place], seat) == choice(rules, other[place], seat)
