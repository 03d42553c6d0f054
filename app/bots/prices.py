"""What a group of cards costs its holder, in leads lost.

Going out takes one turn for each group. A group that is beaten when led loses the lead; one that nobody beats can
win it back when others lead its kind; a middling one may be put down while others lead. So a hand is about as far
from going out as the groups that lose the lead are more than those that win it back.
"""

from dataclasses import dataclass
from typing import Final

from app.bots.knowledge import Knowledge
from app.rules.cards import ORDER
from app.rules.combos import Combo, Kind
from app.rules.facts import Seat


@dataclass(frozen=True, slots=True)
class Weights:
    """Found by playing thousands of hands of bots with one set against bots with another."""

    turn: float = 0.12
    """What every group costs for the turn it needs."""
    spent: float = 0.55
    """How often a seat that could beat an ace or a two does."""
    bombed: float = 0.25
    """How often a seat with a bomb uses it on an ordinary play."""
    bomb: float = 0.3
    """What a bomb is worth beyond the lead that it wins."""


REGAINS: Final = {Kind.SINGLE: 0.75, Kind.PAIR: 0.6, Kind.TRIO: 0.35, Kind.BOMB: 1.0, Kind.ROCKET: 1.0}
"""How often others lead something that a group of this kind could follow."""
DUMPS: Final = {Kind.SINGLE: 0.35, Kind.PAIR: 0.3, Kind.TRIO: 0.15}
"""How often, at best, a group that wins nothing can be put down while others lead."""
CHAIN_REGAINS: Final = 0.12


class HandPrices:
    """Prices of the viewer's groups against these opponents."""

    def __init__(
        self, knowledge: Knowledge, opponents: tuple[Seat, ...], weights: Weights = Weights()
    ) -> None:
        self._knowledge = knowledge
        self._opponents = opponents
        self._weights = weights

    def price(self, combo: Combo) -> float:
        """See `groups.Prices`."""
        lost = self.lost(combo)
        regained = REGAINS.get(combo.kind, CHAIN_REGAINS) * (1.0 - lost)
        dumped = DUMPS.get(combo.kind, 0.0) * ORDER[combo.rank] / 14 * lost
        price = self._weights.turn + lost - regained - dumped
        return price - self._weights.bomb if combo.kind in (Kind.BOMB, Kind.ROCKET) else price

    def lost(self, combo: Combo) -> float:
        """The chance that some opponent beats this, as far as they are willing."""
        kept = 1.0
        for seat in self._opponents:
            kept *= 1.0 - self.beaten(seat, combo)
        return 1.0 - kept

    def beaten(self, seat: Seat, combo: Combo) -> float:
        """The chance that this seat beats it, as far as it is willing."""
        follows = self._knowledge.beats(seat, combo) * self._willing(combo)
        bombs = self._knowledge.bombs(seat, combo) * self._weights.bombed
        return 1.0 - (1.0 - follows) * (1.0 - bombs)

    def _willing(self, combo: Combo) -> float:
        place = ORDER[combo.rank]
        if combo.kind in (Kind.BOMB, Kind.ROCKET):
            return 1.0
        if combo.kind in (Kind.SINGLE, Kind.PAIR):
            return self._weights.spent if place >= 11 else 0.8 if place == 10 else 0.95
        return 0.85
