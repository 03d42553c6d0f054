"""A second opinion on plays with laizi: rulebook 5 read word by word, with every rank tried for every laizi.

`python -m tests.rules.oracle_laizi QUESTION ...` prints lines of `legal_plays_laizi.txt`.
"""

import sys
from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement

from tests.rules import oracle
from tests.rules.oracle import ORDER, Bodies, Reading, census, shapes

BODIES: Bodies = {**oracle.BODIES, "PAIR_CHAIN": (2, 3, 11, 0, 0), "PLANE": (3, 2, 7, 0, 0)}
BOMBS = ["SOFT_BOMB4", "BOMB4", "LAIZI_BOMB5", "LAIZI_BOMB6", "ROCKET1"]
MOST = {"B": 1, "R": 1, "L": 2}
"""How many of a rank the deck holds where it is not four."""


def readings(ranks: str) -> set[Reading]:
    """Everything that these cards can be read as."""
    if any(count > MOST.get(rank, 4) for rank, count in Counter(ranks).items()) or len(ranks) > 22:
        return set()
    natural = ranks.replace("L", "")
    laizi = len(ranks) - len(natural)
    if not laizi and set(ranks) == set("BR"):
        return {("ROCKET", 1, "R")}
    if not natural:
        return set()
    found = set()
    for wild in combinations_with_replacement(ORDER[:13], laizi):
        for kind, size, rank in once_they_have_ranks("".join(sorted(natural + "".join(wild)))):
            found.add(("SOFT_BOMB" if kind == "BOMB" and laizi else kind, size, rank))
    return found


@lru_cache(maxsize=1 << 16)
def once_they_have_ranks(ranks: str) -> frozenset[Reading]:
    """Everything that cards can be read as, the laizi among them no longer wild."""
    cards = Counter(ranks)
    if len(cards) == 1 and len(ranks) >= 4:
        return frozenset({("BOMB" if len(ranks) == 4 else "LAIZI_BOMB", len(ranks), ranks[0])})
    if max(cards.values()) > 4:
        return frozenset()
    return frozenset(shapes(ranks, BODIES))


def strength(reading: Reading) -> int:
    """The place of a bomb in the order of the rulebook; -1 for other plays."""
    name = f"{reading[0]}{reading[1]}"
    return BOMBS.index(name) if name in BOMBS else -1


def beats(play: Reading, lead: Reading) -> bool:
    """The rule on comparing."""
    if strength(play) != strength(lead):
        return strength(play) > strength(lead)
    return play[:2] == lead[:2] and ORDER.index(play[2]) > ORDER.index(lead[2])


if __name__ == "__main__":
    sys.stdout.writelines(census(question, readings, beats) + "\n" for question in sys.argv[1:])
