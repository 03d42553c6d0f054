"""What a deal comes to in which nobody wants to be landlord (rulebook 1.3, Redeals)."""

from collections.abc import Iterator
from typing import Final

from app.rules.facts import End, Fact, Finished, PassedOut
from app.rules.table import Public

DEALS_BEFORE_CALL_OFF: Final = 5
"""After so many passed-out deals in a row the hand is called off."""


def passed_out(public: Public) -> Iterator[Fact]:
    """The deal is over; another follows, unless it was the last one in a row."""
    yield PassedOut(public.deal_no)
    if public.deal_no == DEALS_BEFORE_CALL_OFF:
        yield Finished(End.CALLED_OFF, None, (), ((),) * len(public.seats))
