"""The plays of a hand, one pattern at a time, sorted as a player wants them for hints 提示.

A hand falls into groups: all its cards of one rank. Plays come in four tiers, and within a tier in the order of
the book's patterns, then by body from low to high, then by kickers from small to large:

0. plays of whole groups: the longest chains, and each body with the smallest kickers that spoil nothing;
1. other plays of whole groups: parts of a longer chain, larger kickers, whatever spends a 2 or a joker;
2. plays that spoil a pair or a trio;
3. plays that ruin a bomb or the rocket, four-with-two included.

Bodies and kickers are sets of ranks (`marks`), so most plays come from answers kept by such a set.
"""

from collections.abc import Callable, Mapping
from typing import Final, Generic, Protocol, TypeVar

from app.rules.combos import Offer
from app.rules.marks import ALL, JOKERS, LIFT, PLAIN, each, marks
from app.rules.patterns import Pattern

DEAR: Final = marks("2BR")
"""Ranks worth keeping: they win the lead back."""
LOW: Final = marks("3456789")
"""About half of the ranks."""

Plays = Mapping[int, Offer]
"""Every play of a book by packed counts (`patterns.table_of`)."""
Tiers = tuple[list[Offer], list[Offer], list[Offer], list[Offer]]
T = TypeVar("T")


class Memo(dict[int, T], Generic[T]):
    """Answers by a set of ranks; there are no more of them than such sets."""

    def __init__(self, answer: Callable[[int], T]) -> None:
        super().__init__()
        self._answer = answer

    def __missing__(self, ranks: int) -> T:
        answer = self[ranks] = self._answer(ranks)
        return answer


class Each(dict[int, tuple[T, ...]], Generic[T]):
    """One thing for each rank of a set, low to high; a new answer is put together from its two halves."""

    def __init__(self, things: Mapping[int, T]) -> None:
        super().__init__()
        self._things = things

    def __missing__(self, ranks: int) -> tuple[T, ...]:
        low = ranks & LOW
        if low and low != ranks:
            answer = self[low] + self[ranks ^ low]
        else:
            answer = tuple(self._things[rank] for rank in each(ranks))
        self[ranks] = answer
        return answer


EACH: Final = Each({rank: rank for rank in each(ALL)})
"""The single marks of a set, low to high."""


class Hand:
    """A hand in groups."""

    __slots__ = ("counts", "held", "ruin")

    def __init__(self, counts: int, ruin: int) -> None:
        """`ruin` marks the ranks that make bombs or the rocket."""
        self.counts = counts
        self.ruin = ruin
        self.held = (ALL, *[counts + lift & ALL for lift in LIFT[1:5]])
        """By number of copies: the marks of the ranks held at least so many times."""


class Sort(Protocol):
    """The plays of one pattern."""

    def add(self, hand: Hand, tiers: Tiers, size: int, floor: int) -> None:
        """Add the plays of a hand: of one size (0: of any), with a deciding rank of at least the index `floor`."""
        ...


class Groups:
    """One rank that carries nothing: single, pair, trio."""

    def __init__(self, pattern: Pattern, plays: Plays) -> None:
        self._copies = pattern.copies
        self._ranks = pattern.ranks
        self._offers = Each({body: plays[pattern.cards(body)] for body in each(pattern.ranks)})

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

    def add(self, hand: Hand, tiers: Tiers, size: int, floor: int) -> None:
        """See `Sort.add`."""
        held = hand.held[self._copies] & self._ranks
        if size:
            held &= ALL << 4 * (floor + 1 - size)
        chains = self._chains[size][held]
        if chains:
            sound = held & ~hand.ruin
            whole = sound & ~hand.held[self._copies + 1]
            for body, neighbours, offer in chains:
                if body & whole == body:
                    tiers[1 if neighbours & whole else 0].append(offer)
                else:
                    tiers[2 if body & sound == body else 3].append(offer)


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

    def add(self, hand: Hand, tiers: Tiers, size: int, floor: int) -> None:
        """See `Sort.add`."""
        bodies = hand.held[self._copies] & self._ranks & ALL << 4 * floor
        if not bodies:
            return
        held = hand.held[self._kicker] & self._kickers
        sound = held & ~hand.ruin
        whole = sound & ~hand.held[self._kicker + 1] & ~bodies
        for body in EACH[bodies]:
            offer = self._offers[body].__getitem__
            if body & hand.ruin:
                tiers[3].extend(map(offer, EACH[held & ~body]))
                continue
            cheap = EACH[whole & ~DEAR]
            if not body & DEAR:
                tiers[0].extend(map(offer, cheap[:1]))
                cheap = cheap[1:]
            tiers[1].extend(map(offer, cheap))
            if whole & DEAR:
                tiers[1].extend(map(offer, EACH[whole & DEAR]))
            tiers[2].extend(map(offer, EACH[(sound ^ whole) & ~body]))
            if held != sound:
                tiers[3].extend(map(offer, EACH[held ^ sound]))


class Wings:
    """Bodies with two kickers and more: planes with wings, four with two."""

    def __init__(self, pattern: Pattern, plays: Plays) -> None:
        self._pattern = pattern
        self._plays = plays
        self._bodies = Memo(lambda ranks: tuple(pattern.bodies_in(ranks)))

    def add(self, hand: Hand, tiers: Tiers, size: int, floor: int) -> None:
        """See `Sort.add`."""
        for body in self._bodies[hand.held[self._pattern.copies] & self._pattern.ranks]:
            if not size:
                self._carry(hand, tiers, body, False)
            elif body.bit_count() == size and body >> 4 * floor:
                self._carry(hand, tiers, body, True)

    def _carry(self, hand: Hand, tiers: Tiers, body: int, following: bool) -> None:
        cards = self._pattern.cards(body)
        kickers = self._pattern.kickers(hand.counts, body)
        offers = [self._plays[cards + kicker] for kicker in kickers]
        if body & hand.ruin:
            tiers[3].extend(offers)
            return
        rest = hand.counts - cards + LIFT[1]
        best = 1 if body & DEAR or beside(body) & hand.held[self._pattern.copies] & ~hand.ruin else 0
        for kicker, offer in zip(kickers, offers, strict=True):
            touched = kicker + LIFT[1] & ALL
            if touched & hand.ruin:
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
