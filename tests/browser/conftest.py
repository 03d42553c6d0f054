"""Chromium, a real server, and pages that tell of every fault."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.stories.server import ServerProcess

CHROMIUM: Final = "/usr/bin/chromium"
WATCH: Final = """addEventListener('securitypolicyviolation', (event) =>
  console.error('policy', event.violatedDirective, event.sourceFile, event.lineNumber, event.sample));
window.shifted = 0;
window.shifts = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) if (!shift.hadRecentInput) {
    window.shifted += shift.value;
    const what = shift.sources.map((source) => source.node?.className ?? source.node?.nodeName);
    window.shifts.push([shift.value, ...what]);
  }
}).observe({ type: 'layout-shift', buffered: true });"""
"""Breaches of the policy become console errors; what jumps under a player's finger is summed up."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives Chromium."""
    for item in items:
        if "tests/browser" in str(item.path):
            item.add_marker("browser")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser a module: while Playwright is up its event loop runs, and no other test could run one."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One fast server for all tests that do not stop it."""
    folder = tmp_path_factory.mktemp("server")
    running = ServerProcess.start(folder, f"sqlite:///{folder / 'game.sqlite3'}")
    yield running
    running.kill()


Opener = Callable[..., Page]


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Opener]:
    """`open_page(width, height, "zh")`: a page of its own; at the end it must have had no fault."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_one(
        width: int = 844,
        height: int = 390,
        language: str = "zh",
        *,
        faults_are_expected: bool = False,
        **more: Any,
    ) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            locale="zh-CN" if language == "zh" else "en-GB",
            **more,
        )
        contexts.append(context)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.add_init_script(WATCH)
        if faults_are_expected:  # A browser logs each failed connection.
            return page
        page.on(
            "console",
            lambda message: faults.append(message.text) if message.type in ("error", "warning") else None,
        )
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where a failing test may leave pictures."""
    return tmp_path
