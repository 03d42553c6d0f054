"""What a seat, or the room itself, may ask for. Actions are imperatives; the facts they become are past participles."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from app.rules.cards import Card
from app.rules.combos import Combo, Offer


class Moment(StrEnum):
    """When a hand is shown 明牌 (rulebook 3): before the deal, during it, or by the landlord after the bottom cards."""

    START = "start"
    DEAL = "deal"
    LANDLORD = "landlord"


@dataclass(frozen=True, slots=True)
class Show:
    """Show the whole hand, or decline to, at one of the three moments."""

    moment: Moment
    yes: bool


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid 叫分: 1, 2 or 3 points, or 0 to pass."""

    value: int


@dataclass(frozen=True, slots=True)
class Call:
    """Call the landlord 叫地主, or decline."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Rob:
    """Rob the landlord 抢地主, or decline."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Identity:
    """Show to be a landlord 亮身份 (rulebook 4), or give up showing it.

    Nobody else learns which before the step ends.
    """

    yes: bool


@dataclass(frozen=True, slots=True)
class Double:
    """Double the own stake 加倍, or decline."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Play:
    """Put cards down; `reading` names one of several legal readings (rulebook 1.2), None takes the default."""

    cards: tuple[Card, ...]
    reading: Combo | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Play nothing 不出."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the hand: an escape 逃跑 (rulebook 1.3), open to every seat at any time of a hand."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """By the room: the shuffled deck for the next deal, and what is drawn from the same stream.

    `drawn` is a seat; `open_at` is the place in the deck of the card that lies open after the deal (rulebook 4), None
    in games without one.
    """

    deck: tuple[Card, ...]
    drawn: int
    open_at: int | None = None


@dataclass(frozen=True, slots=True)
class DealNext:
    """By the room: the next batch of the staged deal."""


@dataclass(frozen=True, slots=True)
class CloseStep:
    """By the room: a timed step has had its full time."""


SeatAction = Show | Bid | Call | Rob | Identity | Double | Play | Pass | Leave
SystemAction = Shuffle | DealNext | CloseStep
Action = SeatAction | SystemAction


class Options(NamedTuple):
    """What a seat may do now. Every action and every play named here is accepted, and nothing else is.

    `factor` is what a yes would multiply the stake by, 1 where it would not. `why_not` is the refusal code that
    explains a choice which this seat, unlike others, is not given.
    """

    actions: tuple[SeatAction, ...] = ()
    plays: tuple[Offer, ...] = ()
    factor: int = 1
    why_not: str | None = None
