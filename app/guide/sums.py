"""Hands of the examples: told in a few facts, scored by the game itself and paid as the ledger pays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from app.guide.figures import tier_of
from app.guide.names import BASE, CAUSES, FARMER, HIDDEN_LANDLORD, LANDLORD, OPEN_LANDLORD
from app.guide.writer import Writer
from app.ledger.settlement import Settlement
from app.rooms.payout import payout
from app.rules.engine import fold
from app.rules.facts import (
    BidMade,
    Cause,
    Claim,
    Doubled,
    End,
    Fact,
    Finished,
    HandOpened,
    HiddenLandlordTold,
    LandlordChosen,
    Multiplied,
    Scored,
    Seat,
)
from app.rules.phases import call_and_rob, double, identity, tricks
from app.rules.ruleset import Ruleset
from app.rules.scoring.identity import IdentityScoring
from app.rules.scoring.pairwise import PairwiseScoring
from app.rules.scoring.shared import SharedScoring
from app.rules.table import Public, Table

BID: Final = 2
HIDDEN: Final = 2
"""The seat of the hidden landlord; seat 0 is always the landlord."""
POINTS_CARRIED: Final = 1_000
"""Whoever is rich carries beans for so many points."""


def _bid() -> list[Fact]:
    return [BidMade(0, BID), LandlordChosen(0, Claim.BID), Multiplied(tricks.BOMB_FACTOR, Cause.BOMB, 0)]


def _bid_and_spring() -> list[Fact]:
    return [*_bid(), Multiplied(tricks.SPRING_FACTOR, Cause.SPRING, 0)]


def _robbed_and_doubled() -> list[Fact]:
    return [
        Multiplied(call_and_rob.ROB_FACTOR, Cause.ROB, 0),
        LandlordChosen(0, Claim.ROBBED),
        *(Doubled(seat, yes=seat < 2) for seat in range(3)),
        Multiplied(tricks.BOMB_FACTOR, Cause.BOMB, 0),
    ]


def _shown_and_doubled() -> list[Fact]:
    return [
        LandlordChosen(0, Claim.OPEN_CARD),
        HiddenLandlordTold(HIDDEN),
        Multiplied(identity.IDENTITY_FACTOR, Cause.IDENTITY, 0),
        *(Doubled(seat, yes=seat == 1) for seat in range(5)),
        Multiplied(double.DOUBLE_FACTOR, Cause.DOUBLE, 1),
        Multiplied(tricks.BOMB_FACTOR, Cause.BOMB, 0),
    ]


STORIES: Final[Mapping[type, Callable[[], list[Fact]]]] = {
    IdentityScoring: _bid_and_spring,
    PairwiseScoring: _robbed_and_doubled,
    SharedScoring: _shown_and_doubled,
}
"""What happens in the example of each scoring; the landlords win."""


@dataclass(frozen=True, slots=True)
class Sum:
    """A hand that has ended: what everybody may see of it, its points, and its beans."""

    public: Public
    scored: Scored
    settlement: Settlement
    due: tuple[int, ...]
    hidden: Seat | None


def example(rules: Ruleset, *, poor: Seat | None = None) -> Sum:
    """The game's example at its first public table; a poor seat carries half of what it owes."""
    stakes = tier_of(rules).stakes
    carried = [POINTS_CARRIED * stakes.coefficient] * rules.seats
    if poor is not None:
        carried[poor] = abs(example(rules).due[poor]) // 2
    table = _told(rules, STORIES[type(rules.scoring)](), tuple(carried))
    winners = tuple(sorted(table.landlords))
    scored = rules.scoring.score(table, winners)
    end = Finished(End.OUT, 0, winners, table.hands, table.twin)
    public = fold([end, scored], table).public
    settlement, settled = payout(rules, public)
    return Sum(public, scored, settlement, settled.due, table.twin)


def escape_after_bid(rules: Ruleset) -> int:
    """The points that leaving costs in a game of bids, after a bid of `BID` and one bomb; not negative."""
    table = _told(rules, _bid(), (POINTS_CARRIED,) * rules.seats)
    _, scored = rules.scoring.escape(table, 1)
    return -scored.x[1]


def _told(rules: Ruleset, facts: list[Fact], carried: tuple[int, ...]) -> Table:
    return fold([HandOpened(rules.name, tier_of(rules).stakes, carried, 0), *facts])


def players(writer: Writer, found: Sum) -> list[tuple[Seat, str]]:
    """The seats with what they are called, landlords first."""
    named = []
    farmers = 0
    for seat in found.public.seats:
        if seat == found.public.landlord:
            name = LANDLORD if found.hidden is None else OPEN_LANDLORD
        elif seat == found.hidden:
            name = HIDDEN_LANDLORD
        else:
            farmers += 1
            name = FARMER
        named.append((seat, writer.say(name, nth=farmers)))
    landlords = {found.public.landlord, found.hidden}
    return sorted(named, key=lambda each: each[0] not in landlords)


def product(writer: Writer, found: Sum) -> str:
    """The base and every factor, multiplied out: "base 2 × bomb 2 = 4"."""
    factors = [(CAUSES[growth.cause], growth.factor) for growth in found.public.factors]
    terms = [(BASE, found.scored.base), *factors]
    told = " × ".join(f"{writer.say(name)} {figure}" for name, figure in terms)
    return f"{told} = {found.scored.base * found.scored.counted:,}"
