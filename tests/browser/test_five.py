"""Five at the table: what each seat is shown of the open card and the secret partner, at any size of screen."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from app.rules.actions import CloseStep, Double, Identity
from app.rules.facts import OpenCard, Seat
from app.rules.variants.five import FIVE
from tests.browser.conftest import Opener
from tests.browser.geometry import SIZES, measure
from tests.browser.scene import Scene, deck_of
from tests.stories.server import ServerProcess

LONG: Final = ("一二三四五六七八九十甲乙", "Maximilian-X", "长长长长长长长长长长长长", "Wolfeschlege", "甲乙丙丁戊己庚辛壬癸子丑")
RICH: Final = (999_999_999, 123_456_789, 987_654_321, 555_555_555, 888_888_888)
TURNED: Final = "KD"
WINGS: Final = "3S 3H 3D 4S 4H 4D 5S 5H 5D 6S 6H 6D 8S 8H 9S 9H TS TH JS JH"
LARGER: Final = "7S 7H 7D 8C 8D 8S 9C 9D 9S TC TD TC QS QH KS KH AS AH 2S 2H"
CHAIN: Final = "3S 3H 4S 4H 5S 5H 6S 6H 7S 7H 8S 8H 9S 9H TS TH JS JH QS QH KS KH AS AH"


def sit(page: Page, address: str, hands: tuple[str, ...], holder: Seat, **more: Any) -> Scene:
    """A scene in which `holder` is dealt the open card; the hands are filled up."""
    page.emulate_media(reduced_motion="reduce")
    scene = Scene(page, deck_of(hands, rules=FIVE), FIVE, turned=OpenCard(holder, TURNED), **more)
    scene.open(address)
    return scene


def check(scene: Scene, what: str) -> None:
    """The page has drawn what it was told, and nothing is wrong with it."""
    scene.wait()
    assert measure(scene.page).faults() == [], (what, scene.page.viewport_size)


# --- Room for everything ---


@pytest.mark.parametrize("language", ["zh", "en"])
def test_everything_has_its_place_from_the_deal_to_long_plays(
    open_page: Opener, server: ServerProcess, size: Callable[[int, int], int], language: str
) -> None:
    """The longest names, every mark, two plays of 20 cards side by side, and the partner's open hand."""
    for width, height in SIZES[: size(5, 10)]:
        page = open_page(width, height, language)
        hands = (f"{TURNED} 2C", f"{TURNED} {WINGS}", "", "", LARGER)
        scene = sit(page, server.address, hands, 1, names=LONG, beans=RICH)
        scene.begin()
        scene.deal(3)
        check(scene, "the deal")
        scene.deal(4)
        check(scene, "the identity step")
        scene.act(0, Identity(yes=True))
        check(scene, "an answer")
        scene.act(None, CloseStep())
        check(scene, "the partner's 24 cards")
        for seat, yes in ((1, True), (3, False), (4, False), (2, True)):
            scene.act(seat, Double(yes=yes))
            check(scene, f"seat {seat} doubles or not")
        scene.act(0, Double(yes=True))
        for seat in range(1, 5):
            scene.set_seat(seat, away=seat == 2, auto=True)
        scene.play(WINGS)
        check(scene, "a plane of 20 cards")
        scene.play("")
        scene.play("")
        scene.play(LARGER)
        check(scene, "a larger one beside it")
        scene.play("")
        scene.play("")


def test_a_landlord_holds_24_cards_and_may_lay_them_all(
    open_page: Opener, server: ServerProcess, size: Callable[[int, int], int]
) -> None:
    for width, height in SIZES[: size(5, 10)]:
        page = open_page(width, height, "zh")
        scene = sit(page, server.address, (f"{TURNED}", "", TURNED, "", ""), 0, names=LONG, beans=RICH)
        scene.to_play(identities=(2,))
        check(scene, "24 cards, on the lead")
        assert page.locator(".hand .card").count() == 24
        page.keyboard.press("h")
        check(scene, "a hint")
        scene.set_seat(0, auto=True)
        check(scene, "auto-play")
