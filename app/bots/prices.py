"""What a group of cards costs its holder, in leads lost.

Going out takes one turn for each group. A group that is beaten when led loses the lead; one that nobody beats can
win it back when others lead its kind; a middling one may be put down while others lead. So a hand is about as far
from going out as the groups that lose the lead are more than those that win it back. The figures were found by
letting bots with one set of them play thousands of hands against bots with another.
"""

from typing import Final

from app.bots.chances import either
from app.bots.combos import ACE, BIG, COPIES
from app.bots.knowledge import Knowledge
from app.bots.seats import Sides
from app.rules.cards import ORDER
from app.rules.combos import Combo, Kind
from app.rules.facts import Seat

TURN: Final = 0.12
"""What every group costs for the turn that it takes."""
BOMB: Final = 2.0
"""What a bomb is worth beyond the lead that it wins."""
BOMB_REGAINS: Final = 1.0
REGAINS: Final = {Kind.SINGLE: 0.75, Kind.PAIR: 0.6, Kind.TRIO: 0.35}
CHAIN_REGAINS: Final = 0.12
"""How often others lead something that a group of this kind can beat."""
DUMPS: Final = {Kind.SINGLE: 0.35, Kind.PAIR: 0.3, Kind.TRIO: 0.15}
"""How often, at best, a group that wins nothing can be put down while others lead."""
FOLLOWS: Final = 0.95
FOLLOWS_KING: Final = 0.8
FOLLOWS_ACE: Final = 0.55
FOLLOWS_CHAIN: Final = 0.85
"""How often a seat that could follow does: it keeps what it would need against a king or an ace."""
BOMBED: Final = 0.25
"""How often a seat with a bomb spends it on an ordinary play."""


class HandPrices:
    """Prices of the viewer's groups against the seats that may be against it; a `groups.Prices`."""

    def __init__(self, knowledge: Knowledge, sides: Sides) -> None:
        self._knowledge = knowledge
        self._foes = sides.foes

    def price(self, combo: Combo) -> float:
        """See `groups.Prices`."""
        lost = 0.0
        for seat, against in self._foes:
            lost = either(lost, against * self.beaten(seat, combo))
        is_bomb = combo.kind not in COPIES
        regains = BOMB_REGAINS if is_bomb else REGAINS.get(combo.kind, CHAIN_REGAINS)
        dumped = DUMPS.get(combo.kind, 0.0) * ORDER[combo.rank] / BIG * lost
        return TURN + lost - regains * (1.0 - lost) - dumped - (BOMB if is_bomb else 0.0)

    def beaten(self, seat: Seat, combo: Combo) -> float:
        """The chance that this seat beats a play, as far as it is willing."""
        follows = self._knowledge.beats(seat, combo) * _willing(combo)
        return either(follows, self._knowledge.bombs(seat, combo) * BOMBED)


class Doubts:
    """Prices whose sum is the number of groups that an opponent might beat, likely or not; a `groups.Prices`."""

    def __init__(self, knowledge: Knowledge, sides: Sides) -> None:
        self._knowledge = knowledge
        self._opponents = sides.opponents

    def price(self, combo: Combo) -> float:
        """See `groups.Prices`."""
        for seat in self._opponents:
            if self._knowledge.beats(seat, combo) or self._knowledge.bombs(seat, combo):
                return 1.0
        return 0.0


def _willing(combo: Combo) -> float:
    """How often a seat that can beat a play without a bomb does."""
    if combo.kind not in COPIES:
        return 1.0
    if combo.kind not in (Kind.SINGLE, Kind.PAIR):
        return FOLLOWS_CHAIN
    place = ORDER[combo.rank]
    return FOLLOWS_ACE if place >= ACE else FOLLOWS_KING if place == ACE - 1 else FOLLOWS
