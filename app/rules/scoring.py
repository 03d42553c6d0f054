"""Points: what a finished hand is worth to each seat, and what leaving one costs (rulebook 3, Score and Escape)."""

from typing import Final

from app.rules.cards import BIG_JOKER, SMALL_JOKER, Card, pack
from app.rules.facts import Cause, Escaped, Scored, Seat
from app.rules.table import Public, Table
from app.rules.views import View

FLAT_BELOW: Final = 10
"""Below this behaviour multiple an escape costs the flat rate."""
FLAT_RATE: Final = {True: 20, False: 10}
"""k below the limit, for a landlord and for a farmer."""
STEEP_RATE: Final = {True: 4, False: 2}
"""What the behaviour multiple is taken times from the limit on."""


def capped(multiple: int, cap: int | None) -> int:
    """What a room's cap leaves of a multiple."""
    return multiple if cap is None else min(multiple, cap)


def bombs_held(hand: tuple[Card, ...]) -> int:
    """How many bombs and rockets lie whole in one hand."""
    counts = pack(hand)
    fours = sum(1 for place in range(13) if counts >> 4 * place & 15 == 4)
    return fours + (SMALL_JOKER in hand and BIG_JOKER in hand)


class PairwiseScoring:
    """Happy: every farmer settles with the landlord alone, so doubling concerns one pair at a time."""

    shares_penalty = True

    def score(self, public: Public, winners: tuple[Seat, ...]) -> Scored:
        stakes = public.stakes
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
        x = _only(public, seat, -public.stakes.base * public.stakes.initial * rate)
        points = _only(public, seat, -_rate(public, seat, multiple))
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
    is_landlord = seat == public.landlord
    if multiple < FLAT_BELOW:
        return FLAT_RATE[is_landlord]
    return STEEP_RATE[is_landlord] * multiple


def _only(public: Public, seat: Seat, points: int) -> tuple[int, ...]:
    return tuple(points if other == seat else 0 for other in public.seats)
