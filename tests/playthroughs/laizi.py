"""Laizi: one hand for each path that a hand seldom takes."""

from collections.abc import Callable
from typing import Final

from app.rules.actions import Leave
from app.rules.cards import Rank
from app.rules.combos import Combo, Kind
from app.rules.facts import Seat, Stakes
from app.rules.variants.laizi import LAIZI_GAME
from tests.playthroughs.play import play_on, time_out
from tests.rules.game import OUT, Game, stack

STAKES: Final = Stakes(coefficient=100, fee=50)
QUIET: Final = stack("335667TJQKA2", "445789TTJJQ22", "8899KKAA2", bottom="BR", rules=LAIZI_GAME)
"""Nobody has to bid."""


def hand() -> Game:
    return Game(LAIZI_GAME, STAKES, (100_000, 50_000, 20_000))


def dealt(*hands: str, bottom: str = "BR", bid: int = 3) -> Game:
    """Seat 0 has bid so much and is landlord."""
    game = hand().shuffle(stack(*hands, bottom=bottom, rules=LAIZI_GAME)).deal().bid(bid)
    return game if bid == 3 else game.bid(0, 0)


def all_pass_once() -> Game:
    """The same seat is first again."""
    game = hand().shuffle(QUIET).deal().bid(0, 0, 0)
    return play_on(game.shuffle(QUIET).deal().bid(0, 2, 0))


def called_off_after_five_deals() -> Game:
    game = hand()
    for _ in range(5):
        game.shuffle(QUIET).deal().bid(0, 0, 0)
    return game


def forced_bid() -> Game:
    """Seat 1 holds a joker and a 2 and bids; seat 2, with the other ones, may pass after it."""
    game = hand().shuffle(stack("3", "B2", "R2", rules=LAIZI_GAME)).deal().bid(0, 1, 0)
    return play_on(game)


def forced_bid_by_time_out() -> Game:
    return time_out(hand().shuffle(stack("BR", rules=LAIZI_GAME)).deal())


def soft_and_hard_bombs() -> Game:
    game = dealt("444L3" + "6", "5555", "777L", bottom="BR389")
    game.play("3")
    game.passes(2)
    game.play("444L")
    game.passes()
    game.play("777L")
    game.passes()
    game.play("5555")
    game.passes()
    game.passes()
    return play_on(game)


def bombs_of_five_and_six() -> Game:
    game = dealt("4444LL3" + "55", "6666", "777", bottom="BR8")
    game.unopposed("4444LL", "BR")
    return play_on(game)


def a_bomb_of_five() -> Game:
    game = dealt("3334", "555LL", "6666", bottom="BR789")
    game.play("4")
    game.play("555LL")
    game.passes()
    game.play("BR")
    game.passes(2)
    return play_on(game)


def read_as_four_with_two() -> Game:
    game = dealt("5555LL34")
    game.play("5555LL", Combo(Kind.FOUR_TWO, 1, Rank("5")))
    game.passes(2)
    return play_on(game)


def a_last_laizi() -> Game:
    game = dealt("L" + "3456789TJQKA" + "2222", bottom="KK33Q")
    return game.unopposed("3456789TJQKA", "33", "2222", "KK", "Q", "L")


def two_last_laizi() -> Game:
    game = dealt("LL" + "3456789TJQKA" + "222", bottom="KK33Q")
    return game.unopposed("3456789TJQKA", "33", "222", "KK", "Q", "LL")


def spring() -> Game:
    game = dealt("".join(OUT), bottom="34455")
    return game.unopposed("3", "2", "3456789TJQK", "44", "55", "AAA22")


def anti_spring() -> Game:
    game = hand().shuffle(stack("", "".join(OUT), bottom="BR", rules=LAIZI_GAME)).deal().bid(2, 0, 0)
    game.low_single()
    return game.unopposed(*OUT)


def escape_in(phase: str, seat: Seat) -> Game:
    game = hand()
    if phase != "shuffle":
        game.shuffle(stack("5555L", "7777", "L", bottom="BR", rules=LAIZI_GAME))
    if phase == "deal":
        game.deal(until=9)
    elif phase == "bid":
        game.deal().bid(0, 2)
    elif phase == "tricks":
        game.deal().bid(2, 0, 0)
        game.unopposed("5555L")
        game.low_single()
    game.do(seat, Leave())
    return game


SCRIPTS: Final[dict[str, Callable[[], Game]]] = {
    "all_pass_once": all_pass_once,
    "called_off_after_five_deals": called_off_after_five_deals,
    "forced_bid": forced_bid,
    "forced_bid_by_time_out": forced_bid_by_time_out,
    "soft_and_hard_bombs": soft_and_hard_bombs,
    "a_bomb_of_five": a_bomb_of_five,
    "bombs_of_five_and_six": bombs_of_five_and_six,
    "read_as_four_with_two": read_as_four_with_two,
    "a_last_laizi": a_last_laizi,
    "two_last_laizi": two_last_laizi,
    "spring": spring,
    "anti_spring": anti_spring,
    "escape_before_the_deal": lambda: escape_in("shuffle", 0),
    "escape_in_deal": lambda: escape_in("deal", 2),
    "escape_in_bid": lambda: escape_in("bid", 1),
    "escape_in_tricks_by_the_landlord": lambda: escape_in("tricks", 0),
    "escape_in_tricks_by_a_farmer": lambda: escape_in("tricks", 1),
}
"""Every playthrough by the name of its file."""
