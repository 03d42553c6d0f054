"""What differs from game to game for a bot; nothing else asks which game it is."""

from enum import StrEnum
from typing import Final, NamedTuple

from app.rules.books import laizi, standard, two_decks
from app.rules.combos import BombOrder


class Role(StrEnum):
    """What a seat is, as far as it knows."""

    BIDDER = "bidder"
    """There is no landlord yet."""
    LANDLORD = "landlord"
    ALONE = "alone"
    """The open landlord who knows that nobody is with him."""
    HIDDEN = "hidden"
    """The hidden landlord."""
    FARMER = "farmer"


class Weights(NamedTuple):
    """What each sign of strength adds to the logarithm of the odds of winning (`strength`)."""

    always: float
    lead: float
    """For each lead that the hand, taken apart at its best, wins rather than loses (`prices`)."""
    bomb: float
    big_joker: float
    small_joker: float
    two: float
    ace: float
    laizi: float = 0.0


class Game(NamedTuple):
    """One game as the bots know it."""

    bombs: BombOrder
    """The bombs by strength, the rocket among them."""
    singles_ride: bool
    """Whether trios and planes carry single cards; all carry pairs."""
    weights: dict[Role, Weights]


ONE_DECK: Final = Game(
    standard.BOMBS,
    singles_ride=True,
    weights={
        Role.BIDDER: Weights(-0.61, 0.26, -0.15, 0.85, 0.78, 0.45, 0.29),
        Role.LANDLORD: Weights(0.09, 0.56, -0.6, 0.8, 0.72, 0.39, 0.35),
        Role.FARMER: Weights(0.33, 0.22, 0.06, 0.36, 0.29, 0.23, 0.2),
    },
)
FIVE: Final = Game(
    two_decks.BOMBS,
    singles_ride=False,
    weights={
        Role.LANDLORD: Weights(1.02, 0.33, 0.12, 0.2, 0.16, -0.1, -0.02),
        Role.ALONE: Weights(-0.29, 0.53, -0.22, 0.4, 0.2, -0.01, 0.32),
        Role.HIDDEN: Weights(0.15, 0.15, 0.2, 0.3, 0.27, 0.07, 0.0),
        Role.FARMER: Weights(0.99, 0.18, -0.06, 0.12, 0.11, -0.01, 0.03),
    },
)
LAIZI: Final = Game(
    laizi.BOMBS,
    singles_ride=True,
    weights={
        Role.BIDDER: Weights(-0.85, 0.05, 0.25, 0.68, 0.6, 0.1, -0.02, 0.9),
        Role.LANDLORD: Weights(-0.02, 0.43, -0.09, 0.58, 0.52, 0.09, 0.03, 0.67),
        Role.FARMER: Weights(0.27, 0.2, 0.21, 0.22, 0.2, 0.0, 0.01, 0.2),
    },
)
GAMES: Final = {"classic": ONE_DECK, "happy": ONE_DECK, "five": FIVE, "laizi": LAIZI}
"""Every game by its name."""
