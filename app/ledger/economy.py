"""How generous a server is, in whole beans: what whoever runs it may choose (see docs/operating.md)."""

from dataclasses import dataclass

from app.ledger.accounts import STARTING_BEANS


@dataclass(frozen=True, slots=True)
class Economy:
    """What players are given, and what an operator may give alone.

    A player starts with `start`. One who has less than `relief_below` and is in no hand may ask for `relief`,
    `reliefs_a_day` times a day (0: never), days being those of `day_zone`, a name of the IANA time zones. Orders
    that move more than `approval_above` need a second person; None: one is enough.
    """

    start: int = STARTING_BEANS
    relief: int = 1_000
    relief_below: int = 500
    reliefs_a_day: int = 3
    day_zone: str = "Asia/Shanghai"
    approval_above: int | None = None
