"""Who sits where: a player has one seat, whatever his tabs and devices ask for at the same time.

A player is held while a seat is being found for him, whether by the queue, at a new room or at one that is there.
Nothing here waits, so nothing can come between asking and taking.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager


class HeldError(Exception):
    """One of these players has a seat, or one is being found for him."""


class Seating:
    """The seats of people at the rooms of this process; bots are not its concern.

    `taken` is called when a player has sat down himself.
    """

    def __init__(self) -> None:
        self.taken: Callable[[str], None] = lambda player: None
        self._rooms: dict[str, str | None] = {}

    def where(self, player: str) -> str | None:
        """The room that holds a seat for a player."""
        return self._rooms.get(player)

    def is_free(self, player: str) -> bool:
        """Whether he neither has a seat nor is being given one."""
        return player not in self._rooms

    @contextmanager
    def hold(self, players: Iterable[str]) -> Iterator[None]:
        """Keep these players for whoever finds a seat for them now; raises HeldError.

        Who has not been seated by the end is free again.
        """
        held = list(players)
        if not all(map(self.is_free, held)):
            raise HeldError
        self._rooms.update(dict.fromkeys(held))
        try:
            yield
        finally:
            for player in held:
                if self._rooms.get(player, "") is None:
                    del self._rooms[player]

    def seat(self, player: str, room: str) -> None:
        """A player who is held, or whose room has come back, sits in a room from now on."""
        self._rooms[player] = room

    def take(self, player: str, room: str) -> bool:
        """A player sits down in a room himself; False: he has another seat, or is being given one."""
        if self._rooms.setdefault(player, room) != room:
            return False
        self.taken(player)
        return True

    def give_up(self, player: str, room: str) -> None:
        """A player's seat in this room is his no longer."""
        if self._rooms.get(player, "") == room:
            del self._rooms[player]
