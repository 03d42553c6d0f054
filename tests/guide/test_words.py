"""No figure is written down: every number on the page fills a blank, the same blanks in both languages."""

import re
from pathlib import Path

import pytest

from app.guide import names
from app.guide.figures import figures
from app.rules.combos import Kind
from app.rules.variants import RULESETS
from app.rules.words import GAMES
from tests.guide.words import all_words, bare, blanks

NUMBER = re.compile(
    r"[0-9]|[二三四五六七八九十两百千]"
    r"|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twice|thrice|half)\b",
    re.IGNORECASE,
)
NAMES = {
    id(words) for words in (*names.KINDS.values(), *names.GAMES.values(), *GAMES.values(), names.RANKS["T"])
}
"""Kinds and a game are called after numbers, and a rank is one."""
CALLED = re.compile(r"\b(the four|a four)\b|四张那部分")
"""What a four is called."""
WORDS = [words for words in all_words() if id(words) not in NAMES]
CLIENT = {
    language: (Path(__file__).parents[2] / "static" / "js" / "i18n" / f"{language}.js").read_text()
    for language in ("en", "zh")
}


def test_no_number_is_written_down() -> None:
    texts = [text for words in WORDS for text in words]
    assert len(texts) > 300
    assert [text for text in texts if NUMBER.search(CALLED.sub("", bare(text)))] == []


def test_both_languages_name_the_same_figures() -> None:
    for words in WORDS:
        en, zh = ({blank for blank in blanks(text) if blank.islower()} for text in words)
        assert en == zh, words


def test_every_figure_is_named_somewhere() -> None:
    named = {blank for words in all_words() for blank in blanks(words.en)}
    known = {name for rules in RULESETS.values() for name in figures(rules)}
    by_chapter = {"show_start", "show_early", "show_late", "show_landlord", "rob", "bomb", "spring"}
    assert known - named - by_chapter == set()


def said_by_the_client(key: str) -> tuple[str, ...]:
    """A text of the browser client in both languages."""
    return tuple(
        match[1] for book in CLIENT.values() if (match := re.search(f'"{re.escape(key)}": "([^"]+)"', book))
    )


@pytest.mark.parametrize("kind", Kind)
def test_a_kind_is_called_as_on_the_table(kind: Kind) -> None:
    assert tuple(names.KINDS[kind]) == said_by_the_client(f"kind.{kind}")


def test_a_reading_is_called_as_on_the_table() -> None:
    assert tuple(names.RANKED) == said_by_the_client("reading.ranked")
    assert tuple(names.CHAIN) == said_by_the_client("reading.chain")
