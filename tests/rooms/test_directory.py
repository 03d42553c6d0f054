"""The list of rooms in the lobby: what it says is what has been put there last, and changes add up to it."""

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from app.rooms.directory import MAX_CARDS, Directory
from app.wire.notices import RoomCard


def card(room: str, taken: int = 1) -> RoomCard:
    return RoomCard(
        room, "Friday", "happy", 100, 50, 2_000, 20, 3, taken, bots=True, watch=False, running=False
    )


@dataclass
class Page:
    """What somebody who looks at the lobby sees."""

    rooms: dict[str, RoomCard] = field(default_factory=dict)

    def hear(self, changed: list[RoomCard], removed: list[str]) -> None:
        self.rooms.update({each.room: each for each in changed})
        for room in removed:
            self.rooms.pop(room, None)


STEPS = st.tuples(st.sampled_from("ABCDE"), st.sampled_from(["put", "remove", "look"]), st.integers(1, 3))


@given(st.lists(STEPS, max_size=40))
def test_changes_add_up_to_the_list(steps: list[tuple[str, str, int]]) -> None:
    directory, page = Directory(), Page()
    calls: list[None] = []
    directory.changed = lambda: calls.append(None)
    for room, step, taken in steps:
        before = directory.cards, len(calls)
        match step:
            case "put":
                directory.put(card(room, taken))
            case "remove":
                directory.remove(room)
            case _:
                page.hear(*directory.take_changes())
        assert (directory.cards != before[0]) == (len(calls) > before[1]), (
            "who listens is called for news only"
        )
    page.hear(*directory.take_changes())
    assert page.rooms == {each.room: each for each in directory.cards}
    assert directory.take_changes() == ([], [])


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
