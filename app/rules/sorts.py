"""The plays of a hand, one pattern at a time, sorted as a player wants them for hints 提示.

A hand falls into groups: all its cards of one rank. Plays come in four tiers, and within a tier in the order of
the book's patterns, then by body from low to high, then by kickers from small to large:

0. plays of whole groups: the longest chains, and each body with the smallest kickers that spoil nothing;
1. other plays of whole groups: parts of a longer chain, larger kickers, whatever spends a 2 or a joker;
2. plays that spoil a pair or a trio;
3. plays that ruin a bomb or the rocket, four-with-two included.

Bodies and kickers are sets of ranks (`marks`), so most plays come from answers kept by such a set.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from app.rules.combos import Offer
from app.rules.marks import ALL, FOUR, JOKERS, ONE, PLAIN, THREE, TWO, each, marks
from app.rules.memos import EACH, Each, Memo
from app.rules.patterns import Pattern

DEAR: Final = marks("2BR")
"""Ranks worth keeping: they win the lead back."""
CHEAP: Final = ALL & ~DEAR
FROM: Final = tuple(ALL << 4 * index & ALL for index in range(17))
"""By index: the ranks from there up."""
Plays = Mapping[int, Offer]
"""Every play of a book by packed counts (`patterns.table_of`)."""
Tiers = tuple[Sequence[Offer], Sequence[Offer], Sequence[Offer], Sequence[Offer]]
Lists = tuple[list[Offer], list[Offer], list[Offer], list[Offer]]
NOTHING: Final[Tiers] = ((), (), (), ())


class Hand:
    """A hand in groups."""

    __slots__ = ("counts", "held", "sound")

    def __init__(self, counts: int, ruin: int) -> None:
        """`ruin` marks the ranks that make bombs or the rocket."""
        self.counts = counts
        self.held = ALL, counts + ONE & ALL, counts + TWO & ALL, counts + THREE & ALL, counts + FOUR & ALL
        """By number of copies: the marks of the ranks held at least so many times."""
        self.sound = ALL ^ ruin
        """The ranks that may be split without ruin."""


class Sort(Protocol):
    """The plays of one pattern."""

    def tiers(self, hand: Hand, size: int, floor: int) -> Tiers:
        """The plays of a hand: of one size (0: of any), with a deciding rank of at least the index `floor`."""
        ...


class Groups:
    """One rank that carries nothing: single, pair, trio."""

    def __init__(self, pattern: Pattern, plays: Plays) -> None:
        self._copies = pattern.copies
        self._ranks = pattern.ranks
        self._offers = Each({body: plays[pattern.cards(body)] for body in each(pattern.ranks)})

    def tiers(self, hand: Hand, size: int, floor: int) -> Tiers:
        """See `Sort.tiers`."""
        held = hand.held[self._copies] & self._ranks & FROM[floor]
        if not held:
            return NOTHING
        offers = self._offers
        sound = held & hand.sound
        split = sound & hand.held[self._copies + 1]
        whole = sound ^ split
        return offers[whole & CHEAP], offers[whole & DEAR], offers[split], offers[held ^ sound]


class Chains:
    """A run of ranks that carries nothing: straight, pair chain, plane."""

    def __init__(self, pattern: Pattern, plays: Plays) -> None:
        self._copies = pattern.copies
        self._ranks = pattern.ranks

        def chains(shortest: int, longest: int) -> Memo[tuple[tuple[int, int, Offer], ...]]:
            sized = pattern._replace(shortest=shortest, longest=longest)
            return Memo(
                lambda ranks: tuple(
                    (body, beside(body), plays[pattern.cards(body)]) for body in sized.bodies_in(ranks)
                )
            )

        self._chains = {size: chains(size, size) for size in range(pattern.shortest, pattern.longest + 1)}
        self._chains[0] = chains(pattern.shortest, pattern.longest)

    def tiers(self, hand: Hand, size: int, floor: int) -> Tiers:
        """See `Sort.tiers`."""
        held = hand.held[self._copies] & self._ranks
        if size:
            held &= FROM[floor + 1 - size]
        chains = self._chains[size][held]
        if not chains:
            return NOTHING
        tiers: Lists = ([], [], [], [])
        sound = held & hand.sound
        whole = sound & ~hand.held[self._copies + 1]
        for body, neighbours, offer in chains:
            if body & whole == body:
                tiers[1 if neighbours & whole else 0].append(offer)
            else:
                tiers[2 if body & sound == body else 3].append(offer)
        return tiers


class Carriers:
    """One rank with one kicker: trio with a single or a pair."""

    def __init__(self, pattern: Pattern, plays: Plays) -> None:
        self._copies = pattern.copies
        self._ranks = pattern.ranks
        self._kicker = pattern.kicker
        self._kickers = PLAIN | JOKERS if pattern.kicker == 1 else PLAIN
        self._offers = {
            body: {
                rank: plays[pattern.cards(body) + (rank >> 3) * pattern.kicker]
                for rank in each(self._kickers & ~body)
            }
            for body in each(pattern.ranks)
        }

    def tiers(self, hand: Hand, size: int, floor: int) -> Tiers:
        """See `Sort.tiers`."""
        bodies = hand.held[self._copies] & self._ranks & FROM[floor]
        if not bodies:
            return NOTHING
        held = hand.held[self._kicker] & self._kickers
        sound = held & hand.sound
        split = sound & hand.held[self._kicker + 1]
        cheap = EACH[(sound ^ split) & CHEAP]
        smallest, larger = cheap[:1], cheap[1:] + EACH[(sound ^ split) & DEAR]
        ruin = EACH[held ^ sound]
        tiers: Lists = ([], [], [], [])
        for body in EACH[bodies]:
            offer = self._offers[body].__getitem__
            if not body & hand.sound:
                tiers[3].extend(map(offer, EACH[held & ~body]))
            else:
                tiers[0 if body & CHEAP else 1].extend(map(offer, smallest))
                tiers[1].extend(map(offer, larger))
                tiers[2].extend(map(offer, EACH[split & ~body]))
                tiers[3].extend(map(offer, ruin))
        return tiers


class Wings:
    """Bodies with two kickers and more: planes with wings, four with two."""

    def __init__(self, pattern: Pattern, plays: Plays) -> None:
        self._pattern = pattern
        self._plays = plays
        self._bodies = Memo(lambda ranks: tuple(pattern.bodies_in(ranks)))

    def tiers(self, hand: Hand, size: int, floor: int) -> Tiers:
        """See `Sort.tiers`."""
        bodies = self._bodies[hand.held[self._pattern.copies] & self._pattern.ranks]
        if not bodies:
            return NOTHING
        tiers: Lists = ([], [], [], [])
        for body in bodies:
            if not size or (body.bit_count() == size and body & FROM[floor]):
                self._carry(hand, body, tiers)
        return tiers

    def _carry(self, hand: Hand, body: int, tiers: Lists) -> None:
        cards = self._pattern.cards(body)
        kickers = self._pattern.kickers(hand.counts, body)
        offers = [self._plays[cards + kicker] for kicker in kickers]
        if body & hand.sound != body:
            tiers[3].extend(offers)
            return
        rest = hand.counts - cards + ONE
        best = 1 if beside(body) & hand.held[self._pattern.copies] & hand.sound else 0
        for kicker, offer in zip(kickers, offers, strict=True):
            touched = kicker + ONE & ALL
            if touched & hand.sound != touched:
                tiers[3].append(offer)
            elif touched & rest - kicker:
                tiers[2].append(offer)
            elif touched & DEAR:
                tiers[1].append(offer)
            else:
                tiers[best].append(offer)
                best = 1


def beside(body: int) -> int:
    """The marks next to a chain, which would make it longer."""
    return (body << 4 | body >> 4) & ~body & ALL


def sort_of(pattern: Pattern, plays: Plays) -> Sort:
    """The way to the plays of a pattern that its shape allows."""
    if pattern.kicker:
        return Carriers(pattern, plays) if pattern.longest * pattern.carries == 1 else Wings(pattern, plays)
    return Groups(pattern, plays) if pattern.longest == 1 else Chains(pattern, plays)
