"""A hand taken apart into groups: the plays in which it could be put down, at the lowest total price.

What a group costs is another's business (`Prices`); here is only the search. Chains are taken out in every
sensible way; what is left falls apart by rank, and trios and planes then carry the dearest small groups. The
search keeps what it has found, so the same `Planner` answers many questions about one hand quickly.

Laizi are lent to ranks first (`wilds`): of the cards searched, `lent` are those for which laizi stand in.
"""

from operator import attrgetter
from typing import Final, NamedTuple, Protocol

from app.bots.chains import chain_combo, chains_in
from app.bots.combos import SMALL
from app.bots.games import GAMES
from app.bots.wilds import as_held, borrowed, loans, worth_lending
from app.rules.cards import RANKS, Rank
from app.rules.combos import Combo, Kind
from app.rules.marks import LAIZI_SHIFT, NATURAL, total
from app.rules.variants import RULESETS

FORMS: Final = (Kind.SINGLE, Kind.PAIR, Kind.TRIO)
"""The groups of one rank by their number of cards, from one; more are a bomb."""
RIDERS: Final = (Kind.SINGLE, Kind.PAIR)
"""What trios and planes carry."""
PRICE: Final = attrgetter("price")
STATES: Final = 400
"""So many residual hands are taken apart in full for one decision; after that only by rank."""
STUCK: Final = 1.0
"""What it costs to lend laizi to a rank of which the hand has no card: they cannot be played alone."""
FAVOURITES: Final = 4
"""To so many ranks laizi are lent in what plays leave; the whole hand has shown which."""
FEW: Final = 6
"""With no more cards than these, laizi are lent to any rank that may profit."""
RANK_BITS: Final = tuple(15 << 4 * place for place in range(SMALL))
JOKER_BITS: Final = 255 << 4 * SMALL
"""The bits of each other rank, and of the jokers, in packed counts."""


class Prices(Protocol):
    """What groups cost: the higher, the harder to be rid of; a negative price is worth more than its turn."""

    def price(self, combo: Combo) -> float:
        """The price of a group that is read so."""
        ...


class Group(NamedTuple):
    """One play of a plan: its reading without kickers, its packed counts with them, and the price of the reading."""

    combo: Combo
    counts: int
    price: float


class Plan(NamedTuple):
    """How cards are best taken apart: the price, and the chain taken out first (marks of its body, copies; or 0)."""

    price: float
    body: int
    copies: int


class Planner:
    """Takes hands apart at given prices."""

    def __init__(self, prices: Prices, game: str, hand: int) -> None:
        """`hand` are the packed counts of the hand whose parts will be asked about."""
        self._prices = prices
        self._book = RULESETS[game].book
        self._riders = RIDERS if GAMES[game].singles_ride else RIDERS[1:]
        self._hand = hand
        self._ranks: dict[tuple[int, int], Group] = {}
        self._jokers: dict[int, list[Group]] = {}
        self._chains: dict[tuple[int, int], float] = {}
        self._plans: dict[tuple[int, int, tuple[int, ...]], Plan] = {}
        self._lent: dict[int, tuple[float, int]] = {}
        self._favourites: list[int] = []

    def price(self, counts: int) -> float:
        """The lowest price at which these cards can be taken apart."""
        return self._lend(counts)[0] if counts >> LAIZI_SHIFT else self._plan(counts, 0, ()).price

    def groups(self, counts: int) -> list[Group]:
        """The groups of the cheapest way, each trio or plane with the kickers that it carries."""
        lent = self._lend(counts)[1] if counts >> LAIZI_SHIFT else 0
        counts = (counts & NATURAL) + lent
        chains = []
        planes: tuple[int, ...] = ()
        while (plan := self._plan(counts, lent, planes)).body:
            body, copies = plan.body, plan.copies
            cards, taken = (body >> 3) * copies, borrowed(lent, body, copies)
            chains.append(
                Group(chain_combo(body, copies), as_held(cards, taken), self._chain_price(body, copies))
            )
            counts -= cards
            lent -= taken
            if copies == 3:
                planes = (*planes, body.bit_count())
        return self._dress(chains, self._loose_groups(counts, lent))

    def loose_price(self, counts: int) -> float:
        """The price of cards taken apart by rank alone and without laizi, which is quick to tell."""
        return self._loose_price(counts & NATURAL, 0, ())

    def dearest(self, kind: Kind, counts: int) -> list[Group]:
        """The groups of one kind in the cheapest way, the dearest first."""
        groups = [group for group in self.groups(counts) if group.combo.kind is kind]
        return sorted(groups, key=lambda group: group.price, reverse=True)

    @property
    def states(self) -> int:
        """How many hands and parts of hands it has taken apart so far."""
        return len(self._plans)

    def _lend(self, counts: int) -> tuple[float, int]:
        """The price of a hand with laizi, and the cards that they are best lent to."""
        found = self._lent.get(counts)
        if found is None:
            natural, laizi = counts & NATURAL, counts >> LAIZI_SHIFT
            if natural:
                found = min(self._lent_prices(natural, laizi))
            else:
                found = self._prices.price(Combo(FORMS[laizi - 1], 1, Rank("3"))), laizi
            self._lent[counts] = found
        return found

    def _lent_prices(self, natural: int, laizi: int) -> list[tuple[float, int]]:
        """What a hand costs by what its laizi are lent to."""
        if not self._favourites:
            whole = self._hand & NATURAL
            tried = sorted((self._plan(whole + one, one, ()).price, one) for one in worth_lending(whole))
            self._favourites = [one for _, one in tried[:FAVOURITES]]
        ranks = self._favourites if total(natural) > FEW else worth_lending(natural)
        return [(self._plan(natural + lent, lent, ()).price, lent) for lent in loans(ranks, laizi)]

    def _plan(self, counts: int, lent: int, planes: tuple[int, ...]) -> Plan:
        """How these cards are best taken apart; `planes` are lengths of planes that may still carry kickers."""
        key = counts, lent, planes
        plan = self._plans.get(key)
        if plan is None:
            plan = Plan(self._loose_price(counts, lent, planes), 0, 0)
            if len(self._plans) < STATES:
                for body, copies in chains_in(counts):
                    rest = counts - (body >> 3) * copies
                    left = lent - borrowed(lent, body, copies) if lent else 0
                    longer = (*planes, body.bit_count()) if copies == 3 else planes
                    price = self._chain_price(body, copies) + self._plan(rest, left, longer).price
                    if price < plan.price - 1e-9:
                        plan = Plan(price, body, copies)
            self._plans[key] = plan
        return plan

    def _chain_price(self, body: int, copies: int) -> float:
        price = self._chains.get((body, copies))
        if price is None:
            price = self._chains[body, copies] = self._prices.price(chain_combo(body, copies))
        return price

    def _rank_group(self, held: int, lent: int) -> Group:
        """All cards of one rank, of which some may be lent, and which stay together."""
        group = self._ranks.get((held, lent))
        if group is None:
            place = held.bit_length() - 1 >> 2
            copies, laizi = held >> 4 * place, lent >> 4 * place
            rank = Rank(RANKS[place])
            if copies < 4:
                combo = Combo(FORMS[copies - 1], 1, rank)
            elif not laizi:
                combo = Combo(Kind.BOMB, copies, rank)
            else:
                combo = Combo(Kind.SOFT_BOMB if copies == 4 else Kind.LAIZI_BOMB, copies, rank)
            price = self._prices.price(combo) + (STUCK if laizi == copies else 0.0)
            group = self._ranks[held, lent] = Group(combo, as_held(held, lent), price)
        return group

    def _joker_groups(self, jokers: int) -> list[Group]:
        """All jokers together if they are a bomb, otherwise each alone."""
        groups = self._jokers.get(jokers)
        if groups is None:
            readings = self._book.readings(jokers)
            if readings:
                groups = [Group(readings[0], jokers, self._prices.price(readings[0]))]
            else:
                groups = []
                for place in (SMALL, SMALL + 1):
                    combo = Combo(Kind.SINGLE, 1, Rank(RANKS[place]))
                    alone = Group(combo, 1 << 4 * place, self._prices.price(combo))
                    groups += [alone] * (jokers >> 4 * place & 15)
            self._jokers[jokers] = groups
        return groups

    def _loose_groups(self, counts: int, lent: int) -> list[Group]:
        """The groups by rank, kickers still apart."""
        groups = [self._rank_group(held, lent & bits) for bits in RANK_BITS if (held := counts & bits)]
        return groups + self._joker_groups(counts & JOKER_BITS) if counts & JOKER_BITS else groups

    def _loose_price(self, counts: int, lent: int, planes: tuple[int, ...]) -> float:
        """The price of cards without chains."""
        groups = self._loose_groups(counts, lent)
        price = sum([group.price for group in groups])
        bodies = [*planes, *[1 for group in groups if group.combo.kind is Kind.TRIO]]
        if bodies:
            price -= sum(kicker.price for carried in self._kickers(groups, bodies) for kicker in carried)
        return price

    def _dress(self, chains: list[Group], loose: list[Group]) -> list[Group]:
        """All groups of a plan, its planes and trios with the kickers that they carry."""
        planes = [group for group in chains if group.combo.kind is Kind.PLANE]
        bodies = planes + [group for group in loose if group.combo.kind is Kind.TRIO]
        kickers = self._kickers(loose, [group.combo.size for group in bodies])
        done = [
            group._replace(counts=group.counts + sum(kicker.counts for kicker in carried))
            for group, carried in zip(bodies, kickers, strict=True)
        ]
        rest = chains + loose
        for group in bodies + [kicker for carried in kickers for kicker in carried]:
            rest.remove(group)
        return done + rest

    def _kickers(self, groups: list[Group], bodies: list[int]) -> list[list[Group]]:
        """What trios and planes of these lengths carry of the groups: whichever kind saves more, the dearest first."""
        small = [
            sorted((group for group in groups if group.combo.kind is kind), key=PRICE)
            for kind in self._riders
        ]
        carried: list[list[Group]] = []
        for length in bodies:
            most, best = 0.0, small[0]
            for kickers in small:
                saved = sum(group.price for group in kickers[-length:])
                if len(kickers) >= length and saved > most:
                    most, best = saved, kickers
            carried.append(best[-length:] if most else [])
            del best[len(best) - len(carried[-1]) :]
        return carried
