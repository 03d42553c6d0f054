"""The games: one `Ruleset` value each."""

from app.rules.ruleset import Ruleset
from app.rules.variants.classic import CLASSIC
from app.rules.variants.five import FIVE
from app.rules.variants.happy import HAPPY
from app.rules.variants.laizi import LAIZI_GAME

RULESETS: dict[str, Ruleset] = {rules.name: rules for rules in (CLASSIC, HAPPY, FIVE, LAIZI_GAME)}
"""Every game by its name."""
