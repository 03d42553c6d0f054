"""Transfers as values: what is none, their keys and hashes, and how a hand becomes one."""

from dataclasses import replace

import pytest

from app.ledger.settlement import MAX_BEANS, Settlement, escape, settle
from app.ledger.transfers import Leg, Transfer, hand_transfer

GIFT = Transfer("k", "grant", (Leg(1, -5, "grant"), Leg(2, 5, "grant")), "op:1", reason="why", ticket="T1")


@pytest.mark.parametrize(
    "legs",
    [
        (),
        (Leg(1, 5, "grant"),),
        (Leg(1, -5, "grant"), Leg(2, 4, "grant")),
        (Leg(1, 0, "grant"), Leg(2, 0, "grant")),
        (Leg(1, -(MAX_BEANS + 1), "grant"), Leg(2, MAX_BEANS + 1, "grant")),
        (Leg(1, -1.5, "grant"), Leg(2, 1.5, "grant")),  # type: ignore[arg-type]
        (Leg(1, -True, "grant"), Leg(2, True, "grant")),
    ],
)
def test_what_is_no_transfer(legs: tuple[Leg, ...]) -> None:
    with pytest.raises(ValueError, match=r"legs|amount"):
        replace(GIFT, legs=legs)


@pytest.mark.parametrize("missing", ["reason", "ticket"])
def test_beans_outside_a_hand_have_a_reason_and_a_ticket(missing: str) -> None:
    with pytest.raises(ValueError, match="reason"):
        replace(GIFT, **{missing: ""})  # type: ignore[arg-type]


def test_everything_that_was_asked_for_is_in_the_hash() -> None:
    others = [
        replace(GIFT, key="k2"),
        replace(GIFT, kind="correction"),
        replace(GIFT, legs=(Leg(1, -6, "grant"), Leg(2, 6, "grant"))),
        replace(GIFT, legs=(Leg(1, -5, "grant"), Leg(3, 5, "grant"))),
        replace(GIFT, legs=(Leg(1, -5, "mint"), Leg(2, 5, "grant"))),
        replace(GIFT, legs=tuple(reversed(GIFT.legs))),
        replace(GIFT, actor="op:2"),
        replace(GIFT, reason="because"),
        replace(GIFT, ticket="T2"),
        replace(GIFT, approver="op:2"),
        replace(GIFT, room_id="r1"),
        replace(GIFT, hand_no=1),
    ]
    assert len({transfer.request_sha for transfer in (GIFT, *others)}) == len(others) + 1
    assert replace(GIFT).request_sha == GIFT.request_sha


def test_the_hash_and_the_id_never_change() -> None:
    """They are stored: another form of them would make old keys look like conflicts."""
    assert GIFT.txn_id == "4dfcb44d97713df1e837de4742c26757"
    assert GIFT.request_sha == "8c4e208da6015daa5c29c6c41a31196ad8a2713f82c1c260fc8e773b34b7c0a5"


def test_a_hand_has_a_line_for_each_transfer_and_each_fee() -> None:
    settlement = settle((12, -6, -6), 1000, 50, (100_000, 2500, 100_000), (0, 1, 2))
    transfer = hand_transfer("r1", 7, (11, 12, 13), settlement, recycle_id=1, penalty_id=2)
    assert transfer
    assert (transfer.key, transfer.kind, transfer.hand) == ("hand:r1:7", "hand", "r1:7")
    assert transfer.legs == (
        Leg(11, 8500, "transfer"),
        Leg(12, -2500, "transfer"),
        Leg(13, -6000, "transfer"),
        Leg(11, -50, "fee"),
        Leg(13, -50, "fee"),
        Leg(1, 100, "fee"),
    )
    assert transfer.account_ids == (1, 11, 12, 13)


def test_an_escape_names_penalty_and_shares() -> None:
    settlement = escape(1, 101, (10, 500, 10), shared=True)
    transfer = hand_transfer("r1", 7, (11, 12, 13), settlement, recycle_id=1, penalty_id=2)
    assert transfer
    assert transfer.legs == (
        Leg(11, 50, "share"),
        Leg(12, -101, "penalty"),
        Leg(13, 50, "share"),
        Leg(2, 1, "penalty"),
    )
    assert transfer.reason == "escape"


def test_a_hand_that_moves_nothing_is_no_transfer() -> None:
    nothing = Settlement((0, 0, 0), (0, 0, 0))
    assert hand_transfer("r1", 7, (11, 12, 13), nothing, recycle_id=1, penalty_id=2) is None
