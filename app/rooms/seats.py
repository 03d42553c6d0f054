"""Who sits in a room, as the room knows it."""

from dataclasses import dataclass

from app.rules.facts import Seat
from app.wire.notices import Standing
from app.wire.options import SeatState


@dataclass(slots=True)
class Occupant:
    """The holder of a seat: his ledger account and beans, his socket if he is here, and his standing.

    `lapses` counts time-outs in a row; `auto` is auto-play; `ready` is his wish for the next hand; `version`
    counts the facts of the hand that his seat has seen. `standing` is what the hand has counted for his level, once it
    has ended; `title` is what he is called by it, which a bot is not.
    """

    seat: Seat
    player: str
    name: str
    bot: bool
    account: int
    beans: int
    socket: str | None = None
    auto: bool = False
    lapses: int = 0
    ready: bool = False
    version: int = 0
    standing: Standing | None = None
    title: str | None = None

    @property
    def away(self) -> bool:
        """Whether a person is missing from his seat."""
        return not self.bot and self.socket is None

    @property
    def plays_itself(self) -> bool:
        """Whether the server acts for this seat."""
        return self.bot or self.auto

    def state(self) -> SeatState:
        """What everybody at the table may know of him."""
        return SeatState(
            seat=self.seat,
            player=None if self.bot else self.player,
            name=self.name,
            title=self.title,
            bot=self.bot,
            beans=self.beans,
            away=self.away,
            auto=self.auto,
            ready=self.bot or self.ready,
        )
