"""A hand taken apart into groups: the plays in which it could be put down, at the lowest total price.

What a group costs is another's business (`Prices`); here is only the search. Chains are taken out in every
sensible way; what is left falls apart by rank, and trios and planes then carry the dearest small groups. The
search keeps what it has found, so the same `Planner` answers many questions about one hand quickly.
"""

from operator import itemgetter
from typing import Final, NamedTuple, Protocol

from app.bots.chains import chain_combo, chains_in
from app.rules.books.standard import ROCKET, ROCKET_COUNTS
from app.rules.cards import RANKS, Rank
from app.rules.combos import Combo, Kind

FORMS: Final = (Kind.SINGLE, Kind.PAIR, Kind.TRIO, Kind.BOMB)
"""The groups of one rank by their number of cards, from one."""
STATES: Final = 400
"""So many residual hands are taken apart in full for one decision; after that only by rank."""


class Prices(Protocol):
    """What groups cost: the higher, the harder to be rid of; a negative price is worth more than its turn."""

    def price(self, combo: Combo) -> float:
        """The price of a group that is read so."""
        ...


class Group(NamedTuple):
    """One play of a plan: its reading without kickers, its packed counts with them."""

    combo: Combo
    counts: int


class Planner:
    """Takes hands apart at given prices."""

    def __init__(self, prices: Prices) -> None:
        self._prices = prices
        self._singles = [prices.price(Combo(Kind.SINGLE, 1, Rank(rank))) for rank in RANKS[:15]]
        self._by_rank = [self._rank_prices(place) for place in range(15)]
        self._rocket = prices.price(ROCKET) - self._singles[13] - self._singles[14]
        self._plans: dict[tuple[int, tuple[int, ...]], tuple[float, int, int]] = {}
        self._chains: dict[tuple[int, int], float] = {}

    def price(self, counts: int) -> float:
        """The lowest price at which these cards can be taken apart."""
        return self._plan(counts, ())[0]

    def groups(self, counts: int) -> list[Group]:
        """The groups of the cheapest way, each trio or plane with the kickers that it carries."""
        chains = []
        planes: tuple[int, ...] = ()
        while True:
            _, body, copies = self._plan(counts, planes)
            if not body:
                break
            chains.append(Group(chain_combo(body, copies), (body >> 3) * copies))
            counts -= (body >> 3) * copies
            if copies == 3:
                planes = (*planes, body.bit_count())
        return self._dress(chains, self._loose_groups(counts))

    def loose_price(self, counts: int) -> float:
        """The price of cards taken apart by rank alone, which is quick to tell."""
        return self._loose_price(counts, ())

    def dearest(self, kind: Kind, counts: int) -> list[Group]:
        """The groups of one kind in the cheapest way, the dearest first."""
        groups = [group for group in self.groups(counts) if group.combo.kind is kind]
        return sorted(groups, key=lambda group: self._prices.price(group.combo), reverse=True)

    @property
    def states(self) -> int:
        """How many hands and parts of hands it has taken apart so far."""
        return len(self._plans)

    def _plan(self, counts: int, planes: tuple[int, ...]) -> tuple[float, int, int]:
        """Price, and the chain taken out first (marks of its body, copies; 0 where there is none)."""
        key = counts, planes
        plan = self._plans.get(key)
        if plan is None:
            plan = self._loose_price(counts, planes), 0, 0
            if len(self._plans) < STATES:
                for body, copies in chains_in(counts):
                    rest = counts - (body >> 3) * copies
                    longer = (*planes, body.bit_count()) if copies == 3 else planes
                    price = self._chain_price(body, copies) + self._plan(rest, longer)[0]
                    if price < plan[0] - 1e-9:
                        plan = price, body, copies
            self._plans[key] = plan
        return plan

    def _chain_price(self, body: int, copies: int) -> float:
        price = self._chains.get((body, copies))
        if price is None:
            price = self._chains[body, copies] = self._prices.price(chain_combo(body, copies))
        return price

    def _rank_prices(self, place: int) -> tuple[float, ...]:
        """The price of none to four cards of one rank that stay together."""
        rank = Rank(RANKS[place])
        if place > 12:
            return 0.0, self._singles[place]
        return 0.0, *(
            self._prices.price(Combo(kind, 4 if copies == 4 else 1, rank))
            for copies, kind in enumerate(FORMS, 1)
        )

    def _loose_price(self, counts: int, planes: tuple[int, ...]) -> float:
        """The price of cards without chains; `planes` are lengths of planes that may still carry kickers."""
        total = self._rocket if counts & ROCKET_COUNTS == ROCKET_COUNTS else 0.0
        singles: list[float] = []
        pairs: list[float] = []
        trios = 0
        rest = counts
        for prices in self._by_rank:
            held = rest & 15
            if held:
                total += prices[held]
                if held == 1:
                    singles.append(prices[1])
                elif held == 2:
                    pairs.append(prices[2])
                elif held == 3:
                    trios += 1
            rest >>= 4
            if not rest:
                break
        if not trios and not planes:
            return total
        if counts & ROCKET_COUNTS == ROCKET_COUNTS:
            del singles[-2:]
        singles.sort()
        pairs.sort()
        for length in (*planes, *[1] * trios):
            saved = [
                sum(kickers[-length:]) if len(kickers) >= length else 0.0 for kickers in (singles, pairs)
            ]
            if max(saved) > 0.0:
                total -= max(saved)
                del (singles if saved[0] >= saved[1] else pairs)[-length:]
        return total

    def _loose_groups(self, counts: int) -> list[Group]:
        """The groups by rank, as `_loose_price` counts them, kickers still apart."""
        groups = []
        if counts & ROCKET_COUNTS == ROCKET_COUNTS:
            counts -= ROCKET_COUNTS
            groups.append(Group(ROCKET, ROCKET_COUNTS))
        for place in range(15):
            held = counts >> 4 * place & 15
            if held:
                combo = Combo(FORMS[held - 1], 4 if held == 4 else 1, Rank(RANKS[place]))
                groups.append(Group(combo, held << 4 * place))
        return groups

    def _dress(self, chains: list[Group], loose: list[Group]) -> list[Group]:
        """Give planes and trios the kickers that `_loose_price` let them carry."""
        priced = [(self._prices.price(group.combo), group) for group in loose]
        priced.sort(key=itemgetter(0))
        singles = [(price, group) for price, group in priced if group.combo.kind is Kind.SINGLE]
        pairs = [(price, group) for price, group in priced if group.combo.kind is Kind.PAIR]
        others = [group for group in loose if group.combo.kind not in (Kind.SINGLE, Kind.PAIR)]
        done = []
        for combo, counts in (*chains, *others):
            carried = 0
            if combo.kind in (Kind.TRIO, Kind.PLANE):
                small = [
                    sum(price for price, _ in kickers[-combo.size :]) if len(kickers) >= combo.size else 0.0
                    for kickers in (singles, pairs)
                ]
                if max(small) > 0.0:
                    kickers = singles if small[0] >= small[1] else pairs
                    carried = sum(group.counts for _, group in kickers[-combo.size :])
                    del kickers[-combo.size :]
            done.append(Group(combo, counts + carried))
        return [*done, *(group for _, group in (*singles, *pairs))]


def size_of(counts: int) -> int:
    """How many cards packed counts hold."""
    size = 0
    while counts:
        size += counts & 15
        counts >>= 4
    return size
