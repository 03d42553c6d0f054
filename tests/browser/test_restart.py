"""The server is killed in mid-hand and started again: the page takes the hand up where it was, by itself."""

from pathlib import Path
from urllib.parse import urlsplit

from tests.browser.conftest import Opener
from tests.browser.driver import Driver, Mouse
from tests.stories.server import ServerProcess


def test_a_killed_server_costs_nothing_but_time(open_page: Opener, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'game.sqlite3'}"
    server = ServerProcess.start(tmp_path, database)
    page = open_page(844, 390, "zh", faults_are_expected=True)
    driver = Driver(page, Mouse, seed=3)
    driver.sign_in(server.address, "Survivor")
    driver.sit_down()
    driver.play_until("tricks")
    before = driver.cards
    lost = len(driver.audit.frames)
    server.kill()
    page.wait_for_selector(".banner")
    again = ServerProcess.start(tmp_path, database, {"PORT": str(urlsplit(server.address).port)})
    try:
        page.wait_for_selector(".banner", state="detached", timeout=20_000)
        page.wait_for_function(
            "() => document.querySelector('[data-act=\"play\"]') || document.querySelector('dialog[open] .result')"
        )
        played = [
            card
            for frame in driver.audit.frames[lost:]
            if frame["type"] == "played" and frame["seat"] == driver.audit.seat
            for card in frame["cards"]
        ]
        assert sorted([*driver.cards, *played]) == sorted(before)
        driver.play_hand()
        assert driver.audit.faults == []
    finally:
        again.kill()
