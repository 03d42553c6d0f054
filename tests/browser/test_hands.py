"""Whole hands against the real server, by every means and on every shape of screen."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.browser.conftest import Opener
from tests.browser.driver import Driver, Finger, Keys, Mouse
from tests.browser.geometry import measure
from tests.stories.server import ServerProcess


@pytest.fixture(scope="module")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose deal and bots take just long enough to be seen."""
    folder = tmp_path_factory.mktemp("table")
    pace = {"DEAL_MS": "120", "BOT_MIN_MS": "30", "BOT_MAX_MS": "90", "DECISION_MS": "identity=2000"}
    running = ServerProcess.start(folder, f"sqlite:///{folder / 'game.sqlite3'}", pace)
    yield running
    running.kill()


@dataclass(frozen=True)
class Way:
    """One way to play; `again` is a second hand at the same table."""

    means: Any
    language: str
    size: tuple[int, int]
    reload_in: frozenset[str]
    game: str = "happy"
    more: tuple[tuple[str, Any], ...] = ()
    again: bool = False


WAYS = {
    "clicks": Way(Mouse, "zh", (844, 390), frozenset({"show_start", "tricks"}), again=True),
    "keys": Way(Keys, "en", (1280, 720), frozenset({"deal", "double"}), again=True),
    "touch": Way(Finger, "zh", (390, 844), frozenset({"tricks", "result"}), more=(("has_touch", True),)),
    "english": Way(Mouse, "en", (390, 844), frozenset({"show_start", "double", "tricks"})),
    "classic": Way(Mouse, "zh", (844, 390), frozenset({"tricks"}), "classic"),
    "classic_keys": Way(Keys, "en", (1280, 720), frozenset({"deal"}), "classic"),
    "laizi": Way(Finger, "zh", (390, 844), frozenset({"tricks"}), "laizi", (("has_touch", True),)),
    "five": Way(Finger, "zh", (390, 844), frozenset({"tricks"}), "five", (("has_touch", True),), again=True),
    "five_clicks": Way(Mouse, "en", (844, 390), frozenset({"double", "result"}), "five"),
    "five_keys": Way(Keys, "zh", (1280, 720), frozenset({"deal", "tricks"}), "five"),
    "laizi_keys": Way(Keys, "en", (1280, 720), frozenset({"tricks", "result"}), "laizi"),
}
PHASES = {
    "happy": {"show_start", "deal", "call", "tricks", "result"},
    "classic": {"deal", "bid", "tricks", "result"},
    "laizi": {"deal", "bid", "tricks", "result"},
    "five": {"deal", "identity", "double", "tricks", "result"},
}
"""What a hand of each game comes through."""


@pytest.mark.parametrize("name", WAYS)
def test_whole_hands(
    open_page: Opener, table_server: ServerProcess, size: Callable[[int, int], int], name: str
) -> None:
    """Sign in, play a hand with reloads in between, perhaps another one, and nothing is ever wrong."""
    way = WAYS[name]
    page = open_page(*way.size, way.language, **dict(way.more))
    driver = Driver(page, way.means, seed=5)
    driver.sign_in(table_server.address, name)
    driver.sit_down(way.game)
    driver.play_hand(way.reload_in)
    hand = page.locator("dialog .verdict .name").inner_text()
    assert re.fullmatch(r"[0-9A-Z]+:1", hand), "as `python -m app replay` takes it"
    if way.again or size(0, 1):
        beans_now = _balance(page)
        driver.means.press("again")
        page.wait_for_selector("dialog[open] .result", state="detached")
        driver.play_hand()
        assert _carried(driver) == beans_now
    assert page.evaluate("() => window.shifted") <= 0.02, page.evaluate("() => window.shifts")
    faults = [fault for fault in measure(page).faults() if "over" not in fault]
    assert faults == []
    assert driver.audit.faults == []
    assert PHASES[way.game] <= driver.phases
    driver.means.press("leave")
    page.wait_for_selector('[data-act="play-now"], [data-act="relief"]')


@pytest.mark.parametrize(("game", "wanted"), [("happy", {"call", "rob"}), ("classic", {"bid"})])
def test_questions_survive_a_reload(
    open_page: Opener,
    table_server: ServerProcess,
    size: Callable[[int, int], int],
    game: str,
    wanted: set[str],
) -> None:
    """Some hand soon asks this seat to call or to rob, or to bid."""
    page = open_page(844, 390, "zh")
    driver = Driver(page, Mouse, seed=8)
    driver.sign_in(table_server.address, game)
    driver.sit_down(game)
    for _ in range(6):
        driver.play_hand(frozenset(), try_reload_in=frozenset(wanted - driver.reloaded))
        if len(driver.reloaded) >= size(1, len(wanted)):
            break
        driver.means.press("again")
        page.wait_for_selector("dialog[open] .result", state="detached")
    assert driver.reloaded
    assert driver.audit.faults == []


def _balance(page: Any) -> int:
    """The own balance after the hand, as the settlement shows it."""
    return int(page.locator("dialog tr.mine td.balance").inner_text().split()[-1].replace(",", ""))


def _carried(driver: Driver) -> int:
    """What the own seat carried into the last hand, as the server said."""
    opened = [frame for frame in driver.audit.frames if frame["type"] == "hand_opened"]
    return int(opened[-1]["carried"][driver.audit.seat])
