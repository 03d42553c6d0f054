"""What the server counts of itself, in the text format that Prometheus reads."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4


class Metrics:
    """The numbers of one server. No label names a player, a room or a card."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.violations = Counter(
            "doudizhu_ledger_violations",
            "Rows found to break an invariant of the ledger, each time that one is found.",
            ["invariant"],
            registry=self._registry,
        )
        self.audited = Gauge(
            "doudizhu_ledger_audited_timestamp_seconds",
            "When the ledger was last looked at.",
            registry=self._registry,
        )
        self.sealed = Gauge(
            "doudizhu_ledger_sealed_transactions",
            "The number up to which transactions are sealed.",
            registry=self._registry,
        )
        self.beans = Gauge(
            "doudizhu_beans", "Beans on accounts of each kind.", ["kind"], registry=self._registry
        )

    def page(self) -> bytes:
        """Everything that is counted, as text."""
        return generate_latest(self._registry)
