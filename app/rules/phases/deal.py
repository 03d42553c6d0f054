"""Shuffling and the staged deal."""

from collections.abc import Iterator
from itertools import accumulate

from app.rules.actions import Action, CloseStep, DealNext, Moment, Options, SeatAction, Show, Shuffle, SystemAction
from app.rules.cards import sort_cards
from app.rules.facts import Dealt, Fact, Seat, Shuffled, StepClosed
from app.rules.phases.show import show, show_factor
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.ruleset import Ruleset
from app.rules.table import Public, Table


class Shuffling:
    """The room lays the shuffled deck ready, before anything else happens in a deal."""

    name = "shuffle"

    def open(self, rules: Ruleset, table: Table) -> Iterator[Fact]:
        yield from ()

    def actors(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        return frozenset()

    def asked(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        return frozenset()

    def system(self, rules: Ruleset, table: Table) -> type[SystemAction] | None:
        return None if table.deck else Shuffle

    def options(self, rules: Ruleset, table: Table, seat: Seat) -> Options:
        return Options()

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterator[Fact]:
        if seat is not None or not isinstance(action, Shuffle):
            raise IllegalActionError(Refusal.NOT_NOW)
        yield Shuffled(table.public.deal_no + 1, _first(rules, table.public, action.drawn), action.deck)

    def default(self, rules: Ruleset, table: Table, seat: Seat) -> SeatAction:
        raise AssertionError("nobody is asked while the deck is shuffled")


def _first(rules: Ruleset, public: Public, drawn: Seat) -> Seat:
    """The nominal first bidder of the coming deal (rulebook 1.3, First bidder and Redeals)."""
    if public.first is None:
        return drawn
    if public.deal_no and rules.redeal_moves:
        return public.after(public.first)
    return public.first


class Dealing:
    """The staged deal: batch after batch, so that a card not yet dealt is on nobody's wire.

    Where the game and the room allow it, a seat may show its hand while cards come in.
    """

    name = "deal"

    def __init__(self, *, may_show: bool) -> None:
        self.may_show = may_show

    def open(self, rules: Ruleset, table: Table) -> Iterator[Fact]:
        yield from ()

    def actors(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        public = table.public
        if public.step_closed or not (self.may_show and public.stakes.show):
            return frozenset()
        return frozenset(seat for seat in public.seats if not public.has_shown(seat))

    def asked(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        return frozenset()

    def system(self, rules: Ruleset, table: Table) -> type[SystemAction] | None:
        if table.public.step_closed:
            return None
        return DealNext if table.public.dealt < rules.hand_size else CloseStep

    def options(self, rules: Ruleset, table: Table, seat: Seat) -> Options:
        if seat not in self.actors(rules, table):
            return Options()
        return Options((Show(Moment.DEAL, yes=True),), factor=show_factor(table.public, Moment.DEAL))

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterator[Fact]:
        public = table.public
        match action:
            case DealNext() if seat is None and public.dealt < rules.hand_size:
                yield from _deal_batch(rules, table)
            case CloseStep() if seat is None and public.dealt == rules.hand_size:
                yield StepClosed(self.name)
            case Show(Moment.DEAL, True) if seat in self.actors(rules, table):
                yield from show(table, seat, Moment.DEAL)
            case Show(Moment.DEAL, True) if seat is not None and public.has_shown(seat):
                raise IllegalActionError(Refusal.ALREADY_SHOWN)
            case Show(Moment.START):
                raise IllegalActionError(Refusal.TOO_LATE)
            case _:
                raise IllegalActionError(Refusal.NOT_NOW)

    def default(self, rules: Ruleset, table: Table, seat: Seat) -> SeatAction:
        raise AssertionError("nobody is asked during the deal")


def _deal_batch(rules: Ruleset, table: Table) -> Iterator[Fact]:
    public = table.public
    size = next(size for size, before in zip(rules.deal_batches, accumulate(rules.deal_batches, initial=0)) if before == public.dealt)
    for seat in public.seats:
        cards = sort_cards(table.deck[seat * size : (seat + 1) * size])
        yield Dealt(seat, size, public.has_shown(seat), cards)
