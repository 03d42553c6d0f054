import os
from collections.abc import Callable

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test that has a long size, so that `make long` finds exactly those."""
    for item in items:
        if "size" in getattr(item, "fixturenames", ()):
            item.add_marker("long")


@pytest.fixture(scope="session")
def size() -> Callable[[int, int], int]:
    """`size(short, long)`: how much of it to try; the long number where LONG=1 is set."""
    is_long = os.environ.get("LONG") == "1"
    return lambda short, long: long if is_long else short
