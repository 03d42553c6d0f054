"""Whole hands of any game between choosers, each of which sees only its own view."""

from collections.abc import Callable, Iterator, Sequence

from app.bots.questions import Chance
from app.randomness import SeededRandomness
from app.rules import engine
from app.rules.actions import Action, Bid, Call, Options, Pass, Play, Rob, SeatAction, Shuffle
from app.rules.facts import Seat, Stakes
from app.rules.moves import cards_for
from app.rules.ruleset import Ruleset
from app.rules.shuffle import shuffle
from app.rules.table import Table
from app.rules.views import View, view
from tests.rules.game import STEPS

Chooser = Callable[[View, Options, Chance], SeatAction | None]
Decision = tuple[View, Options, SeatAction | None]


def first_hint(seen: View, options: Options, chance: Chance) -> SeatAction | None:
    """A baseline: the first hint, a pass where there is none, and the last answer to every question."""
    if options.plays:
        return Play(cards_for(seen.own, options.plays[0].ranks))
    return Pass() if Pass() in options.actions else options.actions[-1]


def any_legal(seen: View, options: Options, chance: Chance) -> SeatAction | None:
    """A baseline: any action or play, each as likely."""
    number = chance.below(len(options.actions) + len(options.plays))
    if number < len(options.actions):
        return options.actions[number]
    offer = options.plays[number - len(options.actions)]
    return Play(cards_for(seen.own, offer.ranks), offer.readings[chance.below(len(offer.readings))])


class Hand:
    """A hand that choosers play out, one a seat; iterating plays it and gives each decision."""

    def __init__(
        self, rules: Ruleset, seed: int, choosers: Sequence[Chooser], landlord: Seat | None = None
    ) -> None:
        """`landlord` is bid, called and robbed for that seat, whatever the choosers think of it."""
        self.rules = rules
        self._seed = seed
        self._choosers = choosers
        self._landlord = landlord
        self._chance = SeededRandomness(seed)
        opening = engine.open_hand(rules, Stakes(), (1000,) * rules.seats, landlord)
        self.table: Table = engine.fold(opening)

    def __iter__(self) -> Iterator[Decision]:
        while not self.table.public.finish:
            seat = self._next()
            if seat is None:
                self._do(None, self._owed())
                continue
            seen = view(self.table, seat)
            options = engine.options(self.rules, self.table, seat)
            chosen = self._arranged(seat) or self._choosers[seat](seen, options, self._chance)
            yield seen, options, chosen
            assert chosen is not None, "an asked seat answers"
            self._do(seat, chosen)

    def landlord_wins(self) -> bool:
        """Play the hand out and say whether the landlord has won."""
        for _ in self:
            pass
        finish = self.table.public.finish
        assert finish is not None
        return self.table.public.landlord in finish.winners

    def _next(self) -> Seat | None:
        """Who answers next; None if it is for the room to go on."""
        if not engine.asked(self.rules, self.table):
            return None
        return min(engine.actors(self.rules, self.table), default=None)

    def _do(self, seat: Seat | None, action: Action) -> None:
        self.table = engine.fold(engine.decide(self.rules, self.table, seat, action), self.table)

    def _owed(self) -> Action:
        owed = engine.system(self.rules, self.table)
        assert owed is not None
        if owed is not Shuffle:
            return STEPS[owed]
        rules, deal = self.rules, self.table.public.deal_no + 1
        dealt = rules.seats * rules.hand_size if rules.turns_card else 0
        secret = self._seed.to_bytes(32, "big")
        return shuffle(rules.deck, rules.seats, secret, "bots", 1, deal, open_among=dealt)

    def _arranged(self, seat: Seat) -> SeatAction | None:
        if self._landlord is None:
            return None
        is_landlord = seat == self._landlord
        match self.table.public.phase:
            case "bid":
                return Bid(3 if is_landlord else 0)
            case "call":
                return Call(yes=is_landlord)
            case "rob":
                return Rob(yes=is_landlord)
            case _:
                return None


def side_wins(rules: Ruleset, seed: int, landlords: Chooser, farmers: Chooser) -> bool:
    """Whether the landlords win a hand of these; where there is one, he is drawn by the seed."""

    def by_side(seen: View, options: Options, chance: Chance) -> SeatAction | None:
        is_landlord = seen.seat == seen.public.landlord or seen.holds_twin
        return (landlords if is_landlord else farmers)(seen, options, chance)

    landlord = None if rules.turns_card else seed % rules.seats
    return Hand(rules, seed, [by_side] * rules.seats, landlord).landlord_wins()
