"""Laizi at the table: what they stand for, chosen, sent and shown."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.rules.engine import options
from app.rules.moves import cards_for
from app.rules.variants.laizi import LAIZI_GAME
from tests.browser.conftest import Opener
from tests.browser.geometry import SIZES, measure
from tests.browser.scene import Scene, deck_of, drawn
from tests.stories.server import ServerProcess

MINE = "RJ LZ LZ 2S AS AH KC KD QH JS TH TS TC 9D 8S 6H 5H"
BOTTOM = "4S 3C 5C 5D 6S"
LONG = ("一二三四五六七八九十甲乙", "Maximilian-X", "长长长长长长长长长长长长")


@pytest.fixture
def at_table(open_page: Opener, server: ServerProcess) -> Any:
    """`at_table(landlord=0)`: a scene of laizi where the play has begun, and where no card is still on its way."""

    def sit(hands: tuple[str, str, str] = (MINE, "", ""), landlord: int = 0, **page: Any) -> Scene:
        bottom = page.pop("bottom", BOTTOM)
        scene = Scene(open_page(**page), deck_of(hands, bottom, LAIZI_GAME), LAIZI_GAME)
        scene.page.emulate_media(reduced_motion="reduce")
        scene.open(server.address)
        scene.to_play(landlord)
        scene.wait()
        return scene

    return sit


def choose(page: Page, cards: str) -> None:
    seen: dict[str, int] = {}
    for card in cards.split():
        nth = seen[card] = seen.get(card, -1) + 1
        button = page.locator(f'[data-key="{card}{nth or ""}"]')
        button.click(position={"x": 8, "y": 20})
        expect(button).to_have_attribute("aria-pressed", "true")


def laid(page: Page, seat: int) -> list[str | None]:
    return [card.get_attribute("aria-label") for card in page.locator(f'.play[data-of="{seat}"] .card').all()]


def test_a_soft_bomb_is_named_sent_and_celebrated(at_table: Any) -> None:
    scene = at_table()
    page = scene.page
    choose(page, "TH TS TC LZ")
    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator('[data-act="play"]')).to_contain_text("软炸")
    expect(page.locator(".reading")).to_contain_text("软炸 10")
    page.keyboard.press("Enter")
    expect(page.locator(".play.own .lab")).to_have_text("软炸 10")
    scene.take()
    expect(page.locator("#fx .shout")).to_have_text("软炸")
    expect(page.locator(".play.own .lab.hot")).to_have_text("软炸 10")
    assert laid(page, 0)[3] == "癞子当 10"
    expect(page.locator(".mult")).to_contain_text("×2")
    expect(page.locator("#live")).to_contain_text("小满 出 软炸 10：10 10 10 癞子，剩 18 张")


def test_five_of_a_rank_may_be_played_as_less_than_a_bomb(at_table: Any) -> None:
    scene = at_table()
    page = scene.page
    choose(page, "TH TS TC LZ LZ")
    expect(page.locator(".reading")).to_contain_text("5 张癞子炸弹 10")
    page.keyboard.press("y")
    choices = page.locator("[role=radio]")
    expect(choices).to_have_text([re.compile("5 张癞子炸弹 10"), re.compile("三带二 10")])
    choices.nth(1).click()
    expect(page.locator(".reading")).to_contain_text("三带二 10")
    page.locator('[data-act="play"]').click()
    drawn(page)
    assert scene.requests[-1]["as"] == {"kind": "TRIO_PAIR", "size": 1, "rank": "T"}
    scene.take()
    expect(page.locator(".play.own .lab:not(.hot)")).to_have_text("三带二 10")
    assert laid(page, 0)[3:] == ["癞子", "癞子"]


def test_others_plays_show_what_the_laizi_stand_for(at_table: Any) -> None:
    scene = at_table(("", "LZ LZ AC QH JC", ""), landlord=1, bottom="", language="en")
    scene.play("AC QH JC LZ LZ")
    page = scene.page
    name = "A of clubs, laizi as K, Q of hearts, J of clubs, laizi as 10"
    expect(page.locator('.play[data-of="1"] .lab')).to_have_text("Straight to A")
    assert ", ".join(map(str, laid(page, 1))) == name
    expect(page.locator("#live")).to_have_text("柚子茶 plays Straight to A: A laizi Q J laizi; 17 left")


def test_a_last_laizi_is_led_as_a_three(at_table: Any) -> None:
    scene = at_table(("RJ BJ LZ", "LZ", ""))
    page = scene.page
    for lead in ends_with_a_laizi(scene):
        scene.play(lead)
        scene.play("")
        scene.play("")
    scene.wait()
    page.keyboard.press("h")
    expect(page.locator('[data-act="play"]')).to_contain_text("单")
    page.keyboard.press("Enter")
    scene.take()
    expect(page.locator(".play.own .lab")).to_have_text(re.compile("单. 3"))
    assert laid(page, 0) == ["癞子当 3"]
    expect(page.locator(".result")).to_be_visible()


def ends_with_a_laizi(scene: Scene) -> list[str]:
    """Leads that leave seat 0 with one laizi alone."""
    held = [card for card in scene.table.hands[0] if card != "LZ"]
    return [card for card in held if card not in ("RJ", "BJ")] + ["RJ BJ"]


def test_the_reading_shown_is_the_reading_that_counts(at_table: Any, size: Callable[[int, int], int]) -> None:
    """Any play with laizi: what the page says before is what everybody is told after."""
    scene = at_table()
    page = scene.page
    chance = Random(2)
    for _ in range(size(12, 60)):
        offers = [offer for offer in options(LAIZI_GAME, scene.table, 0).plays if "L" in offer.ranks]
        offer = chance.choice(offers)
        choose(page, " ".join(cards_for(scene.table.hands[0], offer.ranks)))
        drawn(page)
        reading = chance.choice(offer.readings)
        said = ""
        if len(offer.readings) > 1:
            page.keyboard.press("y")
            page.locator("[role=radio]").nth(offer.readings.index(reading)).click()
            expect(page.locator("dialog[open]")).to_have_count(0)
            said = page.locator(".reading").inner_text().removesuffix(" ▾")
        page.keyboard.press("Enter")
        scene.take()
        shown = page.locator(".play.own .lab").inner_text()
        assert scene.table.public.moves[-1].reading == reading
        assert said in ("", shown)
        scene.to_play(0)
        scene.wait()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_it_fits_every_screen(
    open_page: Opener, server: ServerProcess, size: Callable[[int, int], int], language: str
) -> None:
    """A landlord's 22 cards, a chip over them, and long plays with laizi of both others."""
    for width, height in SIZES[: size(5, 10)]:
        page = open_page(width, height, language)
        page.emulate_media(reduced_motion="reduce")
        scene = Scene(page, deck_of((MINE, "", ""), BOTTOM, LAIZI_GAME), LAIZI_GAME, names=LONG)
        scene.open(server.address)
        scene.to_play(0)
        check(scene, "22 cards")
        choose(page, "TH TS TC LZ")
        check(scene, "a soft bomb with other readings")
        page.close()
    mine = "AS AH AC KS KH KC"
    after = "LZ 9S 9H 9C 8S 8H 8C 7S 7H 3S 4S 5S"
    last = "LZ QS QH JS JH JC TS TH TC 3H 4H 5H"
    for width, height in SIZES[: size(5, 10)]:
        page = open_page(width, height, language)
        page.emulate_media(reduced_motion="reduce")
        scene = Scene(page, deck_of((mine, after, last), "", LAIZI_GAME), LAIZI_GAME, names=LONG)
        scene.open(server.address)
        scene.to_play(1)
        scene.play(after)
        scene.play(last)
        check(scene, "two planes with laizi")
        page.close()


def check(scene: Scene, what: str) -> None:
    scene.wait()
    assert measure(scene.page).faults() == [], (what, scene.page.viewport_size)
