"""The preview: what it says is what the ledger posts for the same hand, and what the rulebook says of it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from app.rooms.config import TIERS
from app.rooms.options import MAX_COEFFICIENT, OptionsError, check_options, tier_options
from app.rooms.preview import HIGHEST_BID, preview, usual_hand
from app.rooms.room import Room
from app.rules import engine
from app.rules.actions import Leave
from app.rules.facts import End, Fact, Finished, Seat
from app.rules.variants import RULESETS
from app.wire.options import Amount, Preview, RoomOptions, Situation
from tests.rooms.table import World, for_beans

Size = Callable[[int, int], int]
GAMES = sorted(RULESETS)


def some_options(game: str, chance: Random) -> RoomOptions:
    """Options of a room in which nobody can lose more than the people of a test have."""
    usual = tier_options(TIERS[game, "starter"], 2)
    cap = chance.choice([None, 64, 256, 1_024])
    coefficient = chance.randint(1, 1_000 if cap else 100)
    return for_beans(
        game,
        coefficient=coefficient,
        fee=chance.randint(0, 10 * coefficient),
        entry=chance.randint(1, 10**6),
        initial=chance.randint(1, 10),
        cap=cap,
        base=chance.randint(1, 10) if usual.base else None,
        bots=False,
    )


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_shown_is_what_the_ledger_posts(game: str, size: Size) -> None:
    """Each situation is put into a room's running hand and brought to its end there."""
    for seed in range(size(2, 50)):
        options = some_options(game, Random(seed))
        shown, seats = preview(options), RULESETS[game].seats
        world = await World.open(*"abcde"[:seats], beans=10**9)
        people = list(world.people.values())
        await people[0].open_room(options)
        for person in people[1:]:
            await person.sit(people[0].room)
        [room] = world.rooms
        farmer = seats - 1
        ends: list[tuple[Seat, bool, Amount, Amount | None]] = [
            (0, False, shown.landlord_wins.landlord, shown.landlord_wins.farmer),
            (farmer, False, shown.farmers_win.landlord, shown.farmers_win.farmer),
            (0, True, shown.escape.landlord, None),
            (farmer, True, shown.escape.farmer, None),
        ]
        for number, (seat, leaves, first, last) in enumerate(ends, 1):
            for person in people:
                await person.tell("ready", on=True)
            await _end(room, options, seat, leaves=leaves)
            await world.settle()
            posted = await _posted(world, number)
            assert posted[seat if leaves else 0] == first, (options, seat, leaves)
            assert last is None or posted[farmer] == last, (options, seat)
        await world.crash()


async def _end(room: Room, options: RoomOptions, seat: Seat, *, leaves: bool) -> None:
    """Have the usual hand happen in a room, up to its end."""
    hand, rules = room._dealer.hand, RULESETS[options.game]
    assert hand
    facts: list[Fact] = usual_hand(options)[1:]
    table = engine.fold(facts, hand.table)
    if leaves:
        facts += engine.decide(rules, table, seat, Leave())
    else:
        winners, _ = rules.scoring.outcome(table, seat)
        facts.append(Finished(End.OUT, seat, winners, table.hands, table.twin))
        facts.append(rules.scoring.score(engine.fold(facts, hand.table), winners))
    await room._dealer.commit("room", facts)


async def _posted(world: World, number: int) -> list[Amount]:
    """What the ledger has of each seat for a hand."""
    [room] = world.rooms
    moved, fees = Counter[int](), Counter[int]()
    for line in await world.postings(room.id, number):
        (fees if line.purpose == "fee" else moved)[line.account_id] += line.amount
    accounts = [(await world.account(player)).id for player in room.config.seated]
    return [Amount(moved[each], -fees[each], moved[each] + fees[each]) for each in accounts]


@pytest.mark.parametrize("game", GAMES)
def test_it_is_what_the_rulebook_says(game: str, size: Size) -> None:
    """In classic and laizi a bid of 3 and a bomb; in Happy a rob and a bomb; five-player: identity and a bomb."""
    for seed in range(size(200, 5_000)):
        options = some_options(game, Random(seed))
        n, fee, cap = options.coefficient, options.fee, options.cap or 2**30
        is_auction = game in ("classic", "laizi")
        base = HIGHEST_BID if is_auction else options.base or 0
        raised = 2 if is_auction else 4
        multiple = min(raised * options.initial, cap)
        stake = base * multiple * n
        landlord = stake * 2
        if game == "five":
            # Two landlords share what three farmers lose, an odd point to the open one.
            points = 3 * base * multiple
            landlord = (points - points // 2) * n
        if is_auction:
            leaves = 3 * base * options.initial * min(raised, cap) * n
            escape = (leaves, leaves)
        else:
            escape = (20 * base * options.initial * n, 10 * base * options.initial * n)
        shown = preview(options)

        def amount(moved: int, cost: int = fee) -> Amount:
            return Amount(moved, cost, moved - cost)

        assert shown.landlord_wins == Situation(base, multiple, amount(landlord), amount(-stake))
        assert shown.farmers_win == Situation(base, multiple, amount(-landlord), amount(stake))
        assert shown.escape == Situation(base, multiple, amount(-escape[0], 0), amount(-escape[1], 0))
        _check_dearest(options, shown, base)


def _check_dearest(options: RoomOptions, shown: Preview, base: int) -> None:
    if options.cap is None:
        assert (shown.dearest, shown.entry_loss) == (None, options.entry)
        return
    n, initial = options.coefficient, options.initial
    most = base * options.cap * n
    lost, left = {
        "classic": (2 * most, 3 * most * initial),
        "laizi": (2 * most, 3 * most * initial),
        "happy": (8 * most, 4 * most * initial),
        "five": (4 * most, 4 * most * initial),
    }[options.game]
    ends = Amount(-lost, options.fee, -lost - options.fee), Amount(-left, 0, -left)
    assert shown.dearest == min(ends, key=lambda end: end.net)
    assert shown.entry_loss == min(options.entry, -shown.dearest.net)


@pytest.mark.parametrize("game", GAMES)
def test_options_have_bounds(game: str) -> None:
    """Each field at both of its bounds, and one step beyond them."""
    usual = replace(tier_options(TIERS[game, "high"], 2), cap=64)
    bounds: dict[str, tuple[int, int]] = {
        "coefficient": (1, MAX_COEFFICIENT),
        "fee": (0, 10_000),
        "entry": (1, 10**9),
        "initial": (1, 100),
        "spare_seconds": (0, 300),
        "auto_after": (1, 5),
        "absence": (30, 600),
    }
    if usual.base is not None:
        bounds["base"] = (1, 100)
    if usual.double_above is not None:
        bounds["double_above"] = (0, 10**9)
    for field, (low, high) in bounds.items():
        for value in (low, high):
            fine: dict[str, Any] = {"fee": 0, "bots": False, field: value}
            check_options(replace(usual, **fine), TIERS)
        for value in (low - 1, high + 1, 10**18, -(10**18)):
            wrong: dict[str, Any] = {"bots": False, field: value}
            with pytest.raises(OptionsError) as refused:
                check_options(replace(usual, **wrong), TIERS)
            assert refused.value.field in (field, "fee")
    for field in ("bid", "play", "double"):
        known = getattr(usual.seconds, field) is not None
        for number in (None, 4, 121) if known else (5, 120):
            changed: dict[str, Any] = {field: number}
            with pytest.raises(OptionsError) as refused:
                check_options(replace(usual, seconds=replace(usual.seconds, **changed)), TIERS)
            assert refused.value.field == f"seconds.{field}"


@pytest.mark.parametrize(
    ("field", "game", "changes"),
    [
        ("game", "classic", {"game": "go"}),
        ("name", "classic", {"name": ""}),
        ("name", "classic", {"name": "\u202e\u200b"}),
        ("name", "classic", {"name": "x" * 25}),
        ("cap", "classic", {"cap": 63}),
        ("coefficient", "classic", {"cap": None, "coefficient": 60_000}),
        ("coefficient", "five", {"cap": None, "coefficient": 30_000}),
        ("base", "classic", {"base": 1}),
        ("base", "laizi", {"base": 2}),
        ("base", "happy", {"base": None}),
        ("double_above", "five", {"double_above": 1}),
        ("double_above", "happy", {"double_above": None}),
        ("show", "laizi", {"show": True}),
        ("show", "happy", {"show": None}),
        ("coefficient", "happy", {"beans": False}),
        ("fee", "happy", {"beans": False, "coefficient": 0, "fee": 1}),
        ("entry", "happy", {"beans": False, "coefficient": 0, "fee": 0}),
        ("double_above", "happy", {"beans": False, "coefficient": 0, "fee": 0, "entry": 0}),
        # Bots sit at no table that is better than a public one: the house pays them.
        ("bots", "happy", {"bots": True, "coefficient": 1_001}),
        ("bots", "happy", {"bots": True, "fee": 499}),
        ("bots", "happy", {"bots": True, "base": 2}),
        ("bots", "happy", {"bots": True, "initial": 2}),
        ("bots", "happy", {"bots": True, "entry": 20_001}),
        ("bots", "five", {"bots": True, "base": 3}),
    ],
)
def test_no_room_is_played_under(field: str, game: str, changes: dict[str, Any]) -> None:
    usual = replace(tier_options(TIERS[game, "high"], 2), bots=False)
    check_options(usual, TIERS)
    with pytest.raises(OptionsError) as refused:
        check_options(replace(usual, **changes), TIERS)
    assert refused.value.field == field


def test_bots_sit_where_a_public_table_has_them() -> None:
    usual = tier_options(TIERS["five", "high"], 2)
    check_options(usual, TIERS)
    check_options(replace(usual, base=1, coefficient=2_000), TIERS)  # a point is worth as much
    without = {name: replace(tier, bots=tier.name == "starter") for name, tier in TIERS.items()}
    with pytest.raises(OptionsError):
        check_options(usual, without)


def test_a_name_is_cleaned() -> None:
    usual = tier_options(TIERS["happy", "high"], 2)
    assert check_options(replace(usual, name=" 周五\u202e  老友局 "), TIERS).name == "周五 老友局"
    check_options(replace(usual, name="局" * 24), TIERS)
