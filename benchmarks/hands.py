"""Whole random hands through the engine: every action decided, every fact evolved, the end scored."""

from collections.abc import Iterator
from random import Random
from time import perf_counter

from app.rules import engine
from app.rules.actions import Action, CloseStep, DealNext, Play, Shuffle, SystemAction
from app.rules.facts import Seat, Stakes
from app.rules.moves import cards_for
from app.rules.ruleset import Ruleset
from app.rules.table import Table
from app.rules.variants import RULESETS

STAKES = Stakes(coefficient=100, fee=50)
WARM_UP = 100
"""Hands before the clock starts: they build the book's tables, which a running server has."""
STEPS: dict[type[SystemAction], SystemAction] = {DealNext: DealNext(), CloseStep: CloseStep()}


def rows(seconds: float) -> Iterator[tuple[str, float, str]]:
    """How many hands of each game end in a second, and how many facts they are."""
    for rules in RULESETS.values():
        hands, facts, took = play_for(seconds, rules, Random(1))
        yield f"whole random hands, {rules.name}", hands / took, "hands/s"
        yield f"facts of whole random hands, {rules.name}", facts / took, "facts/s"


def play_for(seconds: float, rules: Ruleset, chance: Random) -> tuple[int, int, float]:
    """Play hands for so long: how many they were, how many facts, and how long it took."""
    for _ in range(WARM_UP):
        play_hand(rules, chance)
    hands = facts = 0
    started = perf_counter()
    while (took := perf_counter() - started) < seconds:
        facts += play_hand(rules, chance)
        hands += 1
    return hands, facts, took


def play_hand(rules: Ruleset, chance: Random) -> int:
    """One hand to its end, by seats that choose at random; how many facts it was."""
    log = engine.open_hand(rules, STAKES, (100_000,) * rules.seats, None)
    table = engine.fold(log)
    while not table.public.finish:
        seat, action = _step(rules, table, chance)
        facts = engine.decide(rules, table, seat, action)
        table = engine.fold(facts, table)
        log += facts
    return len(log)


def _step(rules: Ruleset, table: Table, chance: Random) -> tuple[Seat | None, Action]:
    """What the room owes, or else what a random seat does."""
    owed = engine.system(rules, table)
    if owed is Shuffle:
        deck = list(rules.deck)
        chance.shuffle(deck)
        return None, Shuffle(tuple(deck), int(chance.random() * rules.seats))
    if owed is not None:
        return None, STEPS[owed]
    seat = min(engine.actors(rules, table))
    options = engine.options(rules, table, seat)
    chosen = int(chance.random() * (len(options.actions) + len(options.plays)))
    if chosen < len(options.actions):
        return seat, options.actions[chosen]
    offer = options.plays[chosen - len(options.actions)]
    return seat, Play(cards_for(table.hands[seat], offer.ranks), offer.readings[0])
