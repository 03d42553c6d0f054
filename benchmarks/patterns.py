"""Reading and listing plays, from cards in any order and on one core.

Questions are made in batches outside the clock. "First time" hands have never been asked for; "again" is the same
batch asked once more, as a turn does: for its notice, by a bot, when time runs out. The laizi book keeps the plays that
it has been asked for, so each book is asked about as many hands as a server deals in its first minutes before the clock
runs.
"""

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import NamedTuple, TypeVar

from app.rules.books.laizi import WITH_LAIZI
from app.rules.books.standard import STANDARD
from app.rules.books.two_decks import TWO_DECKS
from app.rules.cards import FRENCH_DECK, LAIZI, Card, pack, without
from app.rules.combos import Combo, PatternBook
from app.rules.moves import cards_for

BATCH = 2_000
Question = TypeVar("Question")
State = tuple[tuple[Card, ...], Combo]
"""A hand and the play to beat."""


class Game(NamedTuple):
    """What is asked of which book."""

    name: str
    book: PatternBook
    deck: tuple[Card, ...]
    hands: tuple[int, ...]
    """The sizes of the hands, the landlord's first."""


GAMES = (
    Game("one deck", STANDARD, FRENCH_DECK, (20, 17, 17)),
    Game("two decks", TWO_DECKS, FRENCH_DECK * 2, (24, 21, 21, 21, 21)),
    Game("laizi", WITH_LAIZI, (*FRENCH_DECK, LAIZI, LAIZI), (22, 17, 17)),
)


def rows(seconds: float) -> Iterator[tuple[str, float, str]]:
    """Name, figure and unit of each measurement."""
    for game in GAMES:
        yield from _rows(game, seconds, Random(1))


def _rows(game: Game, seconds: float, chance: Random) -> Iterator[tuple[str, float, str]]:
    book = game.book
    largest, usual = game.hands[0], game.hands[-1]

    def sets() -> list[tuple[Card, ...]]:
        return [_selection(game, chance) for _ in range(BATCH)]

    def hands() -> list[tuple[Card, ...]]:
        return [tuple(chance.sample(game.deck, usual)) for _ in range(BATCH)]

    def states() -> list[State]:
        found: list[State] = []
        while len(found) < BATCH:
            found += _playout(game, chance)
        return found

    for cards in hands():
        book.leads(pack(cards))
    read, _ = _rates(seconds, sets, lambda cards: book.readings(pack(cards)))
    yield f"{game.name}: classify 1 to {largest} cards", read, "sets/s"
    first, again = _rates(seconds, hands, lambda cards: book.leads(pack(cards)))
    yield f"{game.name}: all plays of a {usual}-card lead, first time", first, "hands/s"
    yield f"{game.name}: all plays of a {usual}-card lead, again", again, "hands/s"
    follow, _ = _rates(seconds, states, lambda state: book.follows(pack(state[0]), state[1]))
    yield f"{game.name}: all plays that beat one, random hands", follow, "hands/s"


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


def _selection(game: Game, chance: Random) -> tuple[Card, ...]:
    """A play of a random hand in random order, or as often some cards of it."""
    largest = game.hands[0]
    hand = chance.sample(game.deck, largest)
    if chance.random() < 0.5:
        return tuple(hand[: chance.randint(1, largest)])
    play = list(cards_for(hand, chance.choice(game.book.leads(pack(hand))).ranks))
    chance.shuffle(play)
    return tuple(play)


def _playout(game: Game, chance: Random) -> Iterator[State]:
    """Every question to follow in a hand of players at random."""
    deck = iter(chance.sample(game.deck, len(game.deck)))
    hands = [tuple(next(deck) for _ in range(size)) for size in game.hands]
    seat = leader = 0
    lead: Combo | None = None
    while True:
        hand = hands[seat]
        offers = game.book.leads(pack(hand)) if lead is None else game.book.follows(pack(hand), lead)
        if lead is not None:
            yield hand, lead
        offer = chance.choice(offers if lead is None else (None, *offers))
        if offer is not None:
            hands[seat] = without(hand, cards_for(hand, offer.ranks))
            lead, leader = offer.readings[0], seat
            if not hands[seat]:
                return
        seat = (seat + 1) % len(hands)
        if seat == leader:
            lead = None
