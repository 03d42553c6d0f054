"""A hand in groups, by which its plays are sorted: a group is all its cards of one rank."""

from collections.abc import Iterable
from typing import Final, TypeVar

from app.rules import loans
from app.rules.loans import Body
from app.rules.marks import (
    ALL,
    FOUR,
    FROM,
    JOKERS,
    LAIZI_SHIFT,
    NATURAL,
    ONE,
    PLAIN,
    THREE,
    TWO,
    at_least,
    marks,
)
from app.rules.memos import EACH

T = TypeVar("T")
DEAR: Final = marks("2BR")
"""Ranks worth keeping: they win the lead back."""
CHEAP: Final = ALL & ~DEAR
Bodies = tuple[list[Body], list[Body], list[Body], list[Body]]
"""Bodies by tier (`sorts`)."""
Kickers = list[tuple[int, list[int]]]
"""Packed counts of kickers by tier, as far as there are any."""


class Hand:
    """What the sorts of plays ask about a hand; laizi are in no group."""

    __slots__ = ("_loans", "counts", "held", "laizi", "ruin", "sound")

    def __init__(self, counts: int, ruin: int) -> None:
        """`ruin` marks the ranks that make bombs or the rocket."""
        self.laizi = counts >> LAIZI_SHIFT
        self.counts = counts = counts & NATURAL
        """All cards but the laizi."""
        self.held = ALL, counts + ONE & ALL, counts + TWO & ALL, counts + THREE & ALL, counts + FOUR & ALL
        """By number of copies: the marks of the ranks held at least so many times."""
        self.ruin = ruin
        self.sound = ALL ^ ruin
        """The ranks that may be split without ruin."""
        self._loans: Loans | None = None

    @property
    def loans(self) -> "Loans":
        """What the hand has for plays with laizi."""
        if self._loans is None:
            self._loans = Loans(self)
        return self._loans


class Loans:
    """Bodies and kickers of a hand that lack cards for which laizi stand in (`loans`), by tier, worked out once."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._groups: dict[tuple[int, int], Bodies] = {}
        self._chains: dict[tuple[int, int, int, int], Bodies] = {}
        self._kickers: dict[tuple[int, int, int], Kickers] = {}

    def groups(self, copies: int, floor: int) -> Bodies:
        """So many cards of each rank from the index `floor`, low to high."""
        groups = self._groups.get(key := (copies, floor))
        if groups is None:
            tiers = self._ranks_by_tier(copies, PLAIN & FROM[floor])
            one, two, three, four = ([(rank, (rank >> 3) * copies) for rank in EACH[tier]] for tier in tiers)
            groups = self._groups[key] = one, two, three, four
        return groups

    def chains(self, copies: int, laizi: int, size: int, floor: int) -> Bodies:
        """Runs that lack so many cards, of one size (0: of any) and with a highest rank from the index `floor`."""
        chains = self._chains.get(key := (copies, laizi, size, floor))
        if chains is None:
            found = loans.chains(self._hand.counts, copies, laizi, size, floor)
            chains = self._chains[key] = self._by_tier(found, [cards for _, cards in found])
        return chains

    def kickers(self, width: int, number: int, laizi: int) -> Kickers:
        """So many kickers of `width` cards that lack so many, whatever the body."""
        kickers = self._kickers.get(key := (width, number, laizi))
        if kickers is None:
            tiers = enumerate(self._find_kickers(width, number, laizi))
            kickers = self._kickers[key] = [item for item in tiers if item[1]]
        return kickers

    def _find_kickers(self, width: int, number: int, laizi: int) -> Iterable[list[int]]:
        copies = width * number - laizi
        if copies == 1 or number == 1:
            ranks = self._ranks_by_tier(copies, PLAIN if width == 2 else PLAIN | JOKERS)
            return ([(rank >> 3) * copies for rank in EACH[tier]] for tier in ranks)
        found = loans.kickers(self._hand.counts, width, number, laizi)
        return self._by_tier(found, found)

    def _ranks_by_tier(self, copies: int, ranks: int) -> tuple[int, int, int, int]:
        held = at_least(self._hand.counts, copies) & ranks
        sound = held & self._hand.sound
        split = sound & at_least(self._hand.counts, copies + 1)
        whole = sound ^ split
        return whole & CHEAP, whole & DEAR, split, held ^ sound

    def _by_tier(self, parts: Iterable[T], cards: Iterable[int]) -> tuple[list[T], list[T], list[T], list[T]]:
        """Parts of plays and the cards they take: what ruins is in tier 3, what spoils in 2, what is dear in 1."""
        tiers: tuple[list[T], list[T], list[T], list[T]] = ([], [], [], [])
        ruin, left = self._hand.ruin, self._hand.counts + ONE
        for part, taken in zip(parts, cards, strict=True):
            touched = taken + ONE & ALL
            tiers[
                3 if touched & ruin else 2 if touched & left - taken else 1 if touched & DEAR else 0
            ].append(part)
        return tiers
