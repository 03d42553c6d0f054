"""The register of a room: what its row says of it. Whatever changes there is durable before it is true.

A player or bot that the room is about to seat is kept for it from before the change is stored until it is known not
to be: so nobody sits at two tables, whatever becomes of a commit.
"""

from app.rooms.config import RoomConfig, dump_config, load_config
from app.rooms.journal import UnknownOutcomeError
from app.rooms.seats import Seats, read_occupants
from app.rooms.services import Services
from app.rules.ruleset import Ruleset
from app.rules.variants import RULESETS
from app.storage.store import RoomRow, StaleEpochError, Transaction
from app.wire.options import RoomOptions


class LostRoomError(Exception):
    """The room belongs to another owner now: nothing more may be said in its name."""


class Register:
    """The row of one room, as it was last read or written, and the seats that it names."""

    def __init__(self, row: RoomRow, services: Services) -> None:
        """Raises msgspec.MsgspecError or LookupError where the row is none of this version's."""
        self.room_id = row.id
        self.epoch = row.epoch
        self.created_ms = row.created_ms
        self.config = load_config(row.config)
        self.rules: Ruleset = RULESETS[self.config.options.game]
        self.seats = Seats(self.rules.seats)
        self._services = services
        self._kept: set[str] = set()

    @property
    def options(self) -> RoomOptions:
        """What the room is played under."""
        return self.config.options

    @property
    def is_public_table(self) -> bool:
        """Whether this is a table of a public tier: nobody owns it, and its people stay the same."""
        return self.config.tier is not None

    # --- the row -------------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Seat whoever the row names."""
        async with self._services.storage.read() as tx:
            self.seats.take(self.config.players, await read_occupants(tx, self.config.players))

    def keep_all(self) -> None:
        """The room is served from now on: whoever is seated is kept for it."""
        for person in self.seats.people:
            self._services.seating.seat(person.player, self.room_id)
        self._services.companions.take(self.config.seated)
        self._kept.update(self.config.seated)

    async def read(self, tx: Transaction) -> RoomRow:
        """Read the row again, and let be true what it says; raises LostRoomError."""
        row = await tx.rooms.get(self.room_id)
        if row is None or row.epoch != self.epoch:
            raise LostRoomError(self.room_id)
        await self._admit(tx, load_config(row.config))
        return row

    async def store(self, config: RoomConfig) -> None:
        """Make a change durable, then let it be true. Raises UnknownOutcomeError or StaleEpochError."""
        try:
            async with self._services.storage.begin() as tx:
                await tx.rooms.set_config(self.room_id, self.epoch, dump_config(config))
            async with self._services.storage.read() as tx:
                await self._admit(tx, config)
        except StaleEpochError:
            raise
        except Exception as error:
            raise UnknownOutcomeError(str(error)) from error

    async def close(self) -> None:
        """End the room for good. Raises UnknownOutcomeError."""
        try:
            async with self._services.storage.begin() as tx:
                await tx.rooms.close(self.room_id, self.epoch)
        except Exception as error:
            raise UnknownOutcomeError(str(error)) from error

    async def _admit(self, tx: Transaction, config: RoomConfig) -> None:
        newcomers = [
            None if (held := self.seats.get(seat)) and held.player == player else player
            for seat, player in enumerate(config.players)
        ]
        if any(newcomers):
            self.seats.take(config.players, await read_occupants(tx, newcomers))
        self.take(config)

    def take(self, config: RoomConfig) -> None:
        """A change is durable that has brought nobody new: let it be true."""
        self.config = config
        self.seats.take(config.players, ())
        self._let_go(self._kept.difference(config.seated))

    # --- who is kept ---------------------------------------------------------------------------------------

    def keep(self, player: str) -> bool:
        """Keep a player for this room; False: he has another seat, or is being given one."""
        if not self._services.seating.take(player, self.room_id):
            return False
        self._kept.add(player)
        return True

    async def keep_bots(self, wanted: int) -> list[str]:
        """Keep so many bots for this room."""
        bots = await self._services.companions.engage(wanted)
        self._kept.update(bots)
        return bots

    def let_go(self) -> None:
        """The room is served no longer: nobody is kept for it."""
        self._let_go(set(self._kept))

    def _let_go(self, players: set[str]) -> None:
        self._kept -= players
        self._services.companions.dismiss(players)
        for player in players:
            self._services.seating.give_up(player, self.room_id)
