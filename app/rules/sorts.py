"""The plays of a hand, one pattern at a time, sorted as a player wants them for hints 提示.

A hand falls into groups: all its cards of one rank. Plays come in five tiers, and within a tier in the order of
the book's patterns, then by body from low to high, then by kickers from small to large:

0. plays of whole groups: the longest chains, otherwise the smallest unspoilt kicker of each body;
1. other plays of whole groups: parts of a longer chain, larger kickers, anything that spends a 2 or a joker;
2. plays that spoil a pair or a trio;
3. plays that ruin a bomb or the rocket, four-with-two included;
4. bombs and the rocket, weakest first.
"""

from collections.abc import Callable, Mapping
from typing import Final, Generic, Protocol, TypeVar

from app.rules.combos import Offer
from app.rules.marks import ALL, JOKERS, PLAIN, at_least, each, marks
from app.rules.patterns import Pattern

DEAR: Final = marks("2BR")
"""Ranks worth keeping: they win the lead back."""

Tiers = tuple[list[Offer], list[Offer], list[Offer], list[Offer], list[Offer]]
T = TypeVar("T")


class Memo(dict[int, T], Generic[T]):
    """Answers by a set of ranks; their number is bounded by the number of such sets."""

    def __init__(self, answer: Callable[[int], T]) -> None:
        super().__init__()
        self._answer = answer

    def __missing__(self, ranks: int) -> T:
        answer = self[ranks] = self._answer(ranks)
        return answer


EACH: Final = Memo(lambda ranks: tuple(each(ranks)))
"""The single marks of a set, low to high."""


class Hand:
    """A hand in groups: the marks of the ranks held at least so many times, and of those that make its bombs."""

    __slots__ = ("counts", "held", "ruin")

    def __init__(self, counts: int) -> None:
        one = at_least(counts, 1)
        four = at_least(counts, 4)
        self.counts = counts
        self.held = (ALL, one, at_least(counts, 2), at_least(counts, 3), four, four)
        self.ruin = four | JOKERS if one & JOKERS == JOKERS else four


class Sort(Protocol):
    """The plays of one pattern, by tiers."""

    def add(self, hand: Hand, tiers: Tiers, size: int, floor: int) -> None:
        """Add the plays of a hand: of one size (0: of all), with a deciding rank of at least the index `floor`."""
        ...


class Groups:
    """One rank and nothing else: single, pair, trio."""

    def __init__(self, pattern: Pattern, plays: Mapping[int, Offer]) -> None:
        self._copies = pattern.copies
        self._ranks = pattern.ranks
        self._offers = Memo(lambda ranks: tuple(plays[pattern.cards(body)] for body in each(ranks)))

    def add(self, hand: Hand, tiers: Tiers, size: int, floor: int) -> None:
        """See `Sort.add`."""
        held = hand.held[self._copies] & self._ranks & ALL << 4 * floor
        if held:
            offers = self._offers
            sound = held & ~hand.ruin
            whole = sound & ~hand.held[self._copies + 1]
            tiers[0].extend(offers[whole & ~DEAR])
            tiers[1].extend(offers[whole & DEAR])
            tiers[2].extend(offers[sound ^ whole])
            tiers[3].extend(offers[held ^ sound])


class Chains:
    """A run of ranks that carries nothing: straight, pair chain, plane."""

    def __init__(self, pattern: Pattern, plays: Mapping[int, Offer]) -> None:
        self._copies = pattern.copies
        self._ranks = pattern.ranks

        def bodies(size: int) -> Memo[tuple[tuple[int, int, Offer], ...]]:
            sized = pattern._replace(copies=1)
            if size:
                sized = sized._replace(shortest=size, longest=size)
            return Memo(
                lambda ranks: tuple(
                    (body, (body << 4 | body >> 4) & ~body, plays[pattern.cards(body)])
                    for body in sized.bodies(ranks >> 3)
                )
            )

        self._bodies = {size: bodies(size) for size in (0, *range(pattern.shortest, pattern.longest + 1))}

    def add(self, hand: Hand, tiers: Tiers, size: int, floor: int) -> None:
        """See `Sort.add`."""
        held = hand.held[self._copies] & self._ranks
        if floor > size:
            held &= ALL << 4 * (floor + 1 - size)
        bodies = self._bodies[size][held]
        if bodies:
            sound = held & ~hand.ruin
            whole = sound & ~hand.held[self._copies + 1]
            for body, neighbours, offer in bodies:
                if body & whole == body:
                    tiers[1 if neighbours & whole else 0].append(offer)
                else:
                    tiers[2 if body & sound == body else 3].append(offer)


class Carriers:
    """One body with one kicker: trio with a single or a pair."""

    def __init__(self, pattern: Pattern, plays: Mapping[int, Offer]) -> None:
        self._copies = pattern.copies
        self._kicker = pattern.kicker
        self._kickers = PLAIN | JOKERS if pattern.kicker == 1 else PLAIN
        self._ranks = pattern.ranks
        self._rows = {
            body: {
                kicker: plays[cards]
                for kicker in each(PLAIN | JOKERS)
                if (cards := pattern.cards(body) + (kicker >> 3) * pattern.kicker) in plays
            }
            for body in each(pattern.ranks)
        }

    def add(self, hand: Hand, tiers: Tiers, size: int, floor: int) -> None:
        """See `Sort.add`."""
        bodies = hand.held[self._copies] & self._ranks & ALL << 4 * floor
        if bodies:
            held = hand.held[self._kicker] & self._kickers
            sound = held & ~hand.ruin
            whole = sound & ~hand.held[self._kicker + 1]
            for body in EACH[bodies]:
                offer = self._rows[body].__getitem__
                if body & hand.ruin:
                    tiers[3].extend(map(offer, EACH[held & ~body]))
                    continue
                cheap = EACH[whole & ~DEAR & ~body]
                if not body & DEAR:
                    tiers[0].extend(map(offer, cheap[:1]))
                    cheap = cheap[1:]
                tiers[1].extend(map(offer, cheap))
                tiers[1].extend(map(offer, EACH[whole & DEAR & ~body]))
                tiers[2].extend(map(offer, EACH[(sound ^ whole) & ~body]))
                tiers[3].extend(map(offer, EACH[(held ^ sound) & ~body]))


class Wings:
    """Bodies with two kickers and more: planes with wings, four with two."""

    def __init__(self, pattern: Pattern, plays: Mapping[int, Offer]) -> None:
        self._pattern = pattern
        self._plays = plays
        one = pattern._replace(copies=1)
        self._bodies = Memo(lambda ranks: tuple(one.bodies(ranks >> 3)))

    def add(self, hand: Hand, tiers: Tiers, size: int, floor: int) -> None:
        """See `Sort.add`."""
        pattern = self._pattern
        bodies = self._bodies[hand.held[pattern.copies] & pattern.ranks]
        for body in bodies:
            if size and (body.bit_count() != size or body.bit_length() <= 4 * floor):
                continue
            self._carry(hand, body, tiers)

    def _carry(self, hand: Hand, body: int, tiers: Tiers) -> None:
        cards = self._pattern.cards(body)
        rest = hand.counts - cards
        partial = (body << 4 | body >> 4) & ~body & hand.held[self._pattern.copies]
        first = 1 if partial or body & DEAR else 0
        spoils = 3 if body & hand.ruin else first
        for kickers in self._pattern.kickers(hand.counts, body):
            touched = at_least(kickers, 1)
            tier = spoils
            if tier < 3:
                if touched & hand.ruin:
                    tier = 3
                elif touched & at_least(rest - kickers, 1):
                    tier = 2
                elif touched & DEAR:
                    tier = 1
                elif tier == 0:
                    spoils = 1
            tiers[tier].append(self._plays[cards + kickers])


def sort_of(pattern: Pattern, plays: Mapping[int, Offer]) -> Sort:
    """The plays of a pattern, made by the fastest way that its shape allows."""
    if pattern.longest == 1 and not pattern.kicker:
        return Groups(pattern, plays)
    if not pattern.kicker:
        return Chains(pattern, plays)
    if pattern.longest * pattern.carries == 1:
        return Carriers(pattern, plays)
    return Wings(pattern, plays)
