"""The games: one `Ruleset` value each."""

from app.rules.ruleset import Ruleset
from app.rules.variants.happy import HAPPY

RULESETS: dict[str, Ruleset] = {rules.name: rules for rules in (HAPPY,)}
"""Every game by its name."""
