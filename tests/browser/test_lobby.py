"""The lobby: which game, and how soon one sits at a table."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from app.rooms.config import TIERS
from tests.browser.conftest import Opener
from tests.browser.geometry import SIZES, measure
from tests.stories.server import ServerProcess

GAMES: Final = [game for game, _ in TIERS]
POOR: Final = {"player": "P1", "name": "小满", "beans": 99, "room": None}


def enter(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("input[name=name]").fill("小满")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-act="play-now"]')


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_game_is_in_sight_and_play_takes_no_scrolling(
    open_page: Opener, server: ServerProcess, size: Callable[[int, int], int], language: str
) -> None:
    page = open_page(844, 390, language, reduced_motion="reduce")
    enter(page, server.address)
    for width, height in SIZES[: size(6, 10)]:
        page.set_viewport_size({"width": width, "height": height})
        for game in GAMES:
            page.locator(f'[data-act="game-{game}"]').click()
            page.wait_for_timeout(40)
            assert measure(page).faults() == [], (game, page.viewport_size)


@pytest.mark.parametrize("game", GAMES)
def test_two_taps_lead_to_a_table_of_the_chosen_game(
    open_page: Opener, server: ServerProcess, game: str
) -> None:
    page = open_page()
    enter(page, server.address)
    page.locator(f'[data-act="game-{game}"]').click()
    page.locator('[data-act="play-now"]').click()
    expect(page.locator(".table .seat")).to_have_count(5 if game == "five" else 3)


def test_the_last_game_is_chosen_when_one_comes_back(open_page: Opener, server: ServerProcess) -> None:
    page = open_page()
    enter(page, server.address)
    expect(page.locator('[data-act="game-happy"]')).to_have_attribute("aria-pressed", "true")
    page.locator('[data-act="game-laizi"]').click()
    page.reload()
    expect(page.locator('[data-act="game-laizi"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('.game[aria-pressed="true"]')).to_have_count(1)


def test_who_has_too_few_beans_is_told_so(open_page: Opener, server: ServerProcess) -> None:
    page = open_page()
    page.route("**/api/session", lambda route: route.fulfill(json=POOR))
    page.route_web_socket("**/ws", lambda socket: None)
    page.goto(server.address)
    expect(page.locator('[data-act="play-now"]')).to_be_disabled()
    expect(page.locator(".wrong")).to_have_text("入场要 100 豆")
