"""The laws of settlements (rulebook 6 and 1.3), over hands of every shape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.settlement import MAX_BEANS, MAX_DUE, Settlement, escape, settle

BEANS = st.one_of(st.integers(0, 50), st.integers(0, 10**9))


@st.composite
def points(draw: st.DrawFn) -> tuple[int, ...]:
    """X of 3 or 5 seats that sums to zero: one side pays, the other receives."""
    seats = draw(st.sampled_from([3, 5]))
    winners = draw(st.integers(1, seats - 1))
    base = draw(st.integers(1, 10**6))
    # in whole points; the larger side's share is uneven where its size does not divide the total
    total = base * max(winners, seats - winners)
    shares = []
    for count in (winners, seats - winners):
        even, odd = divmod(total, count)
        shares.append([even + (seat < odd) for seat in range(count)])
    x = [*shares[0], *(-share for share in shares[1])]
    return tuple(draw(st.permutations(x)))


@st.composite
def hands(draw: st.DrawFn) -> tuple[tuple[int, ...], int, int, tuple[int, ...], tuple[int, ...]]:
    """What `settle` is called with: x, coefficient, fee, carried, order."""
    x = draw(points())
    coefficient = draw(st.one_of(st.integers(0, 3), st.integers(0, 10**5)))
    fee = draw(st.one_of(st.just(0), st.integers(0, 100), st.integers(0, 10**9)))
    carried = tuple(draw(st.lists(BEANS, min_size=len(x), max_size=len(x))))
    return x, coefficient, fee, carried, tuple(draw(st.permutations(range(len(x)))))


def sides(x: tuple[int, ...]) -> tuple[list[int], list[int]]:
    return [seat for seat in range(len(x)) if x[seat] < 0], [seat for seat in range(len(x)) if x[seat] > 0]


@given(hands())
def test_transfers_sum_to_zero_and_nobody_ends_below_zero(
    hand: tuple[tuple[int, ...], int, int, tuple[int, ...], tuple[int, ...]],
) -> None:
    x, coefficient, fee, carried, order = hand
    result = settle(x, coefficient, fee, carried, order)
    assert sum(result.moved) == 0
    assert result.penalty == 0
    for seat, beans in enumerate(carried):
        assert 0 <= result.fees[seat] <= fee
        assert beans + result.moved[seat] >= 0
        assert beans + result.net[seat] >= 0
        # the whole fee is paid by whoever can
        assert result.fees[seat] == fee or beans + result.net[seat] == 0


@given(hands())
def test_nobody_moves_more_than_is_due_or_carried_and_signs_follow_x(
    hand: tuple[tuple[int, ...], int, int, tuple[int, ...], tuple[int, ...]],
) -> None:
    x, coefficient, fee, carried, order = hand
    result = settle(x, coefficient, fee, carried, order)
    for seat, moved in enumerate(result.moved):
        assert abs(moved) <= min(abs(x[seat]) * coefficient, carried[seat])
        assert moved * x[seat] >= 0


@given(hands())
def test_as_much_as_can_moves_and_each_side_shares_fairly(
    hand: tuple[tuple[int, ...], int, int, tuple[int, ...], tuple[int, ...]],
) -> None:
    x, coefficient, fee, carried, order = hand
    result = settle(x, coefficient, fee, carried, order)
    caps = [min(abs(points) * coefficient, beans) for points, beans in zip(x, carried, strict=True)]
    total = min(sum(caps[seat] for seat in side) for side in sides(x))
    for side in sides(x):
        shares = {seat: abs(result.moved[seat]) for seat in side}
        whole = sum(caps[seat] for seat in side)
        assert sum(shares.values()) == total
        for seat in side:  # within one bean of its exact share
            assert shares[seat] * whole - total * caps[seat] in range(-whole, whole + 1)
        # whoever got a left-over bean comes before whoever could have had it
        extra = [
            seat for seat in order if seat in shares and whole and shares[seat] > total * caps[seat] // whole
        ]
        without = [
            seat for seat in order if seat in shares and shares[seat] < caps[seat] and seat not in extra
        ]
        assert all(order.index(lucky) < order.index(other) for lucky in extra for other in without)


@given(hands())
def test_all_rich_enough_pay_and_get_what_is_due(
    hand: tuple[tuple[int, ...], int, int, tuple[int, ...], tuple[int, ...]],
) -> None:
    x, coefficient, fee, _, order = hand
    carried = tuple(abs(points) * coefficient + fee for points in x)
    result = settle(x, coefficient, fee, carried, order)
    assert result.moved == tuple(points * coefficient for points in x)
    assert result.fees == (fee,) * len(x)


@given(hands(), st.data())
def test_who_carries_more_never_moves_less(
    hand: tuple[tuple[int, ...], int, int, tuple[int, ...], tuple[int, ...]], data: st.DataObject
) -> None:
    x, coefficient, fee, carried, order = hand
    seat = data.draw(st.integers(0, len(x) - 1))
    more = data.draw(BEANS)
    richer = tuple(beans + more * (other == seat) for other, beans in enumerate(carried))
    before, after = (settle(x, coefficient, fee, beans, order) for beans in (carried, richer))
    assert sum(map(abs, after.moved)) >= sum(map(abs, before.moved))
    assert abs(after.moved[seat]) >= abs(before.moved[seat])


@given(st.integers(0, 10**12), st.lists(BEANS, min_size=2, max_size=5), st.booleans(), st.data())
def test_an_escape_costs_the_escaper_and_nobody_else(
    due: int, carried: list[int], shared: bool, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, len(carried) - 1))
    result = escape(seat, due, carried, shared=shared)
    paid = min(due, carried[seat])
    assert result.moved[seat] == -paid
    assert sum(result.moved) + result.penalty == 0
    assert set(result.fees) == {0}
    others = {moved for other, moved in enumerate(result.moved) if other != seat}
    assert others == {paid // (len(carried) - 1) if shared else 0}
    assert result.penalty == (paid % (len(carried) - 1) if shared else paid)


@pytest.mark.parametrize(
    ("due", "carried", "shared", "moved", "penalty"),
    [
        (3000, (10_000, 5, 5), False, (-3000, 0, 0), 3000),  # classic: all of it to the system
        (3001, (10_000, 5, 5), True, (-3001, 1500, 1500), 1),  # Happy: in halves, whatever they carried
        (20_000, (7, 5, 5), True, (-7, 3, 3), 1),
        (20_000, (0, 5, 5), True, (0, 0, 0), 0),
        (203, (500, 0, 0, 0, 0), True, (-203, 50, 50, 50, 50), 3),  # five-player: in quarters
    ],
)
def test_escapes(
    due: int, carried: tuple[int, ...], shared: bool, moved: tuple[int, ...], penalty: int
) -> None:
    result = escape(0, due, carried, shared=shared)
    assert (result.moved, result.penalty) == (moved, penalty)


def test_an_odd_point_of_five_goes_to_the_open_landlord() -> None:
    """3 points at N = 10, the open landlord in seat 3: 20 beans for him, 10 for the hidden landlord."""
    result = settle((-1, 1, -1, 2, -1), 10, 0, (100,) * 5, (3, 4, 0, 1, 2))
    assert result.moved == (-10, 10, -10, 20, -10)


def test_left_over_beans_of_five_go_to_the_open_landlord_first() -> None:
    result = settle((-1, 2, -1, 2, -2), 10, 0, (1, 50, 1, 50, 1), (3, 4, 0, 1, 2))
    assert result.moved == (-1, 1, -1, 2, -1)


@pytest.mark.parametrize(
    ("x", "coefficient", "fee", "carried", "order"),
    [
        ((1, -1, 0), -1, 0, (1, 1, 1), (0, 1, 2)),
        ((1, -1, 0), 1, -1, (1, 1, 1), (0, 1, 2)),
        ((1, -1, 0), 1, 0, (1, -1, 1), (0, 1, 2)),
        ((1, -1, 0), 1, 0, (1, 1), (0, 1, 2)),
        ((1, -1, 0), 1, 0, (1, 1, 1), (0, 1, 1)),
        ((MAX_DUE, -MAX_DUE, 0), 2, 0, (1, 1, 1), (0, 1, 2)),
    ],
)
def test_what_cannot_be_settled(
    x: tuple[int, ...], coefficient: int, fee: int, carried: tuple[int, ...], order: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match=r"beans|seats|negative"):
        settle(x, coefficient, fee, carried, order)


@pytest.mark.parametrize(("due", "carried"), [(-1, (1, 1)), (1, (1, -1)), (MAX_DUE + 1, (1, 1))])
def test_what_is_no_escape(due: int, carried: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="beans"):
        escape(0, due, carried, shared=False)


def test_a_settlement_that_does_not_balance_cannot_be_made() -> None:
    for moved, fees, penalty in (((1, 0), (0, 0), 0), ((1, -1), (-1, 0), 0), ((1, 0), (0, 0), -1)):
        with pytest.raises(ValueError, match="balance"):
            Settlement(moved, fees, penalty)


@given(hands(), st.integers(0, 10**5), st.integers(0, 10**5))
def test_more_at_stake_never_moves_less_in_all(
    hand: tuple[tuple[int, ...], int, int, tuple[int, ...], tuple[int, ...]], more: int, fee_more: int
) -> None:
    x, coefficient, fee, carried, order = hand
    before = settle(x, coefficient, fee, carried, order)
    after = settle(x, coefficient + more, fee + fee_more, carried, order)
    assert sum(map(abs, after.moved)) >= sum(map(abs, before.moved))
    assert sum(settle(x, coefficient, fee + fee_more, carried, order).fees) >= sum(before.fees)


class Small(int):
    """A number that no sum, product or quotient may take out of 2^53 (L10)."""

    def __new__(cls, value: int) -> "Small":
        assert -MAX_BEANS <= value <= MAX_BEANS
        return super().__new__(cls, value)

    def __mul__(self, other: int) -> "Small":
        return Small(int(self) * int(other))

    def __add__(self, other: int) -> "Small":
        return Small(int(self) + int(other))

    def __sub__(self, other: int) -> "Small":
        return Small(int(self) - int(other))

    def __floordiv__(self, other: int) -> "Small":
        return Small(int(self) // int(other))

    def __divmod__(self, other: int) -> "tuple[Small, Small]":
        quotient, remainder = divmod(int(self), int(other))
        return Small(quotient), Small(remainder)

    def __rshift__(self, other: int) -> "Small":
        return Small(int(self) >> other)

    def __and__(self, other: int) -> "Small":
        return Small(int(self) & other)

    def __neg__(self) -> "Small":
        return Small(-int(self))

    def __abs__(self) -> "Small":
        return Small(abs(int(self)))

    __rmul__, __radd__ = __mul__, __add__


@given(st.data())
def test_no_step_of_a_settlement_leaves_2_53(data: st.DataObject) -> None:
    """Not even where everybody is due as much as can be, and carries more than that."""
    seats = data.draw(st.sampled_from([3, 5]))
    signs = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=seats, max_size=seats))
    due = st.one_of(st.just(MAX_DUE), st.integers(MAX_DUE // 2, MAX_DUE), st.integers(0, MAX_DUE))
    x = [Small(sign * data.draw(due)) for sign in signs]
    carried = [Small(data.draw(st.one_of(due, st.just(10**15)))) for _ in range(seats)]
    result = settle(x, Small(1), Small(10**9), carried, range(seats))
    assert result == settle([*map(int, x)], 1, 10**9, [*map(int, carried)], range(seats))
    escape(0, Small(MAX_DUE), carried, shared=True)
