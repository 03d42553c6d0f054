"""Names of rooms, and the codes without which nobody enters one that is not public."""

from typing import Final

from app.randomness import Randomness

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""What is hard to take for something else when it is read out."""
LENGTH: Final = 6


def draw_code(randomness: Randomness) -> str:
    """A name or a code: about 30 bits, so that nobody comes upon one by trying."""
    return "".join(LETTERS[randomness.below(len(LETTERS))] for _ in range(LENGTH))
