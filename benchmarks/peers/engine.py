"""What engines are compared by: deals, and how each engine takes and answers a question about one."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from random import Random
from typing import Any, NamedTuple

from app.rules.cards import Card, sort_cards
from app.rules.variants.classic import CLASSIC
from benchmarks.playouts import State, playout, selection

SETS = 20
STATES = 5
"""Of each deal so many sets of cards are read, and so many turns to follow asked about."""
Deal = tuple[tuple[Card, ...], ...]
"""Hands of classic in play order, unsorted; the landlord comes first, his last three are the bottom cards."""


class Row(StrEnum):
    """What is compared."""

    READ = "what 1 to 20 cards are"
    LEAD = "all plays of the first lead, 20 cards"
    FOLLOW = "all plays that beat one, in playouts"
    HAND = "whole random hands"


class Task(NamedTuple):
    """One row for one engine: `ask` puts a deal into its own terms outside the clock, `answer` is what is timed."""

    ask: Callable[[Deal], Iterable[Any]]
    answer: Callable[[Any], object]


class Engine(NamedTuple):
    """An engine and the rows that it offers."""

    name: str
    tasks: Mapping[Row, Task]


def sets(deal: Deal) -> list[tuple[Card, ...]]:
    """Cards to be read, the same for every engine."""
    chance = chance_of(deal)
    return [selection(CLASSIC, chance) for _ in range(SETS)]


def states(deal: Deal) -> list[State]:
    """Turns to follow of a random hand of this deal, the same for every engine."""
    chance = chance_of(deal)
    turns = list(playout(CLASSIC, deal, chance))
    return chance.sample(turns, min(STATES, len(turns)))


def chance_of(deal: Deal) -> Random:
    """Chance that is the same whenever it is asked about this deal."""
    return Random("".join(deal[0]))


def ranks_of(cards: Iterable[Card]) -> str:
    """The ranks of cards from low to high: "334TBR"."""
    return "".join(card[0] for card in reversed(sort_cards(cards)))
