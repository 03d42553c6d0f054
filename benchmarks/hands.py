"""Whole random hands through the engine: every action decided, every fact evolved, the end scored (`rates`).

Seats choose any of their options, each as likely as another; what it takes to list and to choose them is counted too.
"""

from collections.abc import Iterator
from random import Random
from statistics import mean

from app.rules import engine
from app.rules.actions import Action, CloseStep, DealNext, Play, Shuffle, SystemAction
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
    facts = mean(len(play_hand(rules, chance)) for _ in range(BATCH))
    hands = rate(seconds, lambda: [rules] * BATCH, lambda rules: play_hand(rules, chance))
    yield f"whole random hands, {rules.name}", hands, "hands/s"
    yield f"facts of whole random hands, {rules.name}", hands * facts, "facts/s"


def play_hand(rules: Ruleset, chance: Random) -> list[Fact]:
    """The facts of one hand to its end, by seats that choose at random."""
    log = engine.open_hand(rules, STAKES, (100_000,) * rules.seats, None)
    table = engine.fold(log)
    while not table.public.finish:
        seat, action = _step(rules, table, chance)
        facts = engine.decide(rules, table, seat, action)
        table = engine.fold(facts, table)
        log += facts
    return log


def _step(rules: Ruleset, table: Table, chance: Random) -> tuple[Seat | None, Action]:
    """What the room owes, or else what a random seat does."""
    owed = engine.system(rules, table)
    if owed is Shuffle:
        return None, _shuffle(rules, chance)
    if owed is not None:
        return None, STEPS[owed]
    seat = min(engine.actors(rules, table))
    options = engine.options(rules, table, seat)
    chosen = int(chance.random() * (len(options.actions) + len(options.plays)))
    if chosen < len(options.actions):
        return seat, options.actions[chosen]
    offer = options.plays[chosen - len(options.actions)]
    return seat, Play(cards_for(table.hands[seat], offer.ranks), offer.readings[0])


def _shuffle(rules: Ruleset, chance: Random) -> Shuffle:
    """A random deck, and where a card lies open the first that is no joker."""
    deck = list(rules.deck)
    chance.shuffle(deck)
    open_at = next(place for place, card in enumerate(deck) if card[1] != "J")
    return Shuffle(tuple(deck), int(chance.random() * rules.seats), open_at if rules.turns_card else None)
