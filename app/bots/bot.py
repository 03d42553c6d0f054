"""The way in: what a bot, or the auto-play of a seat whose player is away, does with its options."""

from typing import Final, Protocol

from app.bots.play import Trick
from app.bots.strength import chance_to_win
from app.rules.actions import Call, Double, Moment, Options, Rob, SeatAction, Show
from app.rules.views import View

CALL: Final = 0.28
ROB: Final = 0.7
DOUBLE: Final = 0.62
SHOW: Final = 0.97
"""How likely to win a bot wants to be before it does so. With these the landlord wins 59 % of the hands among bots."""
WHIM: Final = 0.1
"""How far a bot's mood moves these bounds either way, so that not every bot decides alike."""


class Chance(Protocol):
    """Where a bot's moods come from; `app.randomness` has some."""

    def below(self, bound: int) -> int:
        """A uniform number from 0 to `bound` - 1."""
        ...


def choose(view: View, options: Options, chance: Chance) -> SeatAction | None:
    """What the seat of this view does, always one of its options; None where a bot does nothing, as in the deal.

    A function of what the seat may know: the same view, options and chance give the same answer.
    """
    if view.seat is None:
        raise ValueError("a watcher has nothing to decide")
    if options.plays:
        return Trick(view, view.seat, options).choose()
    no = next((action for action in options.actions if not getattr(action, "yes", False)), None)
    for action in options.actions:
        match action:
            case Call(yes=True):
                bound = CALL
            case Rob(yes=True):
                bound = ROB
            case Double(yes=True):
                bound = DOUBLE
            case Show(Moment.LANDLORD, yes=True):
                bound = SHOW
            case _:
                continue
        mood = WHIM * (chance.below(201) - 100) / 100
        return action if chance_to_win(view, view.seat) > bound + mood else no
    return no
