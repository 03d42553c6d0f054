"""The list of rooms in the lobby: what it says is what has been put there last."""

from hypothesis import given
from hypothesis import strategies as st

from app.rooms.directory import MAX_CARDS, Directory
from app.wire.notices import RoomCard


def card(room: str, taken: int = 1) -> RoomCard:
    return RoomCard(
        room, "Friday", "happy", 100, 50, 2_000, 20, 3, taken, bots=True, watch=False, running=False
    )


STEPS = st.tuples(st.sampled_from("ABCDE"), st.booleans(), st.integers(1, 3))


@given(st.lists(STEPS, max_size=40))
def test_who_listens_is_called_for_news_only(steps: list[tuple[str, bool, int]]) -> None:
    directory = Directory()
    calls: list[None] = []
    directory.changed = lambda: calls.append(None)
    for room, is_put, taken in steps:
        before, called = directory.cards, len(calls)
        if is_put:
            directory.put(card(room, taken))
            assert card(room, taken) in directory.cards
        else:
            directory.remove(room)
            assert room not in {each.room for each in directory.cards}
        assert (directory.cards != before) == (len(calls) > called)


def test_a_list_that_is_full_takes_no_more_but_keeps_what_it_has() -> None:
    directory = Directory()
    for number in range(MAX_CARDS + 5):
        directory.put(card(f"R{number}"))
    assert len(directory.cards) == MAX_CARDS
    directory.put(card("R0", 2))
    assert directory.cards[0].taken == 2
    directory.remove("R1")
    directory.put(card("LATE"))
    assert directory.cards[-1].room == "LATE"
