"""Bidding in classic and laizi: what is offered, what is said, and where it all lies."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.rules.actions import Bid, Pass, Play
from app.rules.cards import parse_cards
from app.rules.ruleset import Ruleset
from app.rules.variants.classic import CLASSIC
from app.rules.variants.laizi import LAIZI_GAME
from tests.browser.conftest import Opener
from tests.browser.geometry import SIZES, measure
from tests.browser.scene import Scene, deck_of, drawn
from tests.stories.server import ServerProcess

STRONG = "RJ 2S 2H LZ"
"""What laizi does not let pass."""
LONG = ("一二三四五六七八九十甲乙", "Maximilian-X", "长长长长长长长长长长长长")


@pytest.fixture
def at_bidding(open_page: Opener, server: ServerProcess) -> Any:
    """`at_bidding(CLASSIC, first=2)`: the cards are dealt and seat 2 is asked; the page holds seat 0."""

    def sit(rules: Ruleset, first: int = 0, hands: tuple[str, str, str] = ("", "", ""), **page: Any) -> Scene:
        scene = Scene(open_page(**page), deck_of(hands, "", rules), rules, first=first)
        scene.page.emulate_media(reduced_motion="reduce")
        scene.open(server.address)
        scene.to_question()
        scene.wait()
        return scene

    return sit


def offered(page: Page) -> list[str | None]:
    return [button.get_attribute("data-act") for button in page.locator(".acts button").all()]


def test_a_button_for_every_bid_and_each_sends_its_points(at_bidding: Any) -> None:
    scene = at_bidding(CLASSIC)
    page = scene.page
    assert offered(page) == ["no", "bid-1", "bid-2", "bid-3"]
    for act, value in [("no", 0), ("bid-1", 1), ("bid-2", 2), ("bid-3", 3)]:
        page.locator(f'[data-act="{act}"]').click()
        drawn(page)
        assert {key: scene.requests[-1][key] for key in ("type", "value")} == {"type": "bid", "value": value}


def test_lower_bids_are_gone_and_the_bids_stand_beside_the_seats(at_bidding: Any) -> None:
    scene = at_bidding(CLASSIC, first=1)
    page = scene.page
    scene.act(1, Bid(1))
    expect(page.locator('.play[data-of="1"] .say')).to_have_text("1 分！")
    expect(page.locator("#live")).to_have_text("柚子茶 叫 1 分")
    scene.act(2, Bid(0))
    expect(page.locator('.play[data-of="2"] .say')).to_have_text("不叫")
    page.wait_for_selector(".acts button")
    assert offered(page) == ["no", "bid-2", "bid-3"]
    expect(page.locator(".status small")).to_have_text("柚子茶 叫了 1 分，要叫就得更高")
    expect(page.locator("#alert")).to_have_text("柚子茶 叫了 1 分。再高可按 2、3，按 0 不叫")
    scene.replies = False
    page.keyboard.press("1")
    expect(page.locator(".toast")).to_have_text("叫分要比前面的高")
    page.keyboard.press("2")
    drawn(page)
    assert [request["value"] for request in scene.requests] == [2]


def test_a_hand_that_must_bid_sees_no_pass_and_why(at_bidding: Any) -> None:
    scene = at_bidding(LAIZI_GAME, hands=(STRONG, "", ""), language="en", width=390, height=844)
    page = scene.page
    assert offered(page) == ["bid-1", "bid-2", "bid-3"]
    expect(page.locator(".status small")).to_have_text("Joker and 2, or both jokers: you must bid")
    expect(page.locator("#alert")).to_have_text("You must bid: keys 1, 2, 3")
    for key in "0n":
        page.keyboard.press(key)
        expect(page.locator(".toast").last).to_have_text("Joker and 2, or both jokers: you must bid")
    assert scene.requests == []


def test_digits_are_ranks_again_once_the_bidding_is_over(at_bidding: Any) -> None:
    scene = at_bidding(CLASSIC)
    scene.act(0, Bid(3))
    scene.wait()
    scene.page.keyboard.press("3")
    scene.page.keyboard.press("2")
    drawn(scene.page)
    chosen = scene.page.evaluate(
        "() => [...document.querySelectorAll('.hand [aria-pressed=true]')].map((card) => card.dataset.key[0])"
    )
    assert sorted(chosen) == ["2", "3"]
    assert scene.requests == []


def test_the_winning_bid_stands_until_the_first_card(at_bidding: Any) -> None:
    scene = at_bidding(LAIZI_GAME, first=2, hands=("", "", "3S 4S"))
    page = scene.page
    scene.act(2, Bid(2))
    scene.act(0, Bid(0))
    scene.act(1, Bid(0))
    scene.wait()
    expect(page.locator('.play[data-of="2"] .say')).to_have_text("2 分！")
    expect(page.locator("#live")).to_have_text("底牌 " + bottom_in_words(scene))
    expect(page.locator(".top .room small")).to_have_text("底分 2 · 每分 100 豆")
    expect(page.locator(".kitty .card:not(.back)")).to_have_count(5)
    scene.act(2, Play(parse_cards("3S")))
    scene.act(0, Pass())
    expect(page.locator('.play[data-of="1"]')).to_have_count(0)
    page.locator(".mult").click()
    expect(page.locator("dialog tr", has_text="底分")).to_have_text("底分老王不姓王×2")


def bottom_in_words(scene: Scene) -> str:
    ranks = {"T": "10", "B": "小王", "R": "大王", "L": "癞子"}
    return " ".join(ranks.get(card[0], card[0]) for card in scene.table.public.bottom)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (CLASSIC, "没人叫地主，重新发牌，柚子茶 先叫"),
        (LAIZI_GAME, "没人叫地主，重新发牌，还是 小满 先叫"),
    ],
)
def test_a_redeal_says_who_is_first(at_bidding: Any, rules: Ruleset, words: str) -> None:
    scene = at_bidding(rules, hands=("3S", "", "") if rules is CLASSIC else WEAK)
    for seat in range(3):
        scene.act(seat, Bid(0))
    scene.shuffle()
    expect(scene.page.locator(".toast")).to_have_text(words)
    scene.deal()
    scene.wait()
    assert scene.table.public.bids == ()
    expect(scene.page.locator(".play .say")).to_have_count(0)


WEAK = ("LZ LZ RJ 3S 3H 3D 3C 4S 4H 4D 4C 5S 5H 5D 5C 6S 6H", "BJ 7S 7H", "2S 2H 2D 2C 8S 8H")
"""Nobody has to bid: jokers and twos are apart."""


@pytest.mark.parametrize("language", ["zh", "en"])
def test_it_fits_every_screen(
    open_page: Opener, server: ServerProcess, size: Callable[[int, int], int], language: str
) -> None:
    page = open_page(844, 390, language)
    page.emulate_media(reduced_motion="reduce")
    scene = Scene(page, deck_of((STRONG, "", ""), "", LAIZI_GAME), LAIZI_GAME, first=0, names=LONG)
    scene.open(server.address)
    for steps in ([], [(0, 1)], [(0, 1), (1, 0)], [(0, 1), (1, 0), (2, 3)]):
        scene.to_question()
        for seat, value in steps:
            scene.act(seat, Bid(value))
        check_sizes(scene, size(5, 10))
    scene = Scene(page, deck_of(("", "", ""), "", CLASSIC), CLASSIC, first=1, names=LONG)
    scene.open(server.address)
    page.reload()
    page.wait_for_selector(".table .felt")
    scene.to_question()
    scene.act(1, Bid(0))
    scene.act(2, Bid(0))
    check_sizes(scene, size(5, 10))


def check_sizes(scene: Scene, sizes: int) -> None:
    for width, height in SIZES[:sizes]:
        scene.page.set_viewport_size({"width": width, "height": height})
        scene.wait()
        assert measure(scene.page).faults() == [], (scene.table.public.bids, width, height)
