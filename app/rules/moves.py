"""Moves: every play that a hand allows, and the cards that make one up.

Hints, bots and time-outs come here. Nothing here knows a game: a book gives its patterns and its
table of plays.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from app.rules.cards import ORDER, Card, lowest_first
from app.rules.combos import BombOrder, Combo, Offer, in_following_order, is_larger
from app.rules.patterns import Pattern
from app.rules.sorts import Hand, Tiers, sort_of


class Moves:
    """The plays of hands: `leads` and `follows` of a `PatternBook`."""

    def __init__(
        self,
        patterns: Sequence[Pattern],
        plays: Mapping[int, Offer],
        bombs: BombOrder,
        bombs_of: Callable[[int], Iterable[Offer]],
    ) -> None:
        """`bombs_of` lists the bombs of packed counts, weakest first."""
        self._plays = plays
        self._bombs = bombs
        self._bombs_of = bombs_of
        self._sorts = {pattern.kind: sort_of(pattern, plays) for pattern in patterns}
        self._narrowed: dict[tuple[Offer, Combo], Offer] = {}

    def leads(self, counts: int) -> tuple[Offer, ...]:
        """Every play of a hand, in hint order."""
        hand = Hand(counts)
        tiers: Tiers = ([], [], [], [], [])
        for sort in self._sorts.values():
            sort.add(hand, tiers, 0, 0)
        tiers[4].extend(self._bombs_of(counts))
        return self._in_order(counts, tiers)

    def follows(self, counts: int, lead: Combo) -> tuple[Offer, ...]:
        """Every play of a hand that beats `lead`, in hint order, with only the readings that beat it."""
        tiers: Tiers = ([], [], [], [], [])
        if lead.form in self._bombs:
            tiers[4].extend(
                offer for offer in self._bombs_of(counts) if is_larger(offer.readings[0], lead, self._bombs)
            )
        else:
            self._sorts[lead.kind].add(Hand(counts), tiers, lead.size, ORDER[lead.rank] + 1)
            tiers[4].extend(self._bombs_of(counts))
        return tuple(
            offer if len(offer.readings) == 1 else self._narrow(offer, lead)
            for offer in self._in_order(counts, tiers)
        )

    def _in_order(self, counts: int, tiers: Tiers) -> tuple[Offer, ...]:
        offers = (*tiers[0], *tiers[1], *tiers[2], *tiers[3], *tiers[4])
        out = self._plays.get(counts)
        if out is not None and out in offers:
            return (out, *(offer for offer in offers if offer is not out))
        return offers

    def _narrow(self, offer: Offer, lead: Combo) -> Offer:
        narrowed = self._narrowed.get((offer, lead))
        if narrowed is None:
            larger = tuple(reading for reading in offer.readings if is_larger(reading, lead, self._bombs))
            narrowed = self._narrowed[offer, lead] = Offer(offer.ranks, in_following_order(larger, lead))
        return narrowed


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
