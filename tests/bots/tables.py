"""Whole hands of Happy between choosers, each of which sees only its own view."""

from collections.abc import Callable, Iterator, Sequence

from app.bots.bot import Chance
from app.randomness import SeededRandomness
from app.rules import engine
from app.rules.actions import Action, Call, Options, Pass, Play, Rob, SeatAction, Shuffle
from app.rules.facts import Seat, Stakes
from app.rules.moves import cards_for
from app.rules.shuffle import shuffle
from app.rules.table import Table
from app.rules.variants.happy import HAPPY
from app.rules.views import View, view
from tests.rules.game import STEPS

Chooser = Callable[[View, Options, Chance], SeatAction | None]
Decision = tuple[View, Options, SeatAction | None]


def first_hint(seen: View, options: Options, chance: Chance) -> SeatAction | None:
    """The baseline: the first hint, a pass where there is none, and no to every question."""
    if options.plays:
        return Play(cards_for(seen.own, options.plays[0].ranks))
    return Pass() if Pass() in options.actions else options.actions[-1]


class Hand:
    """A hand of Happy that three choosers play out; iterating plays it and gives each decision."""

    def __init__(self, seed: int, choosers: Sequence[Chooser], landlord: Seat | None = None) -> None:
        """`landlord` is called and robbed for that seat, whatever the choosers think of it."""
        self._seed = seed
        self._choosers = choosers
        self._landlord = landlord
        self._chance = SeededRandomness(seed)
        opening = engine.open_hand(HAPPY, Stakes(), (1000,) * HAPPY.seats, landlord)
        self.table: Table = engine.fold(opening)

    def __iter__(self) -> Iterator[Decision]:
        while not self.table.public.finish:
            asked = engine.asked(HAPPY, self.table)
            if not asked:
                self._do(None, self._owed())
                continue
            seat = min(asked)
            seen = view(self.table, seat)
            options = engine.options(HAPPY, self.table, seat)
            chosen = self._arranged(seat) or self._choosers[seat](seen, options, self._chance)
            yield seen, options, chosen
            assert chosen is not None, "an asked seat answers"
            self._do(seat, chosen)

    def landlord_wins(self) -> bool:
        """Play the hand out and say who has won."""
        for _ in self:
            pass
        finish = self.table.public.finish
        assert finish is not None
        return self.table.public.landlord in finish.winners

    def _do(self, seat: Seat | None, action: Action) -> None:
        self.table = engine.fold(engine.decide(HAPPY, self.table, seat, action), self.table)

    def _owed(self) -> Action:
        owed = engine.system(HAPPY, self.table)
        assert owed is not None
        if owed is Shuffle:
            deal = self.table.public.deal_no + 1
            return shuffle(HAPPY.deck, HAPPY.seats, self._seed.to_bytes(32, "big"), "bots", 1, deal)
        return STEPS[owed]

    def _arranged(self, seat: Seat) -> SeatAction | None:
        if self._landlord is None:
            return None
        match self.table.public.phase:
            case "call":
                return Call(yes=seat == self._landlord)
            case "rob":
                return Rob(yes=seat == self._landlord)
            case _:
                return None
