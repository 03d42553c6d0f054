"""Reading and listing plays, from cards in any order and on one core (`rates`).

"First time" hands have never been asked for; "again" is the same batch asked once more, as a turn does: for its notice,
by a bot, when time runs out. The states to follow are those of `playouts`. The laizi book keeps the plays that it has
been asked for, so each book is asked about as many hands as a server deals in its first minutes before the clock runs.
"""

from collections.abc import Callable, Iterator
from random import Random

from app.rules.cards import Card, pack
from app.rules.ruleset import Ruleset
from app.rules.variants.classic import CLASSIC
from app.rules.variants.five import FIVE
from app.rules.variants.laizi import LAIZI_GAME
from benchmarks.playouts import State, deal, largest_hand, selection, states
from benchmarks.rates import rate, rates

BATCH = 4_000
BOOKS = {"one deck": CLASSIC, "two decks": FIVE, "laizi": LAIZI_GAME}
"""A game that plays by each book."""


def rows(seconds: float) -> Iterator[tuple[str, float, str]]:
    """Name, figure and unit of each measurement."""
    for name, game in BOOKS.items():
        yield from _rows(name, game, seconds, Random(1))


def _rows(name: str, game: Ruleset, seconds: float, chance: Random) -> Iterator[tuple[str, float, str]]:
    book, usual = game.book, game.hand_size

    def some(question: Callable[[Ruleset, Random], tuple[Card, ...]]) -> Callable[[], list[tuple[Card, ...]]]:
        return lambda: [question(game, chance) for _ in range(BATCH)]

    for cards in some(deal)():
        book.leads(pack(cards))
    read = rate(seconds, some(selection), lambda cards: book.readings(pack(cards)))
    yield f"{name}: classify 1 to {largest_hand(game)} cards", read, "sets/s"
    first, again = rates(seconds, some(deal), lambda cards: book.leads(pack(cards)), times=2)
    yield f"{name}: all plays of a {usual}-card lead, first time", first, "hands/s"
    yield f"{name}: all plays of a {usual}-card lead, again", again, "hands/s"

    def follow(state: State) -> object:
        return book.follows(pack(state.hand), state.lead)

    yield (
        f"{name}: all plays that beat one, in playouts",
        rate(seconds, lambda: states(game, BATCH, chance), follow),
        "hands/s",
    )
