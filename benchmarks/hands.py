"""Whole random hands through the engine: every action decided, every fact evolved, the end scored (`rates`).

Seats choose any of their options, each as likely as another; what it takes to list and to choose them is counted too,
but not the shuffling of the deck.
"""

from collections.abc import Iterable, Iterator
from random import Random
from statistics import mean

from app.rules import engine
from app.rules.actions import Action, CloseStep, DealNext, Play, Shuffle, SystemAction
from app.rules.cards import Card
from app.rules.facts import Fact, Seat, Stakes
from app.rules.moves import cards_for
from app.rules.ruleset import Ruleset
from app.rules.table import Table
from app.rules.variants import RULESETS
from benchmarks.rates import rate

STAKES = Stakes(coefficient=100, fee=50)
BATCH = 100
STEPS: dict[type[SystemAction], SystemAction] = {DealNext: DealNext(), CloseStep: CloseStep()}


def rows(seconds: float) -> Iterator[tuple[str, float, str]]:
    """How many hands of each game end in a second, and how many facts they are.

    The first hands are played before the clock starts: they build the book's tables, which a running server has.
    """
    for rules in RULESETS.values():
        yield from _rows(rules, seconds, Random(1))


def _rows(rules: Ruleset, seconds: float, chance: Random) -> Iterator[tuple[str, float, str]]:
    def decks() -> list[list[Card]]:
        return [chance.sample(rules.deck, len(rules.deck)) for _ in range(BATCH)]

    facts = mean(len(play_hand(rules, deck, chance)) for deck in decks())
    hands = rate(seconds, decks, lambda deck: play_hand(rules, deck, chance))
    yield f"whole random hands, {rules.name}", hands, "hands/s"
    yield f"facts of whole random hands, {rules.name}", hands * facts, "facts/s"


def play_hand(rules: Ruleset, deck: Iterable[Card], chance: Random) -> list[Fact]:
    """The facts of one hand to its end, by seats that choose at random; every deal of it has the same deck."""
    shuffle = _shuffle(rules, tuple(deck), chance)
    log = engine.open_hand(rules, STAKES, (100_000,) * rules.seats, None)
    table = engine.fold(log)
    while not table.public.finish:
        seat, action = _step(rules, table, shuffle, chance)
        facts = engine.decide(rules, table, seat, action)
        table = engine.fold(facts, table)
        log += facts
    return log


def _step(rules: Ruleset, table: Table, shuffle: Shuffle, chance: Random) -> tuple[Seat | None, Action]:
    """What the room owes, or else what a random seat does."""
    owed = engine.system(rules, table)
    if owed is not None:
        return None, shuffle if owed is Shuffle else STEPS[owed]
    seat = min(engine.actors(rules, table))
    options = engine.options(rules, table, seat)
    chosen = int(chance.random() * (len(options.actions) + len(options.plays)))
    if chosen < len(options.actions):
        return seat, options.actions[chosen]
    offer = options.plays[chosen - len(options.actions)]
    return seat, Play(cards_for(table.hands[seat], offer.ranks), offer.readings[0])


def _shuffle(rules: Ruleset, deck: tuple[Card, ...], chance: Random) -> Shuffle:
    """A deck as the room lays it ready; where a card lies open it is the first that is no joker."""
    open_at = next(place for place, card in enumerate(deck) if card[1] != "J")
    return Shuffle(deck, int(chance.random() * rules.seats), open_at if rules.turns_card else None)
