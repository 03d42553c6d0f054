"""What one player does at a table and what the page makes of it, on hands laid out for it."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.scene import ROOM, Scene, deck_of, drawn
from tests.stories.server import ServerProcess

MINE: Final = "RJ BJ 2S 2H 2D 2C AS KS KH QS JS TS 9S 8S 7S 6S 5S"
NEXT: Final = "3S 3H 3D 3C 4S 4H 4D 4C 5H 5D 5C 6H 6D 6C 7H 7D 7C"
LAST: Final = "8H 8D 8C 9H 9D 9C TH TD TC JH JD JC QH QD QC KD KC"
BOTTOM: Final = "AH AD AC"
CHOSEN: Final = """() => [...document.querySelectorAll('.hand .card[aria-pressed="true"]')]
  .map((card) => card.dataset.key)"""
DRAWN: Final = "() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 10)))"
HELD: Final = "() => [...document.querySelectorAll('.hand .card')].map((card) => card.dataset.key)"


@pytest.fixture
def at_table(open_page: Opener, server: ServerProcess) -> Any:
    """`at_table(landlord=0)`: a scene where the play has begun."""

    def sit(landlord: int = 0, hands: tuple[str, str, str] = (MINE, NEXT, LAST), **page: Any) -> Scene:
        calm = page.pop("calm", True)
        scene = Scene(open_page(**page), deck_of(hands, BOTTOM))
        if calm:
            scene.page.emulate_media(reduced_motion="reduce")
        scene.open(server.address)
        scene.to_play(landlord)
        scene.wait()
        return scene

    return sit


def chosen(page: Page) -> list[str]:
    page.evaluate(DRAWN)
    found: list[str] = page.evaluate(CHOSEN)
    return found


def choose(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f'[data-key="{key}"]').click(position={"x": 8, "y": 20})


def played(scene: Scene) -> list[dict[str, Any]]:
    scene.page.evaluate(DRAWN)
    drawn(scene.page)
    return [request for request in scene.requests if request["type"] == "play"]


# --- Choosing ---


def test_one_jump_of_a_finger_takes_exactly_the_cards_between(at_table: Any) -> None:
    scene = at_table(landlord=1, has_touch=True)
    page = scene.page
    touch = page.context.new_cdp_session(page)
    spots = page.evaluate(
        "() => [...document.querySelectorAll('.hand .card')].map((c) => c.getBoundingClientRect())"
        ".map((b) => ({ x: b.left + 10, y: b.top + 50 }))"
    )
    order = page.evaluate(HELD)

    def swipe(*path: int) -> None:
        for step, at in enumerate(path):
            kind = "touchMove" if step else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [spots[at]]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        drawn(page)

    swipe(5, 12)
    assert chosen(page) == order[5:13]
    swipe(8, 10)
    assert chosen(page) == order[5:8] + order[11:13]
    assert page.evaluate("() => scrollY") == 0
    page.mouse.click(420, 130)
    drawn(page)
    assert chosen(page) == []


def test_a_tap_shows_with_the_very_next_frame(at_table: Any) -> None:
    scene = at_table(landlord=1)
    shown = scene.page.evaluate(
        """async () => {
          const card = document.querySelector('.hand .card');
          const box = card.getBoundingClientRect();
          card.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerId: 1,
            isPrimary: true, clientX: box.left + 5, clientY: box.top + 20 }));
          await new Promise((drawn) => requestAnimationFrame(drawn));
          return card.getAttribute('aria-pressed');
        }"""
    )
    assert shown == "true"


def test_hints_go_round_and_say_where_they_are(at_table: Any) -> None:
    scene = at_table()
    page = scene.page
    hint = page.locator('[data-act="hint"]')
    page.keyboard.press("h")
    expect(hint).to_contain_text(re.compile(r"1/\d+"))
    first = chosen(page)
    page.keyboard.press("h")
    expect(hint).to_contain_text(re.compile(r"2/\d+"))
    page.keyboard.press("Shift+H")
    drawn(page)
    assert chosen(page) == first
    page.keyboard.press("Shift+H")
    count = int(hint.inner_text().split("/")[1])
    expect(hint).to_contain_text(f"{count}/{count}")


def test_no_answer_is_said_and_passing_is_offered(at_table: Any) -> None:
    low = "3S 3H 4S 4H 5H 5D 6H 6D 7H 7D 8H 8D 9H 9D TH TD JH"
    other = "3D 3C 4D 4C 5C 6C 7C 8C 9C TC JD JC QH QD QC KD KC"
    scene = at_table(landlord=2, hands=(low, other, "RJ BJ 2S 2H 2D 2C AS KS KH QS JS TS 9S 8S 7S 6S 5S"))
    scene.play("KS")
    page = scene.page
    button = page.locator('[data-act="pass"]')
    expect(button).to_have_class(re.compile("urged"))
    page.keyboard.press("h")
    expect(page.locator(".toast")).to_have_text("没有能大过的牌，只能不出")
    page.keyboard.press("p")
    drawn(page)
    assert scene.requests[-1]["type"] == "pass"


# --- Playing ---


def test_cards_leave_at_once_and_come_back_selected_when_refused(at_table: Any) -> None:
    scene = at_table()
    page = scene.page
    scene.replies = False
    held = page.evaluate(HELD)
    choose(page, "9S", "8S", "7S", "6S", "5S")
    page.keyboard.press("Enter")
    expect(page.locator(".hand .card")).to_have_count(15)
    assert page.evaluate(HELD) == held[:-5]
    expect(page.locator(".play.own .card")).to_have_count(5)
    scene.refuse("too_late")
    expect(page.locator(".hand .card")).to_have_count(20)
    assert page.evaluate(HELD) == held
    assert chosen(page) == ["9S", "8S", "7S", "6S", "5S"]
    expect(page.locator(".toast")).to_have_text("来不及了")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("not_a_play", "这不是一手牌"),
        ("other_kind_or_size", "牌型或张数不同，不能跟"),
        ("not_larger", "没有大过上家的牌"),
        ("not_your_turn", "还没轮到你"),
        ("too_late", "来不及了"),
    ],
)
def test_every_refusal_names_its_reason_and_keeps_the_choice(at_table: Any, code: str, words: str) -> None:
    scene = at_table()
    scene.replies = False
    choose(scene.page, "KS", "5S")
    scene.page.locator('[data-act="play"]').dispatch_event("click")
    drawn(scene.page)
    scene.refuse(code)
    expect(scene.page.locator(".toast")).to_have_text(words)
    assert chosen(scene.page) == ["KS", "5S"]


def test_a_double_tap_on_play_sends_one_request(at_table: Any) -> None:
    scene = at_table()
    scene.replies = False
    choose(scene.page, "5S")
    box = scene.page.locator('[data-act="play"]').bounding_box()
    assert box
    for _ in range(3):
        scene.page.mouse.click(box["x"] + 20, box["y"] + 20)
    drawn(scene.page)
    assert len(played(scene)) == 1


def test_right_click_and_double_click_play_only_what_is_legal(at_table: Any) -> None:
    scene = at_table()
    scene.replies = False
    page = scene.page
    choose(page, "KS", "5S")
    page.mouse.click(420, 130, button="right")
    drawn(page)
    assert played(scene) == []
    page.keyboard.press("Escape")
    choose(page, "KS", "KH")
    page.mouse.click(420, 130, button="right")
    drawn(page)
    assert [request["cards"] for request in played(scene)] == [["KS", "KH"]]
    scene.refuse("too_late")
    page.wait_for_timeout(600)
    page.locator('[data-key="KS"]').dblclick(position={"x": 8, "y": 20})
    drawn(page)
    assert len(played(scene)) == 2


def test_several_readings_can_be_chosen_between(at_table: Any) -> None:
    mine = "5S 5H 5D 6S 6H 6D 7S 7H 7D 8S 8H 8D RJ BJ 3S 4S 2S"
    after = "3H 3D 3C 4H 4D 4C 5C 6C 7C 8C 9S 9H 9D 9C TS TH TD"
    last = "TC JS JH JD JC QS QH QD QC KS KH KD KC AS 2H 2D 2C"
    scene = at_table(hands=(mine, after, last))
    page = scene.page
    page.keyboard.type("555666777888")
    chip = page.locator(".reading")
    expect(chip).to_contain_text("三顺")
    page.keyboard.press("y")
    choices = page.locator("[role=radio]")
    expect(choices).to_have_count(3)
    choices.nth(1).click()
    expect(chip).to_contain_text("飞机带单牌")
    page.keyboard.press("Enter")
    drawn(page)
    (request,) = played(scene)
    assert request["as"] == {"kind": "PLANE_SINGLES", "size": 3, "rank": "8"}


def test_the_choice_made_off_turn_outlives_the_others_moves(at_table: Any) -> None:
    scene = at_table(landlord=1)
    page = scene.page
    choose(page, "KS", "KH")
    scene.play("3S 3H")
    scene.play("8H 8D")
    for _ in range(20):
        scene.set_seat(2, auto=True)
    drawn(page)
    assert chosen(page) == ["KS", "KH"]
    page.keyboard.press("Enter")
    drawn(page)
    assert [request["cards"] for request in played(scene)] == [["KS", "KH"]]


# --- Keys and readers ---


def test_keys_read_the_table_back(at_table: Any) -> None:
    scene = at_table(landlord=1)
    page = scene.page
    scene.play("3S 3H")
    live, alert = page.locator("#live"), page.locator("#alert")
    expect(live).to_have_text("柚子茶 出 对牌：3 3，剩 18 张")
    scene.play("")
    expect(alert).to_have_text("轮到你，柚子茶 出的是 对牌：3 3")
    for key, text in [
        ("g", "你有 17 张：大王 小王 2 2 2 2 A K K Q J 10 9 8 7 6 5"),
        ("b", "剩余：小满 17 张、柚子茶 18 张、老王不姓王 17 张"),
        ("v", "轮到你，柚子茶 出的是 对牌：3 3"),
    ]:
        page.keyboard.press(key)
        expect(live).to_have_text(text)
    page.keyboard.press("i")
    expect(live).to_have_text(re.compile(r"还剩 \d+ 秒，倍数 1"))


def test_the_hand_is_one_tab_stop_and_arrows_move_in_it(at_table: Any) -> None:
    scene = at_table()
    page = scene.page
    assert page.locator('.hand .card[tabindex="0"]').count() == 1
    page.locator('.hand .card[tabindex="0"]').focus()
    page.keyboard.press("End")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    drawn(page)
    assert chosen(page) == ["6S", "5S"]
    expect(page.locator("#live")).to_have_text("已选 2 张")


def test_panels_keep_the_focus_and_give_it_back(at_table: Any) -> None:
    page = at_table(width=1280, height=720).page
    gear = page.get_by_role("button", name="设置")
    gear.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "() => document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(gear).to_be_focused()


def test_letters_can_be_switched_off(at_table: Any) -> None:
    scene = at_table()
    page = scene.page
    page.get_by_role("button", name="设置").click()
    page.locator('[data-set="letterKeys"]').click()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.keyboard.press("k")
    drawn(page)
    assert chosen(page) == []


# --- Time, link and room ---


@pytest.mark.parametrize("wrong_min", [-10, 10])
def test_the_time_left_does_not_trust_the_device(
    open_page: Opener, server: ServerProcess, wrong_min: int
) -> None:
    page = open_page()
    page.add_init_script(f"const now = Date.now; Date.now = () => now() + {wrong_min} * 60000;")
    scene = Scene(page, deck_of((MINE, NEXT, LAST), BOTTOM))
    scene.open(server.address)
    scene.to_play(0)
    page.wait_for_timeout(200)
    assert 13 <= int(page.locator(".ring .secs").inner_text()) <= 15


def test_auto_play_dims_the_hand_and_one_tap_takes_it_back(at_table: Any) -> None:
    scene = at_table()
    page = scene.page
    scene.set_seat(0, auto=True)
    expect(page.locator(".hand.auto")).to_have_count(1)
    expect(page.locator('[data-act="play"]')).to_have_count(0)
    page.locator('[data-act="take-back"]').click()
    drawn(page)
    assert scene.requests[-1]["type"] == "auto"
    assert scene.requests[-1]["on"] is False


def test_leaving_names_its_price_first(at_table: Any) -> None:
    scene = at_table()
    page = scene.page
    page.get_by_role("button", name="离开牌桌").click()
    expect(page.locator('[data-act="leave-now"]')).to_be_disabled()
    drawn(page)
    price = scene.requests[-1]
    assert price["type"] == "price"
    scene.send({"type": "price", "id": price["id"], "room": ROOM, "hand": scene.hand, "at_least": 2000})
    expect(page.locator("dialog p").first).to_contain_text("至少扣 2,000 豆")
    page.locator('[data-act="leave-now"]').click()
    drawn(page)
    assert scene.requests[-1]["type"] == "leave"


def test_a_newer_page_takes_over_and_can_be_taken_back_from(at_table: Any) -> None:
    scene = at_table()
    page = scene.page
    scene.close(4001)
    expect(page.get_by_role("heading", name="已在别的页面打开")).to_be_visible()
    page.wait_for_timeout(1500)
    expect(page.locator(".table")).to_have_count(0)
    page.locator('[data-act="reopen"]').click()
    expect(page.locator(".hand .card")).to_have_count(20)


def test_a_lost_link_comes_back_by_itself_with_cards_and_choice(at_table: Any) -> None:
    scene = at_table()
    page = scene.page
    choose(page, "KS", "KH")
    scene.close(1013)
    page.wait_for_timeout(700)
    assert chosen(page) == ["KS", "KH"]
    assert len(page.evaluate(HELD)) == 20
    expect(page.locator(".banner")).to_have_count(0)


def test_an_unanswered_play_is_sent_again_and_its_outcome_told(at_table: Any) -> None:
    scene = at_table()
    page = scene.page
    scene.replies = False
    choose(page, "5S")
    page.keyboard.press("Enter")
    drawn(page)
    scene.close(1012)
    page.wait_for_timeout(700)
    first, again = played(scene)
    assert first == again
    assert "5S" not in page.evaluate(HELD)
    scene.refuse("too_late")
    expect(page.locator(".toast")).to_contain_text("刚才的牌没有出成")
    assert chosen(page) == ["5S"]


# --- Care ---


def test_less_motion_means_none(at_table: Any) -> None:
    scene = at_table()
    scene.play("AS AH AD")
    scene.play("3S 3H 3D 3C")
    drawn(scene.page)
    assert scene.page.evaluate("() => document.getAnimations().length") == 0
    assert scene.page.evaluate("() => document.querySelector('#fx').children.length") == 0


def test_effects_never_stay(at_table: Any) -> None:
    scene = at_table(calm=False)
    scene.play("AS AH AD 5S")
    scene.play("3S 3H 3D 3C")
    scene.page.wait_for_timeout(150)
    assert scene.page.evaluate("() => document.querySelector('#fx').children.length") > 10
    scene.page.wait_for_timeout(2600)
    assert scene.page.evaluate("() => document.querySelector('#fx').children.length") == 0


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "'\"><svg onload=x>", "\u202eabc\u202c", "{n}${n}"]
)
def test_a_name_is_text_and_nothing_else(open_page: Opener, server: ServerProcess, name: str) -> None:
    page = open_page()
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    scene = Scene(page, deck_of((MINE, NEXT, LAST), BOTTOM), names=(name, name, name))
    scene.open(server.address)
    scene.to_play(1)
    scene.play("3S 3H")
    drawn(page)
    assert page.locator("#app img, #app [onload], #app [onerror]").count() == 0
    assert page.locator(".seat bdi").first.inner_text() == name


def test_it_plays_without_storage_and_without_sound(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(reduced_motion="reduce")
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } });"
        "window.AudioContext = class { constructor() { throw new Error('blocked'); } };"
    )
    scene = Scene(page, deck_of((MINE, NEXT, LAST), BOTTOM))
    scene.open(server.address)
    scene.to_play(0)
    choose(page, "5S")
    page.keyboard.press("s")
    page.keyboard.press("Enter")
    drawn(page)
    assert len(played(scene)) == 1


def test_the_language_changes_in_place(at_table: Any) -> None:
    page = at_table().page
    page.get_by_role("button", name="设置").click()
    page.locator('[data-set="language"]').click()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator('[data-act="hint"]')).to_contain_text("Hint")
    assert page.evaluate("() => document.documentElement.lang") == "en"
    chinese = page.evaluate(
        """() => [...document.querySelectorAll('#app *')].filter((element) => !element.closest('bdi, .av'))
          .flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === 3)
          .map((node) => node.textContent.trim())).filter((text) => /[\\u4e00-\\u9fff{]/.test(text))"""
    )
    assert chinese == []
