"""Figures that several games count with."""

from collections.abc import Iterator
from typing import Final

from app.rules.cards import BIG_JOKER, SMALL_JOKER, Card, pack
from app.rules.facts import Cause, Seat
from app.rules.table import Public, Table

FLAT_BELOW: Final = 10
"""Below this behaviour multiple an escape costs the flat rate (rulebook 3 and 4, Escape)."""
FLAT_RATE: Final = {True: 20, False: 10}
"""k below the limit, for a landlord and for a farmer."""
STEEP_RATE: Final = {True: 4, False: 2}
"""What the behaviour multiple is taken times from the limit on."""


def escape_rate(multiple: int, *, is_landlord: bool) -> int:
    """k of the rulebook: how many times base and initial multiple an escape costs at a behaviour multiple."""
    return FLAT_RATE[is_landlord] if multiple < FLAT_BELOW else STEEP_RATE[is_landlord] * multiple


def capped(multiple: int, cap: int | None) -> int:
    """What a room's cap leaves of a multiple."""
    return multiple if cap is None else min(multiple, cap)


def only(public: Public, seat: Seat, points: int) -> tuple[int, ...]:
    """Points for one seat, and none for the others."""
    return tuple(points if other == seat else 0 for other in public.seats)


def jokers_in(hand: tuple[Card, ...]) -> int:
    """How many jokers a hand holds."""
    return hand.count(SMALL_JOKER) + hand.count(BIG_JOKER)


def ranks_held(hand: tuple[Card, ...], copies: int) -> int:
    """How many ranks, jokers and laizi apart, a hand holds at least so many cards of."""
    counts = pack(hand)
    return sum(1 for place in range(13) if counts >> 4 * place & 15 >= copies)


def plays_of(public: Public) -> Iterator[Seat]:
    """Who put cards down, once for each play; a pass is none (rulebook 1.3, Spring)."""
    return (move.seat for move in public.moves if move.cards)


def one_against_two(table: Table, seat: Seat) -> tuple[tuple[Seat, ...], Cause | None]:
    """The winners when a seat is out against or as the one landlord, and spring or anti-spring (rulebook 1.3)."""
    public, landlord = table.public, table.public.landlord
    plays = list(plays_of(public))
    if seat == landlord:
        return (seat,), Cause.SPRING if plays.count(seat) == len(plays) else None
    farmers = tuple(other for other in public.seats if other != landlord)
    return farmers, Cause.ANTI_SPRING if plays.count(landlord or 0) == 1 else None
