"""How the seats stand to each other."""

from dataclasses import dataclass

from app.rules.facts import Seat
from app.rules.table import Public


@dataclass(frozen=True, slots=True)
class Sides:
    """The other seats as one seat sees them: in play order, against it, and with it."""

    order: tuple[Seat, ...]
    opponents: tuple[Seat, ...]
    partners: tuple[Seat, ...]


def sides_of(public: Public, seat: Seat) -> Sides:
    """The sides where there is one landlord; before there is one, everybody is an opponent."""
    seats = len(public.carried)
    order = tuple((seat + step) % seats for step in range(1, seats))
    if public.landlord is None or seat == public.landlord:
        return Sides(order, order, ())
    return Sides(order, (public.landlord,), tuple(other for other in order if other != public.landlord))
