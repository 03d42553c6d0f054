"""The phases that rulesets are put together from: each asks one question and decides its answers."""
