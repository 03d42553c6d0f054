"""Five at the table: what each seat is shown of the open card and the secret partner, at any size of screen."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from app.rules.actions import CloseStep, Double, Identity
from app.rules.cards import parse_cards
from app.rules.facts import OpenCard, Seat
from app.rules.variants.five import FIVE
from tests.browser.conftest import Opener
from tests.browser.geometry import SIZES, measure
from tests.browser.scene import Scene, deck_of, drawn
from tests.stories.server import ServerProcess

LONG: Final = (
    "一二三四五六七八九十甲乙",
    "Maximilian-X",
    "长长长长长长长长长长长长",
    "Wolfeschlege",
    "甲乙丙丁戊己庚辛壬癸子丑",
)
RICH: Final = (999_999_999, 123_456_789, 987_654_321, 555_555_555, 888_888_888)
TURNED: Final = "KD"
WINGS: Final = "3S 3H 3D 4S 4H 4D 5S 5H 5D 6S 6H 6D 8S 8H 9S 9H TS TH JS JH"
LARGER: Final = "7S 7H 7D 8C 8D 8S 9C 9D 9S TC TD TC QS QH KS KH AS AH 2S 2H"


def sit(page: Page, address: str, hands: tuple[str, ...], holder: Seat, **more: Any) -> Scene:
    """A scene in which `holder` is dealt the open card; the hands are filled up."""
    page.emulate_media(reduced_motion="reduce")
    (turned,) = parse_cards(TURNED)
    scene = Scene(page, deck_of(hands, rules=FIVE), FIVE, turned=OpenCard(holder, turned), **more)
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


# --- Who is who ---


@dataclass(frozen=True)
class Part:
    """One seat's part: the hands and the holder of the open card that make it, and what the page says of it."""

    hands: tuple[str, ...]
    holder: Seat
    told: str
    tags: tuple[str, ...]
    """The own tag, then those of the others in play order."""


PARTS: Final = {
    "farmer": Part(
        ("", TURNED, "", TURNED, ""), 1, "你是农民", ("农民", "明地主", "身份未知", "身份未知", "身份未知")
    ),
    "hidden": Part(
        (TURNED, TURNED, "", "", ""), 1, "你是暗地主！", ("暗地主", "明地主", "农民", "农民", "农民")
    ),
    "open": Part(
        (TURNED, "", "", TURNED, ""),
        0,
        "你是明地主",
        ("明地主", "身份未知", "身份未知", "身份未知", "身份未知"),
    ),
    "alone": Part(
        (f"{TURNED} {TURNED}", "", "", "", ""),
        0,
        "你是独地主，一个打四个",
        ("独地主", "农民", "农民", "农民", "农民"),
    ),
}


def tags(page: Page) -> tuple[str, ...]:
    """What the seats say that they are, by seat."""
    found = [page.locator(f'[data-seat="{seat}"] .tags .tag').first.inner_text() for seat in range(5)]
    return tuple(found)


@pytest.mark.parametrize("name", PARTS)
def test_the_identity_step_tells_each_seat_its_own(
    open_page: Opener, server: ServerProcess, name: str
) -> None:
    part = PARTS[name]
    page = open_page()
    scene = sit(page, server.address, part.hands, part.holder)
    scene.to_question()
    scene.wait()
    panel = page.locator(".identity")
    expect(panel.locator("h2")).to_have_text(part.told)
    expect(panel.locator(".turned .card")).to_have_attribute("aria-label", "方块K")
    expect(panel.get_by_role("button")).to_have_count(0 if name == "farmer" else 2)
    expect(page.locator(".mid .turned .card")).to_have_count(1)
    expect(page.locator(".kitty .card.back")).to_have_count(3)
    assert tags(page) == part.tags
    expect(page.locator(".hand .card.lord")).to_have_count(part.hands[0].count(TURNED))
    secrets = {"farmer": 1, "hidden": 4, "open": 0, "alone": 5}
    expect(page.locator(".tag.secret")).to_have_count(secrets[name])


def test_the_panel_is_the_same_from_afar(open_page: Opener, server: ServerProcess) -> None:
    """Its frame, its clock and its card lie in the same places for all, before an answer and after it."""
    seen = set()
    for width, height in ((844, 390), (390, 844), (1280, 720)):
        places = []
        for part in PARTS.values():
            page = open_page(width, height)
            scene = sit(page, server.address, part.hands, part.holder)
            scene.to_question()
            scene.wait()
            places.append(frame_of(page))
            if part.told != PARTS["farmer"].told:
                scene.act(0, Identity(yes=False))
                scene.wait()
                places.append(frame_of(page))
        assert len(set(places)) == 1, places
        seen.add(places[0])
    assert len(seen) == 3


def frame_of(page: Page) -> str:
    """Where the panel and what all have in it lie."""
    found: str = page.evaluate(
        """() => ['.identity', '.identity .ring', '.identity .turned'].map((part) => {
          const { left, top, right, bottom } = document.querySelector(part).getBoundingClientRect();
          return [left, top, right, bottom].map(Math.round).join(' ');
        }).join(', ')"""
    )
    return found


def test_nobody_hears_who_a_landlord_is(open_page: Opener, server: ServerProcess) -> None:
    """From the deal to the end of the identity step every page makes the same sounds."""
    heard = []
    for part in PARTS.values():
        page = open_page()
        page.add_init_script(
            """window.tones = 0;
            for (const make of ['createOscillator', 'createBufferSource']) {
              const real = AudioContext.prototype[make];
              AudioContext.prototype[make] = function () { window.tones++; return real.call(this); };
            }"""
        )
        scene = sit(page, server.address, part.hands, part.holder)
        page.mouse.click(420, 130)
        scene.to_question()
        scene.wait()
        before = page.evaluate("() => window.tones")
        if part.told != PARTS["farmer"].told:
            scene.act(0, Identity(yes=False))
            scene.wait()
        heard.append((before, page.evaluate("() => window.tones")))
    assert heard[0][0] > 0
    assert len(set(heard)) == 1, heard


def test_an_answer_is_sent_and_kept_until_the_step_ends(open_page: Opener, server: ServerProcess) -> None:
    page = open_page()
    scene = sit(page, server.address, PARTS["hidden"].hands, 1)
    scene.replies = False
    scene.to_question()
    scene.wait()
    page.keyboard.press("d")
    expect(page.locator('.identity [data-act="yes"]')).to_be_disabled()
    assert [request["yes"] for request in scene.requests if request["type"] == "identity"] == [True]
    scene.act(0, Identity(yes=True))
    expect(page.locator(".identity .quiet")).to_have_text("你选了亮身份，时间到公布")
    expect(page.locator("#live")).to_have_text("你亮身份，时间到公布")
    expect(page.locator(".identity button")).to_have_count(0)
    assert tags(page)[0] == "暗地主"
    expect(page.locator(".tag.secret")).to_have_count(4)
    page.reload()
    expect(page.locator(".identity .quiet")).to_have_text("你选了亮身份，时间到公布")
    scene.act(None, CloseStep())
    expect(page.locator(".identity")).to_have_count(0)
    expect(page.locator(".toast")).to_have_text("小满 是暗地主！")
    expect(page.locator(".tag.secret")).to_have_count(0)


@pytest.mark.parametrize("means", ["step", "play"])
def test_the_two_landlords_alone_see_each_others_hand(
    open_page: Opener, server: ServerProcess, means: str
) -> None:
    """By the step or by play, as soon as the hidden landlord is known; and it shrinks as he plays."""
    for seat, sees in ((0, 1), (1, 0), (2, None)):
        page = open_page()
        scene = sit(page, server.address, (f"{TURNED} 3S", f"{TURNED} 4S", "", "", ""), 1, seat=seat)
        scene.to_play(identities=(0,) if means == "step" else (1,))
        partner = page.locator(".partner")
        if means == "play":
            scene.wait()
            expect(partner).to_have_count(0)
            expect(page.locator(".toast")).to_contain_text("亮身份：还有一个暗地主")
            scene.play("4S")
            for _ in range(3):
                scene.play("")
            scene.play(TURNED)
        scene.wait()
        expect(page.locator(".toast").last).to_have_text("小满 是暗地主！")
        assert set(tags(page)) == {"明地主", "暗地主", "农民"}
        if sees is None:
            expect(partner).to_have_count(0)
            assert page.locator(".tile").count() == 0
        else:
            expect(partner).to_have_attribute("data-of", str(sees))
            expect(partner.locator(".tile")).to_have_count(len(scene.table.hands[sees]))


def test_a_lone_landlord_is_known_when_both_cards_lie(open_page: Opener, server: ServerProcess) -> None:
    page = open_page()
    scene = sit(page, server.address, ("", f"{TURNED} {TURNED}", "", "", ""), 1)
    scene.to_play()
    scene.play(f"{TURNED} {TURNED}")
    expect(page.locator(".toast").last).to_have_text("柚子茶 是独地主，一个打四个！")
    scene.wait()
    assert tags(page) == ("农民", "独地主", "农民", "农民", "农民")


def test_a_partner_who_never_showed_is_named_at_the_end(open_page: Opener, server: ServerProcess) -> None:
    page = open_page()
    mine = "3S 3H 3D 4S 4H 4D 5S 5H 5D 6S 6H 6D 7S 7H 7D 8S 8H 8D 9S 9H 9D 9C 9C 9H"
    scene = sit(page, server.address, (f"{TURNED} {mine[:59]}", "", TURNED, "", ""), 0)
    scene.to_play()
    scene.wait()
    assert tags(page)[2] == "身份未知"
    hand = list(scene.table.hands[0])
    while scene.table.public.finish is None:
        turn = scene.table.public.turn
        scene.play(hand.pop() if turn == 0 else "")
    scene.wait()
    assert tags(page)[:3] == ("明地主", "农民", "暗地主")
    expect(page.locator('dialog [data-seat="2"] .role')).to_have_text("暗地主")


def test_a_hint_keeps_the_twin_and_a_tap_may_take_it(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(1280, 720)
    scene = sit(page, server.address, (f"{TURNED} KS KC", f"{TURNED} 3S 3H", "", "", ""), 1)
    scene.to_play()
    scene.play("3S 3H")
    for _ in range(3):
        scene.play("")
    scene.wait()
    chosen = (
        "() => [...document.querySelectorAll('.hand [aria-pressed=true]')].map((card) => card.dataset.key)"
    )
    kings = []
    for _ in range(20):
        page.keyboard.press("h")
        drawn(page)
        kings += [key for key in page.evaluate(chosen) if key[0] == "K"]
    assert set(kings) == {"KS", "KC"}
    page.keyboard.press("Escape")
    page.keyboard.press("k")
    page.keyboard.press("k")
    drawn(page)
    assert page.evaluate(chosen) == ["KS", "KC"]
    page.keyboard.press("Escape")
    page.locator(f'[data-key="{TURNED}"]').click(position={"x": 8, "y": 20})
    drawn(page)
    assert TURNED in page.evaluate(chosen)
    page.keyboard.press("Enter")
    drawn(page)
    sent = [request["cards"] for request in scene.requests if request["type"] == "play"]
    assert len(sent) == 1
    assert TURNED in sent[0]


def test_the_table_is_doubled_by_each(open_page: Opener, server: ServerProcess) -> None:
    page = open_page()
    scene = sit(page, server.address, PARTS["farmer"].hands, 1)
    scene.to_question()
    scene.act(None, CloseStep())
    expect(page.locator("#live")).to_have_text("没有人亮身份")
    for seat, multiple in ((3, 2), (0, 4), (2, 8)):
        scene.act(seat, Double(yes=True))
        expect(page.locator(f'[data-seat="{seat}"] .twice')).to_have_count(1)
        expect(page.locator(".mult")).to_contain_text(f"×{multiple}")
        expect(page.locator("#live")).to_contain_text(f"给全桌加倍，倍数 {multiple}")
    page.locator(".mult").click()
    panel = page.locator("dialog .pan")
    expect(panel.locator("td:last-child")).to_have_text(["×1", "×2", "×2", "×2", "×8", "×2"])
    expect(panel.locator("p")).to_have_count(0)


WORDS: Final = {
    "zh": ("你是暗地主！", "亮身份吗？按 D 亮，按 N 放弃"),
    "en": ("You are the hidden landlord", "Show that you are a landlord? D shows, N gives up"),
}


@pytest.mark.parametrize("language", WORDS)
def test_a_reader_is_told_what_an_eye_sees(open_page: Opener, server: ServerProcess, language: str) -> None:
    page = open_page(language=language)
    page.add_init_script(
        """addEventListener('DOMContentLoaded', () => { window.heard = [];
          for (const id of ['live', 'alert']) new MutationObserver((list) => {
            for (const { addedNodes } of list) for (const node of addedNodes) window.heard.push(node.textContent);
          }).observe(document.getElementById(id), { childList: true }); });"""
    )
    scene = sit(page, server.address, PARTS["hidden"].hands, 1)
    scene.to_question()
    scene.wait()
    heard = page.evaluate("() => window.heard")
    for words in WORDS[language]:
        assert words in heard, heard
    if language == "zh":
        assert "明牌 方块K 在 柚子茶 手里，柚子茶 是明地主" in heard
        assert "另一张明牌在你手里，你是暗地主，只有你知道" in heard
