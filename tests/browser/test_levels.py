"""Levels on the screen: in the lobby by the ladder of the chosen game, in the settlement as a hand has changed them."""

from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import expect

from app.rules.actions import Leave
from app.rules.levels import Ladder
from app.rules.variants.happy import HAPPY
from app.wire.notices import Standing, dump_notice, level
from tests.browser.conftest import Opener
from tests.browser.scene import PLAIN, ROOM, Scene, deck_of
from tests.stories.server import ServerProcess

LEVELS: Final[dict[str, Any]] = {
    ladder: msgspec.to_builtins(level(ladder, points))
    for ladder, points in ((Ladder.THREE, 1_010), (Ladder.FIVE, -7))
}


@pytest.mark.parametrize(
    ("language", "titles"), [("zh", ("商人", "包身工")), ("en", ("merchant", "bonded labourer"))]
)
def test_the_lobby_shows_the_title_of_the_chosen_games_ladder(
    open_page: Opener, server: ServerProcess, language: str, titles: tuple[str, str]
) -> None:
    page = open_page(844, 390, language)
    me = {"player": "P1", "name": "小满", "beans": 31_600, "room": None, **PLAIN, "levels": LEVELS}
    page.route("**/api/session", lambda route: route.fulfill(json=me))
    page.route_web_socket("**/ws", lambda socket: None)
    page.goto(server.address)
    for game, title, figures in (("laizi", titles[0], "1,010/1,500"), ("five", titles[1], "−7/30")):
        page.locator(f'[data-act="game-{game}"]').click()
        expect(page.locator(".self .rung")).to_contain_text(title)
        expect(page.locator(".self .figures")).to_have_text(figures)


@pytest.mark.parametrize(
    ("before", "gained", "told"),
    [(995, 12, "升为商人！"), (1_003, -6, "降为掌柜"), (1_000, 30, None)],
)
def test_the_settlement_says_what_the_hand_has_made_of_the_level(
    open_page: Opener, server: ServerProcess, before: int, gained: int, told: str | None
) -> None:
    page = open_page()
    scene = Scene(page, deck_of(["", "", ""]), HAPPY)
    scene.open(server.address)
    scene.to_play()
    scene.act(1, Leave())
    standing = Standing(
        ROOM, scene.hand, Ladder.THREE, level(Ladder.THREE, before), level(Ladder.THREE, before + gained)
    )
    scene.send(msgspec.json.decode(dump_notice(standing)))
    panel = page.locator(".result")
    sign = "+" if gained > 0 else "−"
    expect(panel.locator(".gained")).to_contain_text(f"积分 {sign}{abs(gained)}")
    expect(panel.locator(".gained")).to_contain_text(f"{before + gained:,}/")
    expect(panel.locator(".gained .tag")).to_have_text([told] if told else [])
    if told:
        expect(page.locator("#live")).to_contain_text(told)
    for part in (panel.locator(".gained"), panel.locator(".row")):
        box = part.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 390, "in sight, whatever else is in the panel"
    # Another hand is another settlement.
    scene.to_play()
    scene.act(1, Leave())
    expect(panel.locator("tbody tr")).to_have_count(3)
    expect(page.locator(".gained")).to_have_count(0)


def test_bots_are_marked_in_the_settlement_as_at_the_table(open_page: Opener, server: ServerProcess) -> None:
    page = open_page()
    scene = Scene(page, deck_of(["", "", ""]), HAPPY)
    scene.open(server.address)
    scene.to_play()
    scene.act(1, Leave())
    rows = page.locator(".result tbody tr")
    expect(rows).to_have_count(3)
    for seat in range(3):
        sign = page.locator(f'.result tr[data-seat="{seat}"] .botsign')
        expect(sign).to_have_count(int(seat != scene.seat))
        if seat != scene.seat:
            expect(sign).to_have_attribute("aria-label", "机器人")
