"""The files of the page are those that the generator would write, and the command prints the same."""

from pathlib import Path

import msgspec
import pytest

from app.__main__ import main
from app.guide.files import DOCUMENTS, PAGES, files
from app.guide.page import Page
from app.rules.variants import RULESETS
from app.rules.words import Language

WRITTEN = dict(files())


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_each_file_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == WRITTEN[path], "run: python -m app.guide.files"


def test_each_game_has_a_page_in_each_language_and_nothing_lies_about() -> None:
    names = {path.name for path in PAGES.iterdir()}
    assert names == {f"{game}.{language}.json" for game in RULESETS for language in Language}
    for path in PAGES.iterdir():
        page = msgspec.json.decode(path.read_bytes(), type=Page)
        assert path.name == f"{page.game}.{page.language}.json"


@pytest.mark.parametrize("language", Language)
def test_the_command_prints_the_document(
    language: Language, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("app.__main__.configure_logs", lambda *_: None)
    assert main(["rules", "--language", language]) == 0
    assert capsys.readouterr().out == DOCUMENTS[language].read_text(encoding="utf-8")
    assert main(["rules", "laizi", "--language", language]) == 0
    alone = capsys.readouterr().out
    assert alone.count("\n## ") == 1
    assert set(alone.splitlines()) < set(DOCUMENTS[language].read_text(encoding="utf-8").splitlines())
