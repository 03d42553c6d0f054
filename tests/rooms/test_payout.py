"""From points to beans over hands of every game: what no settlement may do, whatever was bid, doubled and bombed."""

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from app.ledger.settlement import MAX_DUE, Settlement
from app.ledger.stakes import CAPS, LARGEST_MULTIPLE, LARGEST_SHARE, MAX_FEE, check_stakes, most_due
from app.rooms.payout import payout
from app.rules import engine
from app.rules.facts import Cause, End, Finished, Stakes
from app.rules.ruleset import Ruleset
from app.rules.table import Answer, Bidding, Factor, Public, Table
from app.rules.variants import RULESETS

MOST_BOMBS = 14
GROWTHS: dict[str, list[tuple[Cause, tuple[int, ...], int]]] = {
    "classic": [(Cause.BOMB, (2,), MOST_BOMBS), (Cause.SPRING, (2,), 1)],
    "laizi": [(Cause.BOMB, (2,), MOST_BOMBS), (Cause.ANTI_SPRING, (2,), 1)],
    "happy": [
        (Cause.SHOW, (2, 3, 4, 5), 1),
        (Cause.ROB, (2,), 3),
        (Cause.BOMB, (2,), MOST_BOMBS),
        (Cause.SPRING, (2,), 1),
    ],
    "five": [
        (Cause.IDENTITY, (2,), 1),
        (Cause.DOUBLE, (2,), 5),
        (Cause.BOMB, (2,), MOST_BOMBS),
        (Cause.SPRING, (2,), 1),
    ],
}
"""What a multiple can grow by in each game, and how often at most."""


def table(rules: Ruleset, stakes: Stakes, rng: random.Random, *, highest: bool = False) -> Table:
    """A hand in play: a landlord, whatever has been bid and doubled, every factor, and some cards in hand."""
    seats = range(rules.seats)
    carried = [rng.randrange(1, 10 ** rng.randrange(1, 13)) for _ in seats]
    opened = engine.fold(engine.open_hand(rules, stakes, carried, 0))
    factors = [
        Factor(max(sizes) if highest else rng.choice(sizes), cause, 0)
        for cause, sizes, most in GROWTHS[rules.name]
        for _ in range(most if highest else rng.choice((0, 0, 1, rng.randint(0, most))))
    ]
    landlord = rng.choice(seats)
    bid = 3 if highest else rng.choice((1, 2, 3))
    bombs = sum(factor.cause is Cause.BOMB for factor in factors)
    deck = list(rules.deck)[
        bombs * rules.deck.count(rules.deck[0]) * 4 :
    ]  # what lies on the table is in no hand
    if rng.random() < 0.5:
        rng.shuffle(deck)  # else bombs stay whole
    size = rng.randint(0, min(rules.hand_size, len(deck) // rules.seats))
    return replace(
        opened,
        public=replace(
            opened.public,
            landlord=landlord,
            bids=(Bidding(landlord, bid),) if rules.name in ("classic", "laizi") else (),
            doubles=tuple(Answer(seat, yes=highest or rng.random() < 0.4) for seat in seats),
            factors=tuple(factors),
        ),
        hands=tuple(tuple(deck[seat * size : (seat + 1) * size]) for seat in seats),
        twin=rng.choice(seats) if rules.turns_card else None,
    )


def finished(rules: Ruleset, before: Table, rng: random.Random) -> Public:
    """The end of a hand: one side has won."""
    landlords = before.landlords
    wins = rng.random() < 0.5
    winners = tuple(seat for seat in before.public.seats if (seat in landlords) == wins)
    finish = Finished(End.OUT, winners[0], winners, before.hands)
    return replace(before.public, finish=finish, score=rules.scoring.score(before, winners))


def left(rules: Ruleset, before: Table, rng: random.Random) -> Public:
    """The end of a hand that somebody has left."""
    seat = rng.choice(before.public.seats)
    escaped, scored = rules.scoring.escape(before, seat)
    finish = Finished(End.ESCAPE, seat, (), before.hands)
    return replace(before.public, escape=escaped, finish=finish, score=scored)


def some_stakes(rng: random.Random) -> Stakes:
    """Stakes that a room may have, small and as large as can be."""
    cap = rng.choice(CAPS)
    base, initial = rng.choice((1, 1, 2, 5)), rng.choice((1, 1, 2, 6))
    most = MAX_DUE // most_due(Stakes(base, initial, cap, coefficient=1))
    coefficient = rng.choice((1, 10, 1000, rng.randint(1, most), most))
    stakes = Stakes(base, initial, cap, min(coefficient, most), rng.choice((0, 5, 50, MAX_FEE)))
    check_stakes(stakes, 1)
    return stakes


def reckoned(rules: Ruleset, public: Public) -> Settlement:
    """The settlement by the words of rulebook 6 and 1.3, in exact fractions."""
    assert public.finish
    assert public.score
    x, stakes, carried = public.score.x, public.stakes, public.carried
    caps = [min(abs(points) * stakes.coefficient, beans) for points, beans in zip(x, carried, strict=True)]
    if public.finish.end is End.ESCAPE:
        seat = public.finish.seat
        assert seat is not None
        each = caps[seat] // (len(x) - 1) if rules.name in ("happy", "five") else 0
        moved = [-caps[seat] if other == seat else each for other in public.seats]
        return Settlement(tuple(moved), (0,) * len(x), -sum(moved), escaped=True)
    sides = [[seat for seat in public.seats if x[seat] * sign > 0] for sign in (-1, 1)]
    total = min(sum(caps[seat] for seat in side) for side in sides)
    moved = [0] * len(x)
    for side, sign in zip(sides, (-1, 1), strict=True):
        whole = sum(caps[seat] for seat in side)
        share = {seat: int(Fraction(total * caps[seat], whole)) for seat in side}
        open_first = sorted(side, key=lambda seat: (rules.name == "five" and seat != public.landlord, seat))
        for seat in open_first:
            if sum(share.values()) < total and share[seat] < caps[seat]:
                share[seat] += 1
        for seat in side:
            moved[seat] = sign * share[seat]
    fees = [min(stakes.fee, beans + gain) for beans, gain in zip(carried, moved, strict=True)]
    return Settlement(tuple(moved), tuple(fees))


def test_generated_settlements(size: Callable[[int, int], int]) -> None:
    """Target 16: sums to zero, nobody below zero, whole numbers, bounded dues, and as the rulebook's words say."""
    rng = random.Random(16)
    ends = {(name, end): 0 for name in RULESETS for end in (End.OUT, End.ESCAPE)}
    capped = 0
    for number in range(size(2_000, 100_000)):
        rules = list(RULESETS.values())[number % len(RULESETS)]
        before = table(rules, some_stakes(rng), rng)
        public = (left if rng.random() < 0.4 else finished)(rules, before, rng)
        settlement, settled = payout(rules, public)
        assert settlement == reckoned(rules, public)
        assert public.finish
        assert public.score
        ends[rules.name, public.finish.end] += 1
        capped += public.score.counted < public.score.multiple
        x = public.score.x
        assert all(type(beans) is int for beans in (*settlement.moved, *settlement.fees, *settled.due))
        assert sum(settlement.moved) + settlement.penalty == 0
        assert all(abs(due) <= most_due(public.stakes) <= MAX_DUE for due in settled.due)
        assert (settled.moved, settled.fees, settled.penalty) == (
            settlement.moved,
            settlement.fees,
            settlement.penalty,
        )
        for seat, beans in enumerate(public.carried):
            assert beans + settlement.net[seat] >= 0
            assert settlement.moved[seat] <= beans or public.finish.end is End.ESCAPE
            assert settlement.moved[seat] * x[seat] >= 0
        if public.finish.end is End.OUT:
            assert sum(x) == 0
        else:
            assert set(settlement.fees) == {0}
            assert [seat for seat in public.seats if x[seat]] == [public.finish.seat]
    assert min(ends.values()) > 0
    assert capped > 0


def test_no_hand_comes_to_more_than_a_room_is_refused_for() -> None:
    """With every factor that there is, at its largest, all at once: more than any deal of cards can come to."""
    rng = random.Random(1)
    multiples, shares = {1}, {Fraction(1)}
    for rules in RULESETS.values():
        for cap in CAPS:
            stakes = Stakes(2, 3, cap, 7)
            before = table(rules, stakes, rng, highest=True)
            for _ in range(8):
                for public, initial in (
                    (finished(rules, before, rng), 1),
                    (left(rules, before, rng), stakes.initial),
                ):
                    _, settled = payout(rules, public)
                    assert max(map(abs, settled.due)) <= most_due(stakes)
                    assert public.score
                    most = max(map(abs, public.score.x))
                    shares.add(Fraction(most, stakes.base * initial * public.score.counted))
                    if not public.escape:
                        multiples.add(public.score.multiple // stakes.initial)
    assert max(multiples) == LARGEST_MULTIPLE
    assert max(shares) == LARGEST_SHARE


def test_a_poor_landlord_of_five_pays_and_gets_by_the_rulebooks_order() -> None:
    """Left-over beans go to the open landlord first, wherever he sits; then in seat order (rulebook 6)."""
    rules, rng = RULESETS["five"], random.Random(2)
    seen = set()
    for _ in range(400):
        before = table(rules, Stakes(1, 1, None, 1), rng)
        poor = tuple(rng.randrange(1, 40) for _ in range(5))
        before = replace(before, public=replace(before.public, carried=poor))
        public = finished(rules, before, rng)
        settlement, _ = payout(rules, public)
        assert settlement == reckoned(rules, public)
        landlord = public.landlord
        assert landlord is not None
        if before.twin != landlord:
            seen.add((landlord, settlement.moved[landlord] > 0))
    assert len(seen) == 10
