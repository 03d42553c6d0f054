"""How likely a hand is to win before anything is played: what bidding, robbing, doubling and showing go by.

The weights for one deck are those of logistic regressions over thousands of hands that these bots have played; those
for two decks and for laizi start from them.
"""

from math import exp

from app.bots.games import GAMES, Role
from app.bots.groups import Planner
from app.bots.knowledge import Knowledge
from app.bots.prices import HandPrices
from app.bots.seats import sides_of
from app.rules.cards import ORDER, Rank, pack
from app.rules.facts import Seat
from app.rules.variants import RULESETS
from app.rules.views import View


def chance_to_win(view: View, seat: Seat) -> float:
    """How likely this seat is to win, as the landlord if there is none yet."""
    weights = GAMES[view.public.game].weights[role_of(view, seat)]
    odds = weights.always + sum(
        weight * figure for weight, figure in zip(weights[1:], signs_of(view, seat), strict=True)
    )
    return 1.0 / (1.0 + exp(-odds))


def role_of(view: View, seat: Seat) -> Role:
    """What this seat is, as far as it knows."""
    landlord = view.public.landlord
    if landlord is None:
        return Role.BIDDER
    if seat == landlord:
        return Role.ALONE if view.holds_twin else Role.LANDLORD
    return Role.HIDDEN if view.holds_twin else Role.FARMER


def signs_of(view: View, seat: Seat) -> tuple[float, ...]:
    """The signs of strength of a hand, in the order of `Weights`."""
    counts = pack(view.own)
    prices = HandPrices(Knowledge(view), sides_of(view, seat))
    planner = Planner(prices, view.public.game, counts)
    book = RULESETS[view.public.game].book
    bombs = sum(book.is_bomb(group.combo) for group in planner.groups(counts))
    held = (counts >> 4 * ORDER[Rank(rank)] & 15 for rank in "RB2AL")
    return -planner.price(counts), bombs, *held
