"""Quick phrases on the page, and what a room's options take away from it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from app.rooms.config import STARTER
from app.rooms.options import tier_options
from app.rules.cards import parse_cards
from app.rules.facts import OpenCard, Seat
from app.rules.ruleset import Ruleset
from app.rules.variants.five import FIVE
from app.rules.variants.happy import HAPPY
from app.wire.options import RoomOptions
from app.wire.phrases import Phrase
from tests.browser.conftest import Opener
from tests.browser.geometry import measure
from tests.browser.scene import ROOM, Scene, deck_of, drawn
from tests.stories.server import ServerProcess

CARD: Final = "9S"
SIZES: Final = ((320, 568), (390, 844), (844, 390), (1280, 720), (667, 375))
LONG: Final = (Phrase.GOOD_TEAM, Phrase.HURRY, Phrase.COURAGE, Phrase.AGAIN, Phrase.THINKING)
LIVE: Final = """() => { window.told = [];
  new MutationObserver((changes) => { for (const { addedNodes } of changes)
    for (const node of addedNodes) window.told.push(node.textContent); })
    .observe(document.querySelector('#live'), { childList: true }); }"""
COVERED: Final = """() => [...document.querySelectorAll('.bubble')].flatMap((bubble) => {
  const box = bubble.getBoundingClientRect();
  const others = document.querySelectorAll(
    '.card, .play > *, .seat .left, .seat .tiles, .partner, .acts > *, .side > *, .counter, .kitty, .status');
  const meets = (other) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1
    && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1;
  const words = document.createRange();
  words.selectNodeContents(bubble);
  const text = words.getBoundingClientRect();
  const cut = text.left < box.left || text.right > box.right || text.top < box.top || text.bottom > box.bottom;
  return [...[...others].filter((other) => meets(other.getBoundingClientRect())).map((other) => other.className),
    ...(cut ? [`cut: ${bubble.textContent} in ${box.width} x ${box.height}`] : [])];
})"""
"""What bubbles cover or cut off."""


def say(scene: Scene, seat: Seat, phrase: Phrase) -> None:
    """Somebody says something."""
    scene.send({"type": "phrase", "room": ROOM, "seat": seat, "phrase": phrase.value})


def sit(page: Page, address: str, rules: Ruleset = HAPPY, options: RoomOptions | None = None) -> Scene:
    """A table of people in the middle of a hand."""
    page.emulate_media(reduced_motion="reduce")
    (card,) = parse_cards(CARD)
    turned = OpenCard(0, card) if rules is FIVE else None
    scene = Scene(page, deck_of((CARD, *[""] * (rules.seats - 1)), rules=rules), rules, turned=turned)
    scene.people = range(rules.seats)
    scene.options = options or scene.options
    scene.open(address)
    scene.to_play()
    scene.wait()
    return scene


@pytest.mark.parametrize(("rules", "language"), [(HAPPY, "zh"), (FIVE, "en")])
def test_everybody_speaks_at_once_and_no_card_is_covered(
    open_page: Opener, server: ServerProcess, size: Callable[[int, int], int], rules: Ruleset, language: str
) -> None:
    page = open_page(*SIZES[0], language)
    scene = sit(page, server.address, rules)
    for width, height in SIZES[: size(4, 5)]:
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        for seat, phrase in zip(range(rules.seats), LONG, strict=False):
            say(scene, seat, phrase)
        expect(page.locator(".bubble")).to_have_count(rules.seats)
        assert page.evaluate(COVERED) == [], (width, height)
        assert measure(page).faults() == [], (width, height)
        page.locator('[data-act="phrases"]').click()
        page.wait_for_selector(".phrases")
        assert measure(page).faults_of_a_page() == [], (width, height)
        page.keyboard.press("Escape")
        page.wait_for_selector(".phrases", state="detached")


def test_a_phrase_is_said_by_key_heard_once_and_not_by_who_has_muted_its_speaker(
    open_page: Opener, server: ServerProcess
) -> None:
    page = open_page(1280, 720)
    page.clock.install()
    scene = sit(page, server.address)
    page.evaluate(LIVE)
    page.keyboard.press("c")
    page.wait_for_selector(".phrases")
    page.keyboard.press("2")
    page.wait_for_selector(".phrases", state="detached")
    page.keyboard.press("c")
    page.locator('[data-act="say-wow"]').click()
    expect(page.locator(".toast")).to_have_text("太快了，请慢一点")
    [asked] = [request for request in scene.requests if request["type"] == "phrase"]
    assert (asked["phrase"], asked["room"], asked["hand"]) == ("well_played", ROOM, scene.hand)
    say(scene, 1, Phrase.HURRY)
    expect(page.locator('[data-seat="1"] .bubble')).to_have_text("快点吧")
    assert page.evaluate("window.told").count("柚子茶说：快点吧") == 1
    page.clock.fast_forward(2_000)
    expect(page.locator(".bubble")).to_have_count(1)
    page.clock.fast_forward(1_000)
    page.wait_for_selector(".bubble", state="detached")

    page.keyboard.press("c")
    page.locator('[data-mute="p1"]').click()
    page.keyboard.press("Escape")
    page.reload()
    scene.wait()
    page.keyboard.press("c")
    expect(page.locator('[data-mute="p1"]')).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Escape")
    for seat in (1, 2):
        say(scene, seat, Phrase.THANKS)
    expect(page.locator(".bubble")).to_have_count(1)
    expect(page.locator('[data-seat="2"] .bubble')).to_have_text("谢谢")


def test_a_room_takes_away_what_its_options_say(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(1280, 720)
    usual = tier_options(STARTER, 2)
    sit(page, server.address, options=replace(usual, hints=False, counter=False, phrases=False))
    page.wait_for_selector('[data-act="play"]')
    for gone in ('[data-act="hint"]', ".counter", '[data-act="phrases"]'):
        expect(page.locator(gone)).to_have_count(0)
    for key in "hc":
        page.keyboard.press(key)
    drawn(page)
    expect(page.locator('.hand [aria-pressed="true"], dialog[open]')).to_have_count(0)
