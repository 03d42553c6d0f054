"""The way in: what a bot, or the auto-play of a seat whose player is away, does with its options."""

from app.bots.play import Trick
from app.bots.questions import Chance, answer
from app.rules.actions import Options, SeatAction
from app.rules.views import View


def choose(view: View, options: Options, chance: Chance) -> SeatAction | None:
    """What the seat of this view does, always one of its options; None where a bot does nothing, as in the deal.

    A function of what the seat may know: the same view, options and chance give the same answer.
    """
    if view.seat is None:
        raise ValueError("a watcher has nothing to decide")
    if options.plays:
        return Trick(view, view.seat, options).choose()
    return answer(view, view.seat, options, chance)
