"""Hypothesis strategies and random hands for the rules."""

from random import Random

from hypothesis import strategies as st

from app.rules.cards import FRENCH_DECK, Card


def hands(most: int = 20) -> st.SearchStrategy[tuple[Card, ...]]:
    """Hands of 1 to `most` cards of one deck, in any order."""
    return st.builds(
        lambda deck, size: tuple(deck[:size]), st.permutations(FRENCH_DECK), st.integers(1, most)
    )


def bunched_hands(most: int) -> st.SearchStrategy[tuple[Card, ...]]:
    """Hands of few ranks, rich in trios, bombs and chains."""
    few = st.integers(0, 8).map(lambda low: FRENCH_DECK[4 * low : 4 * low + 20] + FRENCH_DECK[-2:])
    return st.builds(
        lambda deck, size: tuple(deck[:size]), few.flatmap(st.permutations), st.integers(1, most)
    )


def deal(chance: Random, size: int) -> tuple[Card, ...]:
    """A random hand."""
    return tuple(chance.sample(FRENCH_DECK, size))
