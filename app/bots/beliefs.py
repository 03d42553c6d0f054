"""Who plays on the landlord's side, as far as a seat may know: for sure, or how likely it is (rulebook 4)."""

from typing import Final

from app.rules.facts import Seat
from app.rules.table import Public
from app.rules.views import View

DEFIES: Final = 0.6
"""How much less likely a seat is to be the hidden landlord for each play of the open landlord that it has beaten."""


def landlords(view: View) -> tuple[float, ...]:
    """By seat, how likely it is to be a landlord; some seat is one."""
    public = view.public
    known = {public.landlord, public.hidden, view.seat if view.holds_twin else public.landlord}
    certain = tuple(1.0 if seat in known else 0.0 for seat in public.seats)
    if public.open_card is None or public.hidden is not None or view.holds_twin:
        return certain
    weights = [0.0 if seat == view.seat else _weight(view, seat) for seat in public.seats]
    total = sum(weights)
    return tuple(
        1.0 if seat == public.landlord else weight / total if total else 0.0
        for seat, weight in enumerate(weights)
    )


def _weight(view: View, seat: Seat) -> float:
    """How likely a seat is to hold the twin, next to other seats: any hidden card may be it.

    The open landlord himself would hold it were he alone, and has said that he is not once he has shown.
    """
    public = view.public
    if seat != public.landlord:
        return view.hands[seat].count * DEFIES ** _defiances(public, seat)
    if view.seat == seat or seat in public.identities:
        return 0.0
    return view.hands[seat].count - (not has_played_open_card(public))


def has_played_open_card(public: Public) -> bool:
    """Whether the open landlord has played a copy of the open card."""
    card = public.open_card.card if public.open_card else None
    return any(card in move.cards for move in public.moves if move.seat == public.landlord)


def _defiances(public: Public, seat: Seat) -> int:
    """How many plays of the open landlord a seat has beaten."""
    defiances, holder = 0, None
    for move in public.moves:
        if move.cards:
            defiances += move.seat == seat and holder == public.landlord
            holder = move.seat
    return defiances
