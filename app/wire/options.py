"""What a room is played under, as it travels: its options, what they come to in beans, and who sits there."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from app.rules.facts import Seat

_STRICT: Final = {"strict": True, "extra": "forbid"}
"""How HTTP reads these: the right types, and nothing unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seconds:
    """How long a decision may take: a bid, call or rob; a play; a doubling, a show or the identity step.

    What is asked for in no phase of the game is null.
    """

    __pydantic_config__: ClassVar[Any] = _STRICT

    play: int
    bid: int | None = None
    double: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomOptions:
    """What a room is played under. What its game has no use for is null.

    Not `public`: only who has the room's code finds it. Without `beans` it is friendly, and coefficient, fee and entry
    are 0. `coefficient` is beans per point, `fee` beans per player and hand, `entry` the least beans for a hand;
    `double_above` so many beans doubling takes more than. `spare_seconds` are for a whole hand. After `auto_after`
    time-outs in a row a seat goes on auto-play. Who is away from a running hand for `absence` seconds while others are
    here has escaped; null: never. `bots` may take empty seats. `watch`: others may watch. `hints`, the card `counter`
    and `phrases` are there or not.
    """

    __pydantic_config__: ClassVar[Any] = _STRICT

    game: str
    name: str
    public: bool
    beans: bool
    coefficient: int
    fee: int
    entry: int
    initial: int
    seconds: Seconds
    spare_seconds: int
    auto_after: int
    bots: bool
    watch: bool
    hints: bool
    counter: bool
    phrases: bool
    cap: int | None = None
    absence: int | None = None
    base: int | None = None
    double_above: int | None = None
    show: bool | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """Beans of one player: `moved` is won or (negative) lost, then `fee` goes, and `net` is what it comes to."""

    moved: int
    fee: int
    net: int


@dataclass(frozen=True, slots=True)
class Situation:
    """What a hand that ends so moves, where everybody has beans enough.

    `base` and `multiple` are the hand's, the multiple as far as it counts. For an escape `landlord` and `farmer` each
    are the one who leaves.
    """

    base: int
    multiple: int
    landlord: Amount
    farmer: Amount


@dataclass(frozen=True, slots=True)
class Preview:
    """What a room's options come to in beans, reckoned as the ledger does.

    A usual hand that the landlord wins, one that the farmers win, and what leaving it costs; and `dearest`, the worst
    that a hand can cost anybody (null: there is no cap). Nobody ever loses more than he carries: who has just the
    entry loses at most `entry_loss`.
    """

    landlord_wins: Situation
    farmers_win: Situation
    escape: Situation
    dearest: Amount | None
    entry_loss: int


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat as everybody at the table sees it: how things stand now.

    A person has an id, by which others may look him up, and a title on the game's ladder; a bot has neither. `ready` is
    his wish for the next hand; a bot always has it.
    """

    seat: Seat
    player: str | None
    name: str
    title: str | None
    bot: bool
    beans: int
    away: bool
    auto: bool
    ready: bool


@dataclass(frozen=True, slots=True)
class RoomInfo:
    """A room as somebody sees it who has not sat down: null is an empty seat, `running` that a hand is being played."""

    room: str
    options: RoomOptions
    preview: Preview
    owner: Seat | None
    seats: list[SeatState | None]
    running: bool
