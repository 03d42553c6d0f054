"""Moves: every play that a hand allows, and the cards that make one up.

Hints, bots and time-outs come here. Nothing here knows a game: a book gives its patterns, its table of plays and
its bombs.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from app.rules.cards import ORDER, Card, lowest_first
from app.rules.combos import BombOrder, Combo, Offer, in_following_order, is_larger
from app.rules.patterns import Pattern
from app.rules.sorts import NOTHING, Hand, Plays, sort_of


class Bombs(NamedTuple):
    """The bombs of a hand, the rocket included."""

    ranks: int
    """The marks of their ranks."""
    offers: tuple[Offer, ...]
    """The weakest first."""


class Moves:
    """The plays of hands in hint order: the four tiers of `sorts`, then bombs from the weakest to the rocket.

    A play of all the cards goes out and so comes before everything.
    """

    def __init__(
        self, patterns: Sequence[Pattern], plays: Plays, order: BombOrder, bombs_of: Callable[[int], Bombs]
    ) -> None:
        """`patterns` are all but the bombs, which `bombs_of` finds in packed counts."""
        self._plays = plays
        self._order = order
        self._bombs_of = bombs_of
        self._sorts = {pattern.kind: sort_of(pattern, plays) for pattern in patterns}
        ambiguous = [offer.readings for offer in plays.values() if len(offer.readings) > 1]
        self._ambiguous = {reading.kind for readings in ambiguous for reading in readings}
        self._narrowed: dict[tuple[str, Combo], Offer] = {}

    def leads(self, counts: int) -> tuple[Offer, ...]:
        """Every play of a hand."""
        ruin, bombs = self._bombs_of(counts)
        hand = Hand(counts, ruin)
        whole: list[Offer] = []
        other: list[Offer] = []
        spoilt: list[Offer] = []
        ruined: list[Offer] = []
        for sort in self._sorts.values():
            tiers = sort.tiers(hand, 0, 0)
            if tiers is not NOTHING:
                whole += tiers[0]
                other += tiers[1]
                spoilt += tiers[2]
                ruined += tiers[3]
        offers = (*whole, *other, *spoilt, *ruined, *bombs)
        if hand.held[3].bit_count() > 3:
            # A play with two bodies is found twice, and has four trios at least: 333444555666.
            offers = _once(offers)
        return self._out_first(counts, offers)

    def follows(self, counts: int, lead: Combo) -> tuple[Offer, ...]:
        """Every play of a hand that beats `lead`, with only the readings that beat it."""
        ruin, bombs = self._bombs_of(counts)
        sort = self._sorts.get(lead.kind)
        if sort is None:
            return tuple(bomb for bomb in bombs if is_larger(bomb.readings[0], lead, self._order))
        whole, other, spoilt, ruined = sort.tiers(Hand(counts, ruin), lead.size, ORDER[lead.rank] + 1)
        offers = (*whole, *other, *spoilt, *ruined, *bombs)
        if lead.kind in self._ambiguous:
            offers = _once(self._narrow(offer, lead) for offer in offers)
        return self._out_first(counts, offers) if len(offers) > 1 else offers

    def _out_first(self, counts: int, offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
        """The offers, the one that leaves no card before all others."""
        out = self._plays.get(counts)
        if out is None:
            return offers
        return tuple(sorted(offers, key=lambda offer: offer.ranks != out.ranks))

    def _narrow(self, offer: Offer, lead: Combo) -> Offer:
        """The offer with the readings that beat `lead` alone."""
        if len(offer.readings) == 1:
            return offer
        narrowed = self._narrowed.get((offer.ranks, lead))
        if narrowed is None:
            larger = (reading for reading in offer.readings if is_larger(reading, lead, self._order))
            narrowed = Offer(offer.ranks, in_following_order(larger, lead))
            self._narrowed[offer.ranks, lead] = narrowed
        return narrowed


def _once(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """The offers without repetitions, in their order."""
    return tuple({offer.ranks: offer for offer in offers}.values())


def cards_for(hand: Iterable[Card], ranks: str, last: Card | None = None) -> tuple[Card, ...]:
    """The cards of a hand that make up a rank string, lowest suits first; `last` only where no other card will do.

    Raises ValueError if the hand does not hold the ranks.
    """
    left = sorted(lowest_first(hand), key=lambda card: card == last)
    chosen = []
    for rank in ranks:
        card = next((card for card in left if card[0] == rank), None)
        if card is None:
            raise ValueError(f"no {rank} left in the hand")
        left.remove(card)
        chosen.append(card)
    return lowest_first(chosen)
