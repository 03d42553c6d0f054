"""Who sits where: one seat per player."""

import pytest

from app.rooms.seating import HeldError, Seating


def test_who_is_held_sits_down_nowhere_else() -> None:
    seating = Seating()
    with seating.hold(["ann", "bob"]):
        assert not seating.take("ann", "ELSEWHERE")
        assert seating.where("ann") is None
        with pytest.raises(HeldError), seating.hold(["cid", "bob"]):
            raise AssertionError("never held")
        assert seating.is_free("cid")
        seating.seat("ann", "ROOM")
    assert seating.where("ann") == "ROOM"
    assert seating.is_free("bob"), "nobody has found him a seat"


def test_a_seat_is_given_up_only_where_it_is() -> None:
    seating = Seating()
    assert seating.take("ann", "ROOM")
    assert seating.take("ann", "ROOM"), "it is his already"
    assert not seating.take("ann", "OTHER")
    seating.give_up("ann", "OTHER")
    assert seating.where("ann") == "ROOM"
    seating.give_up("ann", "ROOM")
    assert seating.take("ann", "OTHER")
