"""The rules page of a game, chapter by chapter."""

from collections.abc import Callable
from typing import Final

from app.guide.chapters.beans import beans
from app.guide.chapters.bombs import bombs
from app.guide.chapters.cards import cards
from app.guide.chapters.compare import compare
from app.guide.chapters.goal import goal
from app.guide.chapters.hand import hand
from app.guide.chapters.laizi import laizi
from app.guide.chapters.landlords import landlords
from app.guide.chapters.leaving import leaving
from app.guide.chapters.levels import levels
from app.guide.chapters.play import play
from app.guide.chapters.plays import plays
from app.guide.chapters.redeals import redeals
from app.guide.chapters.score import score
from app.guide.chapters.spring import spring
from app.guide.chapters.time import time
from app.guide.names import GAMES
from app.guide.page import Chapter, Page, Tab
from app.guide.writer import Writer
from app.rules import words
from app.rules.ruleset import Ruleset
from app.rules.variants import RULESETS
from app.rules.words import Language

CHAPTERS: Final[tuple[Callable[[Writer], Chapter | None], ...]] = (
    goal,
    cards,
    hand,
    landlords,
    play,
    plays,
    laizi,
    compare,
    bombs,
    score,
    spring,
    beans,
    levels,
    redeals,
    time,
    leaving,
)
"""In the order of the page."""


def page_of(rules: Ruleset, language: Language) -> Page:
    """The rules page of one game in one language."""
    writer = Writer(rules, language)
    return Page(
        game=rules.name,
        language=language,
        title=writer.say(GAMES[rules.name]),
        chapters=tuple(chapter for write in CHAPTERS if (chapter := write(writer))),
        tabs=tuple(Tab(game, writer.say(words.GAMES[game])) for game in RULESETS),
    )
