"""Random histories: a hand of any game, played on for so many steps by seats that choose at random.

A history is drawn as a seed and a length, so that a law that fails is shown the shortest history which breaks it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final, NamedTuple

from hypothesis import strategies as st

from app.rules import engine
from app.rules.actions import Action, Leave, Pass, Play, SeatAction, Shuffle
from app.rules.cards import Card
from app.rules.combos import Offer
from app.rules.facts import Fact, Seat, Stakes
from app.rules.moves import cards_for
from app.rules.ruleset import Ruleset
from app.rules.table import Table
from tests.rules.game import STEPS, in_batches

LONGEST: Final = 400
"""More steps than any hand needs."""
LEAVES: Final = 0.002
"""How likely a seat is to leave at each step."""


class Step(NamedTuple):
    """One action: the table that it found, and what came of it."""

    before: Table
    seat: Seat | None
    action: Action
    facts: list[Fact]


@dataclass(frozen=True)
class History:
    """A hand from its opening on, and the table that it has come to."""

    rules: Ruleset
    opening: list[Fact]
    steps: list[Step]
    table: Table

    @cached_property
    def facts(self) -> list[Fact]:
        """The whole log."""
        return [*self.opening, *(fact for step in self.steps for fact in step.facts)]

    def tables(self) -> Iterator[Table]:
        """Every table at which somebody could act, the last one included."""
        yield from (step.before for step in self.steps)
        yield self.table


def histories() -> st.SearchStrategy[Callable[[Ruleset], History]]:
    """Histories of any length, for whatever game the test is about."""
    return st.builds(
        lambda seed, length: lambda rules: play(rules, Random(seed), length),
        st.integers(0, 2**32 - 1),
        st.integers(0, 120) | st.just(LONGEST),
    )


def play(rules: Ruleset, chance: Random, length: int = LONGEST) -> History:
    """A random hand: random stakes, and seats with moods of their own."""
    carried = tuple(chance.choice((500, 1000, 1001, 10**6)) for _ in range(rules.seats))
    first = chance.choice((None, *range(rules.seats)))
    opening = engine.open_hand(rules, _stakes(chance), carried, first)
    table = engine.fold(opening)
    moods = [chance.random() for _ in range(rules.seats)]
    steps: list[Step] = []
    while not table.public.finish and len(steps) < length:
        seat, action = _choose(rules, table, moods, chance)
        facts = engine.decide(rules, table, seat, action)
        steps.append(Step(table, seat, action, facts))
        table = engine.fold(facts, table)
    return History(rules, opening, steps, table)


def _stakes(chance: Random) -> Stakes:
    return Stakes(
        initial=chance.choice((1, 1, 2, 5)),
        cap=chance.choice((None, 64)),
        coefficient=100,
        fee=50,
        double_above=1000,
        show=chance.random() < 0.8,
    )


def _choose(rules: Ruleset, table: Table, moods: list[float], chance: Random) -> tuple[Seat | None, Action]:
    if chance.random() < LEAVES:
        return chance.randrange(rules.seats), Leave()
    seats = sorted(engine.actors(rules, table))
    owed = engine.system(rules, table)
    if owed and not (seats and chance.random() < 0.15):
        if owed is Shuffle:
            return None, shuffled(rules, chance)
        return None, STEPS[owed]
    seat = chance.choice(seats)
    return seat, _answer(rules, table, seat, moods[seat], chance)


def _answer(rules: Ruleset, table: Table, seat: Seat, mood: float, chance: Random) -> SeatAction:
    """A random choice; the higher the mood, the more is dared: a yes rather than a no, a play rather than a pass."""
    options = engine.options(rules, table, seat)
    actions: list[SeatAction | Offer] = [*options.actions, *options.plays]
    if chance.random() < mood:
        dared = [action for action in actions if action != Pass() and getattr(action, "yes", True)]
        actions = dared or actions
    chosen = chance.choice(actions)
    if isinstance(chosen, Offer):
        return Play(cards_for(table.hands[seat], chosen.ranks), chance.choice(chosen.readings))
    return chosen


def shuffled(rules: Ruleset, chance: Random) -> Shuffle:
    """A random deck; every third one is hardly shuffled, so that its hands are full of bombs."""
    deck = list(rules.deck)
    if chance.random() < 0.67:
        chance.shuffle(deck)
        return laid(rules, deck, chance)
    cut = chance.randrange(len(deck))
    deck = deck[cut:] + deck[:cut]
    for _ in range(12):
        one, other = chance.randrange(len(deck)), chance.randrange(len(deck))
        deck[one], deck[other] = deck[other], deck[one]
    hands = [deck[seat * rules.hand_size :][: rules.hand_size] for seat in range(rules.seats)]
    bottom = deck[rules.seats * rules.hand_size :]
    return laid(rules, [*in_batches(rules, hands), *bottom], chance)


def laid(rules: Ruleset, deck: Sequence[Card], chance: Random) -> Shuffle:
    """A deck as the room lays it ready, with what is drawn for it."""
    places = [place for place in range(rules.seats * rules.hand_size) if deck[place][1] != "J"]
    open_at = chance.choice(places) if rules.turns_card else None
    return Shuffle(tuple(deck), chance.randrange(rules.seats), open_at)
