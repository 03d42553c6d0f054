"""The way in: what a bot, or the auto-play of a seat whose player is away, does with its options."""

from typing import Protocol

from app.bots.play import Trick
from app.bots.strength import strength_of
from app.rules.actions import Call, Double, Options, Pass, Rob, SeatAction, Show
from app.rules.views import View


class Chance(Protocol):
    """Where a bot's whims come from."""

    def below(self, bound: int) -> int:
        """A uniform number from 0 to `bound` - 1."""
        ...


def choose(view: View, options: Options, chance: Chance) -> SeatAction | None:
    """What the seat of this view does; None where it does nothing, as during the deal."""
    if view.seat is None:
        raise ValueError("a watcher has nothing to decide")
    if options.plays:
        return Trick(view, view.seat, options).choose()
    for action in options.actions:
        match action:
            case Call(yes=True):
                return Call(strength_of(view, view.seat) > -4.0)
            case Rob(yes=True):
                return Rob(strength_of(view, view.seat) > -3.5)
            case Double(yes=True):
                return Double(strength_of(view, view.seat) > -2.5)
            case _:
                pass
    if Pass() in options.actions:
        return Pass()
    return next((action for action in options.actions if isinstance(action, Show) and not action.yes), None)
