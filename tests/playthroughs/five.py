"""Five-player: one hand for each path that a hand seldom takes."""

from collections.abc import Callable, Sequence
from typing import Final

from app.rules.actions import Leave
from app.rules.facts import Seat, Stakes
from app.rules.variants.five import FIVE
from tests.playthroughs.play import play_on, time_out
from tests.rules.game import Game, stack

STAKES: Final = Stakes(base=2, coefficient=100, fee=50)
LANDLORD, HIDDEN = 0, 2
LONG: Final = "456789TJQKA" + "22" + "555566" + "7"
"""With a three and three sixes a landlord's hand that goes out in seven plays."""


def dealt(*hands: str, bottom: str = "", stakes: Stakes = STAKES) -> Game:
    """Seat 0 has the open card, a three; its twin is the next three that is asked for."""
    shuffle = stack(*hands, bottom=bottom, rules=FIVE, opens=(LANDLORD, "3"))
    game = Game(FIVE, stakes, (100_000, 50_000, 40_000, 30_000, 20_000))
    return game.shuffle(shuffle).deal()


def ready(game: Game, shows: Sequence[Seat] = (), doublers: Sequence[Seat] = ()) -> Game:
    return game.identity(*shows).double(*doublers)


def shown_by_choice() -> Game:
    return play_on(ready(dealt("3", "", "3"), shows=(HIDDEN,), doublers=(LANDLORD,)))


def shown_by_play() -> Game:
    game = ready(dealt("34", "5", "3"))
    game.unopposed("3")
    game.play("4")
    game.play("5")
    while game.turn != HIDDEN:
        game.passes()
    game.low_single()
    game.passes(4)
    game.play("3")
    return play_on(game)


def shown_by_the_open_landlord() -> Game:
    return play_on(ready(dealt("3", "", "3"), shows=(LANDLORD,)))


def shown_by_both() -> Game:
    return play_on(ready(dealt("3", "", "3"), shows=(LANDLORD, HIDDEN), doublers=(0, 1, 2, 3, 4)))


def never_shown() -> Game:
    game = ready(dealt("3" + LONG, "", "3", bottom="666"))
    game.play("3")
    game.low_single()
    game.passes(3)
    game.play("2")
    game.passes(4)
    return game.unopposed("456789TJQKA", "5555", "66666", "7", "2")


def lone_landlord_shows() -> Game:
    return play_on(ready(dealt("33"), shows=(LANDLORD,)))


def lone_landlord_plays_both() -> Game:
    game = ready(dealt("3345"))
    game.unopposed("33")
    return play_on(game)


def lone_by_the_bottom_cards() -> Game:
    return play_on(ready(dealt("3", bottom="3")))


def king_bombs() -> Game:
    game = ready(dealt("36BB", "", "3RR", "", "44444"))
    game.play("6")
    game.passes(3)
    game.play("44444")
    game.passes(4)
    game.low_single()
    game.play("BB")
    game.passes()
    game.play("RR")
    game.passes(4)
    return play_on(game)


def king_bombs_of_three_and_four() -> Game:
    game = ready(dealt("36", "BBR", "3", "", "4" * 8))
    game.play("6")
    game.play("BBR")
    game.passes(2)
    game.play("4" * 8)
    game.passes(4)
    return play_on(game)


def the_largest_bomb() -> Game:
    game = ready(dealt("36BBRR", "", "3", "", "4" * 8))
    game.play("6")
    game.passes(3)
    game.play("4" * 8)
    game.play("BBRR")
    game.passes(4)
    return play_on(game)


def spring() -> Game:
    game = ready(dealt("3" + LONG, "", "3", bottom="666"), shows=(LANDLORD,), doublers=(1, 4))
    return game.unopposed("456789TJQKA", "5555", "66666", "22", "7", "3")


def time_outs() -> Game:
    return time_out(dealt("3", "", "3"))


def escape_in(phase: str, seat: Seat) -> Game:
    game = dealt("3", "44444", "3", "BBR", "55555")
    if phase == "shuffle":
        game = Game(FIVE, STAKES, (100_000, 50_000, 40_000, 30_000, 20_000))
    elif phase == "deal":
        shuffle = stack("3", "44444", "3", rules=FIVE, opens=(LANDLORD, "3"))
        game = Game(FIVE, STAKES, (100_000, 50_000, 40_000, 30_000, 20_000)).shuffle(shuffle).deal(until=9)
    elif phase == "double":
        game.identity(HIDDEN)
    elif phase == "tricks":
        game = ready(game, doublers=(1,))
        game.low_single()
        game.passes(3)
        game.play("55555")
    game.do(seat, Leave())
    return game


SCRIPTS: Final[dict[str, Callable[[], Game]]] = {
    "shown_by_choice": shown_by_choice,
    "shown_by_play": shown_by_play,
    "shown_by_the_open_landlord": shown_by_the_open_landlord,
    "shown_by_both": shown_by_both,
    "never_shown": never_shown,
    "lone_landlord_shows": lone_landlord_shows,
    "lone_landlord_plays_both": lone_landlord_plays_both,
    "lone_by_the_bottom_cards": lone_by_the_bottom_cards,
    "king_bombs": king_bombs,
    "king_bombs_of_three_and_four": king_bombs_of_three_and_four,
    "the_largest_bomb": the_largest_bomb,
    "spring": spring,
    "time_outs": time_outs,
    "escape_before_the_deal": lambda: escape_in("shuffle", 0),
    "escape_in_deal": lambda: escape_in("deal", 2),
    "escape_in_identity": lambda: escape_in("identity", HIDDEN),
    "escape_in_double": lambda: escape_in("double", 3),
    "escape_in_tricks_by_the_open_landlord": lambda: escape_in("tricks", LANDLORD),
    "escape_in_tricks_by_the_hidden_landlord": lambda: escape_in("tricks", HIDDEN),
    "escape_in_tricks_by_a_farmer": lambda: escape_in("tricks", 1),
}
"""Every playthrough by the name of its file."""
