"""What a room is played under: its options, who holds its seats, and how fast the server itself moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from app.ledger.stakes import ANY_BEANS, check_stakes
from app.rules.facts import Seat, Stakes
from app.wire.options import RoomOptions


@dataclass(frozen=True, slots=True)
class Tier:
    """A public table that anybody with enough beans may join, while it is `open`.

    `entry` is in beans; `bots`: they take empty seats.
    """

    game: str
    name: str
    stakes: Stakes
    entry: int
    bots: bool = True
    open: bool = True

    def __post_init__(self) -> None:
        """Raise StakesError where no table may have these stakes."""
        check_stakes(self.stakes, self.entry)


TierName = tuple[str, str]
"""A public table by its game and its own name."""
Tiers = Mapping[TierName, Tier]
"""Public tables by game and name, in the order of the lobby."""

FIVE_BASE: Final = 2
"""The usual base of the five-player game (rulebook 4)."""
BASES: Final = {"happy": 1, "classic": 1, "five": FIVE_BASE, "laizi": 1}
"""The base of each game at public tables."""
TIER_NAMES: Final = ("starter", "regular", "high")
"""What public tables are called, from the smallest entry on."""
DOUBLE_FROM: Final = 5
"""Doubling takes more than so many times the entry."""
USUAL_TIERS: Final = ((10, 5, 100), (100, 50, 2_000), (1_000, 500, 20_000))
"""Beans per point, fee and entry of the public tables where whoever runs a server has chosen no others."""


def public_tiers(figures: Sequence[tuple[int, int, int]]) -> Tiers:
    """The public tables of every game, with these beans per point, fees and entries, the smallest entry first."""
    return {
        (game, name): Tier(
            game,
            name,
            Stakes(base=base, coefficient=coefficient, fee=fee, double_above=DOUBLE_FROM * entry),
            entry,
        )
        for game, base in BASES.items()
        for name, (coefficient, fee, entry) in zip(TIER_NAMES, figures, strict=False)
    }


TIERS: Final = public_tiers(USUAL_TIERS)
"""The usual public tables."""
STARTER: Final = TIERS["happy", "starter"]


AUTO_AFTER: Final = 2
"""After so many time-outs in a row a seat goes on auto-play."""


def stakes_of(options: RoomOptions) -> Stakes:
    """What a room with these options plays for."""
    double_above = options.double_above if options.beans else ANY_BEANS
    return Stakes(
        base=options.base or 1,
        initial=options.initial,
        cap=options.cap,
        coefficient=options.coefficient,
        fee=options.fee,
        double_above=double_above or 0,
        show=options.show is not False,
    )


REMEMBERED: Final = 16
"""So many requests that have changed a room are remembered."""


class RoomConfig(msgspec.Struct, frozen=True):
    """A room's options and who holds its seats, in seat order; kept encoded in the room's row.

    `tier` names the public table that it is, which nobody owns and whose seats are the same people's to the end. In
    any other room the player in the seat `owner` decides, seats come and go between hands (None: empty), and who has
    the `code`, if there is one, may sit down. `done` are the last requests that have changed any of this.
    """

    options: RoomOptions
    players: list[str | None]
    tier: str | None = None
    owner: Seat | None = None
    code: str | None = None
    done: list[str] = []

    def __post_init__(self) -> None:
        """Raise StakesError where no room may have these stakes."""
        check_stakes(self.stakes, self.options.entry)

    @property
    def stakes(self) -> Stakes:
        """What the next hand is played for."""
        return stakes_of(self.options)

    def with_seat(self, seat: Seat, player: str | None) -> "RoomConfig":
        """The same with another player in a seat, or with nobody there."""
        players = [*self.players]
        players[seat] = player
        return msgspec.structs.replace(self, players=players)

    def noting(self, player: str, request_id: str) -> "RoomConfig":
        """The same, remembering what a player has asked for."""
        done = [*self.done, f"{player} {request_id}"]
        return msgspec.structs.replace(self, done=done[-REMEMBERED:])

    def has_done(self, player: str, request_id: str) -> bool:
        """Whether what a player asks for is remembered."""
        return f"{player} {request_id}" in self.done

    @property
    def seated(self) -> list[str]:
        """Who holds a seat, in seat order."""
        return [player for player in self.players if player is not None]


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take that nobody decides, in ms. None of it may depend on anybody's cards.

    A bot takes `bot_min_ms` to `bot_max_ms`, a seat on auto-play `auto_ms`. `deal_ms` lies between two batches
    of the deal, and after the last one. A room that came back from a crash gives at least `grace_ms`; one
    in which nobody is closes after `idle_ms`, and any room where no hand has begun or ended for `room_max_ms`. An owner
    who is away for `owner_ms` is owner no longer. `decision_ms` replaces the usual time limits of public tables.
    """

    bot_min_ms: int = 600
    bot_max_ms: int = 1_600
    auto_ms: int = 2_000
    deal_ms: int = 550
    grace_ms: int = 8_000
    idle_ms: int = 300_000
    owner_ms: int = 60_000
    room_max_ms: int = 6 * 3_600_000
    decision_ms: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchPace:
    """How matches are made, in ms: when bots fill a table that takes them, and how long somebody who has lost his
    last socket keeps his place in line."""

    bots_ms: int = 3_000
    grace_ms: int = 10_000


dump_config = msgspec.json.Encoder().encode
load_config = msgspec.json.Decoder(RoomConfig).decode
