"""Legal plays as they travel. A lead with two laizi has thousands of them, so what they share is told once.

Plays that follow each other and have the same readings make a bundle, written in words: first the ranks that all of
them have, then what each adds. "555666 34 78" is 34555666 and 55566678; a word by itself is one play.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import Final

import msgspec

from app.rules.cards import RANKS, Rank
from app.rules.combos import Combo, Kind, Offer

_readings_of: Final = attrgetter("readings")


class Family(msgspec.Struct, frozen=True):
    """Readings that differ in nothing but their rank: one for each of `ranks`, from low to high."""

    kind: Kind
    size: int
    ranks: str


class Plays(msgspec.Struct, frozen=True):
    """Bundles of plays, and for each the readings of its plays, the default first, as numbers.

    Readings are counted from 0 through all families.
    """

    families: list[Family]
    ranks: list[str]
    readings: list[list[int]]


def bundle(offers: Iterable[Offer]) -> Plays:
    """Offers as they travel, in their order."""
    runs = [
        (readings, _write([offer.ranks for offer in run])) for readings, run in groupby(offers, _readings_of)
    ]
    families = _families(chain.from_iterable(readings for readings, _ in runs))
    number = {reading: number for number, reading in enumerate(_readings_in(families))}.__getitem__
    return Plays(
        families,
        [words for _, words in runs],
        [list(map(number, readings)) for readings, _ in runs],
    )


def unbundle(plays: Plays) -> tuple[Offer, ...]:
    """The inverse of `bundle`."""
    readings = tuple(_readings_in(plays.families))
    return tuple(
        Offer(ranks, tuple(readings[number] for number in numbers))
        for words, numbers in zip(plays.ranks, plays.readings, strict=True)
        for ranks in _read(words)
    )


def _families(readings: Iterable[Combo]) -> list[Family]:
    ranks: defaultdict[tuple[Kind, int], list[Rank]] = defaultdict(list)
    for reading in dict.fromkeys(readings):
        ranks[reading.family].append(reading.rank)
    return [
        Family(kind, size, "".join(sorted(found, key=RANKS.index))) for (kind, size), found in ranks.items()
    ]


def _readings_in(families: Iterable[Family]) -> Iterator[Combo]:
    return (Combo(each.kind, each.size, Rank(rank)) for each in families for rank in each.ranks)


def _write(plays: Sequence[str]) -> str:
    """The words of a bundle."""
    text = " ".join(plays)
    if len(plays) == 1:
        return text
    shared = ""
    for rank in dict.fromkeys(plays[0]):
        cards = rank * plays[0].count(rank)
        # Ranks are sorted: as often as there are plays, and not twice in one, is once in each.
        while cards and (text.count(cards) < len(plays) or cards * 2 in text):
            cards = cards[1:]
        if cards:
            shared += cards
            text = text.replace(cards, "")
    return f"{shared} {text}"


def _read(words: str) -> list[str]:
    """The plays of a bundle."""
    shared, *rests = words.split(" ")
    return ["".join(sorted(shared + rest, key=RANKS.index)) for rest in rests or [""]]
