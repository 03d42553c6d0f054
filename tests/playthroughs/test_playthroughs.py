"""Whole hands, compared word for word with the files; `python -m tests.playthroughs` writes them anew."""

import pytest

from app.rules.actions import Moment
from app.rules.combos import Kind
from app.rules.facts import Cause, Claim, End
from app.rules.ruleset import Phase, Ruleset
from app.rules.transcript import transcript
from app.rules.variants import RULESETS
from app.rules.words import CLAIMS, ENDS, GAMES, KINDS, Language
from tests.playthroughs.files import FOLDER, SCRIPTS, path_of, told

BOMBS = {kind for kind in Kind if "BOMB" in kind or kind is Kind.ROCKET}


@pytest.mark.parametrize("name", SCRIPTS)
def test_playthrough(name: str) -> None:
    assert told(SCRIPTS[name]()) == path_of(name).read_text(encoding="utf-8")


def test_every_file_has_its_script() -> None:
    assert set(FOLDER.glob("*/*.txt")) == set(map(path_of, SCRIPTS))


def test_the_playthroughs_take_every_path() -> None:
    games = [script() for script in SCRIPTS.values()]
    assert {game.public.claim for game in games} >= set(Claim)
    assert {game.public.finish.end for game in games if game.public.finish} == set(End) - {End.VOID}
    assert {growth.cause for game in games for growth in game.public.factors} == set(Cause)
    bombs = {
        (move.reading.kind, move.reading.size)
        for game in games
        for move in game.public.moves
        if move.reading and game.rules.book.is_bomb(move.reading)
    }
    assert {kind for kind, _ in bombs} == BOMBS
    assert {show.moment for game in games for show in game.public.shows} == set(Moment)


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS.keys())
def test_somebody_escapes_in_every_phase_that_waits(rules: Ruleset) -> None:
    games = [script() for name, script in SCRIPTS.items() if name.startswith(rules.name)]
    left_in = {game.public.phase for game in games if game.public.escape}
    waiting = {phase.name for phase in rules.phases if type(phase).default is not Phase.default}
    assert left_in >= waiting | {"shuffle", "deal"}


def test_there_are_words_for_everything() -> None:
    assert set(KINDS) == set(Kind)
    assert set(CLAIMS) == set(Claim)
    assert set(ENDS) == set(End)
    assert set(GAMES) >= set(RULESETS)


def test_a_log_begins_with_its_opening() -> None:
    game = SCRIPTS["happy/spring"]()
    with pytest.raises(ValueError, match="HandOpened"):
        next(transcript(game.rules, game.facts[1:], ("A", "B", "C"), Language.EN))
