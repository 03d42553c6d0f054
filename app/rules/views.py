"""What one seat, or a watcher, may know of a table.

Each view is built by allow-list: `redact` names, for every fact, what a viewer may see of it, and nothing
else leaves the server. The view law holds the three functions together: folding `learn` over the redacted
facts gives exactly `view` of the folded table.
"""

from dataclasses import dataclass, replace
from typing import assert_never

from app.rules.cards import Card, sort_cards, without
from app.rules.facts import (
    BidMade,
    BottomTaken,
    Called,
    Dealt,
    Doubled,
    Escaped,
    Fact,
    Finished,
    HandOpened,
    HiddenLandlordKnown,
    HiddenLandlordTold,
    IdentityAnswered,
    IdentityShown,
    LandlordChosen,
    LeadTaken,
    Multiplied,
    OpenCardTurned,
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
    """All that a viewer may know: the public part, and each hand as far as he knows it.

    `holds_twin` says that he was dealt the twin of the open card and so is the hidden landlord, or a landlord alone;
    `identity` is his own answer in the identity step, None before it and for everybody else.
    """

    seat: Viewer
    public: Public
    hands: tuple[Held, ...]
    holds_twin: bool = False
    identity: bool | None = None

    @property
    def own(self) -> tuple[Card, ...]:
        """The viewer's own cards; a watcher has none."""
        return () if self.seat is None else self.hands[self.seat].cards or ()


def view(table: Table, seat: Viewer) -> View:
    """What `seat` may know of the table."""
    public = table.public
    open_hands = {showing.seat for showing in public.shows}
    if seat is not None:
        open_hands.add(seat)
    if public.hidden is not None and seat in table.landlords:
        open_hands |= table.landlords
    hands = tuple(
        Held(len(hand), hand if other in open_hands else None) for other, hand in enumerate(table.hands)
    )
    identity = next((answer.yes for answer in table.identities if answer.seat == seat), None)
    return View(seat, public, hands, seat is not None and seat == table.twin, identity)


def redact(fact: Fact, seat: Viewer) -> Seen | None:
    """The fact as `seat` may see it; None if he may not even know that it happened."""
    match fact:
        case Shuffled(deal_no, first):
            return Shuffled(deal_no, first, ())
        case Dealt(owner, count, shown):
            return fact if shown or owner == seat else Dealt(owner, count, shown, None)
        case BottomTaken(owner, count, face_up):
            return fact if face_up or owner == seat else BottomTaken(owner, count, face_up, None)
        case HiddenLandlordTold(owner) | IdentityAnswered(owner):
            return fact if owner == seat else None
        case HiddenLandlordKnown(owner, landlord):
            return fact if seat in (owner, landlord) else HiddenLandlordKnown(owner, landlord)
        case (
            HandOpened()
            | PhaseOpened()
            | StepClosed()
            | Shown()
            | ShowDeclined()
            | BidMade()
            | Called()
            | Robbed()
            | Doubled()
            | Multiplied()
            | PassedOut()
            | LandlordChosen()
            | OpenCardTurned()
            | IdentityShown()
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
    known = replace(known, public=publish(known.public, seen))
    match seen:
        case HandOpened():
            return open_view(seen, known.seat)
        case Dealt(owner, count, _, cards) | BottomTaken(owner, count, _, cards):
            return _holding(known, owner, _gain(known.hands[owner], count, cards))
        case Shown(owner, _, _, cards):
            return _holding(known, owner, Held(len(cards), cards))
        case Played(owner, cards):
            return _holding(known, owner, _lose(known.hands[owner], cards))
        case HiddenLandlordTold():
            return replace(known, holds_twin=True)
        case IdentityAnswered(_, yes):
            return replace(known, identity=yes)
        case HiddenLandlordKnown(hidden, landlord, hands):
            for owner, cards in zip((hidden, landlord), hands, strict=False):
                known = _holding(known, owner, Held(len(cards), cards))
            return known
        case PassedOut():
            return View(known.seat, known.public, _empty_hands(known.seat, len(known.hands)))
        case _:
            return known


def _gain(held: Held, count: int, cards: tuple[Card, ...] | None) -> Held:
    if cards is None or held.cards is None:
        return Held(held.count + count, None)
    return Held(held.count + count, sort_cards((*held.cards, *cards)))


def _lose(held: Held, cards: tuple[Card, ...]) -> Held:
    left = None if held.cards is None else without(held.cards, cards)
    return Held(held.count - len(cards), left)


def _holding(known: View, owner: Seat, held: Held) -> View:
    return replace(known, hands=(*known.hands[:owner], held, *known.hands[owner + 1 :]))


def _empty_hands(viewer: Viewer, seats: int) -> tuple[Held, ...]:
    return tuple(Held(0, () if seat == viewer else None) for seat in range(seats))
