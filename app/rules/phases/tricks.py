"""Playing: tricks until somebody has no cards (rulebook 1)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from app.rules.actions import Action, Options, Pass, Play, SeatAction
from app.rules.cards import is_within, pack, sort_cards
from app.rules.combos import Kind
from app.rules.facts import Cause, End, Fact, Finished, LeadTaken, Multiplied, Passed, Played, Seat
from app.rules.judge import judge
from app.rules.moves import cards_for
from app.rules.phases.question import untimely
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.ruleset import Phase, Ruleset
from app.rules.table import Table, evolve

BOMB_FACTOR: Final = 2
SPRING_FACTOR: Final = 2
PASSING: Final = (Pass(),)


@dataclass(frozen=True)
class Tricks(Phase):
    """The landlord leads; in turn each seat plays something larger or passes.

    `tells` is what a play at a table also makes known.
    """

    tells: Callable[[Table, Played], Iterable[Fact]] = lambda table, played: ()
    name: str = "tricks"
    closed_by = Finished

    def open(self, rules: Ruleset, table: Table) -> Iterable[Fact]:
        if table.public.landlord is None:
            raise AssertionError("the landlord is settled before the first lead")
        yield LeadTaken(table.public.landlord)

    def actors(self, rules: Ruleset, table: Table) -> frozenset[Seat]:
        turn = table.public.turn
        return frozenset() if turn is None else frozenset((turn,))

    def options(self, rules: Ruleset, table: Table, seat: Seat) -> Options:
        if seat != table.public.turn:
            return Options()
        counts = pack(table.hands[seat])
        lead = table.public.lead
        if lead is None or lead.reading is None:
            return Options(plays=rules.book.leads(counts))
        return Options(PASSING, rules.book.follows(counts, lead.reading))

    def decide(self, rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Iterable[Fact]:
        if seat is None:
            raise IllegalActionError(Refusal.NOT_NOW)
        match action:
            case Play() | Pass() if seat != table.public.turn:
                raise IllegalActionError(Refusal.NOT_YOUR_TURN)
            case Play():
                return self._play(rules, table, seat, action)
            case Pass():
                return _pass(table, seat)
            case _:
                raise untimely(table.public, action)

    def default(self, rules: Ruleset, table: Table, seat: Seat) -> SeatAction:
        if table.public.lead is not None:
            return Pass()
        hand, open_card = table.hands[seat], table.public.open_card
        ranks = rules.book.lowest_lead(pack(hand))
        return Play(cards_for(hand, ranks, open_card.card if open_card else None))

    def _play(self, rules: Ruleset, table: Table, seat: Seat, action: Play) -> Iterator[Fact]:
        hand = table.hands[seat]
        if not is_within(action.cards, hand):
            raise IllegalActionError(Refusal.NOT_YOUR_CARDS)
        lead = table.public.lead.reading if table.public.lead else None
        is_out = len(action.cards) == len(hand)
        reading = judge(rules.book, pack(action.cards), lead, action.reading, whole_hand=is_out)
        played = Played(seat, sort_cards(action.cards), reading)
        yield played
        yield from self.tells(table, played)
        if rules.book.doubles(reading):
            yield Multiplied(BOMB_FACTOR, Cause.ROCKET if reading.kind is Kind.ROCKET else Cause.BOMB, seat)
        if is_out:
            yield from _finish(rules, evolve(table, played), seat)


def _pass(table: Table, seat: Seat) -> Iterator[Fact]:
    public = table.public
    if public.lead is None:
        raise IllegalActionError(Refusal.MUST_LEAD)
    yield Passed(seat)
    if public.after(seat) == public.lead.seat:
        yield LeadTaken(public.lead.seat)


def _finish(rules: Ruleset, table: Table, seat: Seat) -> Iterator[Fact]:
    """The hand ends with the last card of one seat: its side wins, and perhaps by a spring; then points."""
    winners, cause = rules.scoring.outcome(table, seat)
    if cause:
        yield Multiplied(SPRING_FACTOR, cause, seat)
    yield Finished(End.OUT, seat, winners, table.hands, table.twin)
