"""The page as a whole: it says what the engine does, and the same in both languages."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from app.guide.chapters.hand import STEPS
from app.guide.guide import page_of
from app.guide.page import Block, Duels, Grid, Page, Points, Samples, Tables, Text
from app.guide.sums import example
from app.rooms import config
from app.rules.actions import Bid
from app.rules.books import laizi, standard, two_decks
from app.rules.cards import LAIZI
from app.rules.phases import call_and_rob, double, identity, redeal, score_auction, show, tricks
from app.rules.ruleset import Ruleset, last_out, rotating
from app.rules.scoring import figures as escapes
from app.rules.scoring import identity as bids
from app.rules.variants import RULESETS
from app.rules.variants.classic import CLASSIC
from app.rules.variants.five import FIVE
from app.rules.variants.happy import HAPPY
from app.rules.variants.laizi import LAIZI_GAME
from app.rules.words import Language

GAMES = [pytest.param(rules, id=rules.name) for rules in RULESETS.values()]


def texts(page: Page) -> list[str]:
    """Everything that a page says, piece by piece."""

    def walk(value: Any) -> Iterator[str]:
        match value:
            case str():
                yield value
            case dict():
                for each in value.values():
                    yield from walk(each)
            case list() | tuple():
                for each in value:
                    yield from walk(each)
            case _:
                pass

    return list(walk(msgspec.to_builtins(page.chapters)))


def changes(before: Page, after: Page) -> str:
    """What a page says anew."""
    old = texts(before)
    return " / ".join(text for text in texts(after) if text not in old)


PLANTED: list[tuple[Ruleset, Any, str, Any, tuple[str, ...]]] = [
    (CLASSIC, score_auction, "HIGHEST_BID", 4, ("1 to 4 points", "A bid of 4")),
    (CLASSIC, score_auction, "NO_BID", Bid(1), ("bids 2 to 3",)),
    (CLASSIC, redeal, "DEALS_BEFORE_CALL_OFF", 7, ("After 7 such deals",)),
    (CLASSIC, tricks, "BOMB_FACTOR", 3, ("×3 when played", "Bomb 3 × Spring 2 = 12", "+24", "+240")),
    (CLASSIC, tricks, "SPRING_FACTOR", 5, ("no farmer has played a card: ×5", "Spring 5 = 20")),
    (CLASSIC, bids, "LANDLORD_FACTOR", 3, ("wins or loses ×3 of that",)),
    (
        CLASSIC,
        bids,
        "ESCAPE_FACTOR",
        5,
        ("5 × highest bid", "5 points if nobody has bid", "20 points", "200 beans"),
    ),
    (CLASSIC, config, "AUTO_AFTER", 6, ("After 6 time-outs",)),
    (HAPPY, show, "START_FACTOR", 9, ("the multiple is ×9",)),
    (HAPPY, show, "EARLY_FACTOR", 7, ("×7 as long as nobody has more than 12",)),
    (HAPPY, show, "LATE_FACTOR", 6, ("×6 after that",)),
    (HAPPY, show, "LANDLORD_FACTOR", 8, ("may do so now: ×8",)),
    (HAPPY, show, "EARLY_CARDS", 9, ("more than 9 cards", "Shown with 9 cards")),
    (HAPPY, call_and_rob, "ROB_FACTOR", 3, ("each rob is ×3, all together ×27", "Rob 3 × Bomb 2 = 6")),
    (HAPPY, double, "DOUBLE_FACTOR", 3, ("doubling is ×3",)),
    (HAPPY, escapes, "FLAT_BELOW", 12, ("below 12", "12 and more")),
    (HAPPY, escapes, "FLAT_RATE", {True: 33, False: 11}, ("33", "11")),
    (HAPPY, escapes, "STEEP_RATE", {True: 6, False: 5}, ("6 × M", "5 × M", "1 × 96 = 96 points")),
    (FIVE, identity, "IDENTITY_FACTOR", 4, ("the multiple is ×4", "Identity shown 4")),
    (FIVE, double, "DOUBLE_FACTOR", 3, ("×3 for the whole table, all together ×243",)),
]
"""A game, a constant of the engine, another value for it, and what the page then says."""


@pytest.mark.parametrize(
    ("rules", "module", "name", "value", "said"),
    [pytest.param(*row, id=f"{row[0].name} {row[2]}") for row in PLANTED],
)
def test_a_constant_that_changes_changes_the_page(
    rules: Ruleset, module: Any, name: str, value: Any, said: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = page_of(rules, Language.EN)
    monkeypatch.setattr(module, name, value)
    after = changes(before, page_of(rules, Language.EN))
    for words in said:
        assert words in after
    assert page_of(rules, Language.ZH) != before


CHANGED: list[tuple[Ruleset, dict[str, Any], tuple[str, ...]]] = [
    (CLASSIC, {"hand_size": 16}, ("Everybody gets 16 cards", "He now holds 19 cards")),
    (CLASSIC, {"bottom_size": 6}, ("6 bottom cards", "He now holds 23 cards")),
    (LAIZI_GAME, {"deck": (*LAIZI_GAME.deck, LAIZI)}, ("an ordinary one of 54", "and 3 laizi")),
    (CLASSIC, {"book": two_decks.TWO_DECKS}, ("3 to 12 pairs in a row", "Only pairs are carried")),
    (
        CLASSIC,
        {"decision_ms": {"bid": 9_000, "tricks": 31_000}},
        ("you have 9 seconds", "you have 31 seconds"),
    ),
    (CLASSIC, {"next_first": last_out}, ("whoever went out in the hand before",)),
    (CLASSIC, {"redeal_moves": False}, ("the same player is asked first again",)),
    (CLASSIC, {"phases": LAIZI_GAME.phases}, ("Strong hands must bid",)),
    (CLASSIC, {"scoring": HAPPY.scoring}, ("Each farmer settles with the landlord alone", "k, by M")),
    (FIVE, {"hand_size": 20}, ("In about 20.6% of all deals",)),
    (LAIZI_GAME, {"next_first": rotating}, ("one seat on with each hand",)),
    (LAIZI_GAME, {"book": standard.STANDARD, "deck": CLASSIC.deck}, ("3 to 10 pairs in a row",)),
    (HAPPY, {"book": laizi.WITH_LAIZI, "deck": LAIZI_GAME.deck}, ("Soft bomb: 4 of a rank with laizi",)),
]
"""A game, what is changed of its ruleset, and what the page then says."""


@pytest.mark.parametrize(
    ("rules", "change", "said"), [pytest.param(*row, id=f"{row[0].name} {[*row[1]]}") for row in CHANGED]
)
def test_a_ruleset_that_changes_changes_the_page(
    rules: Ruleset, change: dict[str, Any], said: tuple[str, ...]
) -> None:
    after = changes(page_of(rules, Language.EN), page_of(replace(rules, **change), Language.EN))
    for words in said:
        assert words in after


def test_a_table_that_changes_changes_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    tier = next(tier for tier in config.TIERS.values() if tier.game == "happy")
    stakes = replace(tier.stakes, coefficient=1_000, fee=77, double_above=123_456)
    other = replace(tier, stakes=stakes, entry=9_999)
    before = page_of(HAPPY, Language.EN)
    monkeypatch.setitem(config.TIERS, (tier.game, tier.name), other)
    after = changes(before, page_of(HAPPY, Language.EN))
    for words in ("9,999", "1,000", "77", "123,456", "+24,000", "+23,923", "64,000 beans"):
        assert words in after


def shape(block: Block) -> tuple[Any, ...]:
    """A block without its words."""
    match block:
        case Text():
            return ("text",)
        case Points(items, steps):
            return ("points", len(items), steps)
        case Samples(samples, ranked):
            return (
                "samples",
                [(sample.cards, bool(sample.name), bool(sample.note)) for sample in samples],
                ranked,
            )
        case Duels(duels):
            return ("duels", [(duel.play, duel.lead, duel.beats) for duel in duels])
        case Tables(title, head, figures, rows):
            assert title
            assert {len(row) for row in rows} == {len(head)} == {len(figures)}
            return ("tables", figures, rows)
        case Grid(title, head, rows):
            assert title
            assert {len(row) for row in rows} == {len(head)}
            return ("grid", len(head), [row[1:] for row in rows if all(_is_figure(cell) for cell in row[1:])])


def _is_figure(cell: str) -> bool:
    return bool(re.fullmatch(r"[×+−]?[\d,]+", cell))


@pytest.mark.parametrize("rules", GAMES)
def test_both_languages_have_the_same_chapters_examples_and_figures(rules: Ruleset) -> None:
    pages = [page_of(rules, language) for language in Language]
    shapes = [
        [(chapter.id, [shape(block) for block in chapter.blocks]) for chapter in page.chapters]
        for page in pages
    ]
    assert shapes[0] == shapes[1]
    assert [tab.game for tab in pages[0].tabs] == [tab.game for tab in pages[1].tabs] == list(RULESETS)


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("language", Language)
def test_nothing_is_left_blank_or_in_the_other_language(rules: Ruleset, language: Language) -> None:
    page = page_of(rules, language)
    for text in texts(page):
        assert not re.search(r"[{}]|None", text), text
        if language is Language.EN:
            assert not re.search(r"[，。：；]", text), text
    assert len({chapter.id for chapter in page.chapters}) == len(page.chapters)
    assert all(chapter.title and chapter.blocks for chapter in page.chapters)


@pytest.mark.parametrize("rules", GAMES)
def test_every_phase_but_the_shuffle_is_a_step(rules: Ruleset) -> None:
    untold = [phase.name for phase in rules.phases if not (phase in STEPS or type(phase) in STEPS)]
    assert untold == ["shuffle"]


@pytest.mark.parametrize("rules", GAMES)
def test_the_example_balances(rules: Ruleset) -> None:
    for found in (example(rules), example(rules, poor=1)):
        assert sum(found.scored.x) == 0
        assert sum(found.settlement.moved) == 0
    assert found.public.carried[1] + found.settlement.net[1] == 0, "the poor farmer ends on nothing"
