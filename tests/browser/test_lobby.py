"""The lobby: which game, and how soon one sits at a table."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from app.rooms.config import TIERS
from tests.browser.conftest import Opener
from tests.browser.geometry import SIZES, measure
from tests.browser.hall import Hall, tier_of
from tests.browser.scene import PLAIN, drawn
from tests.stories.server import ServerProcess

GAMES: Final = list(dict.fromkeys(game for game, _ in TIERS))
POOR: Final = {"player": "P1", "name": "小满", "beans": 99, "room": None, **PLAIN}


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
            drawn(page)
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
    expect(page.locator('[data-act="play-now"] small')).to_have_text("入场要 100 豆")


def test_the_last_tables_are_chosen_in_every_game_and_when_one_comes_back(
    open_page: Opener, server: ServerProcess
) -> None:
    page = open_page()
    enter(page, server.address)
    terms = page.locator('[data-act="play-now"] small')
    expect(terms).to_have_text("每分 10 豆 · 台费 5 · 入场 100")
    page.locator('[data-act="tier-regular"]').click()
    page.locator('[data-act="game-five"]').click()
    page.reload()
    expect(page.locator('[data-act="tier-regular"]')).to_have_attribute("aria-pressed", "true")
    expect(terms).to_have_text("每分 100 豆 · 台费 50 · 入场 2,000")
    page.locator('[data-act="tier-high"]').click()
    expect(page.locator('[data-act="play-now"]')).to_be_disabled()
    expect(terms).to_have_text("入场要 20,000 豆")
    page.locator('[data-act="tier-regular"]').click()
    page.locator('[data-act="play-now"]').click()
    expect(page.locator(".table .seat")).to_have_count(5)


def test_who_waits_sees_for_how_long_and_with_whom_and_may_stop(
    open_page: Opener, server: ServerProcess
) -> None:
    page = open_page(reduced_motion="reduce")
    hall = Hall(page)
    hall.tiers = [
        tier_of("happy", playing=5),
        tier_of("happy", "high", playing=7, waiting=1),
        *map(tier_of, ("classic", "five", "laizi")),
    ]
    page.goto(server.address)
    expect(page.locator('[data-act="game-happy"] .people')).to_have_text("12 人在玩 · 1 人在等")
    expect(page.locator('[data-act="game-five"] .people')).to_have_text("5 人局")
    hall.tell(tiers=[tier_of("five", playing=5)])
    expect(page.locator('[data-act="game-five"] .people')).to_have_text("5 人在玩")
    page.locator('[data-act="play-now"]').click()
    waits = {"type": "queued", "game": "happy", "tier": "starter", "people": 2, "expect_ms": 4_000}
    hall.say({**waits, "waited_ms": 67_000, "bots_ms": 5_000})
    expect(page.locator(".waited")).to_have_text("1:07")
    expect(page.locator(".until-bots")).to_have_text("5 秒后机器人补位")
    expect(page.locator(".wait .chairs .taken")).to_have_count(2)
    for width, height in SIZES[:5]:
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        assert measure(page).faults() == [], (width, height)
    expect(page.locator(".waited")).not_to_have_text("1:07")
    hall.say({**waits, "waited_ms": 70_000, "bots_ms": None})
    expect(page.locator(".wait .note")).to_have_text("一般要等 4 秒")
    page.locator('[data-act="unqueue"]').click()
    assert [request["type"] for request in hall.requests] == ["look", "queue", "unqueue"]
    hall.say({"type": "unqueued", "reason": "cancelled"})
    expect(page.locator('[data-act="play-now"]')).to_be_enabled()
    # A new socket is told nothing until it asks.
    hall.tiers = [tier_of("happy", playing=99)]
    hall.close(1012)
    expect(page.locator('[data-act="game-happy"] .people')).to_have_text("99 人在玩")


def test_who_has_escaped_too_often_is_told_until_when_and_may_still_make_rooms(
    open_page: Opener, server: ServerProcess
) -> None:
    page = open_page(844, 390, timezone_id="Asia/Shanghai")
    hall = Hall(page)
    hall.me["conduct"] = {"escapes": 4, "until_ms": 4_102_400_700_000, "next_minutes": 60}
    page.goto(server.address)
    told = page.locator(".quick .told")
    expect(told).to_have_text("一天内逃跑 4 次，12月31日 19:45 以后才能匹配。自己开的房间照常可以玩。")
    expect(page.locator('[data-act="play-now"]')).to_have_count(0)
    expect(page.locator('[data-act="create"]')).to_be_enabled()


def test_who_has_run_short_takes_relief_and_plays(open_page: Opener, server: ServerProcess) -> None:
    page = open_page()
    me = {**POOR, "beans": 300, "relief": {"beans": 1_000, "left": 2}}
    page.route("**/api/session", lambda route: route.fulfill(json=me))
    asked = []

    def give(route: Route) -> None:
        asked.append(route.request.method)
        route.fulfill(json={**POOR, "beans": 1_300})

    page.route("**/api/relief", give)
    page.route_web_socket("**/ws", lambda socket: None)
    page.goto(server.address)
    relief = page.locator('[data-act="relief"]')
    # It is enough for the smallest tables, and relief is not in the way there.
    expect(page.locator('[data-act="play-now"]')).to_be_enabled()
    page.locator('[data-act="tier-regular"]').click()
    expect(relief).to_have_text(re.compile(r"领 1,000 豆救济\s*今天还有 2 次"))
    expect(page.locator('[data-act="play-now"]')).to_have_count(0)
    relief.click()
    expect(page.locator(".self .beans")).to_have_text("1,300")
    expect(page.locator(".toast")).to_have_text("领到 1,000 豆")
    assert asked == ["POST"]
    expect(page.locator('[data-act="play-now"] small')).to_have_text("入场要 2,000 豆")


def test_relief_that_is_refused_or_used_up_is_said(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(faults_are_expected=True)
    left = 1
    page.route(
        "**/api/session",
        lambda route: route.fulfill(json={**POOR, "relief": {"beans": 1_000, "left": left}}),
    )
    page.route(
        "**/api/relief",
        lambda route: route.fulfill(status=409, json={"code": "relief_budget_empty", "params": {}}),
    )
    page.route_web_socket("**/ws", lambda socket: None)
    page.goto(server.address)
    page.locator('[data-act="relief"]').click()
    expect(page.locator(".wrong")).to_have_text("救济豆发完了，请稍后再来")
    left = 0
    page.reload()
    expect(page.locator('[data-act="play-now"]')).to_be_disabled()
    expect(page.locator('[data-act="play-now"] small')).to_have_text(
        "入场要 100 豆，今天的救济已经领完，明天再来"
    )
