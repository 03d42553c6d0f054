"""The bots that fill empty seats: players like everybody else, each with a name and a ledger account."""

from collections.abc import Iterable
from itertools import count
from typing import Final

from app.clock import Clock
from app.ledger.accounts import SystemAccounts, open_bot
from app.randomness import Randomness
from app.storage.persistence import persist
from app.storage.store import PlayerRow, Storage, Transaction

PREFIX: Final = "bot-"
"""What a bot's id begins with; a number follows."""
NAMES: Final = (
    "阿福", "小翠", "老陈", "阿珍", "大刘", "小满姐", "铁蛋", "桂花",
    "阿强", "秀兰", "二胖", "春梅", "老吴", "阿月", "石头", "小棠",
)  # fmt: skip
"""Bots' names; where more are needed than there are names, they are numbered."""


class Companions:
    """Which bots there are, and which of them sit at a table now: a bot plays one hand at a time."""

    def __init__(
        self, storage: Storage, system: SystemAccounts, clock: Clock, randomness: Randomness
    ) -> None:
        self._storage = storage
        self._system = system
        self._clock = clock
        self._randomness = randomness
        self._all: set[str] = set()
        self._free: set[str] = set()
        self._numbers = count(1)

    async def load(self) -> None:
        """Read which bots there are; all are free until a recovered room takes them."""
        async with self._storage.read() as tx:
            self._all = {bot.id for bot in await tx.players.of_kind("bot")}
        self._free = set(self._all)
        self._numbers = count(max((int(bot.removeprefix(PREFIX)) for bot in self._all), default=0) + 1)

    def take(self, players: Iterable[str]) -> None:
        """These sit at a table (those among them that are bots)."""
        self._free.difference_update(players)

    def dismiss(self, players: Iterable[str]) -> None:
        """These have left their table."""
        self._free.update(self._all.intersection(players))

    async def engage(self, wanted: int) -> list[str]:
        """So many free bots, now taken, drawn at random; new ones are made where too few are free."""
        drawn: list[str] = []
        try:
            while len(drawn) < wanted and self._free:
                free = sorted(self._free)
                bot = free[self._randomness.below(len(free))]
                self._free.remove(bot)
                drawn.append(bot)
            while len(drawn) < wanted:
                drawn.append(await self._make())
        except BaseException:
            self.dismiss(drawn)
            raise
        return drawn

    async def _make(self) -> str:
        """A new bot. A number whose bot may or may not have been stored is not used again in this life."""
        number = next(self._numbers)
        turn, place = divmod(number - 1, len(NAMES))
        bot = PlayerRow(
            id=f"{PREFIX}{number}",
            kind="bot",
            name=NAMES[place] + (str(turn + 1) if turn else ""),
            created_ms=self._clock.now_ms(),
        )

        async def add(tx: Transaction) -> None:
            await tx.players.add(bot)
            await open_bot(tx, self._system, bot.id, bot.created_ms)

        await persist(self._storage, add)
        self._all.add(bot.id)
        return bot.id
