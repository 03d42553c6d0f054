"""Hypothesis strategies and random hands for the rules."""

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from app.rules.cards import FRENCH_DECK, RANKS, Card


def hands(most: int = 20, deck: Sequence[Card] = FRENCH_DECK) -> st.SearchStrategy[tuple[Card, ...]]:
    """Hands of 1 to `most` cards of a deck, in any order."""
    return st.builds(lambda cards, size: tuple(cards[:size]), st.permutations(deck), st.integers(1, most))


def bunched_hands(most: int, deck: Sequence[Card] = FRENCH_DECK) -> st.SearchStrategy[tuple[Card, ...]]:
    """Hands of five ranks, jokers and laizi, rich in trios, bombs and chains."""
    few = st.integers(0, 8).map(
        lambda low: [card for card in deck if card[0] in RANKS[low : low + 5] or card[0] in "BRL"]
    )
    return st.builds(
        lambda cards, size: tuple(cards[:size]), few.flatmap(st.permutations), st.integers(1, most)
    )


def deal(chance: Random, size: int, deck: Sequence[Card] = FRENCH_DECK) -> tuple[Card, ...]:
    """A random hand."""
    return tuple(chance.sample(deck, size))
