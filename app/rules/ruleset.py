"""A game is one value: a `Ruleset` of data and parts. Its phases decide, its book reads cards, its scoring pays."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from app.rules.actions import Action, Options, SeatAction, SystemAction
from app.rules.cards import Card
from app.rules.combos import PatternBook
from app.rules.facts import Cause, End, Escaped, Fact, Scored, Seat
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.table import Public, Table
from app.rules.views import View


class Phase(Protocol):
    """One stretch of a hand with its own question. A phase is over when nobody is to act and nothing is timed.

    A phase says only what is its own: left alone it asks nobody, takes nothing and is over at once.
    """

    name: str
    """The phase's name in facts, in time limits and on the wire."""
    closed_by: type[Fact] | None = None
    """The fact without which the phase is not over, where there is one."""

    def open(self, rules: "Ruleset", table: Table) -> Iterable[Fact]:
        """What happens by itself on entry."""
        return ()

    def actors(self, rules: "Ruleset", table: Table) -> frozenset[Seat]:
        """The seats that may act now."""
        return frozenset()

    def asked(self, rules: "Ruleset", table: Table) -> frozenset[Seat]:
        """The seats that everybody may know to be asked, and on whom the clock runs."""
        return self.actors(rules, table)

    def system(self, rules: "Ruleset", table: Table) -> type[SystemAction] | None:
        """The kind of action that the room itself owes this phase, if any."""
        return None

    def options(self, rules: "Ruleset", table: Table, seat: Seat) -> Options:
        """What the seat may do now, for browsers and bots."""
        return Options()

    def decide(self, rules: "Ruleset", table: Table, seat: Seat | None, action: Action) -> Iterable[Fact]:
        """The facts of an action, or IllegalActionError. Seat None is the room itself."""
        raise IllegalActionError(Refusal.NOT_NOW)

    def default(self, rules: "Ruleset", table: Table, seat: Seat) -> SeatAction:
        """The seat's answer when its time runs out (rulebook 1.3); always legal for an asked seat."""
        raise AssertionError(f"nobody is asked in the phase {self.name}")


class Scoring(Protocol):
    """How a game says who has won, and turns a finished or broken-off hand into points."""

    def outcome(self, table: Table, seat: Seat) -> tuple[tuple[Seat, ...], Cause | None]:
        """The winners now that a seat is out, and whether that was a spring (rulebook 1.3 and 4)."""
        ...

    def score(self, table: Table, winners: tuple[Seat, ...]) -> Scored:
        """Points when `winners` have won; the table already holds every factor."""
        ...

    def escape(self, table: Table, seat: Seat) -> tuple[Escaped, Scored]:
        """Points when a seat leaves the hand (rulebook 1.3)."""
        ...

    def escape_floor(self, view: View) -> int:
        """At least how many points leaving now costs the viewer, from what he may know; never negative."""
        ...

    def pay_order(self, public: Public) -> Sequence[Seat]:
        """The seats in the order in which left-over beans go to them (rulebook 6)."""
        ...

    @property
    def shares_penalty(self) -> bool:
        """Whether an escape is paid to the other players (Happy, five-player) or to the system."""
        ...


@dataclass(frozen=True)
class Ruleset:
    """One game.

    `version` is the engine version that a hand's log names. `deal_batches` says how many cards each seat gets
    in each step of the staged deal; they sum to `hand_size`. `turns_card` says whether one of the cards dealt is drawn
    to lie open. `redeal_moves` says whether the first bidder moves on one seat after a passed-out deal, and
    `next_first` who is first in the hand after one that was not void; None: the shuffle draws him. `decision_ms` are
    the usual time limits of the phases that ask.
    """

    name: str
    version: int
    seats: int
    deck: tuple[Card, ...]
    hand_size: int
    bottom_size: int
    deal_batches: tuple[int, ...]
    turns_card: bool
    redeal_moves: bool
    next_first: Callable[[Public], Seat | None]
    phases: tuple[Phase, ...]
    book: PatternBook
    scoring: Scoring
    decision_ms: dict[str, int]

    def phase(self, name: str) -> Phase:
        """The phase of that name; raises KeyError."""
        return self._by_name[name]

    def phase_after(self, name: str) -> Phase:
        """The phase that follows; the first one after the empty name."""
        names = ["", *self._by_name]
        return self.phases[names.index(name)]

    @cached_property
    def _by_name(self) -> dict[str, Phase]:
        return {phase.name: phase for phase in self.phases}


def rotating(public: Public) -> Seat | None:
    """The first bidder rotates by seat, and counts every deal (rulebook 1.3, First bidder)."""
    return None if public.first is None else public.after(public.first)


def last_out(public: Public) -> Seat | None:
    """The first bidder is the seat that went out; if none did, the same again (rulebook 1.3, First bidder: laizi)."""
    finish = public.finish
    return public.first if finish is None or finish.seat is None or finish.end is not End.OUT else finish.seat
