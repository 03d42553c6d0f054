"""Reading and listing plays of one deck, from cards in any order and on one core.

Questions are made in batches outside the clock. "First time" hands have never been asked for; "again" is the same
batch asked once more, as a turn does: for its notice, by a bot, when time runs out.
"""

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import TypeVar

from app.rules.books.standard import STANDARD
from app.rules.cards import FRENCH_DECK, Card, pack
from app.rules.combos import Combo
from app.rules.moves import cards_for

BATCH = 2_000
Question = TypeVar("Question")
State = tuple[tuple[Card, ...], Combo]
"""A hand and the play to beat."""


def rows(seconds: float) -> Iterator[tuple[str, float, str]]:
    """Name, figure and unit of each measurement."""
    chance = Random(1)
    STANDARD.leads(0)  # builds the table

    def sets() -> list[tuple[Card, ...]]:
        return [_selection(chance) for _ in range(BATCH)]

    def hands() -> list[tuple[Card, ...]]:
        return [tuple(chance.sample(FRENCH_DECK, 17)) for _ in range(BATCH)]

    def states() -> list[State]:
        found: list[State] = []
        while len(found) < BATCH:
            found += _playout(chance)
        return found

    read, _ = _rates(seconds, sets, lambda cards: STANDARD.readings(pack(cards)))
    yield "classify 1 to 20 cards", read, "sets/s"
    first, again = _rates(seconds, hands, lambda cards: STANDARD.leads(pack(cards)))
    yield "all plays of a 17-card lead, first time", first, "hands/s"
    yield "all plays of a 17-card lead, again", again, "hands/s"
    follow, _ = _rates(seconds, states, lambda state: STANDARD.follows(pack(state[0]), state[1]))
    yield "all plays that beat a play, in random hands", follow, "hands/s"


def _rates(
    seconds: float, ask: Callable[[], list[Question]], answer: Callable[[Question], object]
) -> tuple[float, float]:
    """How many questions a second are answered, for the first time and again."""
    asked = 0
    first = again = 0.0
    while first + again < seconds:
        questions = ask()
        asked += len(questions)
        first += _time(questions, answer)
        again += _time(questions, answer)
    return asked / first, asked / again


def _time(questions: list[Question], answer: Callable[[Question], object]) -> float:
    started = perf_counter()
    for question in questions:
        answer(question)
    return perf_counter() - started


def _selection(chance: Random) -> tuple[Card, ...]:
    """A play of a random hand in random order, or as often some cards of it."""
    hand = chance.sample(FRENCH_DECK, 20)
    if chance.random() < 0.5:
        return tuple(hand[: chance.randint(1, 20)])
    play = list(cards_for(hand, chance.choice(STANDARD.leads(pack(hand))).ranks))
    chance.shuffle(play)
    return tuple(play)


def _playout(chance: Random) -> Iterator[State]:
    """Every question to follow in a hand of three players at random."""
    deck = chance.sample(FRENCH_DECK, 54)
    hands = [deck[:20], deck[20:37], deck[37:]]
    seat = leader = 0
    lead: Combo | None = None
    while True:
        hand = hands[seat]
        offers = STANDARD.leads(pack(hand)) if lead is None else STANDARD.follows(pack(hand), lead)
        if lead is not None:
            yield tuple(hand), lead
        offer = chance.choice(offers if lead is None else (None, *offers))
        if offer is not None:
            hands[seat] = [card for card in hand if card not in cards_for(hand, offer.ranks)]
            lead, leader = offer.readings[0], seat
            if not hands[seat]:
                return
        seat = (seat + 1) % 3
        if seat == leader:
            lead = None
