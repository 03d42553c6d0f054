"""How likely a hand is to win before anything is played: what calling, robbing, doubling and showing go by.

The weights are those of a logistic regression over 4,000 hands that these bots have played, landlords drawn by lot.
"""

from math import exp
from typing import Final, NamedTuple

from app.bots.groups import Planner
from app.bots.knowledge import Knowledge
from app.bots.prices import HandPrices
from app.bots.seats import sides_of
from app.rules.cards import pack
from app.rules.facts import Seat
from app.rules.views import View


class Weights(NamedTuple):
    """What each sign of strength adds to the logarithm of the odds."""

    always: float
    lead: float
    """For each lead that the hand, taken apart at its best, does not lose (`prices`)."""
    big_joker: float
    small_joker: float
    two: float
    ace: float
    four: float


TO_CALL: Final = Weights(-0.37, 0.2, 0.86, 0.68, 0.35, 0.15, 0.37)
"""As the landlord, before the bottom cards are known."""
AS_LANDLORD: Final = Weights(0.3, 0.49, 0.91, 0.72, 0.37, 0.15, 0.31)
"""With the bottom cards in hand."""
AS_FARMER: Final = Weights(0.0, 0.19, 0.45, 0.33, 0.2, 0.06, 0.31)
"""With a landlord who has called for good reason."""


def chance_to_win(view: View, seat: Seat) -> float:
    """How likely this seat is to win, as the landlord if there is none yet."""
    landlord = view.public.landlord
    weights = TO_CALL if landlord is None else AS_LANDLORD if landlord == seat else AS_FARMER
    counts = pack(view.own)
    held = [counts >> 4 * place & 15 for place in range(15)]
    odds = weights.always
    opponents = sides_of(view.public, seat).order
    odds -= weights.lead * Planner(HandPrices(Knowledge(view), opponents)).price(counts)
    odds += weights.big_joker * held[14] + weights.small_joker * held[13]
    odds += weights.two * held[12] + weights.ace * held[11] + weights.four * held.count(4)
    return 1.0 / (1.0 + exp(-odds))
