"""Classic: one hand for each path that a hand seldom takes."""

from collections.abc import Callable
from typing import Final

from app.rules.actions import Leave
from app.rules.facts import Seat, Stakes
from app.rules.variants.classic import CLASSIC
from tests.playthroughs.play import play_on, time_out
from tests.rules.game import EXTRA, LANDLORD_OUT, OUT, Game, stack

STAKES: Final = Stakes(coefficient=100, fee=50)
ORDINARY: Final = stack("335667TJQKA2", "445789TTJJQ22", "8899KKAA2B", rules=CLASSIC)


def hand(stakes: Stakes = STAKES, carried: tuple[int, ...] = (100_000, 50_000, 20_000)) -> Game:
    return Game(CLASSIC, stakes, carried)


def all_pass_once() -> Game:
    game = hand().shuffle(ORDINARY).deal().bid(0, 0, 0)
    return play_on(game.shuffle(ORDINARY).deal().bid(0, 2, 0))


def called_off_after_five_deals() -> Game:
    game = hand()
    for _ in range(5):
        game.shuffle(ORDINARY).deal().bid(0, 0, 0)
    return game


def outbid() -> Game:
    return play_on(hand().shuffle(ORDINARY).deal().bid(1, 2, 3))


def three_at_once() -> Game:
    return play_on(hand().shuffle(ORDINARY).deal().bid(3))


def spring() -> Game:
    game = hand().shuffle(stack("".join(OUT), bottom=EXTRA, rules=CLASSIC)).deal().bid(3)
    return game.unopposed(*LANDLORD_OUT)


def anti_spring() -> Game:
    game = hand().shuffle(stack("", "".join(OUT), rules=CLASSIC)).deal().bid(2, 0, 0)
    game.low_single()
    return game.unopposed(*OUT)


def rocket_and_bombs() -> Game:
    deck = stack("333355667788", "4444TTJJQQ", "KKKKBR", rules=CLASSIC)
    return play_on(hand().shuffle(deck).deal().bid(3), bombs=True)


def capped() -> Game:
    game = hand(Stakes(cap=2, coefficient=100, fee=50))
    game.shuffle(stack("53333" + "4444" + "6789TJQK", bottom="A22", rules=CLASSIC)).deal().bid(3)
    return game.unopposed("5", "3333", "4444", "6789TJQKA", "22")


def a_poor_farmer() -> Game:
    game = hand(carried=(100_000, 120, 20_000))
    game.shuffle(stack("".join(OUT), bottom=EXTRA, rules=CLASSIC)).deal().bid(3)
    return game.unopposed(*LANDLORD_OUT)


def time_outs() -> Game:
    return time_out(hand().shuffle(ORDINARY).deal().bid(1))


def escape_in(phase: str, seat: Seat) -> Game:
    game = hand()
    if phase != "shuffle":
        game.shuffle(stack("5555", "7777", "BR", rules=CLASSIC))
    if phase == "deal":
        game.deal(until=9)
    elif phase == "bid":
        game.deal().bid(0, 2)
    elif phase == "tricks":
        game.deal().bid(2, 0, 3)
        game.unopposed("BR")
        game.low_single()
    game.do(seat, Leave())
    return game


SCRIPTS: Final[dict[str, Callable[[], Game]]] = {
    "all_pass_once": all_pass_once,
    "called_off_after_five_deals": called_off_after_five_deals,
    "outbid": outbid,
    "three_at_once": three_at_once,
    "spring": spring,
    "anti_spring": anti_spring,
    "rocket_and_bombs": rocket_and_bombs,
    "capped": capped,
    "a_poor_farmer": a_poor_farmer,
    "time_outs": time_outs,
    "escape_before_the_deal": lambda: escape_in("shuffle", 0),
    "escape_in_deal": lambda: escape_in("deal", 2),
    "escape_in_bid": lambda: escape_in("bid", 0),
    "escape_in_tricks_by_the_landlord": lambda: escape_in("tricks", 2),
    "escape_in_tricks_by_a_farmer": lambda: escape_in("tricks", 1),
}
"""Every playthrough by the name of its file."""
