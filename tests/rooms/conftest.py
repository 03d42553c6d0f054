"""What is logged is looked at: an error that a test does not expect fails it."""

from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs


class Logs:
    """What has been logged in a test. `expect` names the errors that belong to it."""

    def __init__(self, entries: list[dict[str, object]]) -> None:
        self.entries = entries
        self._expected: set[str] = set()

    def expect(self, *events: str) -> None:
        """These errors are what the test is about."""
        self._expected.update(events)

    @property
    def errors(self) -> list[dict[str, object]]:
        """Errors that nobody expected."""
        return [
            entry
            for entry in self.entries
            if entry["log_level"] in ("error", "critical") and entry["event"] not in self._expected
        ]

    def count(self, event: str) -> int:
        """How often something was logged."""
        return sum(entry["event"] == event for entry in self.entries)


@pytest.fixture(autouse=True)
def logs() -> Iterator[Logs]:
    """What is logged meanwhile."""
    with capture_logs() as entries:
        logs = Logs(entries)  # type: ignore[arg-type]
        yield logs
    assert not logs.errors
