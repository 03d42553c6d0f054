"""How the seats stand to each other."""

from dataclasses import dataclass
from functools import cached_property

from app.bots.beliefs import landlords
from app.rules.facts import Seat
from app.rules.views import View


@dataclass(frozen=True)
class Sides:
    """The other seats as one seat sees them, in play order.

    `stance` is by seat: 1 is with it, -1 against it, and between them as likely as either is.
    """

    order: tuple[Seat, ...]
    stance: tuple[float, ...]

    @cached_property
    def foes(self) -> tuple[tuple[Seat, float], ...]:
        """The seats that may be against it, and how likely they are to be."""
        return tuple((seat, (1.0 - self.stance[seat]) / 2) for seat in self.order if self.stance[seat] < 1.0)

    @cached_property
    def opponents(self) -> tuple[Seat, ...]:
        """The seats that are rather against it than with it."""
        return tuple(seat for seat in self.order if self.stance[seat] < 0)


def sides_of(view: View, seat: Seat) -> Sides:
    """The sides as the seat of a view sees them; before there is a landlord, everybody is an opponent."""
    public = view.public
    order = tuple(public.after(seat, step) for step in range(1, len(public.seats)))
    if public.landlord is None:
        return Sides(order, tuple(1.0 if other == seat else -1.0 for other in public.seats))
    chances = landlords(view)
    sign = 1 if chances[seat] == 1.0 else -1
    return Sides(order, tuple(sign * (2.0 * chance - 1.0) for chance in chances))
