"""Every example of the page, put to the book of its game."""

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from app.guide.chapters import laizi as laizi_chapter
from app.guide.chapters.compare import CASES, Case, cases_in
from app.guide.chapters.plays import WRONG, Wrong, wrong_in
from app.guide.page import Samples
from app.guide.plays import COPIES, EXAMPLES, bombs_of, chain_ranks, end_play, kinds_of, laid, lengths
from app.guide.writer import Writer
from app.rules.books import laizi, standard, two_decks
from app.rules.cards import Rank, is_within, pack, pack_ranks, unpack
from app.rules.combos import Combo, Kind
from app.rules.judge import judge
from app.rules.refusals import IllegalActionError
from app.rules.ruleset import Ruleset
from app.rules.variants import RULESETS
from app.rules.variants.laizi import LAIZI_GAME
from app.rules.words import Language

BOOKS: dict[str, Any] = {"classic": standard, "happy": standard, "five": two_decks, "laizi": laizi}
"""Where each game's book says what it holds."""
GAMES = [pytest.param(rules, id=rules.name) for rules in RULESETS.values()]


def each(of: Callable[[Ruleset], Iterable[Any]]) -> pytest.MarkDecorator:
    """A test for each game and each of its examples."""
    return pytest.mark.parametrize(
        ("rules", "example"),
        [
            pytest.param(rules, one, id=f"{rules.name} {one}")
            for rules in RULESETS.values()
            for one in of(rules)
        ],
    )


def ranks_in(example: str) -> int:
    """The packed ranks of an example, by way of the cards that are shown."""
    cards = laid(example)
    assert [card[0] for card in cards] == list(example)
    return pack(cards)


@pytest.mark.parametrize("rules", GAMES)
def test_each_kind_of_the_game_is_shown_and_no_other(rules: Ruleset) -> None:
    book = BOOKS[rules.name]
    bombs = {bomb.reading.kind for bomb in bombs_of(rules)}
    assert set(kinds_of(rules.book)) == {pattern.kind for pattern in book.PATTERNS}
    assert bombs == {kind for kind, _ in book.BOMBS}


@each(lambda rules: kinds_of(rules.book))
def test_the_example_of_a_kind_is_of_that_kind(rules: Ruleset, example: Kind) -> None:
    counts = ranks_in(EXAMPLES[example])
    reading = judge(rules.book, counts, None, None)
    assert reading.kind is example
    assert any(offer.readings[0] == reading for offer in rules.book.leads(counts)), "and is offered"
    assert is_within(laid(EXAMPLES[example]), rules.deck), "and is in the deck"


@each(lambda rules: (kind for kind in kinds_of(rules.book) if kind in COPIES))
def test_chains_are_as_long_as_the_page_says(rules: Ruleset, example: Kind) -> None:
    (pattern,) = (pattern for pattern in BOOKS[rules.name].PATTERNS if pattern.kind is example)
    assert lengths(rules.book, example) == (pattern.shortest, pattern.longest)
    assert chain_ranks(rules.book) == ("3", "A", "2")


@each(wrong_in)
def test_what_is_called_no_play_is_none(rules: Ruleset, example: Wrong) -> None:
    with pytest.raises(IllegalActionError):
        judge(rules.book, ranks_in(example.ranks), None, None)
    assert is_within(laid(example.ranks), rules.deck)


@each(cases_in)
def test_what_is_said_to_beat_does_and_nothing_else(rules: Ruleset, example: Case) -> None:
    lead = judge(rules.book, ranks_in(example.lead), None, None)
    counts = ranks_in(example.play)
    offered = {offer.ranks for offer in rules.book.follows(counts, lead)}
    assert (unpack(counts) in offered) == example.beats
    if example.beats:
        assert rules.book.beats(judge(rules.book, counts, lead, None), lead)
    for cards in (example.play, example.lead):
        assert is_within(laid(cards), rules.deck)


def test_no_case_is_left_out_everywhere() -> None:
    assert {case for rules in RULESETS.values() for case in cases_in(rules)} == set(CASES)
    assert {wrong for rules in RULESETS.values() for wrong in wrong_in(rules)} == set(WRONG)


@pytest.mark.parametrize("rules", GAMES)
def test_bombs_stand_in_their_order_whatever_their_ranks(rules: Ruleset) -> None:
    bombs = bombs_of(rules)
    for place, bomb in enumerate(bombs):
        assert bomb.reading in rules.book.readings(ranks_in(bomb.ranks))
        assert bomb.doubles == rules.book.doubles(bomb.reading)
        assert is_within(laid(bomb.ranks), rules.deck)
        for weaker in bombs[:place]:
            assert rules.book.beats(bomb.reading, weaker.reading)
            assert not rules.book.beats(weaker.reading, bomb.reading)
    ranked = [bomb.reading.rank for bomb in bombs if bomb.reading.rank not in "BR"]
    assert ranked == list("2AKQJT9876543")[: len(ranked)], "the higher, the weaker: rank counts for nothing"


@pytest.mark.parametrize("rules", GAMES)
def test_no_bomb_of_a_random_hand_is_missing(rules: Ruleset) -> None:
    shown = {bomb.reading.family for bomb in bombs_of(rules)}
    chance = random.Random(7)
    for _ in range(200):
        cards = chance.sample(rules.deck, rules.hand_size + rules.bottom_size)
        for offer in rules.book.leads(pack(cards)):
            for reading in offer.readings:
                assert reading.kind in EXAMPLES or reading.family in shown


def test_each_play_with_laizi_names_all_that_it_can_be() -> None:
    chapter = laizi_chapter.laizi(Writer(LAIZI_GAME, Language.EN))
    assert chapter is not None
    (samples,) = (block for block in chapter.blocks if isinstance(block, Samples))
    said = {"".join(card[0] for card in sample.cards): sample.name for sample in samples.samples}
    assert said["4567L"] == "Straight to 8; or Straight to 7"
    assert said["333LL"] == "Laizi bomb 3; or Trio + pair 3"
    assert said["44L55L"].startswith("Plane to 5; or Pair chain to 6; or Pair chain to 5; or ")
    for ranks, names in said.items():
        readings = LAIZI_GAME.book.readings(pack_ranks(ranks))
        assert readings
        assert "L" in ranks
        assert len(names.split("; or ")) == len(readings)


def test_laizi_alone_are_what_the_page_says() -> None:
    rank = end_play(LAIZI_GAME.book)
    end = [Combo(Kind.SINGLE, 1, Rank(rank)), Combo(Kind.PAIR, 1, Rank(rank))]
    for laizi_left, reading in enumerate(end, start=1):
        (offer,) = LAIZI_GAME.book.leads(pack_ranks("L" * laizi_left))
        assert offer.readings == (reading,)
    assert end_play(standard.STANDARD) == ""
