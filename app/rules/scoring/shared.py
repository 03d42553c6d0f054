"""Five-player: one multiple for the table, and a total that two landlords share (rulebook 4, Score and Escape)."""

from collections.abc import Sequence
from typing import Final

from app.rules.cards import Card
from app.rules.facts import Cause, Escaped, Scored, Seat
from app.rules.scoring.figures import capped, escape_rate, jokers_in, only, plays_of, ranks_held
from app.rules.table import Public, Table
from app.rules.views import View

LEVEL_BASE: Final = 2
"""The base that levels count with, whatever the room's (rulebook 7)."""


class SharedScoring:
    """Each farmer plays for the same stake; the landlords share what all farmers do, an odd point to the open one."""

    shares_penalty = True

    def outcome(self, table: Table, seat: Seat) -> tuple[tuple[Seat, ...], Cause | None]:
        landlords = table.landlords
        winners = tuple(other for other in table.public.seats if (other in landlords) == (seat in landlords))
        is_spring = all(other in winners for other in plays_of(table.public))
        return winners, Cause.SPRING if is_spring else None

    def pay_order(self, public: Public) -> Sequence[Seat]:
        return sorted(public.seats, key=lambda seat: seat != public.landlord)

    def score(self, table: Table, winners: tuple[Seat, ...]) -> Scored:
        stakes, multiple = table.public.stakes, table.public.multiple
        counted = capped(multiple, stakes.cap)
        x = _points(table, winners, stakes.base * counted)
        points = _points(table, winners, LEVEL_BASE * (multiple // stakes.initial))
        return Scored(stakes.base, multiple, counted, (1,) * len(x), x, points)

    def escape(self, table: Table, seat: Seat) -> tuple[Escaped, Scored]:
        public, stakes = table.public, table.public.stakes
        is_landlord = seat in table.landlords
        multiple = _behaviour(public, sum(map(bombs_held, table.hands)))
        counted = capped(multiple, stakes.cap)
        rate = escape_rate(counted, is_landlord=is_landlord)
        x = only(public, seat, -stakes.base * stakes.initial * rate)
        points = only(public, seat, -LEVEL_BASE * escape_rate(multiple, is_landlord=is_landlord))
        return Escaped(seat, multiple, rate), Scored(stakes.base, multiple, counted, (1,) * len(x), x, points)

    def escape_floor(self, view: View) -> int:
        public, stakes = view.public, view.public.stakes
        if view.seat is None or public.finish:
            return 0
        multiple = _behaviour(public, sum(bombs_held(hand.cards) for hand in view.hands if hand.cards))
        is_landlord = view.holds_twin or view.seat == public.landlord
        rate = escape_rate(capped(multiple, stakes.cap), is_landlord=is_landlord)
        return stakes.base * stakes.initial * rate


def bombs_held(hand: tuple[Card, ...]) -> int:
    """How many bombs that double lie whole in one hand: each rank of five and more, and three or four jokers."""
    return ranks_held(hand, 5) + (jokers_in(hand) >= 3)


def _behaviour(public: Public, held: int) -> int:
    """M of rulebook 4, Escape, with `held` doubling bombs still whole in the hands that count."""
    return (public.multiple // public.stakes.initial) << held


def _points(table: Table, winners: tuple[Seat, ...], stake: int) -> tuple[int, ...]:
    public, landlords = table.public, table.landlords
    total = stake * (len(public.seats) - len(landlords))
    hidden = total // 2 if len(landlords) > 1 else 0
    amounts = (
        total - hidden if seat == public.landlord else hidden if seat in landlords else stake
        for seat in public.seats
    )
    return tuple(
        amount if seat in winners else -amount for seat, amount in zip(public.seats, amounts, strict=True)
    )
