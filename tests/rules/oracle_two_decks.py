"""A second opinion on five-player plays: rulebook 4 read word by word.

`python -m tests.rules.oracle_two_decks QUESTION ...` prints lines of `legal_plays_two_decks.txt`.
"""

import sys

from tests.rules.oracle import ORDER, Bodies, Reading, census, shapes

BODIES: Bodies = {
    # kind: copies, shortest, longest, cards of a kicker, kickers for each rank
    "SINGLE": (1, 1, 1, 0, 0),
    "PAIR": (2, 1, 1, 0, 0),
    "TRIO": (3, 1, 1, 0, 0),
    "STRAIGHT": (1, 5, 12, 0, 0),
    "PAIR_CHAIN": (2, 3, 12, 0, 0),
    "PLANE": (3, 2, 12, 0, 0),
    "TRIO_PAIR": (3, 1, 1, 2, 1),
    "PLANE_PAIRS": (3, 2, 12, 2, 1),
}
BOMBS = ["BOMB4", "BB", "RR", "BOMB5", "BOMB6", "KING_BOMB3", "BOMB7", "BOMB8", "KING_BOMB4"]
KING_BOMBS = {
    "BB": ("KING_BOMB2", 2, "B"),
    "RR": ("KING_BOMB2", 2, "R"),
    "BBR": ("KING_BOMB3", 3, "R"),
    "BRR": ("KING_BOMB3", 3, "R"),
    "BBRR": ("KING_BOMB4", 4, "R"),
}


def readings(ranks: str) -> set[Reading]:
    """Everything that these cards can be read as."""
    jokers = "".join(sorted(ranks))
    if jokers in KING_BOMBS:
        return {KING_BOMBS[jokers]}
    if len(set(ranks)) == 1 and 4 <= len(ranks) <= 8:
        return {("BOMB", len(ranks), ranks[0])} if ranks[0] not in "BR" else set()
    return (
        shapes(ranks, BODIES) if len(ranks) <= 24 and max(map(ranks.count, ranks), default=0) < 9 else set()
    )


def strength(reading: Reading) -> int:
    """The place of a bomb in the order of the rulebook; -1 for other plays."""
    kind, size, rank = reading
    name = {"KING_BOMB2": rank * 2, "BOMB": f"BOMB{size}"}.get(kind, kind)
    return BOMBS.index(name) if name in BOMBS else -1


def beats(play: Reading, lead: Reading) -> bool:
    """The rule on comparing."""
    if strength(play) != strength(lead):
        return strength(play) > strength(lead)
    return play[:2] == lead[:2] and ORDER.index(play[2]) > ORDER.index(lead[2])


if __name__ == "__main__":
    sys.stdout.writelines(census(question, readings, beats) + "\n" for question in sys.argv[1:])
