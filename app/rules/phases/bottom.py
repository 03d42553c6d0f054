"""The landlord is settled and takes the bottom cards, which all see (rulebook 1)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from app.rules.facts import BottomTaken, Claim, Fact, LandlordChosen, Seat
from app.rules.ruleset import Phase, Ruleset
from app.rules.table import Public, Table


@dataclass(frozen=True)
class Taking(Phase):
    """`chosen` says from the answers so far who is the landlord, and by which claim."""

    chosen: Callable[[Public], tuple[Seat, Claim]]
    name: str = "bottom"

    def open(self, rules: Ruleset, table: Table) -> Iterable[Fact]:
        landlord, claim = self.chosen(table.public)
        yield LandlordChosen(landlord, claim)
        yield BottomTaken(landlord, rules.bottom_size, True, table.deck[: rules.bottom_size])
