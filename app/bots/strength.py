"""How strong a hand is before play: what calling, robbing, doubling and showing go by."""

from app.bots.groups import Planner
from app.bots.knowledge import Knowledge
from app.bots.prices import HandPrices
from app.rules.cards import pack
from app.rules.facts import Seat
from app.rules.views import View


def strength_of(view: View, seat: Seat) -> float:
    """How near to going out a hand is, against all other seats: higher is stronger."""
    others = tuple(other for other in range(len(view.hands)) if other != seat)
    return -Planner(HandPrices(Knowledge(view), others)).price(pack(view.own))
