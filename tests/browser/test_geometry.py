"""No table, however full, loses a card, covers a button or scrolls, at any size of screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from app.rules.actions import Call, CloseStep, DealNext, Double, Moment, Rob, Show
from app.rules.engine import asked
from app.rules.variants.happy import HAPPY
from tests.browser.conftest import Opener
from tests.browser.geometry import SIZES, measure
from tests.browser.scene import Scene, deck_of, drawn
from tests.stories.server import ServerProcess

LONG = ("一二三四五六七八九十甲乙", "Maximilian-X", "长长长长长长长长长长长长")
RICH = (999_999_999, 123_456_789, 987_654_321)
MINE = "RJ BJ 2S 2H 2D 2C AS KS QS JS TS 9S 8S 7S 6S 5S 4S"
NEXT = "3S 3H 3D 3C 4H 4D 4C 5H 5D 5C 6H 6D 6C 7H 7D 7C 8H"
LAST = "8D 8C 9H 9D 9C TH TD TC JH JD JC QH QD QC KH KD KC"
BOTTOM = "AH AD AC"
CUT = """() => [...document.querySelectorAll('.seat .title')].filter((title) => {
  const words = document.createRange();
  words.selectNodeContents(title);
  const [text, box] = [words.getBoundingClientRect(), title.getBoundingClientRect()];
  return text.top < box.bottom - 1 && (text.left < box.left - 1 || text.right > box.right + 1);
}).map((title) => title.textContent)"""
"""Titles of which only a part is seen."""


@pytest.mark.parametrize("language", ["zh", "en"])
def test_open_hands_and_long_names(
    open_page: Opener, server: ServerProcess, size: Callable[[int, int], int], language: str
) -> None:
    """Both others show, everybody has the longest name and the most beans, all are marked in every way."""
    for width, height in SIZES[: size(5, 10)]:
        show_all(open_page(width, height, language), server.address)


def show_all(page: Page, address: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    scene = Scene(page, deck_of((MINE, NEXT, LAST), BOTTOM), names=LONG, beans=RICH)
    scene.open(address)
    scene.begin()
    for seat in range(3):
        scene.act(seat, Show(Moment.START, yes=seat == 1))
    scene.deal(4)
    scene.act(2, Show(Moment.DEAL, yes=True))
    for _ in range(3):
        scene.act(None, DealNext())
    scene.act(None, CloseStep())
    check(scene, "call, another seat is asked")
    scene.act(1, Call(yes=True))
    while scene.table.public.phase == "rob":
        (seat,) = asked(HAPPY, scene.table)
        check(scene, f"rob {seat}")
        scene.act(seat, Rob(yes=seat == 2))
    check(scene, "double")
    for seat in sorted(asked(HAPPY, scene.table)):
        scene.act(seat, Double(yes=True))
    scene.set_seat(1, away=True, auto=True)
    scene.set_seat(2, auto=True)
    scene.play("QH QD QC JH JD JC TH TD TC 9H 9D 9C KH KD KC 8D 8C AH AD AC")
    check(scene, "a plane of 20 cards")


def test_three_long_plays(open_page: Opener, server: ServerProcess, size: Callable[[int, int], int]) -> None:
    """Nine cards of two seats lie on the table, the own hand begins with twenty."""
    for width, height in SIZES[: size(5, 10)]:
        lay_all(open_page(width, height, "zh"), server.address)


def lay_all(page: Page, address: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    mine = "RJ BJ 2S 2H 2D 2C AS AH 3S 4S 5S 6S 7S 8S 9S TS JS"
    after = "3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS KS KC KD QC QD"
    last = "3D 4D 5D 6D 7D 8D 9D TD JD 3C 4C 5C 6C 7C 8C 9C TC"
    scene = Scene(page, deck_of((mine, after, last), "AD AC JC"), names=LONG, beans=RICH)
    scene.open(address)
    scene.to_play(0)
    check(scene, "twenty cards, on the lead")
    page.keyboard.press("h")
    check(scene, "a hint")
    scene.play("JS TS 9S 8S 7S 6S 5S 4S 3S")
    check(scene, "my straight")
    scene.play("KH QH JH TH 9H 8H 7H 6H 5H")
    check(scene, "a longer one over it")
    scene.play("")
    check(scene, "my turn to follow")
    scene.set_seat(0, auto=True)
    check(scene, "auto-play")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_nothing_lies_under_a_notch(
    open_page: Opener, server: ServerProcess, width: int, height: int
) -> None:
    """With the insets of a phone's rounded corners everything is inside them."""
    page = open_page(width, height, "zh")
    page.emulate_media(reduced_motion="reduce")
    scene = Scene(page, deck_of((MINE, NEXT, LAST), BOTTOM), names=LONG, beans=RICH)
    scene.open(server.address)
    insets = {"--sal": 47, "--sar": 47, "--sab": 21} if width > height else {"--sat": 47, "--sab": 34}
    page.evaluate(
        "(insets) => { for (const [name, px] of Object.entries(insets)) "
        "document.documentElement.style.setProperty(name, `${px}px`); dispatchEvent(new Event('resize')); }",
        insets,
    )
    scene.to_play(0)
    check(scene, "twenty cards")
    found = measure(page)
    for box in (*found.cards, *found.controls):
        assert box.left >= insets.get("--sal", 0) - 1, box
        assert box.right <= width - insets.get("--sar", 0) + 1, box
        assert box.top >= insets.get("--sat", 0) - 1, box
        assert box.bottom <= height - insets["--sab"] + 1, box


def test_turning_the_phone_keeps_the_choice(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(844, 390, "zh")
    page.emulate_media(reduced_motion="reduce")
    scene = Scene(page, deck_of((MINE, NEXT, LAST), BOTTOM))
    scene.open(server.address)
    scene.to_play(0)
    scene.wait()
    page.keyboard.press("h")
    drawn(page)
    chosen = (
        "() => [...document.querySelectorAll('.hand [aria-pressed=true]')].map((card) => card.dataset.key)"
    )
    before = page.evaluate(chosen)
    assert before
    for width, height in [(390, 844), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(250)
        assert page.evaluate(chosen) == before
        check(scene, f"turned to {width}x{height}")


def check(scene: Scene, what: str) -> None:
    """The page has drawn what it was told, and nothing is wrong with it."""
    scene.wait()
    assert measure(scene.page).faults() == [], (what, scene.page.viewport_size)
    assert scene.page.evaluate(CUT) == [], (what, scene.page.viewport_size)
