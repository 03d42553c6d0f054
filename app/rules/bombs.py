"""The bombs of a hand, the rocket among them."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from app.rules.cards import ORDER
from app.rules.combos import BombOrder, Offer
from app.rules.marks import ALL, JOKERS, NATURAL, ONE

JOKER_BITS: Final = (JOKERS >> 3) * 15


class Bombs(NamedTuple):
    """The bombs of one hand."""

    ruin: int
    """The marks of the ranks that make bombs without laizi; whatever else takes these ruins one."""
    offers: tuple[Offer, ...]
    """In hint order: those that leave nothing of a larger one, then the others, each from the weakest."""


def sort_bombs(counts: int, found: Iterable[int], plays: Mapping[int, Offer], order: BombOrder) -> Bombs:
    """The bombs found in a hand, as packed counts, in hint order."""
    natural = counts & NATURAL

    def key(cards: int) -> tuple[bool, int, int, int]:
        bomb = plays[cards].readings[0]
        left = natural - (cards & NATURAL) & (_group(cards) >> 3) * 15
        return left > 0, order[bomb.family], ORDER[bomb.rank], cards

    ruin = 0
    for cards in found:
        if cards <= NATURAL:
            ruin |= cards + ONE & ALL
    return Bombs(ruin, tuple(plays[cards] for cards in sorted(found, key=key)))


def _group(cards: int) -> int:
    """The marks of what a bomb is one of: its rank, or the jokers."""
    return JOKERS if cards & JOKER_BITS else (cards & NATURAL) + ONE & ALL
