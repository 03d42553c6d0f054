"""The engine and its parts, apart from any game's rules."""

import dataclasses

import pytest

from app.rules import engine
from app.rules.actions import DealNext
from app.rules.facts import End, Finished, PhaseOpened, Stakes
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.ruleset import Phase, Ruleset
from app.rules.table import publish
from app.rules.variants import RULESETS
from tests.rules.game import Game, stack

every_game = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS.keys())


@every_game
def test_the_parts_of_a_game_fit(rules: Ruleset) -> None:
    assert RULESETS[rules.name] is rules
    assert sum(rules.deal_batches) == rules.hand_size
    assert rules.seats * rules.hand_size + rules.bottom_size == len(rules.deck)
    names = [phase.name for phase in rules.phases]
    assert len(set(names)) == len(names)
    assert set(rules.decision_ms) == {phase.name for phase in rules.phases if can_ask(phase)}
    assert [rules.phase_after(name).name for name in ["", *names[:-1]]] == names


def can_ask(phase: Phase) -> bool:
    """Whether a phase ever waits for an answer: then it has a default."""
    return type(phase).default is not Phase.default


@every_game
def test_a_hand_opens_where_the_room_has_to_shuffle(rules: Ruleset) -> None:
    facts = engine.open_hand(rules, Stakes(), (1,) * rules.seats, None)
    assert facts[1:] == [PhaseOpened("shuffle")]


def test_a_log_begins_with_its_opening() -> None:
    for facts in ([], [PhaseOpened("shuffle")]):
        with pytest.raises(ValueError, match="HandOpened"):
            engine.fold(facts)


def test_a_hand_can_be_voided_until_it_ends() -> None:
    game = Game().start(stack())
    facts = engine.void(game.table)
    assert facts == [Finished(End.VOID, None, (), game.table.hands)]
    voided = engine.fold(facts, game.table)
    assert voided.public.score is None
    with pytest.raises(IllegalActionError) as refused:
        engine.void(voided)
    assert refused.value.refusal is Refusal.HAND_OVER


def test_a_phase_left_alone_asks_nobody_and_takes_nothing() -> None:
    game = Game()
    phase = game.rules.phase("bottom")
    assert phase.actors(game.rules, game.table) == phase.asked(game.rules, game.table) == frozenset()
    assert phase.system(game.rules, game.table) is None
    assert phase.options(game.rules, game.table, 0).actions == ()
    with pytest.raises(IllegalActionError):
        phase.decide(game.rules, game.table, None, DealNext())
    with pytest.raises(AssertionError, match="bottom"):
        phase.default(game.rules, game.table, 0)


def test_a_table_changes_as_any_dataclass() -> None:
    """The fast copy of the public part is the one that the standard library would make."""
    public = Game().shuffle(stack()).public
    changed = publish(public, PhaseOpened("tricks"))
    assert changed == dataclasses.replace(public, phase="tricks")
    assert public.phase == "show_start"
