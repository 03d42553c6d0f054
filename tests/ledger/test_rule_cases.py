"""Every worked case of the rulebook about score and escape, played by the engine and paid in real databases.

The same hands are reckoned in points in `tests/rules`; here the accounts must end as the case says. A case that names
no coefficient is paid at one bean a point.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.ledger.accounts import Budgets
from app.ledger.audit import audit
from app.rooms.payout import payout
from app.rules.actions import Leave, Moment, Show
from app.rules.facts import Seat, Stakes
from app.storage.database import Database
from tests.ledger.play import Bank, open_bank
from tests.rules.cases import read_cases
from tests.rules.game import EXTRA, OUT, Game, stack
from tests.rules.test_five import HIDDEN, LANDLORD, WINS, WINS_BOTTOM, dealt, in_play, landlord_out
from tests.rules.test_happy_escape import MADE_OF, settled
from tests.rules.test_happy_score import landlord_wins, spring_of_eighty
from tests.rules.test_score_games import a_bomb_kept, auction, one_hand_only, rocket_and_spring, two_bombs

RICH = 1_000_000


@dataclass(frozen=True)
class Paid:
    """A hand, what each seat carries into it, and what it ends up with, more or less; the rest is the system's."""

    hand: Callable[[], Game]
    net: tuple[int, ...]
    coefficient: int = 1
    fee: int = 0
    carried: tuple[int, ...] = ()


def six(*, landlord: bool, doublers: Sequence[Seat] = ()) -> Game:
    """Happy at multiple 6: seat 2 has shown for 3, and one has robbed, or an anti-spring ends it."""
    cards = ["".join(OUT)] if landlord else ["", "".join(OUT)]
    game = Game(stakes=Stakes()).shuffle(stack(*cards, bottom=EXTRA if landlord else ""))
    game.show_start().deal(until=13)
    game.do(2, Show(Moment.DEAL, yes=True))
    if not landlord:
        game.deal().call(False, True).rob(False)
        assert game.public.landlord == 0
        game.decline().double()
        game.low_single()
        return game.unopposed(*OUT)
    game.deal().call(True).rob(True, False, False)
    assert game.public.landlord == 0
    game.decline().double(*doublers)
    return landlord_wins(game)


def showed_twice() -> Game:
    """A farmer shows for 4 during the deal, the landlord for 2 after it; the landlord goes out."""
    game = Game(stakes=Stakes()).shuffle(stack("".join(OUT), bottom=EXTRA)).show_start().deal(until=12)
    game.do(2, Show(Moment.DEAL, yes=True))
    game.deal().call(False, True).rob(False)
    assert game.public.landlord == 0
    game.do(0, Show(Moment.LANDLORD, yes=True))
    return landlord_wins(game.double())


def leaves(game: Game, seat: Seat) -> Game:
    game.do(seat, Leave())
    return game


def spring_of_five() -> Game:
    game = in_play(dealt(WINS, "", "3", bottom=WINS_BOTTOM), shows=(LANDLORD,), doublers=(1, 4))
    landlord_out(game)
    return game


def alone() -> Game:
    game = in_play(dealt("33", WINS.replace("3", "8")), shows=(LANDLORD,), doublers=(1, 2, 3, 4))
    game.play("3")
    game.play("2")
    game.passes(4)
    return game.unopposed("456789TJQKA", "5555", "66", "7", "8", "2")


def odd_point() -> Game:
    game = in_play(dealt(WINS.replace("5555", "5789"), "", "3", bottom="699", stakes=Stakes(base=1)))
    game.play("3")
    game.low_single()
    game.passes(3)
    game.play("2")
    game.passes(4)
    while not game.public.finish:
        offer = max(game.options(LANDLORD).plays, key=lambda offer: len(offer.ranks))
        game.unopposed(offer.ranks)
    return game


def small_bombs() -> Game:
    """Only the pair of small jokers and four of a kind are played, by a landlord who then goes out."""
    game = in_play(dealt("344BB5555" + "6789TJQKA" + "22", "", "3", bottom="7"))
    while not game.public.finish:
        offers = game.options(game.turn).plays
        game.unopposed(max(offers, key=lambda offer: ("5555" in offer.ranks, len(offer.ranks))).ranks)
    return game


PAID = {
    163: Paid(two_bombs, (24, -12, -12)),
    165: Paid(rocket_and_spring, (16, -8, -8)),
    166: Paid(one_hand_only, (-8, 4, 4)),
    167: Paid(a_bomb_kept, (-4, 2, 2)),
    169: Paid(lambda: leaves(auction(), 1), (0, -3, 0)),
    170: Paid(lambda: six(landlord=True), (11950, -6050, -6050), 1000, 50),
    171: Paid(lambda: six(landlord=True), (8450, -2500, -6050), 1000, 50, (RICH, 2500, RICH)),
    173: Paid(lambda: six(landlord=False), (-8550, 2450, 5950), 1000, 50, (RICH, 2500, RICH)),
    174: Paid(lambda: six(landlord=False), (-7001, 3501, 3500), 1000, 0, (7001, RICH, RICH)),
    175: Paid(lambda: six(landlord=True, doublers=(0, 1)), (3600, -2400, -1200), 100),
    177: Paid(showed_twice, (8, -4, -4)),
    178: Paid(lambda: spring_of_eighty(Stakes()), (160, -80, -80)),
    179: Paid(lambda: leaves(settled(*MADE_OF[4]), 0), (-20000, 10000, 10000), 1000),
    181: Paid(lambda: leaves(settled(*MADE_OF[16]), 0), (-64000, 32000, 32000), 1000),
    182: Paid(lambda: leaves(settled(*MADE_OF[16]), 1), (16000, -32000, 16000), 1000),
    183: Paid(lambda: leaves(settled(*MADE_OF[10]), 0), (-500, 250, 250), 1000, 0, (500, RICH, RICH)),
    185: Paid(lambda: leaves(settled(*MADE_OF[8]), 0), (-20000, 10000, 10000), 1000),
    186: Paid(lambda: leaves(settled(robs=1, deck=stack("", "7777", "BR")), 0), (-20, 10, 10)),
    187: Paid(spring_of_five, (96, -64, 96, -64, -64)),
    189: Paid(alone, (-2560, 640, 640, 640, 640), 10),
    190: Paid(odd_point, (2, -1, 1, -1, -1)),
    191: Paid(small_bombs, (6, -4, 6, -4, -4)),
}
"""The cases by number."""
OF_MULTIPLES = (167, 177, 183, 186, 187, 191)
"""Cases that say a multiple alone, or that somebody pays no more than he has."""


async def test_every_case_of_score_and_escape_is_paid(database: Database) -> None:
    cases = {case.n: case for case in read_cases() if case.game in ("score", "escape")}
    assert set(PAID) == set(cases)
    bank = await open_bank(database, Budgets(grant=10**9))
    for number, paid in PAID.items():
        game = paid.hand()
        carried = paid.carried or (RICH,) * game.rules.seats
        net = await pay(bank, f"case{number}", game, carried, paid.coefficient, paid.fee)
        assert net == paid.net, cases[number]
        told = set(map(int, re.findall(r"\d+", cases[number].case + cases[number].expected)))
        named = {abs(beans) for beans in net} | {abs(beans + paid.fee) for beans in net}
        assert named & told or number in OF_MULTIPLES, cases[number]
    report = await audit(database)
    assert report.violations == []
    assert report.beans["recycle"] == 150 + 100 + 150
    assert report.beans["penalty"] == 3


async def pay(
    bank: Bank, room: str, game: Game, carried: Sequence[int], coefficient: int, fee: int
) -> tuple[int, ...]:
    """Start and settle a hand of players who carry these beans; what each has more, or less, afterwards."""
    names = [f"{room}.{seat}" for seat in range(game.rules.seats)]
    opened = await open_bank(bank.storage, None, **dict(zip(names, carried, strict=True)))
    stakes = replace(game.public.stakes, coefficient=coefficient, fee=fee)
    public = replace(game.public, stakes=stakes, carried=tuple(carried))
    settlement, _ = payout(game.rules, public)
    await opened.start(room, 1, names, coefficient)
    await opened.settle(room, 1, names, settlement)
    after = await opened.balances(*names)
    return tuple(beans - before for beans, before in zip(after, carried, strict=True))


def test_the_hidden_landlord_is_where_the_cases_say() -> None:
    assert (LANDLORD, HIDDEN) == (0, 2)
