"""Who sits in a room, as the room knows it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.players.points import titles_of
from app.rules.facts import Seat
from app.rules.levels import ladder_of
from app.storage.store import Transaction
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
    def is_ready(self) -> bool:
        """Whether the next hand may begin, for his part: a bot always is, a person has to be here."""
        return self.bot or (self.ready and not self.away)

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


class Seats:
    """The seats of one room, each an occupant's or empty. While a hand runs they are full, and nobody comes or goes."""

    def __init__(self, count: int) -> None:
        self._held: list[Occupant | None] = [None] * count

    def __len__(self) -> int:
        """How many seats there are."""
        return len(self._held)

    def __iter__(self) -> Iterator[Occupant]:
        """Who holds a seat, in seat order."""
        return (occupant for occupant in self._held if occupant is not None)

    def __getitem__(self, seat: Seat) -> Occupant:
        """The holder of a seat; raises LookupError where there is none."""
        occupant = self.get(seat)
        if occupant is None:
            raise LookupError(f"nobody sits on {seat}")
        return occupant

    def get(self, seat: Seat) -> Occupant | None:
        """The holder of a seat, if somebody holds it."""
        return self._held[seat] if seat < len(self._held) else None

    def of(self, player: str) -> Occupant | None:
        """The seat of a player, if he has one."""
        return next((occupant for occupant in self if occupant.player == player), None)

    @property
    def is_full(self) -> bool:
        """Whether somebody holds every seat."""
        return None not in self._held

    @property
    def people(self) -> list[Occupant]:
        """Who is no bot, in seat order."""
        return [occupant for occupant in self if not occupant.bot]

    def states(self) -> list[SeatState | None]:
        """What everybody at the table may know of each seat; None is an empty one."""
        return [None if occupant is None else occupant.state() for occupant in self._held]

    def take(self, players: Sequence[str | None], newcomers: Sequence[Occupant]) -> None:
        """Who holds the seats from now on. Who keeps his seat stays as he is; the others are among the newcomers."""
        known = {(occupant.seat, occupant.player): occupant for occupant in (*newcomers, *self)}
        self._held = [None if player is None else known[seat, player] for seat, player in enumerate(players)]


async def read_occupants(tx: Transaction, players: Sequence[str | None]) -> list[Occupant]:
    """Whoever has these seats, as he is stored."""
    seated = [player for player in players if player is not None]
    rows = await tx.players.get(seated)
    accounts = await tx.ledger.find_accounts(seated)
    titles = await titles_of(tx, seated, ladder_of(len(players)))
    return [
        Occupant(
            seat=seat,
            player=player,
            name=rows[player].name,
            bot=rows[player].kind == "bot",
            account=accounts[player].id,
            beans=accounts[player].balance,
            title=titles.get(player),
        )
        for seat, player in enumerate(players)
        if player is not None
    ]
