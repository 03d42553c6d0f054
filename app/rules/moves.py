"""Moves: every play that a hand allows, and the cards that make one up.

Hints, bots and time-outs come here. Nothing here knows a game: a book gives the sorts of its plays and its bombs.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from app.rules.bombs import Bombs
from app.rules.cards import ORDER, Card, lowest_first
from app.rules.combos import BombOrder, Combo, Kind, Offer, in_following_order, is_larger
from app.rules.hands import Hand
from app.rules.sorts import NOTHING, Sort

KEPT: Final = 1 << 16
"""So many narrowed offers are remembered."""
NO_LAYERS: Final[tuple[list[tuple[Sort]], bool]] = ([], False)
"""Of the kinds of bombs."""


class Moves:
    """The plays of hands in hint order: the tiers of `sorts`, without laizi, then with one, then with two; after
    all these what ruins a bomb or the rocket, then the bombs.

    A play of all the cards goes out and so comes before everything.
    """

    def __init__(
        self,
        layers: Sequence[Mapping[Kind, Sort]],
        find: Callable[[int], Offer | None],
        bombs_of: Callable[[int], Bombs],
        order: BombOrder,
        ambiguous: Collection[Kind],
    ) -> None:
        """`layers` are the sorts of all plays but bombs, by the number of laizi played, each in hint order; `find`
        gives the play that packed counts are; `ambiguous` are the kinds of plays that may have several readings.
        """
        self._all = [tuple(layer.values()) for layer in layers]
        self._same_kind = {
            kind: ([(layer[kind],) for layer in layers if kind in layer], kind in ambiguous)
            for kind in layers[0]
        }
        self._find = find
        self._bombs_of = bombs_of
        self._order = order
        self._narrowed: dict[tuple[str, Combo], Offer] = {}

    def leads(self, counts: int) -> tuple[Offer, ...]:
        """Every play of a hand."""
        ruin, bombs = self._bombs_of(counts)
        hand = Hand(counts, ruin)
        offers = _offers(self._all, hand, 0, 0)
        offers += bombs
        if hand.laizi or hand.held[3].bit_count() > 3:
            # A play with two bodies is found twice; it takes a laizi or four trios: 33L44, 333444555666.
            offers = _once(offers)
        return self._out_first(counts, offers)

    def follows(self, counts: int, lead: Combo) -> tuple[Offer, ...]:
        """Every play of a hand that beats `lead`, with only the readings that beat it."""
        ruin, bombs = self._bombs_of(counts)
        hand = Hand(counts, ruin)
        layers, is_ambiguous = self._same_kind.get(lead.kind, NO_LAYERS)
        if layers:
            offers = _offers(layers, hand, lead.size, ORDER[lead.rank] + 1)
            offers += bombs
        else:
            offers = [bomb for bomb in bombs if is_larger(bomb.readings[0], lead, self._order)]
        if hand.laizi or is_ambiguous:
            offers = _once(self._narrow(offer, lead) for offer in offers)
        return self._out_first(counts, offers) if len(offers) > 1 else tuple(offers)

    def _out_first(self, counts: int, offers: list[Offer]) -> tuple[Offer, ...]:
        """The offers, the one that leaves no card before all others."""
        out = self._find(counts)
        if out is None:
            return tuple(offers)
        return tuple(sorted(offers, key=lambda offer: offer.ranks != out.ranks))

    def _narrow(self, offer: Offer, lead: Combo) -> Offer:
        """The offer with the readings that beat `lead` alone."""
        if len(offer.readings) == 1:
            return offer
        narrowed = self._narrowed.get((offer.ranks, lead))
        if narrowed is None:
            larger = (reading for reading in offer.readings if is_larger(reading, lead, self._order))
            narrowed = Offer(offer.ranks, in_following_order(larger, lead))
            if len(self._narrowed) >= KEPT:
                self._narrowed.clear()
            self._narrowed[offer.ranks, lead] = narrowed
        return narrowed


def _offers(layers: Sequence[Iterable[Sort]], hand: Hand, size: int, floor: int) -> list[Offer]:
    """The plays of a hand but for its bombs, tier by tier within each layer, what ruins last."""
    offers: list[Offer] = []
    ruined: list[Offer] = []
    for layer in layers[: hand.laizi + 1]:
        other: list[Offer] = []
        spoilt: list[Offer] = []
        for sort in layer:
            tiers = sort.tiers(hand, size, floor)
            if tiers is not NOTHING:
                offers += tiers[0]
                other += tiers[1]
                spoilt += tiers[2]
                ruined += tiers[3]
        offers += other
        offers += spoilt
    offers += ruined
    return offers


def _once(offers: Iterable[Offer]) -> list[Offer]:
    """The offers without repetitions, in their order."""
    return list({offer.ranks: offer for offer in offers}.values())


def cards_for(hand: Iterable[Card], ranks: str, last: Card | None = None) -> tuple[Card, ...]:
    """The cards of a hand that make up a rank string, lowest suits first; `last` only where no other card will do.

    Raises ValueError if the hand does not hold the ranks.
    """
    left = list(lowest_first(hand))
    if last:
        left.sort(key=lambda card: card == last)
    chosen = []
    for rank in ranks:
        for card in left:
            if card[0] == rank:
                break
        else:
            raise ValueError(f"no {rank} left in the hand")
        left.remove(card)
        chosen.append(card)
    return lowest_first(chosen)
