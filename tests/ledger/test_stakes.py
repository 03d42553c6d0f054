"""What a room may play for, and that nothing a hand can come to leaves those bounds (field report A66)."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from app.ledger.settlement import MAX_DUE
from app.ledger.stakes import (
    CAPS,
    LARGEST_MULTIPLE,
    LARGEST_SHARE,
    MAX_FEE,
    StakesError,
    check_stakes,
    most_due,
)
from app.rooms.config import STARTER, TIERS, RoomConfig, dump_config, load_config
from app.rooms.options import tier_options
from app.rules.facts import Stakes

FINE = STARTER.stakes
OPTIONS = tier_options(STARTER, 2)


@pytest.mark.parametrize("field", ["base", "initial", "coefficient", "fee", "double_above", "cap", "entry"])
@pytest.mark.parametrize("value", [-2, 1.5, 1e18, 10**18, "10", True, float("nan")])
def test_what_is_no_stake(field: str, value: Any) -> None:
    stakes, entry = (FINE, value) if field == "entry" else (replace(FINE, **{field: value}), 100)
    with pytest.raises(StakesError) as refused:
        check_stakes(stakes, entry)
    assert refused.value.field == field


@pytest.mark.parametrize("field", ["base", "initial"])
def test_a_factor_is_at_least_one(field: str) -> None:
    with pytest.raises(StakesError, match=field):
        check_stakes(replace(FINE, **{field: 0}), 100)  # type: ignore[arg-type]


@pytest.mark.parametrize("cap", CAPS)
def test_the_caps_of_the_rulebook(cap: int | None) -> None:
    check_stakes(replace(FINE, cap=cap), 100)
    with pytest.raises(StakesError, match="cap"):
        check_stakes(replace(FINE, cap=(cap or 0) + 1), 100)


def test_all_factors_together_are_bounded() -> None:
    assert most_due(Stakes(base=2, initial=3, coefficient=5, cap=64)) == 2 * 3 * 5 * 64 * LARGEST_SHARE
    assert most_due(Stakes(coefficient=1)) == LARGEST_MULTIPLE * LARGEST_SHARE
    check_stakes(Stakes(coefficient=MAX_DUE // (LARGEST_SHARE * LARGEST_MULTIPLE)), 1)
    for factor in ("base", "initial", "coefficient"):
        stakes = Stakes(base=1, initial=1, coefficient=MAX_DUE // (LARGEST_SHARE * LARGEST_MULTIPLE))
        with pytest.raises(StakesError):
            check_stakes(replace(stakes, **{factor: getattr(stakes, factor) + 1}), 1)
    check_stakes(Stakes(cap=64, coefficient=MAX_DUE // (LARGEST_SHARE * 64), fee=MAX_FEE), 1)


def test_every_tier_is_within_its_bounds() -> None:
    for tier in TIERS.values():
        check_stakes(tier.stakes, tier.entry)


def test_a_room_cannot_be_made_nor_read_with_other_stakes() -> None:
    with pytest.raises(StakesError):
        RoomConfig(replace(OPTIONS, coefficient=-1), ["p1", "p2", "p3"])
    stored = dump_config(RoomConfig(OPTIONS, ["p1", "p2", "p3"]))
    assert load_config(stored).options == OPTIONS
    for wrong in (b"-10", b"1e18", b"1.5", b'"10"', b"null", b"1000000000"):
        changed = stored.replace(b'"coefficient":10', b'"coefficient":' + wrong)
        assert changed != stored
        with pytest.raises(msgspec.ValidationError):
            load_config(changed)
