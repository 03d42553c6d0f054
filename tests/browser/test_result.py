"""The settlement of every game: what it says, and that all of it can be read."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.rules.actions import Leave
from app.rules.cards import Card
from app.rules.facts import OpenCard, Stakes
from app.rules.ruleset import Ruleset
from app.rules.variants.classic import CLASSIC
from app.rules.variants.five import FIVE
from app.rules.variants.happy import HAPPY
from app.rules.variants.laizi import LAIZI_GAME
from tests.browser.conftest import Opener
from tests.browser.geometry import SIZES, measure
from tests.browser.scene import ROOM, Scene, deck_of
from tests.stories.server import ServerProcess

BOMBS = "RJ BJ 9S 9H 9D 9C"
LONG = (
    "一二三四五六七八九十甲乙",
    "Maximilian-X",
    "长长长长长长长长长长长长",
    "雪碧加冰雪碧加冰雪碧加冰",
    "阿白",
)
RICH = (999_999_999, 123_456_789, 987_654_321, 42_018, 9_310)
ROWS = """() => [...document.querySelectorAll('.result tbody tr')].map((row) =>
  ['stake', 'due', 'moved', 'fee', 'net', 'balance'].map((name) => row.querySelector(`.${name}`).innerText.trim()))"""
SCROLLS = "() => { const body = document.querySelector('.result .body'); return body.scrollWidth - body.clientWidth; }"
HIDDEN = SCROLLS.replace("Width", "Height")


@pytest.fixture
def at_table(open_page: Opener, server: ServerProcess) -> Any:
    """`at_table(CLASSIC)`: a scene whose page holds seat 0 unless told otherwise."""

    def sit(rules: Ruleset, hands: tuple[str, ...], **more: Any) -> Scene:
        page = open_page(*more.pop("screen", (844, 390)), more.pop("language", "zh"))
        page.emulate_media(reduced_motion="reduce")
        scene = Scene(page, deck_of(hands, "", rules), rules, **more)
        scene.open(server.address)
        return scene

    return sit


def run_out(scene: Scene) -> None:
    """Whoever leads plays card after card, and nobody follows."""
    lead = scene.table.public.turn
    assert lead is not None
    for card in scene.table.hands[lead]:
        scene.play(card)
        if scene.table.public.finish:
            break
        pass_round(scene)
    expect(scene.page.locator("dialog[open] .result")).to_be_visible()


def pass_round(scene: Scene) -> None:
    for _ in range(scene.rules.seats - 1):
        scene.play("")


def chips(page: Page) -> str:
    return " ".join(page.locator(".result .sum").inner_text().split())


def test_classic_pays_the_bid_times_the_multiple_and_the_landlord_for_two(at_table: Any) -> None:
    scene = at_table(CLASSIC, (BOMBS, "", ""), beans=(31_600, 128_450, 900))
    scene.to_play(0, bid=2)
    for cards in ("9S 9H 9D 9C", "RJ BJ"):
        scene.play(cards)
        pass_round(scene)
    run_out(scene)
    page = scene.page
    assert chips(page) == "底分 2 × 初始 1 × 炸弹 2 × 火箭 2 × 春天 2 = 16 分 每分 100 豆 台费 50 豆"
    assert page.evaluate(ROWS) == [
        ["16 × 2 家 × 100", "+3,200", "+2,500 豆限", "−50", "+2,450", "34,050"],
        ["16 × 100", "−1,600", "−1,600", "−50", "−1,650", "126,800"],
        ["16 × 100", "−1,600", "−900 豆限", "0", "−900", "0"],
    ]
    expect(page.locator(".result .role .tag")).to_have_text(["地主", "农民", "农民"])
    expect(page.locator(".result .caps")).to_have_count(2)


def test_laizi_says_which_bombs_doubled_and_what_a_cap_left(at_table: Any) -> None:
    stakes = Stakes(coefficient=10, fee=5, cap=16)
    hands = ("7S 7H 7D LZ 8S 8H 8D 8C 9S 9H 9D 9C RJ BJ", "LZ", "")
    scene = at_table(LAIZI_GAME, hands, stakes=stakes, language="en", seat=1)
    scene.to_play(0, bid=3)
    for cards in ("7S 7H 7D LZ", "8S 8H 8D 8C", "9S 9H 9D 9C", "RJ BJ"):
        scene.play(cards)
        pass_round(scene)
    run_out(scene)
    page = scene.page
    expected = "Base 3 × Initial 1 × Bomb 8 × Rocket 2 × Spring 2 = 48 points Multiple 32, capped at 16"
    assert chips(page) == f"{expected} 10 beans a point Fee 5"
    assert [row[0] for row in page.evaluate(ROWS)] == ["48 × 10", "48 × 2 farmers × 10", "48 × 10"]


def test_an_escape_in_classic_goes_to_the_system(at_table: Any) -> None:
    scene = at_table(CLASSIC, (BOMBS, "", ""), seat=1)
    scene.to_play(0, bid=3)
    scene.play("9S 9H 9D 9C")
    pass_round(scene)
    scene.play("RJ BJ")
    scene.act(2, Leave())
    page = scene.page
    expect(page.locator(".result h2")).to_have_text("老王不姓王 逃跑")
    assert chips(page) == "底分 3 × 初始 1 × 逃跑 12（行为倍数 4） × 每分 100 豆"
    assert page.evaluate(ROWS)[2] == ["", "−3,600", "−3,600", "0", "−3,600", "82,600"]
    expect(page.locator(".result .caps")).to_have_text("逃跑的罚豆 3,600 全归系统，其他人不输不赢。")


def test_five_are_named_by_their_parts_and_landlords_share(at_table: Any) -> None:
    hands = ("5S", "5S 3S 3S 3D 3D 3C", "", "", "")
    scene = at_table(FIVE, hands, turned=OpenCard(1, Card("5S")), stakes=Stakes(base=1, coefficient=10))
    scene.to_play()
    run_out(scene)
    page = scene.page
    expect(page.locator(".result .role .tag")).to_have_text(["暗地主", "明地主", "农民", "农民", "农民"])
    assert [row[:2] for row in page.evaluate(ROWS)] == [
        ["2 × 3 家 × 10 ÷ 2", "+30"],
        ["2 × 3 家 × 10 ÷ 2", "+30"],
        *[["2 × 10", "−20"]] * 3,
    ]
    expect(page.locator(".result .caps")).to_have_count(0)


def test_happy_names_the_doubling_and_a_low_screen_shows_all_of_it(at_table: Any) -> None:
    scene = at_table(HAPPY, (BOMBS, "", ""))
    scene.to_play(doubles=(0, 2))
    run_out(scene)
    page = scene.page
    level = {"points": 12, "title": "day_labourer", "rank": 1, "since": 10, "next": 25}
    counted = {"ladder": "three", "before": level, "after": {**level, "points": 24}}
    scene.send({"type": "standing", "room": ROOM, "hand": scene.hand, **counted})
    expect(page.locator(".gained")).to_be_visible()
    assert [row[0] for row in page.evaluate(ROWS)] == ["农民合计", "2 × 加倍 2 × 100", "2 × 加倍 4 × 100"]
    assert page.evaluate(HIDDEN) <= 0


def test_an_odd_point_is_explained(at_table: Any) -> None:
    hands = ("5S", "5S", "RJ", "", "")
    scene = at_table(FIVE, hands, turned=OpenCard(1, Card("5S")), stakes=Stakes(base=1, coefficient=10))
    scene.to_play()
    scene.play(scene.table.hands[1][-1])
    scene.play("RJ")
    pass_round(scene)
    run_out(scene)
    page = scene.page
    assert [row[1] for row in page.evaluate(ROWS)] == ["−10", "−20", "+10", "+10", "+10"]
    expect(page.locator(".result .caps")).to_have_text("两个地主平分，单出的一分算在 柚子茶 头上。")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_all_of_it_can_be_read_on_every_screen(
    open_page: Opener, server: ServerProcess, size: Callable[[int, int], int], language: str
) -> None:
    """The longest names and the most beans: the body scrolls up and down, and never to the side."""
    page = open_page(844, 390, language)
    page.emulate_media(reduced_motion="reduce")
    for rules, hands, turned in (
        (FIVE, ("5S", "5S 3S 3S 3D 3D 3C", "", "", ""), OpenCard(1, Card("5S"))),
        (CLASSIC, (BOMBS, "", ""), None),
    ):
        scene = Scene(page, deck_of(hands, "", rules), rules, names=LONG, beans=RICH, turned=turned)
        page.goto("about:blank")
        scene.open(server.address)
        scene.to_play(doubles=(0, 3), identities=(1,))
        run_out(scene)
        for width, height in SIZES[: size(5, 10)]:
            page.set_viewport_size({"width": width, "height": height})
            scene.wait()
            found = measure(page)
            inside = [box for box in found.controls if box.name in ("again", "leave", "look")]
            assert len(inside) == 3
            for box in inside:
                assert 0 <= box.left < box.right <= width, box
                assert box.bottom <= height, box
                assert box.height >= 43.5
            assert page.evaluate(SCROLLS) <= 0, (rules.name, width, height)
            assert found.smallest >= 12
