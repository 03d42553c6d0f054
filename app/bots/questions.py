"""What is decided before the first lead, by how likely the hand is to win: bids, calls, shows and doubling."""

from typing import Final, Protocol

from app.bots.strength import chance_to_win
from app.rules.actions import Bid, Call, Double, Identity, Moment, Options, Rob, SeatAction, Show
from app.rules.facts import Seat
from app.rules.views import View

BOUNDS: Final[dict[SeatAction, float]] = {
    Bid(1): 0.31,
    Bid(2): 0.37,
    Bid(3): 0.43,
    Call(yes=True): 0.28,
    Rob(yes=True): 0.58,
    Double(yes=True): 0.62,
    Show(Moment.LANDLORD, yes=True): 0.97,
    Identity(yes=True): 0.62,
}
"""How likely to win a bot wants to be before it does so."""
NEVER: Final = (Show(Moment.START, yes=True), Show(Moment.DEAL, yes=True))
"""What a bot does with no hand: it would show cards that it does not have yet."""
WHIM: Final = 0.06
"""How far a bot's mood moves these bounds either way, so that not every bot decides alike."""


class Chance(Protocol):
    """Where a bot's moods come from; `app.randomness` has some."""

    def below(self, bound: int) -> int:
        """A uniform number from 0 to `bound` - 1."""
        ...


def answer(view: View, seat: Seat, options: Options, chance: Chance) -> SeatAction | None:
    """The boldest answer that the hand is good for, or the least bold one where it is good for none.

    None where no hand is good for any.
    """
    asked = [action for action in options.actions if action not in NEVER]
    if len(asked) < 2:
        return asked[0] if asked else None
    hope = chance_to_win(view, seat) + WHIM * (chance.below(201) - 100) / 100
    dared = [action for action in asked if boldness(action) < hope]
    return max(dared, key=boldness) if dared else min(asked, key=boldness)


def boldness(action: SeatAction) -> float:
    """How likely to win a bot wants to be before it gives this answer; a no is always open."""
    return BOUNDS.get(action, 0.0)
