"""A second opinion: rulebook 1.1 read word by word, slow and without a line of the engine.

`python -m tests.rules.oracle QUESTION ...` prints lines of `legal_plays.txt`. What other games share with it is here.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import product

ORDER = "3456789TJQKA2BR"
CHAIN = "3456789TJQKA"
Reading = tuple[str, int, str]
"""Kind, size, rank; the size of a bomb is its number of cards."""
Bodies = Mapping[str, tuple[int, int, int, int, int]]

BODIES: Bodies = {
    # kind: copies, shortest, longest, cards of a kicker, kickers for each rank
    "SINGLE": (1, 1, 1, 0, 0),
    "PAIR": (2, 1, 1, 0, 0),
    "TRIO": (3, 1, 1, 0, 0),
    "TRIO_SINGLE": (3, 1, 1, 1, 1),
    "TRIO_PAIR": (3, 1, 1, 2, 1),
    "STRAIGHT": (1, 5, 12, 0, 0),
    "PAIR_CHAIN": (2, 3, 10, 0, 0),
    "PLANE": (3, 2, 6, 0, 0),
    "PLANE_SINGLES": (3, 2, 12, 1, 1),
    "PLANE_PAIRS": (3, 2, 12, 2, 1),
    "FOUR_TWO": (4, 1, 1, 1, 2),
    "FOUR_TWO_PAIRS": (4, 1, 1, 2, 2),
}


def readings(ranks: str) -> set[Reading]:
    """Everything that these cards can be read as."""
    cards = Counter(ranks)
    if cards == Counter("BR"):
        return {("ROCKET", 1, "R")}
    if len(cards) == 1 and len(ranks) == 4:
        return {("BOMB", 4, ranks[0])}
    return shapes(ranks, BODIES) if len(ranks) <= 20 else set()


def shapes(ranks: str, bodies: Bodies) -> set[Reading]:
    """Everything that these cards can be read as, if they are no bomb."""
    cards = Counter(ranks)
    found = set()
    for kind, (copies, shortest, longest, width, for_each_rank) in bodies.items():
        line = CHAIN if longest > 1 else ORDER
        for length in range(shortest, longest + 1):
            if len(ranks) == length * (copies + width * for_each_rank):
                for start in range(len(line) - length + 1):
                    body = line[start : start + length]
                    if all(cards[rank] >= copies for rank in body) and may_carry(
                        body, cards - Counter(body * copies), width
                    ):
                        found.add((kind, length, body[-1]))
    return found


def may_carry(body: str, kickers: Counter[str], width: int) -> bool:
    """The rule on kickers, as many cards as there ought to be."""
    if set(kickers) & set(body):
        return False
    if width == 2:
        return all(count == 2 for count in kickers.values()) and not set(kickers) & set("BR")
    return all(count <= 3 for count in kickers.values()) and not set("BR") <= set(kickers)


def beats(play: Reading, lead: Reading) -> bool:
    """The rule on comparing."""
    if lead[0] == "ROCKET":
        return False
    if play[0] == "ROCKET":
        return True
    if play[0] == "BOMB" and lead[0] != "BOMB":
        return True
    return play[:2] == lead[:2] and ORDER.index(play[2]) > ORDER.index(lead[2])


def selections(hand: str) -> Iterator[str]:
    """Every set of ranks that a hand can put down, laizi last."""
    held = sorted(Counter(hand).items(), key=lambda item: (ORDER + "L").index(item[0]))
    for counts in product(*(range(count + 1) for _, count in held)):
        yield "".join(rank * count for (rank, _), count in zip(held, counts, strict=True))


Read = Callable[[str], set[Reading]]


def plays(hand: str, read: Read = readings) -> dict[str, set[Reading]]:
    """Every legal play of a hand with its readings."""
    return {ranks: found for ranks in selections(hand) if (found := read(ranks))}


Beats = Callable[[Reading, Reading], bool]


def census(question: str, read: Read = readings, beats: Beats = beats) -> str:
    """A line of `legal_plays.txt`: the question, the number of plays, and of their readings by kind.

    A question is a hand, or a hand and what it has to beat: "444555 over TRIO 1 3".
    """
    hand, _, lead = question.partition(" over ")
    legal = list(plays(hand, read).values())
    if lead:
        kind, size, rank = lead.split()
        larger = [
            {reading for reading in found if beats(reading, (kind, int(size), rank))} for found in legal
        ]
        legal = [found for found in larger if found]
    kinds = Counter(kind for found in legal for kind, _, _ in found)
    counted = " ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()))
    return f"{question}: {len(legal)} {counted}".strip()


if __name__ == "__main__":
    sys.stdout.writelines(census(question) + "\n" for question in sys.argv[1:])
