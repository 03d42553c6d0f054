"""Rooms that people share: the list, the form, the room between hands, and the way in by a link."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from app.rules.variants import RULESETS
from tests.browser.conftest import Opener
from tests.browser.driver import Keys, Mouse
from tests.browser.geometry import SIZES, measure
from tests.browser.hall import CODE, Hall, card_of, options_of, seat_of
from tests.browser.scene import ROOM, drawn
from tests.stories.server import ServerProcess

LINK: Final = f"#join={ROOM}-{CODE}"
LONG: Final = "Maximilian & 一个很长很长的名字"
FULL: Final[dict[str, Any]] = {"name": LONG, "beans": 999_999_999, "title": "provincial_governor"}


def check(page: Page, sizes: int, what: str) -> None:
    """Nothing is cut off, too small to touch or too small to read, at any size of screen."""
    for width, height in SIZES[:sizes]:
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        assert measure(page).faults_of_a_page() == [], (what, width, height)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_page_about_rooms_fits_every_screen(
    open_page: Opener, server: ServerProcess, size: Callable[[int, int], int], language: str
) -> None:
    page = open_page(390, 844, language, reduced_motion="reduce")
    hall = Hall(page)
    hall.me["kind"] = "member"
    sizes = size(5, 10)
    hall.rooms = [
        card_of("AAAAAA", LONG, coefficient=100_000, fee=1_000_000, entry=1_000_000_000),
        card_of("BBBBBB", "五人", "five", taken=4, running=True),
        card_of("CCCCCC", "家里人", "classic", coefficient=0, fee=0, entry=0),
    ]
    page.goto(f"{server.address}/#rooms")
    expect(page.locator("[data-room]")).to_have_count(3)
    check(page, sizes, "the list")

    hall.options = options_of("happy", name=LONG, coefficient=100_000, fee=1_000_000, cap=65_536, bots=False)
    hall.seats = [None, seat_of(1, **FULL), seat_of(2, **FULL, ready=True, away=True)]
    page.goto(f"{server.address}/{LINK}")
    page.wait_for_selector(".example tbody")
    check(page, sizes, "a room to sit down in")

    page.goto(f"{server.address}/#create")
    page.locator("summary").click()
    page.wait_for_selector(".example tbody")
    check(page, sizes, "the form")

    hall.me["room"] = ROOM
    hall.options = options_of("five", bots=True)
    hall.seats = [
        seat_of(0, **FULL),
        seat_of(1, bot=True, ready=True),
        seat_of(2, **FULL, ready=True),
        None,
        None,
    ]
    page.goto("about:blank")
    page.goto(f"{server.address}/#table")
    page.wait_for_selector(".sits .example, .played-for .example tbody")
    check(page, sizes, "five seats of a room")
    page.locator('[data-act="seat-2"]').click()
    check(page, sizes, "what to do with somebody")


def test_the_list_says_why_one_cannot_sit_down_and_finds_what_is_asked_for(
    open_page: Opener, server: ServerProcess
) -> None:
    page = open_page(1280, 720)
    hall = Hall(page)
    hall.rooms = [
        card_of("AAAAAA", "贵", entry=3_001, coefficient=10),
        card_of("BBBBBB", "满", taken=3, coefficient=30),
        card_of("CCCCCC", "有空", "laizi", coefficient=20),
    ]
    hall.me["kind"] = "member"
    page.goto(server.address)
    last = page.locator("[data-room] .do")
    expect(last).to_have_text(["需 3,001 豆", "满了", "看看"])
    names = page.locator("[data-room] th")
    page.locator('[data-act="by-coefficient"]').click()
    expect(names).to_have_text(["贵", "有空", "满"])
    page.locator('[data-act="by-coefficient"]').click()
    expect(names).to_have_text(["满", "有空", "贵"])
    page.locator('[data-act="only-free"]').click()
    expect(names).to_have_text(["有空", "贵"])
    page.locator('[data-act="only-laizi"]').click()
    expect(names).to_have_text(["有空"])
    hall.tell(removed=["CCCCCC"])
    expect(page.locator(".rooms .none")).to_have_text("没有这样的房间")
    page.locator("input[name=invitation]").fill("nonsense")
    page.locator('[data-act="join"]').click()
    expect(page.locator("input[name=invitation]:invalid")).to_have_count(1)
    page.locator("input[name=invitation]").fill(f"  {ROOM.lower()} {CODE.lower()} ")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-act="sit"]')
    assert page.evaluate("location.hash") == LINK
    page.go_back()
    page.wait_for_selector('[data-act="play-now"]')


def test_a_form_fits_its_game_says_what_is_wrong_and_is_remembered(
    open_page: Opener, server: ServerProcess
) -> None:
    page = open_page(1280, 720, faults_are_expected=True)
    hall = Hall(page)
    hall.me["kind"] = "member"
    page.goto(f"{server.address}/#create")
    page.locator("summary").click()
    net = page.locator(".example tbody td").first
    for game in RULESETS:
        page.locator(f'[data-act="game-{game}"]').click()
        expect(net).to_contain_text("+")
        expect(page.locator("input[name=double_above]")).to_have_count(int(game == "happy"))
        expect(page.locator("input[name=base]")).to_have_count(int(game in ("happy", "five")))
    page.locator('[data-act="game-classic"]').click()
    before = net.text_content() or ""
    page.locator("input[name=coefficient]").fill("200")
    expect(net).not_to_have_text(before)
    page.locator("input[name=fee]").fill("2001")
    expect(page.locator("#of-fee.wrong")).to_have_text("0 到 2,000")
    alert = page.locator("[role=alert].wrong")
    page.locator('[data-act="create"]').click()
    expect(alert).to_have_text("台费要 0 到 2,000")
    assert hall.opened == []
    # More than public tables play for: there bots are none of it, and only the server knows.
    page.locator("input[name=fee]").fill("0")
    expect(alert).to_have_text("豆比公开场多的房间不能用机器人")
    page.locator('[data-act="switch-bots"]').click()
    page.locator("input[name=name]").fill("老友局")
    page.locator('[data-act="create"]').click()
    page.wait_for_selector('[data-act="ready"]')
    assert [(each.game, each.name, each.coefficient, each.fee, each.bots) for each in hall.opened] == [
        ("classic", "老友局", 200, 0, False)
    ]
    hall.me["kind"] = "guest"
    page.goto("about:blank")
    page.goto(f"{server.address}/#create")
    expect(page.locator("input[name=name]")).to_have_value("老友局")
    expect(page.locator('[data-act="switch-friendly"]')).to_be_disabled()
    expect(page.locator("input[name=coefficient]")).to_have_count(0)
    page.locator('[data-act="create"]').click()
    page.wait_for_selector('[data-act="ready"]')
    assert (hall.opened[-1].beans, hall.opened[-1].coefficient, hall.opened[-1].entry) == (False, 0, 0)


def test_the_owner_decides_about_a_room_between_hands(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(844, 390)
    hall = Hall(page)
    hall.me["room"] = ROOM
    hall.seats = [seat_of(0), seat_of(1), None]
    page.goto(f"{server.address}/#table")
    status = page.locator(".way-on p")
    expect(status).to_have_text("等 柚子茶 准备")
    expect(page.locator('[data-act="start"]')).to_have_count(0)
    expect(page.locator(".code")).to_have_text(f"{ROOM}-{CODE}")
    hall.sit([seat_of(0), seat_of(1, ready=True), None])
    expect(status).to_have_text("空着的 1 个座位由机器人坐")
    for press in ("start", "ready", "add-bot"):
        page.locator(f'[data-act="{press}"]').click()
    page.locator('[data-act="seat-1"]').click()
    page.locator('[data-act="hand-over"]').click()
    page.locator('[data-act="seat-1"]').click()
    page.locator('[data-act="kick"]').click()
    asked = [{name: value for name, value in each.items() if name != "id"} for each in hall.requests]
    here = {"room": ROOM}
    assert asked == [
        {"type": "start", **here},
        {"type": "ready", **here, "on": True},
        {"type": "add_bot", **here},
        {"type": "owner", **here, "seat": 1},
        {"type": "kick", **here, "seat": 1},
    ]
    page.locator('[data-act="edit"]').click()
    expect(page.locator("input[name=name]")).to_have_value("周五老友局")
    page.locator("input[name=entry]").fill("1500")
    page.locator('[data-act="create"]').click()
    expect(page.locator(".terms")).to_contain_text("1,500 豆")
    hall.owner = 1
    hall.sit([seat_of(0), seat_of(1), None])
    for gone in ("edit", "seat-1", "add-bot"):
        expect(page.locator(f'[data-act="{gone}"]')).to_have_count(0)
    hall.me["room"] = None
    hall.say({"type": "left", "room": ROOM, "reason": "kicked"})
    expect(page.locator(".quick .told")).to_have_text("房主把你移出了房间")


def test_an_invitation_that_leads_nowhere_says_so(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(390, 844, faults_are_expected=True)
    hall = Hall(page)
    page.goto(f"{server.address}/#join={ROOM}-WRONGC")
    expect(page.locator("[role=alert]").first).to_contain_text("没有这个房间，或者邀请码不对")
    hall.options = options_of(entry=3_001)
    hall.seats = [None, seat_of(1), None]
    page.goto(f"{server.address}/{LINK}")
    expect(page.locator(".way-on p")).to_have_text("欢乐豆房间要先注册")
    expect(page.locator('[data-act="register"]')).to_be_enabled()
    hall.me["kind"] = "member"
    page.goto("about:blank")
    page.goto(f"{server.address}/{LINK}")
    expect(page.locator('[data-act="sit"]')).to_be_disabled()
    expect(page.locator(".way-on p")).to_have_text("入场要 3,001 豆")
    hall.seats = [seat_of(0), seat_of(1), seat_of(2)]
    hall.me["beans"] = 9_000
    page.goto("about:blank")
    page.goto(f"{server.address}/{LINK}")
    expect(page.locator(".way-on p")).to_have_text("座位都满了")
    hall.seats = [None, seat_of(1), seat_of(2)]
    page.locator('[data-act="look-again"]').click()
    page.locator('[data-act="sit"]').click()
    page.wait_for_selector('[data-act="ready"]')
    sit = next(request for request in hall.requests if request["type"] == "sit")
    assert (sit["room"], sit["code"]) == (ROOM, CODE)


def test_friends_meet_in_a_room_play_with_a_bot_and_play_again(
    open_page: Opener, server: ServerProcess
) -> None:
    """Two real browsers and a real server: one makes a room by mouse, the other follows its link by keys alone."""
    owner, friend = open_page(1280, 720), open_page(390, 844, "en", reduced_motion="reduce")
    mouse, keys = Mouse(owner), Keys(friend)
    owner.goto(server.address)
    owner.locator("button[type=submit]").click()
    owner.locator('[data-act="make"]').click()
    owner.locator("input[name=name]").fill("<b>周五</b>老友局")
    owner.locator('[data-act="create"]').click()
    invitation = owner.locator(".code").text_content()

    friend.goto(f"{server.address}/#join={invitation}")
    friend.locator("input[name=name]").focus()
    friend.keyboard.press("Enter")
    friend.wait_for_selector('[data-act="sit"]')
    expect(friend.locator("h1")).to_have_text("<b>周五</b>老友局")
    expect(friend).to_have_title("<b>周五</b>老友局 · Dou Dizhu")
    expect(friend.locator(".played-for")).to_contain_text("keeps score only")
    keys.press("sit")
    friend.wait_for_selector('[data-act="ready"]')
    keys.press("ready")
    expect(owner.locator(".chair.ready")).to_have_count(1)
    mouse.press("add-bot")
    expect(owner.locator(".chair.ready")).to_have_count(2)
    mouse.press("start")
    for hand in ("1", "2"):
        for page in (owner, friend):
            page.wait_for_selector(f'.table[data-seen^="{hand}."] [data-act="auto"][aria-pressed="false"]')
            page.keyboard.press("t")
        for page in (owner, friend):
            expect(page.locator("dialog[open] .verdict .won, dialog[open] .verdict .lost")).to_contain_text(
                "分" if page is owner else "point", timeout=30_000
            )
        if hand == "1":
            owner.locator('[data-act="again"]').click()
            expect(owner.locator(".way-on p")).to_contain_text("等")
            keys.press("again")
    keys.press("leave")
    friend.wait_for_selector('[data-act="play-now"]')
    owner.locator('[data-act="again"]').click()
    expect(owner.locator(".way-on p")).to_have_text("空着的 1 个座位由机器人坐")
    expect(owner.locator(".code")).to_have_text(invitation or "")
