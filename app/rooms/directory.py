"""The rooms that the lobby lists: what each says of itself, and what has changed since it was last asked."""

from collections.abc import Callable
from typing import Final

from app.wire.notices import RoomCard

MAX_CARDS: Final = 200
"""So many rooms are listed at most; the others are found by their code or link."""


class Directory:
    """The cards of public rooms, oldest first. `changed` is called whenever there is something new to tell."""

    def __init__(self) -> None:
        self.changed: Callable[[], None] = lambda: None
        self._cards: dict[str, RoomCard] = {}
        self._touched: dict[str, None] = {}

    def put(self, card: RoomCard) -> None:
        """List a room, or change what its card says."""
        room = card.room
        is_news = self._cards.get(room) != card and (room in self._cards or len(self._cards) < MAX_CARDS)
        if is_news:
            self._cards[room] = card
            self._touch(room)

    def remove(self, room: str) -> None:
        """List a room no longer, if it is listed."""
        if self._cards.pop(room, None):
            self._touch(room)

    @property
    def cards(self) -> list[RoomCard]:
        """The whole list."""
        return list(self._cards.values())

    def take_changes(self) -> tuple[list[RoomCard], list[str]]:
        """The cards that are new or have changed since this was last asked, and the rooms that have gone."""
        touched, self._touched = self._touched, {}
        changed = [self._cards[room] for room in touched if room in self._cards]
        return changed, [room for room in touched if room not in self._cards]

    def _touch(self, room: str) -> None:
        self._touched[room] = None
        self.changed()
