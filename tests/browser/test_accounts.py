"""The door of members, and one's own page."""

from collections.abc import Callable
from itertools import product
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Opener
from tests.browser.geometry import SIZES, measure
from tests.browser.scene import PLAIN, drawn
from tests.stories.server import ServerProcess

PASSWORD: Final = "korrektes pferd"
SESSION: Final = {"player": "a1", "kind": "member", "name": "小满", "beans": 36_050, "room": None, **PLAIN}
PROFILE: Final[dict[str, Any]] = {
    **{key: SESSION[key] for key in ("player", "kind", "name", "beans")},
    "since_ms": 1_764_500_000_000,
    "best": 128_450_000,
    "levels": PLAIN["levels"],
    "statistics": {
        "hands": 450,
        "won": 214,
        "escaped": 2,
        "auto": 9,
        "games": [
            {"game": game, "side": side, "hands": 1_234, "won": 100}
            for game, side in product(("classic", "happy", "five", "laizi"), ("landlord", "farmer"))
        ],
    },
}


def hand(number: int, beans: int, outcome: str) -> dict[str, Any]:
    return {
        "room": "K7Q2M9",
        "hand": number,
        "ended_ms": 1_764_500_000_000 - number * 60_000,
        "game": "happy",
        "side": "landlord",
        "outcome": outcome,
        "multiple": 12_288,
        "beans": beans,
        "points": 8,
    }


def answer_with(page: Page, profile: dict[str, Any], pages: list[list[dict[str, Any]]]) -> list[str]:
    """Have the page hear this of its player; what it asks for of his past comes into the list."""
    asked: list[str] = []

    def past(route: Route) -> None:
        asked.append(route.request.url.partition("?")[2])
        number = int(asked[-1].partition("before=")[2] or 0)
        following = str(number + 1) if number + 1 < len(pages) else None
        route.fulfill(json={"hands": pages[number], "next": following})

    page.route("**/api/session", lambda route: route.fulfill(json={**SESSION, "name": profile["name"]}))
    page.route("**/api/me", lambda route: route.fulfill(json=profile))
    page.route("**/api/me/hands*", past)
    page.route_web_socket("**/ws", lambda socket: None)
    return asked


def fill(page: Page, form: str, **values: str) -> None:
    """Fill a form in and send it."""
    inside = page.locator(f"form:has([data-act={form}])")
    for name, value in values.items():
        inside.locator(f"input[name={name}]").fill(value)
    inside.locator(f"[data-act={form}]").click()


def test_a_guest_registers_comes_back_and_goes(open_page: Opener, server: ServerProcess) -> None:
    """With what he has; on a second device too, which a new password signs out; in the end there is no account."""
    page, other = (open_page(faults_are_expected=True) for _ in range(2))
    page.goto(server.address)
    page.locator("form .go").click()
    page.locator("[data-act=me]").click()
    expect(page.locator(".kind")).to_have_text("游客")
    expect(page.locator(".past .note")).to_have_text("还没有打过。")
    expect(page.locator("form input[name=name]")).not_to_have_value("")
    fill(page, "upgrade", name="测试 甲", password="password1")
    expect(page.locator(".doors .wrong")).to_have_text("这个密码太常见，换一个")
    fill(page, "upgrade", name="测试 甲", password=PASSWORD)
    expect(page.locator(".kind")).to_have_text("会员")
    expect(page.locator(".self b")).to_have_text("测试 甲")
    page.locator("[data-fold=sign-out] summary").click()
    page.locator("[data-act=sign-out]").click()
    for browser in (page, other):
        browser.goto(server.address)
        browser.locator("[data-act=members]").click()
        browser.locator(".peek").click()
        expect(browser.locator("input[name=password]")).to_have_attribute("type", "text")
        if browser is page:
            fill(browser, "enter", name="测试 甲", password="nicht dieses")
            expect(browser.locator(".wrong")).to_have_text("名字或密码不对")
        fill(browser, "enter", name="测试 甲", password=PASSWORD)
        expect(browser.locator(".self .beans")).to_have_text("3,000")
    page.locator("[data-act=me]").click()
    page.locator("[data-fold=password] summary").click()
    fill(page, "password", old=PASSWORD, new="ein anderes")
    expect(page.locator(".toast")).to_have_text("密码改好了")
    expect(other.locator("h2")).to_have_text("已经退出登录")
    page.reload()
    expect(page).to_have_url(f"{server.address}/#me")
    page.locator("[data-fold=remove] summary").click()
    fill(page, "remove", password="ein anderes")
    expect(page.locator(".toast")).to_have_text("账号已经注销")
    expect(page.locator("[data-act=members]")).to_be_visible()


def test_who_is_banned_is_told_why_and_may_go(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(language="en", faults_are_expected=True)
    told = {"code": "banned", "params": {"reason": "plays for <b>two</b>", "until_ms": 1_764_500_000_000}}
    page.route("**/api/session", lambda route: route.fulfill(status=403, json=told), times=1)
    page.goto(server.address)
    expect(page.locator(".box h2")).to_have_text("This account may not play")
    expect(page.locator(".box p").first).to_have_text("plays for <b>two</b>")
    expect(page.locator(".box p").nth(1)).to_contain_text("2025")
    page.locator(".box .btn").click()
    expect(page.locator("[data-act=members]")).to_be_visible()


def test_a_past_is_read_page_by_page_and_picked_over(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(390, 844)
    first, second = [hand(1, 4_450, "won"), hand(2, -1_205, "lost")], [hand(3, 0, "void")]
    asked = answer_with(page, PROFILE, [first, second])
    page.goto(f"{server.address}/#me")
    rows = page.locator(".past li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("欢乐 · 地主 ×12288")
    expect(rows.first.locator(".gain")).to_have_text("+4,450")
    expect(rows.nth(1).locator(".gain")).to_have_text("−1,205")
    page.locator("[data-act=more]").click()
    expect(rows).to_have_count(3)
    expect(page.locator("[data-act=more]")).to_have_count(0)
    page.locator("select[name=outcome]").select_option("lost")
    expect(rows).to_have_count(2)
    page.locator("select[name=game]").select_option("happy")
    expect(rows).to_have_count(2)
    assert asked == ["", "before=1", "outcome=lost", "game=happy&outcome=lost"]
    page.locator("[data-act=back]").click()
    expect(page.locator("[data-act=play-now]")).to_be_visible()
    page.go_back()
    expect(rows).to_have_count(2)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_everything_fits_at_every_size(
    open_page: Opener, server: ServerProcess, size: Callable[[int, int], int], language: str
) -> None:
    """Nothing is cut or smaller than a finger, with long names and many digits; only downwards does a page go on."""

    def faults() -> list[str]:
        found = [fault for fault in measure(page).faults() if "control of" in fault or "text of" in fault]
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return found + ([f"{wide} px too wide"] if wide else [])

    page = open_page(language=language, reduced_motion="reduce")
    page.goto(server.address)
    page.locator("[data-act=members]").click()
    page.locator("[data-act=form-register]").click()
    for width, height in SIZES[: size(5, 10)]:
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        assert measure(page).faults() == [], (width, height)
    profile = {**PROFILE, "name": "WWWWWWWWWWWW", "beans": 987_654_321}
    answer_with(page, profile, [[hand(1, -987_654_321, "escaped")], []])
    page.goto(f"{server.address}/#me")
    page.reload()
    for fold in page.locator("summary").all():
        fold.click()
    for width, height in SIZES[: size(5, 10)]:
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        assert faults() == [], (width, height)


TAGS: Final = [
    "<script>bad()</script>",
    "<img src=x onerror=bad()>",
    "<svg onload=bad()>",
    "<iframe srcdoc='<script>bad()'>",
    "<a href=javascript:bad()>x",
    "<body onload=bad()>",
    "<details open ontoggle=bad()>",
    "<input autofocus onfocus=bad()>",
    "<style>@import'//x'</style>",
    "<link rel=stylesheet href=//x>",
    "<base href=//x>",
    "<meta http-equiv=refresh content=0>",
    "${bad()}",
    "{{bad()}}",
    "javascript:bad()",
    "<!--${bad()}-->",
    "&lt;script&gt;bad()",
]
NAMES: Final = [
    f"{before}{tag}{after}" for before, after in (("", ""), ('">', "<!--"), ("'/>", "\u202e")) for tag in TAGS
]


def test_no_name_is_ever_more_than_text(
    open_page: Opener, server: ServerProcess, size: Callable[[int, int], int]
) -> None:
    """Names and reasons in which somebody hides a script, as if the server had let them through."""
    assert len(NAMES) >= 50
    page = open_page(reduced_motion="reduce")
    page.add_init_script("window.bad = () => console.error('a name has run')")
    profile = dict(PROFILE)
    answer_with(page, profile, [[]])
    page.goto(server.address)
    count = "document.querySelectorAll('#app *').length"
    elements: set[int] = set()
    for name in NAMES[:: size(5, 1)]:
        profile["name"] = name
        page.locator("[data-act=me]").click()
        expect(page.locator(".self b")).to_have_text(name)
        expect(page.locator(".past .note")).to_be_visible()
        elements.add(page.evaluate(count))
        page.locator("[data-act=back]").click()
    assert len(elements) == 1, "each is one text in the same page"
    assert page.evaluate("document.querySelectorAll('script:not([src]), iframe, img, base').length") == 0
