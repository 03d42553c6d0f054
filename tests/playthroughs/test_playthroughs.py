"""Whole hands, compared word for word with the files; `python -m tests.playthroughs` writes them anew."""

import pytest

from app.rules.actions import Moment
from app.rules.combos import Kind
from app.rules.facts import Cause, Claim, End
from app.rules.transcript import transcript
from app.rules.variants import RULESETS
from app.rules.words import CLAIMS, ENDS, GAMES, KINDS, Language
from tests.playthroughs.files import FOLDER, told
from tests.playthroughs.scripts import SCRIPTS


@pytest.mark.parametrize("name", SCRIPTS)
def test_playthrough(name: str) -> None:
    assert told(SCRIPTS[name]()) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_file_has_its_script() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCRIPTS)


def test_the_playthroughs_take_every_path() -> None:
    games = [script() for script in SCRIPTS.values()]
    assert {game.public.claim for game in games} >= set(Claim)
    assert {game.public.finish.end for game in games if game.public.finish} == set(End) - {End.VOID}
    assert {growth.cause for game in games for growth in game.public.factors} == set(Cause)
    assert {show.moment for game in games for show in game.public.shows} == set(Moment)


def test_there_are_words_for_everything() -> None:
    assert set(KINDS) == set(Kind)
    assert set(CLAIMS) == set(Claim)
    assert set(ENDS) == set(End)
    assert set(GAMES) >= set(RULESETS)


def test_a_log_begins_with_its_opening() -> None:
    game = SCRIPTS["spring"]()
    with pytest.raises(ValueError, match="HandOpened"):
        next(transcript(game.rules, game.facts[1:], ("A", "B", "C"), Language.EN))
