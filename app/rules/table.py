"""The table: what the facts so far amount to.

`Public` is everything that lies open, and `publish` moves it by one fact, reading only what every seat may
see. A `Table` is the public part with the hands and the undealt deck; a seat's `View` (see `views`) is the
same public part with what that seat knows of the hands. So table and views cannot drift apart.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, assert_never

from app.rules.actions import Moment
from app.rules.cards import Card, sort_cards, without
from app.rules.combos import Combo
from app.rules.facts import (
    BidMade,
    BottomTaken,
    Called,
    Cause,
    Claim,
    Dealt,
    Doubled,
    Escaped,
    Fact,
    Finished,
    HandOpened,
    HiddenLandlordKnown,
    HiddenLandlordTold,
    IdentityAnswered,
    IdentityShown,
    LandlordChosen,
    LeadTaken,
    Multiplied,
    OpenCard,
    OpenCardTurned,
    Passed,
    PassedOut,
    PhaseOpened,
    Played,
    Robbed,
    Scored,
    Seat,
    Settled,
    ShowDeclined,
    Shown,
    Shuffled,
    Stakes,
    StepClosed,
)

Hands = tuple[tuple[Card, ...], ...]
"""Every seat's cards, in seat order, each hand sorted."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One seat's answer to a yes-or-no question that is put to several seats."""

    seat: Seat
    yes: bool


@dataclass(frozen=True, slots=True)
class Bidding:
    """One seat's bid in points, 0 for a pass."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Showing:
    """A seat's open hand: since which moment, and the factor it is worth."""

    seat: Seat
    moment: Moment
    factor: int


@dataclass(frozen=True, slots=True)
class Factor:
    """One growth of the multiple."""

    factor: int
    cause: Cause
    seat: Seat


@dataclass(frozen=True, slots=True)
class Move:
    """A turn in a trick: cards and their reading, or a pass (no cards, no reading)."""

    seat: Seat
    cards: tuple[Card, ...]
    reading: Combo | None


@dataclass(frozen=True)
class Public:
    """Everything at a table that lies open to all. Each field is empty until its fact happens.

    `identities` are the seats that have shown to be landlords; `hidden` is the hidden landlord once he is known, the
    open landlord himself if he is known to be alone.
    """

    game: str
    stakes: Stakes
    carried: tuple[int, ...]
    first: Seat | None
    phase: str = ""
    step_closed: bool = False
    deal_no: int = 0
    dealt: int = 0
    shows: tuple[Showing, ...] = ()
    declined: tuple[Seat, ...] = ()
    bids: tuple[Bidding, ...] = ()
    calls: tuple[Answer, ...] = ()
    robs: tuple[Answer, ...] = ()
    doubles: tuple[Answer, ...] = ()
    landlord: Seat | None = None
    claim: Claim | None = None
    open_card: OpenCard | None = None
    identities: tuple[Seat, ...] = ()
    hidden: Seat | None = None
    bottom: tuple[Card, ...] = ()
    bottom_taken: bool = False
    factors: tuple[Factor, ...] = ()
    moves: tuple[Move, ...] = ()
    lead: Move | None = None
    passes: int = 0
    turn: Seat | None = None
    escape: Escaped | None = None
    finish: Finished | None = None
    score: Scored | None = None
    settled: Settled | None = None

    @property
    def bid(self) -> int:
        """The highest bid of this deal; 0 if there is none."""
        return max((bidding.value for bidding in self.bids), default=0)

    @property
    def seats(self) -> range:
        """The seats in order."""
        return range(len(self.carried))

    @property
    def multiple(self) -> int:
        """The multiple so far: the room's initial one and every factor, before any cap."""
        multiple = self.stakes.initial
        for growth in self.factors:
            multiple *= growth.factor
        return multiple

    def factor_of(self, *causes: Cause) -> int:
        """The product of the factors with one of these causes; 1 if there is none."""
        product = 1
        for growth in self.factors:
            if growth.cause in causes:
                product *= growth.factor
        return product

    def has_shown(self, seat: Seat) -> bool:
        """Whether a seat's hand lies open."""
        return seat in [showing.seat for showing in self.shows]

    def has_doubled(self, seat: Seat) -> bool:
        """Whether a seat has doubled."""
        return Answer(seat, yes=True) in self.doubles

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """The next seat in play order, or one so many steps on."""
        return (seat + steps) % len(self.carried)


@dataclass(frozen=True)
class Table:
    """The whole truth of a hand: the public part, every hand, the deck not yet dealt, and what few know.

    `open_card` is the card to be turned, `twin` the seat that was dealt its twin (both of rulebook 4), and `identities`
    are the landlords' answers in the identity step.
    """

    public: Public
    hands: Hands
    deck: tuple[Card, ...] = ()
    open_card: OpenCard | None = None
    twin: Seat | None = None
    identities: tuple[Answer, ...] = ()

    @property
    def landlords(self) -> frozenset[Seat]:
        """The seats on the landlord's side, as far as they are settled."""
        return frozenset(seat for seat in (self.public.landlord, self.twin) if seat is not None)


def open_public(fact: HandOpened) -> Public:
    """What lies open when a hand has just begun."""
    return Public(game=fact.game, stakes=fact.stakes, carried=fact.carried, first=fact.first)


def open_table(fact: HandOpened) -> Table:
    """The table when a hand has just begun."""
    return Table(public=open_public(fact), hands=((),) * len(fact.carried))


if TYPE_CHECKING:
    from dataclasses import replace
else:
    _new, _set = object.__new__, object.__setattr__

    def replace(state: Public | Table, /, **changes: Any) -> Public | Table:
        """`dataclasses.replace` at a tenth of its time: half of a hand would be spent there."""
        changed = _new(type(state))
        _set(changed, "__dict__", state.__dict__ | changes)
        return changed


def publish(public: Public, fact: Fact) -> Public:
    """The public part after one more fact; it reads nothing of the fact that any seat may not see.

    The facts that most of a hand consists of come first and are not taken apart, which takes its time.
    """
    match fact:
        case Passed():
            moves = (*public.moves, Move(fact.seat, (), None))
            return replace(public, moves=moves, passes=public.passes + 1, turn=public.after(fact.seat))
        case Played():
            move = Move(fact.seat, fact.cards, fact.reading)
            moves = (*public.moves, move)
            return replace(public, moves=moves, lead=move, passes=0, turn=public.after(fact.seat))
        case Dealt():
            return replace(public, dealt=public.dealt + fact.count) if fact.seat == 0 else public
        case LeadTaken(seat):
            return replace(public, turn=seat, lead=None, passes=0)
        case HandOpened():
            return open_public(fact)
        case PhaseOpened(phase):
            return replace(public, phase=phase, step_closed=False, declined=())
        case StepClosed():
            return replace(public, step_closed=True)
        case Shuffled(deal_no, first):
            return replace(public, deal_no=deal_no, first=first)
        case Shown(seat, moment, factor):
            return replace(public, shows=(*public.shows, Showing(seat, moment, factor)))
        case ShowDeclined(seat):
            return replace(public, declined=(*public.declined, seat))
        case BidMade(seat, value):
            return replace(public, bids=(*public.bids, Bidding(seat, value)))
        case Called(seat, yes):
            return replace(public, calls=(*public.calls, Answer(seat, yes)))
        case Robbed(seat, yes):
            return replace(public, robs=(*public.robs, Answer(seat, yes)))
        case Doubled(seat, yes):
            return replace(public, doubles=(*public.doubles, Answer(seat, yes)))
        case Multiplied(factor, cause, seat):
            return replace(public, factors=(*public.factors, Factor(factor, cause, seat)))
        case PassedOut(deal_no):
            fresh = open_public(HandOpened(public.game, public.stakes, public.carried, public.first))
            return replace(fresh, deal_no=deal_no)
        case LandlordChosen(seat, claim):
            return replace(public, landlord=seat, claim=claim)
        case OpenCardTurned(seat, card):
            return replace(public, open_card=OpenCard(seat, card))
        case HiddenLandlordTold() | IdentityAnswered():
            return public
        case IdentityShown(seat):
            return replace(public, identities=(*public.identities, seat))
        case HiddenLandlordKnown(seat):
            return replace(public, hidden=seat)
        case BottomTaken():
            return replace(public, bottom_taken=True, bottom=(fact.cards or ()) if fact.open else ())
        case Escaped():
            return replace(public, escape=fact)
        case Finished():
            return replace(public, finish=fact, turn=None)
        case Scored():
            return replace(public, score=fact)
        case Settled():
            return replace(public, settled=fact)
        case _:
            assert_never(fact)


def evolve(table: Table, fact: Fact) -> Table:
    """The table after one more fact. It knows no rule: replaying a log never runs a phase."""
    public = publish(table.public, fact)
    match fact:
        case Passed() | LeadTaken():
            return replace(table, public=public)
        case Played():
            hand = without(table.hands[fact.seat], fact.cards)
            return replace(table, public=public, hands=_with(table.hands, fact.seat, hand))
        case Dealt() | BottomTaken():
            hand = sort_cards((*table.hands[fact.seat], *(fact.cards or ())))
            hands = _with(table.hands, fact.seat, hand)
            return replace(table, public=public, hands=hands, deck=table.deck[fact.count :])
        case Shuffled(_, _, deck, open_card):
            return replace(table, public=public, deck=deck, open_card=open_card)
        case HiddenLandlordTold(seat):
            return replace(table, public=public, twin=seat)
        case IdentityAnswered(seat, yes):
            return replace(table, public=public, identities=(*table.identities, Answer(seat, yes)))
        case PassedOut():
            return Table(public, ((),) * len(table.hands))
        case HandOpened():
            return open_table(fact)
        case _:
            return replace(table, public=public)


def _with(hands: Hands, seat: Seat, hand: tuple[Card, ...]) -> Hands:
    changed = list(hands)
    changed[seat] = hand
    return tuple(changed)
