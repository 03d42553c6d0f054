"""The preview: what a room's options come to in beans, before anybody sits down.

Each situation is a hand that is made up: a few facts, scored by the game and paid out as in a room. So what is shown
cannot drift away from what the ledger posts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from app.ledger.stakes import LARGEST_MULTIPLE
from app.rooms.config import stakes_of
from app.rooms.payout import payout
from app.rules import engine
from app.rules.actions import Leave
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
    Seat,
)
from app.rules.ruleset import Ruleset
from app.rules.table import Table
from app.rules.variants import RULESETS
from app.wire.options import Amount, Preview, RoomOptions, Situation

LANDLORD: Final[Seat] = 0
PARTNER: Final[Seat] = 1
"""The hidden landlord, where the game has one."""
RICH: Final = 10**12
"""Beans enough for everything that a room may play for."""
HIGHEST_BID: Final = 3


def preview(options: RoomOptions) -> Preview:
    """What these options, which some room may have, come to."""
    rules = RULESETS[options.game]
    usual = usual_hand(options)
    farmer = rules.seats - 1
    lost = win(rules, usual, landlord=False)
    dearest = None if options.cap is None else _dearest(options)
    return Preview(
        landlord_wins=_situation(rules, win(rules, usual, landlord=True)),
        farmers_win=_situation(rules, lost),
        escape=replace(
            _situation(rules, lost),
            landlord=amounts(rules, leave(rules, usual, LANDLORD))[LANDLORD],
            farmer=amounts(rules, leave(rules, usual, farmer))[farmer],
        ),
        dearest=dearest,
        entry_loss=options.entry if dearest is None else min(options.entry, -dearest.net),
    )


def usual_hand(options: RoomOptions) -> list[Fact]:
    """A hand with the highest bid, or with a rob or a landlord who shows himself, and with a bomb."""
    rules = RULESETS[options.game]
    return [*_opening(options, [RICH] * rules.seats), *_raises(rules), Multiplied(2, Cause.BOMB, LANDLORD)]


def win(rules: Ruleset, facts: Sequence[Fact], *, landlord: bool) -> Table:
    """The hand after its end, the landlords having won or the farmers."""
    table = engine.fold(facts)
    seat = LANDLORD if landlord else rules.seats - 1
    winners, _ = rules.scoring.outcome(table, seat)
    table = engine.fold([Finished(End.OUT, seat, winners, table.hands, table.twin)], table)
    return engine.fold([rules.scoring.score(table, winners)], table)


def leave(rules: Ruleset, facts: Sequence[Fact], seat: Seat) -> Table:
    """The hand after a seat has left it."""
    table = engine.fold(facts)
    return engine.fold(engine.decide(rules, table, seat, Leave()), table)


def amounts(rules: Ruleset, table: Table) -> list[Amount]:
    """What the end of a hand moves for each seat."""
    settlement, _ = payout(rules, table.public)
    seats = zip(settlement.moved, settlement.fees, settlement.net, strict=True)
    return [Amount(moved, fee, net) for moved, fee, net in seats]


def _situation(rules: Ruleset, table: Table) -> Situation:
    score, seats = table.public.score, amounts(rules, table)
    assert score is not None
    return Situation(score.base, score.counted, seats[LANDLORD], seats[-1])


def _dearest(options: RoomOptions) -> Amount:
    """The worst of a hand in which everything is raised as far as it goes, for a landlord without a partner."""
    rules = RULESETS[options.game]
    facts = [
        *_opening(options, [RICH] * rules.seats, partner=LANDLORD),
        *_raises(rules),
        *(Doubled(seat, yes=True) for seat in range(rules.seats)),
        Multiplied(LARGEST_MULTIPLE, Cause.BOMB, LANDLORD),
    ]
    ends = win(rules, facts, landlord=False), leave(rules, facts, LANDLORD)
    return min((amounts(rules, end)[LANDLORD] for end in ends), key=lambda amount: amount.net)


def _opening(options: RoomOptions, carried: Sequence[int], partner: Seat = PARTNER) -> Iterator[Fact]:
    rules = RULESETS[options.game]
    yield HandOpened(rules.name, stakes_of(options), tuple(carried), LANDLORD)
    yield LandlordChosen(LANDLORD, Claim.BID)
    if rules.turns_card:
        yield HiddenLandlordTold(partner)


def _raises(rules: Ruleset) -> Iterator[Fact]:
    """What raises the stake before the first card is played, once each."""
    asked = rules.decision_ms
    if "bid" in asked:
        yield BidMade(LANDLORD, HIGHEST_BID)
    if "rob" in asked:
        yield Multiplied(2, Cause.ROB, LANDLORD)
    if "identity" in asked:
        yield Multiplied(2, Cause.IDENTITY, LANDLORD)
