"""The public tables, in memory."""

from app.storage.memory_state import State
from app.storage.store import RowConflictError, TierRow


class MemoryTiers:
    """The public tables of one transaction."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def add(self, tier: TierRow) -> None:
        key = (tier.game, tier.name, tier.version)
        is_meant = (
            min(tier.coefficient, tier.entry, tier.version) >= 1 and min(tier.fee, tier.double_above) >= 0
        )
        if self._state.tiers.get(key) or not (is_meant and tier.actor and tier.reason):
            raise RowConflictError(f"tier {key} exists, or is none")
        self._state.tiers.put(key, tier)

    async def newest(self) -> list[TierRow]:
        rows = sorted(self._state.tiers.values(), key=lambda row: row.version)
        newest = {(row.game, row.name): row for row in rows}
        return sorted(newest.values(), key=lambda row: (row.game, row.position, row.name))

    async def history(self) -> list[TierRow]:
        return sorted(
            self._state.tiers.values(), key=lambda row: (-row.at_ms, row.game, row.name, -row.version)
        )
