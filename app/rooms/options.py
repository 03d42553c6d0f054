"""Room options: what a player may choose for a room of his own, and what the choices mean for the rest of it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from app.ledger.stakes import CAPS, StakesError, check_stakes
from app.players.names import BadNameError, clean_name
from app.rooms.config import Tier, Tiers, stakes_of
from app.rules.ruleset import Ruleset
from app.rules.variants import RULESETS
from app.wire.options import RoomOptions, Seconds

LONGEST_NAME: Final = 24
MAX_COEFFICIENT: Final = 100_000
MAX_FEE: Final = 10
"""How many points the fee may be worth."""
MAX_FACTOR: Final = 100
"""The largest base and initial multiple."""
MAX_ENTRY: Final = 10**9
FEWEST_SECONDS: Final = 5
MOST_SECONDS: Final = 120
MOST_SPARE: Final = 300
MOST_LAPSES: Final = 5
ABSENCE: Final = (30, 600)
"""The shortest and longest absence, in seconds, that may count as an escape."""

_ASKED: Final = {"bid": "bid", "call": "bid", "rob": "bid", "tricks": "play"}
"""The field of `Seconds` for each phase that asks; for all others it is "double"."""


class OptionsError(ValueError):
    """No room may have these options: `field` names the first one that is wrong, `bounds` what it may be."""

    def __init__(self, field: str, bounds: tuple[int, int] | None = None) -> None:
        super().__init__(f"no room has this {field}")
        self.field = field
        self.bounds = bounds


def check_options(options: RoomOptions, tiers: Tiers) -> RoomOptions:
    """The options with a clean name; raises OptionsError unless a player may open a room with them.

    `tiers` are the public tables that there are: bots play for beans in no room that is better than those.
    """
    rules = RULESETS.get(options.game)
    if rules is None:
        raise OptionsError("game")
    try:
        name = clean_name(options.name, LONGEST_NAME)
    except BadNameError:
        raise OptionsError("name", (1, LONGEST_NAME)) from None
    for field, value, bounds in _ranges(options, rules):
        if bounds is None:
            if value is not None:
                raise OptionsError(field)
        elif value is None or not bounds[0] <= value <= bounds[1]:
            raise OptionsError(field, bounds)
    if (options.show is None) == _may_show(rules):
        raise OptionsError("show")
    if options.cap not in CAPS:
        raise OptionsError("cap")
    try:
        check_stakes(stakes_of(options), options.entry)
    except StakesError as error:
        raise OptionsError(error.field) from None
    if options.bots and options.beans and not _is_no_better(options, tiers):
        raise OptionsError("bots")
    return replace(options, name=name)


def limit_ms(options: RoomOptions, phase: str) -> int:
    """How long a decision in this phase may take."""
    seconds = getattr(options.seconds, _ASKED.get(phase, "double"))
    assert seconds is not None, f"nobody is asked in {phase}"
    return int(seconds) * 1_000


def tier_options(tier: Tier, auto_after: int) -> RoomOptions:
    """The options of a public table."""
    rules, stakes = RULESETS[tier.game], tier.stakes
    usual: Mapping[str, int] = {
        _ASKED.get(phase, "double"): ms // 1_000 for phase, ms in rules.decision_ms.items()
    }
    return RoomOptions(
        game=tier.game,
        name=tier.name,
        public=True,
        beans=True,
        coefficient=stakes.coefficient,
        fee=stakes.fee,
        entry=tier.entry,
        initial=stakes.initial,
        seconds=Seconds(**usual),
        spare_seconds=0,
        auto_after=auto_after,
        bots=True,
        watch=False,
        hints=True,
        counter=True,
        phrases=True,
        cap=stakes.cap,
        base=stakes.base if _has_base(rules) else None,
        double_above=stakes.double_above if _may_show(rules) else None,
        show=stakes.show if _may_show(rules) else None,
    )


Bounds = tuple[int, int] | None
"""The least and the most that a field may be; None: it must be null."""


def _ranges(options: RoomOptions, rules: Ruleset) -> Iterator[tuple[str, int | None, Bounds]]:
    """Each field that is a number, and what it may be."""
    beans, seconds = options.beans, options.seconds
    asked = {_ASKED.get(phase, "double") for phase in rules.decision_ms}
    nothing, factor, limit = (0, 0), (1, MAX_FACTOR), (FEWEST_SECONDS, MOST_SECONDS)
    yield "coefficient", options.coefficient, (1, MAX_COEFFICIENT) if beans else nothing
    yield "fee", options.fee, (0, MAX_FEE * options.coefficient) if beans else nothing
    yield "entry", options.entry, (1, MAX_ENTRY) if beans else nothing
    yield "initial", options.initial, factor
    yield "base", options.base, factor if _has_base(rules) else None
    yield "double_above", options.double_above, (0, MAX_ENTRY) if beans and _may_show(rules) else None
    for field in ("bid", "play", "double"):
        yield f"seconds.{field}", getattr(seconds, field), limit if field in asked else None
    yield "spare_seconds", options.spare_seconds, (0, MOST_SPARE)
    yield "auto_after", options.auto_after, (1, MOST_LAPSES)
    if options.absence is not None:
        yield "absence", options.absence, ABSENCE


def _has_base(rules: Ruleset) -> bool:
    """Whether the room sets the base: in games with an auction the bid is it."""
    return "bid" not in rules.decision_ms


def _may_show(rules: Ruleset) -> bool:
    """Whether hands may be shown; that is Happy, whose doubling also takes beans."""
    return "show_start" in rules.decision_ms


def _is_no_better(options: RoomOptions, tiers: Tiers) -> bool:
    """Whether bots play for as much at the game's public tables, at no higher fee, and for as much to enter."""
    point = options.coefficient * options.initial * (options.base or 1)
    tables = [tier for tier in tiers.values() if tier.game == options.game and tier.bots]
    return any(
        point <= tier.stakes.coefficient * tier.stakes.initial * tier.stakes.base
        and options.fee >= tier.stakes.fee
        for tier in tables
    ) and any(options.entry <= tier.entry for tier in tables)
