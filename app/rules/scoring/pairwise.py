"""Happy: every farmer settles with the landlord alone (rulebook 3, Score and Escape)."""

from collections.abc import Sequence

from app.rules.cards import Card
from app.rules.facts import Cause, Escaped, Scored, Seat
from app.rules.scoring.figures import capped, escape_rate, jokers_in, one_against_two, only, ranks_held
from app.rules.table import Public, Table
from app.rules.views import View


def bombs_held(hand: tuple[Card, ...]) -> int:
    """How many bombs and rockets lie whole in one hand."""
    return ranks_held(hand, 4) + (jokers_in(hand) == 2)


class PairwiseScoring:
    """Doubling concerns one pair of landlord and farmer at a time, and so does what they pay."""

    shares_penalty = True

    def outcome(self, table: Table, seat: Seat) -> tuple[tuple[Seat, ...], Cause | None]:
        return one_against_two(table, seat)

    def pay_order(self, public: Public) -> Sequence[Seat]:
        return public.seats

    def score(self, table: Table, winners: tuple[Seat, ...]) -> Scored:
        public, stakes = table.public, table.public.stakes
        multiple = public.multiple
        counted = capped(multiple, stakes.cap)
        doubling = tuple(_doubling(public, seat) for seat in public.seats)
        x = _pairwise(public, winners, stakes.base * counted, doubling)
        points = _pairwise(public, winners, multiple // stakes.initial, doubling)
        return Scored(stakes.base, multiple, counted, doubling, x, points)

    def escape(self, table: Table, seat: Seat) -> tuple[Escaped, Scored]:
        public = table.public
        held = sum(map(bombs_held, table.hands))
        multiple = _behaviour(public, seat, held)
        counted = capped(multiple, public.stakes.cap)
        rate = _rate(public, seat, counted)
        x = only(public, seat, -public.stakes.base * public.stakes.initial * rate)
        points = only(public, seat, -_rate(public, seat, multiple))
        doubling = tuple(_doubling(public, other) for other in public.seats)
        return Escaped(seat, multiple, rate), Scored(
            public.stakes.base, multiple, counted, doubling, x, points
        )

    def escape_floor(self, view: View) -> int:
        public = view.public
        if view.seat is None or public.finish:
            return 0
        held = sum(bombs_held(hand.cards) for hand in view.hands if hand.cards)
        multiple = capped(_behaviour(public, view.seat, held), public.stakes.cap)
        return public.stakes.base * public.stakes.initial * _rate(public, view.seat, multiple)


def _pairwise(
    public: Public, winners: tuple[Seat, ...], stake: int, doubling: tuple[int, ...]
) -> tuple[int, ...]:
    """Each farmer's signed stake, and the landlord's sum of them the other way."""
    x = [0] * len(public.carried)
    for seat in public.seats:
        if seat != public.landlord:
            x[seat] = stake * doubling[seat] * (1 if seat in winners else -1)
    if public.landlord is not None:
        x[public.landlord] = -sum(x)
    return tuple(x)


def _doubling(public: Public, seat: Seat) -> int:
    """The factor of doubling on a farmer's stake; a landlord's is what he brings into each pair."""
    factor = 2 if public.has_doubled(seat) else 1
    if public.landlord is not None and seat != public.landlord and public.has_doubled(public.landlord):
        factor *= 2
    return factor


def _behaviour(public: Public, seat: Seat, held: int) -> int:
    """M of rulebook 3, Escape, with `held` bombs and rockets still whole in the hands that count."""
    factor = public.factor_of(Cause.SHOW, Cause.ROB, Cause.BOMB, Cause.ROCKET) << held
    if public.has_doubled(seat):
        factor *= 2
    if any(public.has_doubled(other) for other in _opponents(public, seat)):
        factor *= 2
    return factor


def _opponents(public: Public, seat: Seat) -> tuple[Seat, ...]:
    if public.landlord is None:
        return ()
    if seat == public.landlord:
        return tuple(other for other in public.seats if other != seat)
    return (public.landlord,)


def _rate(public: Public, seat: Seat, multiple: int) -> int:
    return escape_rate(multiple, is_landlord=seat == public.landlord)
