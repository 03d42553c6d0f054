"""Classic and laizi: the winning bid times the multiple, the landlord twice (rulebook 2, Score and Escape)."""

from collections.abc import Sequence
from typing import Final

from app.rules.facts import Cause, Escaped, Scored, Seat
from app.rules.scoring.figures import capped, one_against_two, only
from app.rules.table import Public, Table
from app.rules.views import View

LANDLORD_FACTOR: Final = 2
ESCAPE_FACTOR: Final = 3


class IdentityScoring:
    """Everybody plays for the same stake, the landlord for two of them; the system takes what an escape costs."""

    shares_penalty = False

    def outcome(self, table: Table, seat: Seat) -> tuple[tuple[Seat, ...], Cause | None]:
        return one_against_two(table, seat)

    def pay_order(self, public: Public) -> Sequence[Seat]:
        return public.seats

    def score(self, table: Table, winners: tuple[Seat, ...]) -> Scored:
        public, multiple = table.public, table.public.multiple
        counted = capped(multiple, public.stakes.cap)
        x = _points(public, winners, public.bid * public.stakes.base * counted)
        points = _points(public, winners, public.bid * (multiple // public.stakes.initial))
        return Scored(public.bid * public.stakes.base, multiple, counted, (1,) * len(public.seats), x, points)

    def escape(self, table: Table, seat: Seat) -> tuple[Escaped, Scored]:
        public, multiple = table.public, _behaviour(table.public)
        base = public.stakes.base * max(public.bid, 1)
        counted = capped(multiple, public.stakes.cap)
        rate = ESCAPE_FACTOR * counted
        x = only(public, seat, -base * public.stakes.initial * rate)
        points = only(public, seat, -ESCAPE_FACTOR * max(public.bid, 1) * multiple)
        scored = Scored(base, multiple, counted, (1,) * len(public.seats), x, points)
        return Escaped(seat, multiple, rate), scored

    def escape_floor(self, view: View) -> int:
        public = view.public
        if view.seat is None or public.finish:
            return 0
        multiple = capped(_behaviour(public), public.stakes.cap)
        return public.stakes.base * public.stakes.initial * ESCAPE_FACTOR * max(public.bid, 1) * multiple


def _behaviour(public: Public) -> int:
    """The multiple so far without the room's initial one; bombs in hand never count."""
    return public.multiple // public.stakes.initial


def _points(public: Public, winners: tuple[Seat, ...], stake: int) -> tuple[int, ...]:
    return tuple(
        (stake if seat in winners else -stake) * (LANDLORD_FACTOR if seat == public.landlord else 1)
        for seat in public.seats
    )
