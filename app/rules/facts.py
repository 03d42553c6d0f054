"""Facts: what became true at a table, never which rule made it so, so that old logs replay under new rules.

The union is closed. A fact as one seat may see it (`views.redact`) is the same class with what is hidden left
out: `Dealt.cards` and `BottomTaken.cards` None, `Shuffled.deck` and `HiddenLandlordKnown.hands` empty. `count` stays in
place of hidden cards.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.rules.actions import Moment
from app.rules.cards import Card
from app.rules.combos import Combo

Seat = int
"""A place at the table, numbered in play order from 0; the next player is seat + 1, shown on the right."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a room plays for; fixed while a hand runs.

    `base` and `initial` are factors of every X; `cap` is the largest multiple that counts (None: no cap);
    `coefficient` N is beans per point; `fee` A is beans per player and hand; doubling needs strictly more
    than `double_above` beans (-1: none). `show` says whether hands may be shown.
    """

    base: int = 1
    initial: int = 1
    cap: int | None = None
    coefficient: int = 0
    fee: int = 0
    double_above: int = 0
    show: bool = True


class Cause(StrEnum):
    """Why the multiple changed."""

    SHOW = "show"
    ROB = "rob"
    IDENTITY = "identity"
    DOUBLE = "double"
    BOMB = "bomb"
    ROCKET = "rocket"
    SPRING = "spring"
    ANTI_SPRING = "anti_spring"


class Claim(StrEnum):
    """How a seat became the landlord."""

    BID = "bid"
    OPEN_CARD = "open_card"
    CALLED = "called"
    ROBBED = "robbed"
    SHOWED_FIRST = "showed_first"


class End(StrEnum):
    """How a hand ended."""

    OUT = "out"
    ESCAPE = "escape"
    CALLED_OFF = "called_off"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class OpenCard:
    """The open card of rulebook 4, and the seat that it is dealt to."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class HandOpened:
    """A hand has begun: the game, its stakes, the beans each seat carries into it.

    `first` is the nominal first bidder where rotation names one; None: the first shuffle draws him.
    """

    game: str
    stakes: Stakes
    carried: tuple[int, ...]
    first: Seat | None


@dataclass(frozen=True, slots=True)
class PhaseOpened:
    """The hand has entered a phase of its ruleset."""

    phase: str


@dataclass(frozen=True, slots=True)
class StepClosed:
    """A timed step has had its full time."""

    phase: str


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The deck of deal number `deal_no` (from 1) lies ready, and is secret; `first` is its nominal first bidder.

    `open_card` is the one that will be turned after the deal, and secret until then; None in games without one.
    """

    deal_no: int
    first: Seat
    deck: tuple[Card, ...]
    open_card: OpenCard | None = None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A seat has received `count` cards of the deck; `shown` says whether they lie open."""

    seat: Seat
    count: int
    shown: bool
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat plays with an open hand from now on; `cards` is the hand as it stands."""

    seat: Seat
    moment: Moment
    factor: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ShowDeclined:
    """A seat that was asked keeps its hand to itself."""

    seat: Seat
    moment: Moment


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat has bid 1, 2 or 3 points, or passed (0)."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Called:
    """A seat has called the landlord, or declined."""

    seat: Seat
    yes: bool


@dataclass(frozen=True, slots=True)
class Robbed:
    """A seat has robbed the landlord, or declined."""

    seat: Seat
    yes: bool


@dataclass(frozen=True, slots=True)
class Doubled:
    """A seat has doubled, or declined."""

    seat: Seat
    yes: bool


@dataclass(frozen=True, slots=True)
class Multiplied:
    """The multiple has grown by `factor`."""

    factor: int
    cause: Cause
    seat: Seat


@dataclass(frozen=True, slots=True)
class PassedOut:
    """Nobody wanted the landlord: this deal is over and another follows, or the hand is called off."""

    deal_no: int


@dataclass(frozen=True, slots=True)
class LandlordChosen:
    """A seat is the landlord."""

    seat: Seat
    claim: Claim


@dataclass(frozen=True, slots=True)
class OpenCardTurned:
    """The open card is announced with the seat that holds it, who is the open landlord (rulebook 4)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class HiddenLandlordTold:
    """A seat alone has been told that it holds the twin of the open card; the open landlord, that he is alone."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class IdentityAnswered:
    """A landlord has decided whether to show his identity, which he alone knows before the step ends."""

    seat: Seat
    yes: bool


@dataclass(frozen=True, slots=True)
class IdentityShown:
    """A seat has shown that it is a landlord."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HiddenLandlordKnown:
    """Everybody knows that `seat` is the hidden landlord, or, where it is `landlord` himself, that he is alone.

    `hands` are those of two landlords as they stand, in the order of the fields: each of them sees both from now on,
    nobody else does.
    """

    seat: Seat
    landlord: Seat
    hands: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class BottomTaken:
    """The landlord has taken the bottom cards; `open` says whether everybody has seen them."""

    seat: Seat
    count: int
    open: bool
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class LeadTaken:
    """A seat leads freely: the landlord at first, then whoever nobody has beaten."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Played:
    """A seat has put cards down, read as `reading`."""

    seat: Seat
    cards: tuple[Card, ...]
    reading: Combo


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat has played nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Escaped:
    """A seat has left the hand at behaviour multiple `multiple` (M of rulebook 3, Escape).

    It loses the base that counts (see `Scored`) x initial multiple x `rate`: k of the rulebook, or in games with an
    auction three times the multiple.
    """

    seat: Seat
    multiple: int
    rate: int


@dataclass(frozen=True, slots=True)
class Finished:
    """The hand is over: who went out or left, who has won, and every hand as it was left.

    `hidden` is the seat that held the twin of the open card, where the game has one and it was dealt.
    """

    end: End
    seat: Seat | None
    winners: tuple[Seat, ...]
    hands: tuple[tuple[Card, ...], ...]
    hidden: Seat | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """Points of the hand.

    `base` is the base score that counted, `multiple` the multiple reached, `counted` what the room's cap left of
    it, `doubling` the factor of doubling on each seat's stake, `x` the signed result that is paid, `points` the
    one that levels count.
    """

    base: int
    multiple: int
    counted: int
    doubling: tuple[int, ...]
    x: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """Beans of the hand: what each seat was due, what moved, the fee it paid, what an escape left to the system."""

    due: tuple[int, ...]
    moved: tuple[int, ...]
    fees: tuple[int, ...]
    penalty: int


Fact = (
    HandOpened
    | PhaseOpened
    | StepClosed
    | Shuffled
    | Dealt
    | Shown
    | ShowDeclined
    | BidMade
    | Called
    | Robbed
    | Doubled
    | Multiplied
    | PassedOut
    | LandlordChosen
    | OpenCardTurned
    | HiddenLandlordTold
    | IdentityAnswered
    | IdentityShown
    | HiddenLandlordKnown
    | BottomTaken
    | LeadTaken
    | Played
    | Passed
    | Escaped
    | Finished
    | Scored
    | Settled
)
Seen = Fact
"""A fact as one seat may see it."""
