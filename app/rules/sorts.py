"""The plays of a hand, one pattern at a time, sorted as a player wants them for hints 提示.

A hand falls into groups: all its cards of one rank; laizi are in no group. Plays come in four tiers, and within a
tier in the order of the book's patterns, then by body from low to high, then by kickers from small to large:

0. plays of whole groups: the longest chains, and each body with the smallest kickers that spoil nothing;
1. other plays of whole groups: parts of a longer chain, larger kickers, whatever spends a 2 or a joker;
2. plays that spoil a pair or a trio;
3. plays that ruin a bomb or the rocket, four-with-two included, also where laizi make the four.

Chains with laizi are so many that they are not told apart by what would make them longer: the longest come first.
Bodies and kickers are sets of ranks (`marks`), so most plays come from answers kept by such a set.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from app.rules.combos import Kind, Offer
from app.rules.hands import CHEAP, DEAR, Hand
from app.rules.loans import Body
from app.rules.marks import ALL, FROM, JOKERS, ONE, ONE_LAIZI, PLAIN, each
from app.rules.memos import EACH, Each, Memo
from app.rules.patterns import Pattern

Plays = Mapping[int, Offer]
"""Every play of a book by packed counts (`patterns.table_of`)."""
Tiers = tuple[Sequence[Offer], Sequence[Offer], Sequence[Offer], Sequence[Offer]]
Lists = tuple[list[Offer], list[Offer], list[Offer], list[Offer]]
"""Tiers in the making."""
NOTHING: Final[Tiers] = ((), (), (), ())


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


class Lent:
    """Any pattern, with so many laizi in every play."""

    def __init__(self, pattern: Pattern, plays: Plays, laizi: int) -> None:
        self._pattern = pattern
        self._plays = plays
        self._laizi = laizi
        self._lent = laizi * ONE_LAIZI
        self._best = 3 if pattern.copies == 4 else 0
        self._bomb = pattern.kicker * pattern.carries or -1
        """A body of one rank that carries so many laizi is a bomb, and is offered as such."""

    def tiers(self, hand: Hand, size: int, floor: int) -> Tiers:
        """See `Sort.tiers`."""
        plays, lent = self._plays, self._lent
        tiers: Lists = ([], [], [], [])
        for carried in range(self._laizi + 1 if self._pattern.kicker else 1):
            for tier, bodies in enumerate(self._bodies(hand, self._laizi - carried, size, floor)):
                if self._pattern.kicker:
                    for ranks, cards in bodies:
                        self._carry(hand, ranks, cards + lent, carried, max(tier, self._best), tiers)
                else:
                    tiers[tier].extend([plays[cards + lent] for _, cards in bodies])
        return tiers

    def _bodies(self, hand: Hand, laizi: int, size: int, floor: int) -> Iterable[Sequence[Body]]:
        """The bodies with so many of the laizi, by tier."""
        pattern = self._pattern
        if pattern.longest > 1:
            return hand.loans.chains(pattern.copies, laizi, size, floor)
        if pattern.copies == laizi or self._laizi - laizi == self._bomb:
            return ()
        return hand.loans.groups(pattern.copies - laizi, floor)

    def _carry(self, hand: Hand, ranks: int, cards: int, laizi: int, best: int, tiers: Lists) -> None:
        """Adds the plays of one body whose kickers have so many of the laizi."""
        plays = self._plays
        bits = (ranks >> 3) * 15
        length = ranks.bit_count()
        if length > self._pattern.longest:
            return
        number = length * self._pattern.carries
        for tier, kickers in hand.loans.kickers(self._pattern.kicker, number, laizi):
            offers = [plays[cards + kicker] for kicker in kickers if not kicker & bits]
            if tier or best:
                tiers[max(tier, best)].extend(offers)
            else:
                tiers[0].extend(offers[:1])
                tiers[1].extend(offers[1:])


def beside(body: int) -> int:
    """The marks next to a chain, which would make it longer."""
    return (body << 4 | body >> 4) & ~body & ALL


def sorts_of(patterns: Iterable[Pattern], plays: Plays) -> dict[Kind, Sort]:
    """The sorts of several patterns, in their order."""
    return {pattern.kind: sort_of(pattern, plays) for pattern in patterns}


def lent_sorts_of(patterns: Iterable[Pattern], plays: Plays, laizi: int) -> dict[Kind, Sort]:
    """The sorts of the plays with so many laizi."""
    return {
        pattern.kind: Lent(pattern, plays, laizi)
        for pattern in patterns
        if pattern.copies > 1 or pattern.longest > 1
    }


def sort_of(pattern: Pattern, plays: Plays) -> Sort:
    """The way to the plays of a pattern that its shape allows."""
    if pattern.kicker:
        return Carriers(pattern, plays) if pattern.longest * pattern.carries == 1 else Wings(pattern, plays)
    return Groups(pattern, plays) if pattern.longest == 1 else Chains(pattern, plays)
