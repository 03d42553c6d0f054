"""The rooms that the lobby lists, by what each says of itself."""

from collections.abc import Callable
from typing import Final

from app.wire.notices import RoomCard

MAX_CARDS: Final = 200
"""So many rooms are listed at most; the others are found by their code or link."""


class Directory:
    """The cards of public rooms, the oldest first. `changed` is called whenever there is something new to tell."""

    def __init__(self) -> None:
        self.changed: Callable[[], None] = lambda: None
        self._cards: dict[str, RoomCard] = {}

    @property
    def cards(self) -> list[RoomCard]:
        """The whole list."""
        return list(self._cards.values())

    def put(self, card: RoomCard) -> None:
        """List a room, or change what its card says."""
        is_listed = card.room in self._cards
        if self._cards.get(card.room) != card and (is_listed or len(self._cards) < MAX_CARDS):
            self._cards[card.room] = card
            self.changed()

    def remove(self, room: str) -> None:
        """List a room no longer, if it is listed."""
        if self._cards.pop(room, None):
            self.changed()
