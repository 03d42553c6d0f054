"""Shuffling and the staged deal."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from app.rules.actions import Action, CloseStep, DealNext, Moment, Options, Show, Shuffle, SystemAction
from app.rules.cards import sort_cards
from app.rules.facts import Dealt, Fact, OpenCard, Seat, Shuffled, StepClosed
from app.rules.phases.question import untimely
from app.rules.phases.show import gain, show
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.ruleset import Phase, Ruleset
from app.rules.table import Public, Table

SHOWING: Final = Show(Moment.DEAL, yes=True)


class Shuffling(Phase):
    """The room lays the shuffled deck ready, before anything else happens in a deal."""

    name = "shuffle"

    def system(self, rules: Ruleset, table: Table) -> type[SystemAction] | None:
        return None if table.deck else Shuffle

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterable[Fact]:
        if seat is not None or not isinstance(action, Shuffle):
            raise IllegalActionError(Refusal.NOT_NOW)
        first = _first(rules, table.public, action.drawn)
        yield Shuffled(table.public.deal_no + 1, first, action.deck, _open_card(rules, action))


def _first(rules: Ruleset, public: Public, drawn: Seat) -> Seat:
    """The nominal first bidder of the coming deal (rulebook 1.3, First bidder and Redeals)."""
    if public.first is None:
        return drawn
    if public.deal_no and rules.redeal_moves:
        return public.after(public.first)
    return public.first


def _open_card(rules: Ruleset, action: Shuffle) -> OpenCard | None:
    """The drawn card, and the seat that the staged deal will give it to."""
    if action.open_at is None:
        return None
    start = 0
    for size in rules.deal_batches:
        end = start + size * rules.seats
        if action.open_at < end:
            return OpenCard((action.open_at - start) // size, action.deck[action.open_at])
        start = end
    raise AssertionError("the open card is one of those dealt")


@dataclass(frozen=True)
class Dealing(Phase):
    """The staged deal: batch after batch, so that a card not yet dealt is on nobody's wire.

    Where the game and the room allow it, a seat may show its hand while cards come in; it is free to, not asked.
    """

    may_show: bool
    name: str = "deal"
    closed_by = StepClosed

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
        return Options((SHOWING,), factor=gain(Moment.DEAL, table.public))

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterable[Fact]:
        public = table.public
        if seat is None:
            yield from self._go_on(rules, table, action)
        elif action != SHOWING:
            raise untimely(public, action)
        elif seat in self.actors(rules, table):
            yield from show(table, seat, Moment.DEAL)
        else:
            raise IllegalActionError(Refusal.ALREADY_SHOWN if public.has_shown(seat) else Refusal.NOT_NOW)

    def _go_on(self, rules: Ruleset, table: Table, action: Action) -> Iterator[Fact]:
        if type(action) is not self.system(rules, table):
            raise IllegalActionError(Refusal.NOT_NOW)
        if isinstance(action, CloseStep):
            yield StepClosed(self.name)
        else:
            yield from _batch(rules, table)


def _batch(rules: Ruleset, table: Table) -> Iterator[Fact]:
    """As many cards as come next, to each seat in order."""
    public = table.public
    starts = accumulate(rules.deal_batches, initial=0)
    size = dict(zip(starts, rules.deal_batches, strict=False))[public.dealt]
    for seat in public.seats:
        cards = sort_cards(table.deck[seat * size : (seat + 1) * size])
        yield Dealt(seat, size, public.has_shown(seat), cards)
