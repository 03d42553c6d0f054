"""The rows of the rulebook's case file that are about beans: transfers, caps and fees (rulebook 6)."""

import re
from collections.abc import Callable

import pytest

from app.ledger.settlement import Settlement, settle
from tests.rules.cases import Case, read_cases

RICH = 1_000_000
LANDLORD_WINS, FARMERS_WIN = (12, -6, -6), (-12, 6, 6)  # X = 6 before identity, the landlord in seat 0


def hand(x: tuple[int, int, int], carried: tuple[int, int, int], fee: int = 50) -> Settlement:
    """A hand at N = 1000, whose landlord sits in seat 0."""
    return settle(x, 1000, fee, carried, (0, 1, 2))


def rich(_: Case) -> list[int]:
    result = hand(LANDLORD_WINS, (RICH, RICH, RICH))
    assert len(set(result.fees)) == 1
    return [*result.moved, result.fees[0], *result.net, sum(result.fees)]


def poor_loser(_: Case) -> list[int]:
    result = hand(LANDLORD_WINS, (RICH, 2500, RICH))
    return [*result.moved, *result.fees, 1, 2500 + result.net[1]]  # "farmer 1 ends on 0"


def poor_winner(_: Case) -> list[int]:
    result = hand(FARMERS_WIN, (RICH, 2500, RICH))
    assert result.fees == (50, 50, 50)
    return [1, result.moved[1], 2, result.moved[2], result.moved[0]]  # "farmer 1 ..., farmer 2 ..., landlord"


def odd_bean(_: Case) -> list[int]:
    result = hand(FARMERS_WIN, (7001, RICH, RICH))
    return [result.moved[1], result.moved[2], result.moved[0]]


ANSWERS: dict[int, Callable[[Case], list[int]]] = {
    170: rich,
    171: poor_loser,
    173: poor_winner,
    174: odd_bean,
}


@pytest.mark.parametrize(
    "case", [case for case in read_cases() if case.n in ANSWERS], ids=lambda case: f"n{case.n}"
)
def test_beans(case: Case) -> None:
    numbers = [int(number) for number in re.findall(r"[+-]?\d+", case.expected)]
    assert ANSWERS[case.n](case) == numbers
