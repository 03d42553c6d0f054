"""Happy: one hand for each path that a hand seldom takes."""

from collections.abc import Callable
from typing import Final

from app.rules.actions import Double, Leave, Moment, Show
from app.rules.facts import Seat, Stakes
from tests.playthroughs.play import play_on, time_out
from tests.rules.game import EXTRA, LANDLORD_OUT, OUT, Game, stack

STAKES: Final = Stakes(coefficient=100, fee=50, double_above=5000)
CARRIED: Final = (100_000, 50_000, 20_000)
ORDINARY: Final = stack("335667TJQKA2", "445789TTJJQ22", "8899KKAA2B")
"""A deck in which everybody has something to say."""


def hand(stakes: Stakes = STAKES, carried: tuple[int, ...] = CARRIED) -> Game:
    return Game(stakes=stakes, carried=carried)


def called(game: Game, *robs: bool) -> Game:
    """Seat 0 calls and the others answer."""
    return game.show_start().deal().call(True).rob(*robs or (False, False))


# --- how a landlord is found ---------------------------------------------------------------------------------


def all_pass_once() -> Game:
    game = hand().shuffle(ORDINARY).show_start().deal().call(False, False, False)
    game.shuffle(ORDINARY).show_start().deal().call(False, True).rob(False)
    return play_on(game.decline().double())


def called_off_after_five_deals() -> Game:
    game = hand()
    for _ in range(5):
        game.shuffle(ORDINARY).show_start().deal().call(False, False, False)
    return game


def forced_landlord() -> Game:
    game = hand().shuffle(ORDINARY).show_start(2, 1).deal().call(False, False, False)
    return play_on(game.double())


def robbed_three_times() -> Game:
    game = called(hand().shuffle(ORDINARY), True, True, True)
    return play_on(game.decline().double())


def robbed_by_the_last() -> Game:
    game = called(hand().shuffle(ORDINARY), False, True, False)
    return play_on(game.decline().double())


# --- shows ---------------------------------------------------------------------------------------------------


def show_in_the_deal(cards: int) -> Game:
    game = hand().shuffle(ORDINARY).show_start().deal(until=cards)
    game.do(1, Show(Moment.DEAL, yes=True))
    game.deal().call(True).rob(False, False)
    return play_on(game.double())


def show_before_the_deal() -> Game:
    game = hand().shuffle(ORDINARY).show_start(1).deal().call(True).rob(False, True, False)
    return play_on(game.decline().double())


def show_by_the_landlord() -> Game:
    game = called(hand().shuffle(ORDINARY))
    game.do(0, Show(Moment.LANDLORD, yes=True))
    return play_on(game.double())


# --- the end -------------------------------------------------------------------------------------------------


def spring() -> Game:
    return hand().start(stack("".join(OUT), bottom=EXTRA)).unopposed(*LANDLORD_OUT)


def anti_spring() -> Game:
    game = hand().start(stack("", "".join(OUT)))
    game.low_single()
    return game.unopposed(*OUT)


def rocket_and_bombs() -> Game:
    return play_on(hand().start(stack("333355667788", "4444TTJJQQ", "KKKKBR")), bombs=True)


def capped() -> Game:
    game = hand(Stakes(initial=2, cap=64, coefficient=100, fee=50))
    game.shuffle(stack("5555" + "2" + "6789TJQK" + "AAA2", bottom="244"))
    game.show_start(0).deal().call(True).rob(True, False, True).double()
    return game.unopposed("5555", "2", "6789TJQK", "44", "AAA22")


def a_poor_farmer() -> Game:
    game = hand(carried=(100_000, 120, 20_000)).start(stack("".join(OUT), bottom=EXTRA))
    return game.unopposed(*LANDLORD_OUT)


def time_outs() -> Game:
    return time_out(hand().shuffle(ORDINARY).show_start().deal().call(True))


# --- doubling ------------------------------------------------------------------------------------------------


def doubled_by(*doublers: Seat) -> Game:
    return play_on(called(hand().shuffle(ORDINARY)).decline().double(*doublers))


def too_poor_to_double() -> Game:
    """Seat 1 carries just the threshold: only seat 2, richer than it like the landlord, is asked."""
    game = called(hand(carried=(100_000, 5000, 5001)).shuffle(ORDINARY)).decline()
    game.do(2, Double(yes=True))
    return play_on(game)


# --- escapes -------------------------------------------------------------------------------------------------


def escape_in(phase: str, seat: Seat) -> Game:
    game = hand()
    if phase != "shuffle":
        game.shuffle(stack("5555", "7777", "BR"))
        stretches: dict[str, Callable[[], Game]] = {
            "show_start": game.show_start,
            "deal": lambda: game.deal(until=9) if phase == "deal" else game.deal(),
            "call": lambda: game.call(True),
            "rob": lambda: game.rob(True, False, True),
            "show_landlord": game.decline,
            "double": lambda: game.double(0, 1),
        }
        while game.public.phase != phase or (phase == "deal" and game.public.dealt < 9):
            stretches[game.public.phase]()
    if phase == "tricks":
        game.unopposed("5555")
        game.low_single()
    game.do(seat, Leave())
    return game


SCRIPTS: Final[dict[str, Callable[[], Game]]] = {
    "all_pass_once": all_pass_once,
    "called_off_after_five_deals": called_off_after_five_deals,
    "forced_landlord": forced_landlord,
    "robbed_three_times": robbed_three_times,
    "robbed_by_the_last": robbed_by_the_last,
    "show_before_the_deal": show_before_the_deal,
    "show_early_in_the_deal": lambda: show_in_the_deal(12),
    "show_late_in_the_deal": lambda: show_in_the_deal(13),
    "show_by_the_landlord": show_by_the_landlord,
    "spring": spring,
    "anti_spring": anti_spring,
    "rocket_and_bombs": rocket_and_bombs,
    "capped": capped,
    "a_poor_farmer": a_poor_farmer,
    "time_outs": time_outs,
    "doubled_by_all": lambda: doubled_by(0, 1, 2),
    "doubled_by_a_farmer": lambda: doubled_by(1),
    "doubled_by_the_landlord": lambda: doubled_by(0),
    "too_poor_to_double": too_poor_to_double,
    "escape_before_the_deal": lambda: escape_in("shuffle", 0),
    "escape_in_show_start": lambda: escape_in("show_start", 1),
    "escape_in_deal": lambda: escape_in("deal", 2),
    "escape_in_call": lambda: escape_in("call", 0),
    "escape_in_rob": lambda: escape_in("rob", 1),
    "escape_in_show_landlord": lambda: escape_in("show_landlord", 0),
    "escape_in_double": lambda: escape_in("double", 2),
    "escape_in_tricks_by_the_landlord": lambda: escape_in("tricks", 0),
    "escape_in_tricks_by_a_farmer": lambda: escape_in("tricks", 2),
}
"""Every playthrough by the name of its file."""
