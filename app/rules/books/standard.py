"""The pattern book of classic and Happy (rulebook 1.1): one deck of 54 cards."""

from typing import Final

from app.rules.books.deck import DeckBook
from app.rules.cards import FRENCH_DECK, Rank, pack_ranks
from app.rules.combos import Combo, Kind
from app.rules.marks import CHAIN, JOKERS, PLAIN
from app.rules.patterns import Pattern

PATTERNS: Final = (
    Pattern(Kind.FOUR_TWO, copies=4, kicker=1, carries=2),
    Pattern(Kind.FOUR_TWO_PAIRS, copies=4, kicker=2, carries=2),
    Pattern(Kind.PLANE_SINGLES, copies=3, ranks=CHAIN, shortest=2, longest=5, kicker=1),
    Pattern(Kind.PLANE_PAIRS, copies=3, ranks=CHAIN, shortest=2, longest=4, kicker=2),
    Pattern(Kind.PAIR_CHAIN, copies=2, ranks=CHAIN, shortest=3, longest=10),
    Pattern(Kind.STRAIGHT, copies=1, ranks=CHAIN, shortest=5, longest=12),
    Pattern(Kind.PLANE, copies=3, ranks=CHAIN, shortest=2, longest=6),
    Pattern(Kind.TRIO_SINGLE, copies=3, kicker=1),
    Pattern(Kind.TRIO_PAIR, copies=3, kicker=2),
    Pattern(Kind.TRIO, copies=3),
    Pattern(Kind.PAIR, copies=2),
    Pattern(Kind.SINGLE, copies=1, ranks=PLAIN | JOKERS),
)
"""All but the bomb and the rocket, in hint order; chains and wings are as long as 20 cards allow."""
BOMB: Final = Pattern(Kind.BOMB, copies=4)
ROCKET: Final = Combo(Kind.ROCKET, 1, Rank("R"))
ROCKET_COUNTS: Final = pack_ranks("BR")
BOMBS: Final = {(Kind.BOMB, 4): 1, (Kind.ROCKET, 1): 2}
"""Weakest first."""

STANDARD: Final = DeckBook(FRENCH_DECK, PATTERNS, [BOMB], {ROCKET_COUNTS: ROCKET}, BOMBS, doubling=BOMBS)
