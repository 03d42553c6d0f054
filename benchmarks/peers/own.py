"""This project's engine."""

from collections.abc import Iterable, Iterator
from random import Random

from app.rules.books.standard import STANDARD
from app.rules.cards import Card, pack
from app.rules.facts import Fact
from app.rules.variants.classic import CLASSIC
from benchmarks.hands import play_hand
from benchmarks.peers.engine import Deal, Engine, Row, Task, sets, states
from benchmarks.playouts import State

CHANCE = Random(2)


def read(cards: tuple[Card, ...]) -> object:
    """Every reading of cards in any order."""
    return STANDARD.readings(pack(cards))


def lead(cards: tuple[Card, ...]) -> object:
    """Every play of a hand with its readings, in hint order."""
    return STANDARD.leads(pack(cards))


def follow(state: State) -> object:
    """Every play that beats another with its readings, in hint order."""
    return STANDARD.follows(pack(state.hand), state.lead)


def deck(deal: Deal) -> Iterator[tuple[Card, ...]]:
    """The deck from which these hands are dealt, batch by batch."""
    cards: list[Card] = []
    start = 0
    for size in CLASSIC.deal_batches:
        for hand in deal:
            cards += hand[start : start + size]
        start += size
    yield (*cards, *deal[0][CLASSIC.hand_size :])


def hand(deck: Iterable[Card]) -> list[Fact]:
    """A hand with its staged deal, its auction, every fact and its score."""
    return play_hand(CLASSIC, deck, CHANCE)


OWN = Engine(
    "this engine",
    {
        Row.READ: Task(sets, read),
        Row.LEAD: Task(lambda deal: deal[:1], lead),
        Row.FOLLOW: Task(states, follow),
        Row.HAND: Task(deck, hand),
    },
)
