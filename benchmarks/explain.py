"""Answers a second of `python -m app explain --jsonl`, from one line of JSON to another and on one core (`rates`).

The four games are asked about equally often, and every other line writes its cards as ranks. Hands are those of
playouts, so of all sizes; only dealt hands are whole ones, never asked for before, and their plays are some hundred
each, with laizi some thousand. The mixture has equal parts of what cards are, whether they beat a play, all plays that
beat one and all that a hand of a playout may lead.
"""

from collections.abc import Callable, Iterator
from random import Random

import msgspec

from app.operator.questions import Question, answer_lines
from app.rules.cards import Card, format_cards, lowest_first
from app.rules.ruleset import Ruleset
from app.rules.variants import RULESETS
from benchmarks.playouts import deal, selection, states
from benchmarks.rates import rate

BATCH = 500
"""Questions of one sort about one game."""
Sort = Callable[[Ruleset, Random], Iterator[Question]]


def rows(seconds: float) -> Iterator[tuple[str, float, str]]:
    """How many lines of each sort are answered."""
    yield from (
        _row(seconds, "what cards are", readings),
        _row(seconds, "whether cards beat a play", verdicts),
        _row(seconds, "all plays that beat one, in playouts", follows),
        _row(seconds, "all plays of a dealt hand, first time", deals),
        _row(seconds, "mixed", readings, verdicts, follows, leads),
    )


def _row(seconds: float, what: str, *sorts: Sort) -> tuple[str, float, str]:
    chance = Random(1)

    def lines() -> list[bytes]:
        return [
            msgspec.json.encode(question)
            for game in RULESETS.values()
            for sort in sorts
            for question in sort(game, chance)
        ]

    return (
        f"--jsonl: {what}",
        rate(seconds, lines, lambda line: next(answer_lines(RULESETS, (line,)))),
        "lines/s",
    )


def readings(game: Ruleset, chance: Random) -> Iterator[Question]:
    """What are these cards?"""
    for number in range(BATCH):
        yield Question(game.name, written(selection(game, chance), number))


def verdicts(game: Ruleset, chance: Random) -> Iterator[Question]:
    """What are these cards, and do they beat that play?"""
    for number, state in enumerate(states(game, BATCH, chance)):
        yield Question(game.name, written(selection(game, chance), number), state.played)


def follows(game: Ruleset, chance: Random) -> Iterator[Question]:
    """Which plays of a hand beat that one?"""
    for number, state in enumerate(states(game, BATCH, chance)):
        yield Question(game.name, moves=written(state.hand, number), over=state.played)


def leads(game: Ruleset, chance: Random) -> Iterator[Question]:
    """Which plays does a hand of a playout allow?"""
    for number, state in enumerate(states(game, BATCH, chance)):
        yield Question(game.name, moves=written(state.hand, number))


def deals(game: Ruleset, chance: Random) -> Iterator[Question]:
    """Which plays does a dealt hand allow?"""
    for number in range(BATCH):
        yield Question(game.name, moves=written(deal(game, chance), number))


def written(cards: tuple[Card, ...], number: int) -> str:
    """Cards as a question writes them, every other time by rank."""
    return "".join(card[0] for card in lowest_first(cards)) if number % 2 else format_cards(cards)
