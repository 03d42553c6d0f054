"""What a room may play for: bounds that keep every amount far within 2^53, whatever happens in a hand.

A room is refused here when it is made, and when it is read from storage; `settlement` checks each hand once more.
"""

from typing import Final

from app.ledger.settlement import MAX_BEANS, MAX_DUE
from app.rules.facts import Stakes

CAPS: Final = (None, 64, 256, 1_024, 65_536)
"""Caps on the multiple that a room can choose (rulebook 6)."""
ANY_BEANS: Final = -1
"""Everybody has more beans than this: doubling above it is open to all."""
MAX_FEE: Final = 10**9
LARGEST_MULTIPLE: Final = 2**21
"""No hand comes to more at an initial multiple of 1. Five-player reaches it: identity and five doublings 2^6,
fourteen bombs, a spring."""
LARGEST_SHARE: Final = 9
"""So many times base and multiple one seat pays or gets at most: three times a bid of 3 for whoever leaves classic or
laizi. A landlord of Happy against two farmers, both pairs doubled twice, has eight of it."""


class StakesError(ValueError):
    """Stakes that no room may have; `field` names the first one that is wrong."""

    def __init__(self, field: str) -> None:
        super().__init__(f"no room plays for this {field}")
        self.field = field


def check_stakes(stakes: Stakes, entry: int) -> None:
    """Raise StakesError unless a room may play for this; `entry` is the least beans for a hand."""
    for field, value, low, high in (
        ("base", stakes.base, 1, MAX_DUE),
        ("initial", stakes.initial, 1, MAX_DUE),
        ("coefficient", stakes.coefficient, 0, MAX_DUE),
        ("fee", stakes.fee, 0, MAX_FEE),
        ("double_above", stakes.double_above, ANY_BEANS, MAX_BEANS),
        ("entry", entry, 0, MAX_BEANS),
    ):
        if type(value) is not int or not low <= value <= high:
            raise StakesError(field)
    if stakes.cap is not None and (type(stakes.cap) is not int or stakes.cap not in CAPS):
        raise StakesError("cap")
    if most_due(stakes) > MAX_DUE:
        raise StakesError("coefficient")


def most_due(stakes: Stakes) -> int:
    """More beans than this are due from nobody, in a hand of any game."""
    multiple = LARGEST_MULTIPLE if stakes.cap is None else min(stakes.cap, LARGEST_MULTIPLE)
    return stakes.base * stakes.initial * stakes.coefficient * multiple * LARGEST_SHARE
