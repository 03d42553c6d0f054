"""What one seat, or a watcher, may know of a table.

Each view is built by allow-list: `redact` names, for every fact, what a viewer may see of it, and nothing
else leaves the server. The view law holds the three functions together: folding `learn` over the redacted
facts gives exactly `view` of the folded table.
"""

from dataclasses import dataclass, replace
from typing import assert_never

from app.rules.cards import Card, sort_cards, without
from app.rules.facts import (
    BottomTaken,
    Called,
    Dealt,
    Doubled,
    Escaped,
    Fact,
    Finished,
    HandOpened,
    LandlordChosen,
    LeadTaken,
    Multiplied,
    Passed,
    PassedOut,
    PhaseOpened,
    Played,
    Robbed,
    Scored,
    Seat,
    Seen,
    Settled,
    ShowDeclined,
    Shown,
    Shuffled,
    StepClosed,
)
from app.rules.table import Public, Table, open_public, publish

Viewer = Seat | None
"""A seat, or None for a watcher who holds no cards."""


@dataclass(frozen=True, slots=True)
class Held:
    """A hand as a viewer knows it: how many cards, and which ones if he may know."""

    count: int
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class View:
    """All that a viewer may know: the public part, and each hand as far as he knows it."""

    seat: Viewer
    public: Public
    hands: tuple[Held, ...]

    @property
    def own(self) -> tuple[Card, ...]:
        """The viewer's own cards; a watcher has none."""
        return () if self.seat is None else self.hands[self.seat].cards or ()


def view(table: Table, seat: Viewer) -> View:
    """What `seat` may know of the table."""
    public = table.public
    hands = tuple(
        Held(len(hand), hand if other == seat or public.has_shown(other) else None)
        for other, hand in enumerate(table.hands)
    )
    return View(seat, public, hands)


def redact(fact: Fact, seat: Viewer) -> Seen | None:
    """The fact as `seat` may see it; None if he may not even know that it happened."""
    match fact:
        case Shuffled(deal_no, first):
            return Shuffled(deal_no, first, ())
        case Dealt(owner, count, shown):
            return fact if shown or owner == seat else Dealt(owner, count, shown, None)
        case BottomTaken(owner, count, face_up):
            return fact if face_up or owner == seat else BottomTaken(owner, count, face_up, None)
        case (
            HandOpened()
            | PhaseOpened()
            | StepClosed()
            | Shown()
            | ShowDeclined()
            | Called()
            | Robbed()
            | Doubled()
            | Multiplied()
            | PassedOut()
            | LandlordChosen()
            | LeadTaken()
            | Played()
            | Passed()
            | Escaped()
            | Finished()
            | Scored()
            | Settled()
        ):
            return fact
        case _:
            assert_never(fact)


def open_view(seen: HandOpened, seat: Viewer) -> View:
    """The view when a hand has just begun."""
    return View(seat, open_public(seen), _empty_hands(seat, len(seen.carried)))


def learn(known: View, seen: Seen) -> View:
    """The view after one more seen fact."""
    public = publish(known.public, seen)
    match seen:
        case HandOpened():
            return open_view(seen, known.seat)
        case Dealt(owner, count, _, cards) | BottomTaken(owner, count, _, cards):
            return View(known.seat, public, _with(known.hands, owner, _gain(known, owner, count, cards)))
        case Shown(owner, _, _, cards):
            return View(known.seat, public, _with(known.hands, owner, Held(len(cards), cards)))
        case Played(owner, cards):
            held = known.hands[owner]
            left = None if held.cards is None else without(held.cards, cards)
            return View(known.seat, public, _with(known.hands, owner, Held(held.count - len(cards), left)))
        case PassedOut():
            return View(known.seat, public, _empty_hands(known.seat, len(known.hands)))
        case _:
            return replace(known, public=public)


def _gain(known: View, owner: Seat, count: int, cards: tuple[Card, ...] | None) -> Held:
    held = known.hands[owner]
    if cards is None or held.cards is None:
        return Held(held.count + count, None)
    return Held(held.count + count, sort_cards((*held.cards, *cards)))


def _empty_hands(viewer: Viewer, seats: int) -> tuple[Held, ...]:
    return tuple(Held(0, () if seat == viewer else None) for seat in range(seats))


def _with(hands: tuple[Held, ...], seat: Seat, held: Held) -> tuple[Held, ...]:
    return (*hands[:seat], held, *hands[seat + 1 :])
