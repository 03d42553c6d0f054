"""How many beans a hand moves: pure functions from points to whole beans.

A loser never pays more than he carried, and a winner never gains more than he carried. What the two sides may
move at most is T, the smaller of their sums; each side splits T in proportion to its caps. The fee comes after.
"""

from collections.abc import Sequence
from dataclasses import dataclass

MAX_BEANS = 2**53 - 1
MAX_DUE = 10**12
"""More beans than this no hand can make due from one seat (`stakes` refuses rooms that could)."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Beans by seat: `moved` is signed and comes first, `fees` (not negative) go to the recycling account.

    `penalty` is the part of an escaper's beans that goes to the system. `moved` and `penalty` sum to zero.
    """

    moved: tuple[int, ...]
    fees: tuple[int, ...]
    penalty: int = 0
    escaped: bool = False

    def __post_init__(self) -> None:
        if sum(self.moved) + self.penalty != 0 or min(self.fees, default=0) < 0 or self.penalty < 0:
            raise ValueError(f"a settlement must balance: {self}")

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat ends up with, more or less, in beans."""
        return tuple(moved - fee for moved, fee in zip(self.moved, self.fees, strict=True))


def settle(
    x: Sequence[int], coefficient: int, fee: int, carried: Sequence[int], order: Sequence[int]
) -> Settlement:
    """The beans that a finished hand moves.

    `x` is each seat's signed X, `coefficient` the room's beans per point, `fee` its fee per player, `carried`
    each seat's beans before the hand. Beans left over by rounding go one each to seats in `order`.
    """
    seats = len(x)
    if len(carried) != seats or sorted(order) != list(range(seats)):
        raise ValueError("x, carried and order must name the same seats")
    if coefficient < 0 or fee < 0 or min(carried, default=0) < 0:
        raise ValueError("coefficient, fee and carried beans are not negative")
    caps = [min(_beans(abs(points) * coefficient), beans) for points, beans in zip(x, carried, strict=True)]
    payers = [seat for seat in order if x[seat] < 0]
    receivers = [seat for seat in order if x[seat] > 0]
    total = min(sum(caps[seat] for seat in payers), sum(caps[seat] for seat in receivers))
    moved = [0] * seats
    for seat, beans in _split(total, caps, receivers).items():
        moved[seat] = beans
    for seat, beans in _split(total, caps, payers).items():
        moved[seat] = -beans
    fees = [min(fee, beans + gain) for beans, gain in zip(carried, moved, strict=True)]
    return Settlement(tuple(moved), tuple(fees))


def escape(seat: int, due: int, carried: Sequence[int], *, shared: bool) -> Settlement:
    """The beans that an escape moves: min(due, carried) from the escaper, no fee for anybody.

    `due` is |X| times the coefficient. Where it is `shared` (Happy, five-player) the others get equal whole
    shares, whatever they carried, and the system the remainder; otherwise the system gets all.
    """
    if due < 0 or min(carried, default=0) < 0:
        raise ValueError("due and carried beans are not negative")
    paid = min(_beans(due), carried[seat])
    others = len(carried) - 1
    share = paid // others if shared and others else 0
    moved = tuple(-paid if other == seat else share for other in range(len(carried)))
    return Settlement(moved, (0,) * len(carried), paid - share * others, escaped=True)


def _split(total: int, caps: Sequence[int], seats: Sequence[int]) -> dict[int, int]:
    """`total` in proportion to the caps, rounded down; what is left goes one each to seats below their cap."""
    whole = sum(caps[seat] for seat in seats)
    shares = {seat: _portion(total, caps[seat], whole) if whole else 0 for seat in seats}
    left = total - sum(shares.values())
    for seat in seats:
        if left and shares[seat] < caps[seat]:
            shares[seat] += 1
            left -= 1
    assert left == 0, "fewer beans are left over than seats are below their cap"
    return shares


def _portion(total: int, part: int, whole: int) -> int:
    """`total` times `part` through `whole`, rounded down; a long division, so that no product reaches 2^53 (L10).

    `total` and `part` are not more than `whole`, which is the sum of at most four amounts up to MAX_DUE.
    """
    quotient = remainder = 0
    for shift in range(40, -1, -10):
        digit, remainder = divmod(remainder * 1024 + (total >> shift & 1023) * part, whole)
        quotient = quotient * 1024 + digit
    return quotient


def _beans(amount: int) -> int:
    if amount > MAX_DUE:
        raise ValueError(f"{amount} beans are more than a hand may be about")
    return amount
