"""The pattern book of the five-player game (rulebook 4): two decks, 108 cards.

Nothing carries single cards, and a four carries nothing. Bombs are four to eight of one rank and the king bombs 王炸:
two equal jokers, any three, all four. Hands hold up to 24 cards, twins among them.
"""

from typing import Final

from app.rules.books.deck import DeckBook
from app.rules.cards import FRENCH_DECK, Rank, pack_ranks
from app.rules.combos import Combo, Kind
from app.rules.marks import CHAIN, JOKERS, PLAIN
from app.rules.patterns import Pattern

PATTERNS: Final = (
    Pattern(Kind.PLANE_PAIRS, copies=3, ranks=CHAIN, shortest=2, longest=4, kicker=2),
    Pattern(Kind.PAIR_CHAIN, copies=2, ranks=CHAIN, shortest=3, longest=12),
    Pattern(Kind.STRAIGHT, copies=1, ranks=CHAIN, shortest=5, longest=12),
    Pattern(Kind.PLANE, copies=3, ranks=CHAIN, shortest=2, longest=8),
    Pattern(Kind.TRIO_PAIR, copies=3, kicker=2),
    Pattern(Kind.TRIO, copies=3),
    Pattern(Kind.PAIR, copies=2),
    Pattern(Kind.SINGLE, copies=1, ranks=PLAIN | JOKERS),
)
"""All but the bombs, in hint order; chains and wings are as long as 24 cards allow."""
OF_ONE_RANK: Final = tuple(Pattern(Kind.BOMB, copies) for copies in range(4, 9))
OF_JOKERS: Final = {
    pack_ranks("BB"): Combo(Kind.KING_BOMB2, 2, Rank("B")),
    pack_ranks("RR"): Combo(Kind.KING_BOMB2, 2, Rank("R")),
    pack_ranks("BBR"): Combo(Kind.KING_BOMB3, 3, Rank("R")),
    pack_ranks("BRR"): Combo(Kind.KING_BOMB3, 3, Rank("R")),
    pack_ranks("BBRR"): Combo(Kind.KING_BOMB4, 4, Rank("R")),
}
"""Any three jokers are worth the same, so their rank, and that of all four, is always written R."""
BOMBS: Final = {
    (Kind.BOMB, 4): 1,
    (Kind.KING_BOMB2, 2): 2,
    (Kind.BOMB, 5): 3,
    (Kind.BOMB, 6): 4,
    (Kind.KING_BOMB3, 3): 5,
    (Kind.BOMB, 7): 6,
    (Kind.BOMB, 8): 7,
    (Kind.KING_BOMB4, 4): 8,
}
"""Weakest first."""
DOUBLING: Final = BOMBS.keys() - {(Kind.BOMB, 4), (Kind.KING_BOMB2, 2)}
"""The bombs that double the multiple when they are played."""

TWO_DECKS: Final = DeckBook(FRENCH_DECK * 2, PATTERNS, OF_ONE_RANK, OF_JOKERS, BOMBS, DOUBLING)
