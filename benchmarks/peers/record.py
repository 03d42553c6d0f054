"""Writes what other engines say about fixed hands of classic: `make record-peers`.

Each line of `tests/rules/peers/NAME.txt` is a hand, the play to beat ("-" on the lead) and every play that the engine
allows, all by rank from low to high; "?" stands for plays if the engine does not know the play to beat. Passing is left
out. `tests/rules/test_peers.py` compares all of it with this engine.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

from app.rules.books.standard import STANDARD
from app.rules.cards import FRENCH_DECK, RANKS, Card, pack
from benchmarks.peers import douzero_engine, rlcard_engine
from benchmarks.peers.engine import ranks_of

FOLDER = Path(__file__).parents[2] / "tests" / "rules" / "peers"
DEALT = 240
BUNCHED = 360
"""Hands of cards from the whole deck, and of cards from a few ranks and the jokers."""
FOLLOWS = 3
"""Plays to beat for each hand."""
EXTREME = (
    ("3456789TJQKA2BR", ""),
    ("3456789TJQKA", "3456789TJQK"),
    ("3344556677889TJQKA2", "334455"),
    ("333344445555666677", ""),
    ("333444555666777J2BR", ""),
    ("33344455566677788899", ""),
    ("3334445556667777", ""),
    ("33344455566677772BR", ""),
    ("444555666777", "333444555888"),
    ("444555666777", "333444555TTT"),
    ("555666777888", "444555666777"),
    ("333777888999", "444555666AAA"),
    ("333777888999", "444555666TJQ"),
    ("44455566677789TJ", "3334445556668889"),
    ("444555666777899J", "333444555666888J"),
    ("4445556667778889", "333444555666TJQK"),
    ("4445556667779999", "333444555666TJQK"),
    ("6667778889992222", "333444555666777J"),
    ("4444BR", "333366"),
    ("44445566BR", "33337788"),
    ("4444BR", "3333"),
    ("3333BR", "4444"),
    ("2222AAAAKKKKQQQQJJJJ", "BR"),
)
"""Questions that chance seldom asks."""
Plays = Callable[[str, str], Iterable[str] | None]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    asked = list(dict.fromkeys((*EXTREME, *questions())))
    answers: dict[str, Plays] = {"rlcard": rlcard_plays, "douzero": douzero_plays}
    for name, plays in answers.items():
        lines = (line(hand, lead, plays(hand, lead)) for hand, lead in asked)
        (FOLDER / f"{name}.txt").write_text("".join(lines), encoding="utf-8")


def questions() -> Iterator[tuple[str, str]]:
    """Hands with plays to beat, each an empty string on the lead; the same every time."""
    chance = Random(1)
    for number in range(DEALT + BUNCHED):
        low = chance.randrange(9)
        ranks = RANKS if number < DEALT else RANKS[low : low + 6] + "BR"
        deck = [card for card in FRENCH_DECK if card[0] in ranks]
        chance.shuffle(deck)
        size = min(chance.choice((5, 8, 11, 14, 17, 20)), len(deck) // 2)
        hand, other = deck[:size], deck[size : size + 20]
        yield ranks_of(hand), ""
        for _ in range(FOLLOWS):
            yield ranks_of(hand), some_play(other, chance)


def some_play(hand: list[Card], chance: Random) -> str:
    """A play of a hand, its kind as likely as any other that the hand has."""
    offers = STANDARD.leads(pack(hand))
    kind = chance.choice(sorted({offer.readings[0].kind for offer in offers}))
    return chance.choice([offer.ranks for offer in offers if offer.readings[0].kind == kind])


def line(hand: str, lead: str, plays: Iterable[str] | None) -> str:
    """A line of the file."""
    shown = (
        ["?"] if plays is None else sorted(set(plays), key=lambda play: (len(play), *map(RANKS.index, play)))
    )
    return " ".join((hand, lead or "-", *shown)) + "\n"


def rlcard_plays(hand: str, lead: str) -> Iterable[str] | None:
    """What RLCard allows."""
    if not lead:
        return rlcard_engine.lead(hand)
    if rlcard_engine.read(lead) is None:
        return None
    return set(rlcard_engine.follow(rlcard_engine.turn(hand, lead))) - {"pass"}


def douzero_plays(hand: str, lead: str) -> Iterable[str]:
    """What DouZero allows."""
    moves = douzero_engine.moves(douzero_engine.turn(hand, lead))
    return {"".join(map(douzero_engine.RANKS.__getitem__, move)) for move in moves} - {""}


if __name__ == "__main__":
    main()
