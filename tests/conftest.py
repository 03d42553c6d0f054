import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.postgres", "tests.databases"]

LONG = os.environ.get("LONG") == "1"

# How long examples take on a shared machine says nothing: no deadline, no complaint about slowness.
settings.register_profile(
    "doudizhu",
    settings(),
    deadline=None,
    max_examples=2_000 if LONG else 100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("doudizhu")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test that has a long size, so that `make long` finds exactly those."""
    for item in items:
        asks = "size" in getattr(item, "fixturenames", ())
        is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if asks or is_property:
            item.add_marker("long")


@pytest.fixture(scope="session")
def size() -> Callable[[int, int], int]:
    """`size(short, long)`: how much of it to try; the long number where LONG=1 is set."""
    return lambda short, long: long if LONG else short
