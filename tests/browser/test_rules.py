"""The rules page in the browser: every game in both languages, on the smallest screens, by finger and by keys."""

from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from app.guide.files import PAGES
from app.rules.variants import RULESETS
from app.rules.variants.happy import HAPPY
from tests.browser.conftest import Opener
from tests.browser.scene import Scene
from tests.stories.server import ServerProcess

MEASURE: Final = """() => {
  const pan = document.querySelector('.book').getBoundingClientRect();
  const text = document.querySelector('.leaf .text');
  const right = text.getBoundingClientRect().right;
  const wide = [...text.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > right + 0.5);
  const small = [...document.querySelectorAll('.book button')].filter((button) => {
    const { width, height } = button.getBoundingClientRect();
    return width < 43.5 || height < 43.5;
  });
  const tiny = [...document.querySelectorAll('.book *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
    && !element.classList.contains('jt') && parseFloat(getComputedStyle(element).fontSize) < 12);
  const name = (element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 30)}`;
  return {
    inside: pan.left >= 0 && pan.top >= 0 && pan.right <= innerWidth && pan.bottom <= innerHeight,
    scrolls: text.scrollWidth > text.clientWidth || document.documentElement.scrollWidth > innerWidth,
    wide: wide.map(name), small: small.map(name), tiny: tiny.map(name),
    chapters: [...text.querySelectorAll('h3')].map((title) => title.textContent.trim()),
    contents: [...document.querySelectorAll('.leaf nav button')].map((button) => button.textContent.trim()),
    cards: [...text.querySelectorAll('.fan')].map((fan) => fan.children.length),
    cells: [...text.querySelectorAll('tbody > tr')].map((row) => row.children.length),
  };
}"""


def open_rules(page: Page, server: ServerProcess) -> None:
    """From the address to the rules page."""
    page.goto(server.address)
    page.locator("form button[type=submit]").click()
    page.locator("button.rules").click()
    page.wait_for_selector(".leaf")


def turn_to(page: Page, game: str) -> None:
    """To another game's page."""
    page.locator(f"#tab-{game}").click()
    page.wait_for_selector(f'.leaf[aria-labelledby="tab-{game}"]')


def written(game: str, language: str) -> dict[str, Any]:
    """The page as it lies on the server."""
    found: dict[str, Any] = msgspec.json.decode((PAGES / f"{game}.{language}.json").read_bytes())
    return found


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390), (1280, 720)])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_page_is_whole_and_nothing_is_cut(
    open_page: Opener, server: ServerProcess, width: int, height: int, language: str
) -> None:
    page = open_page(width, height, language)
    open_rules(page, server)
    for game in RULESETS:
        turn_to(page, game)
        found = page.evaluate(MEASURE)
        assert found["inside"]
        assert not found["scrolls"]
        assert (found["wide"], found["small"], found["tiny"]) == ([], [], [])
        chapters = written(game, language)["chapters"]
        assert found["chapters"] == found["contents"] == [chapter["title"] for chapter in chapters]
        blocks = [block for chapter in chapters for block in chapter["blocks"]]
        samples = [sample["cards"] for block in blocks for sample in block.get("samples", ())]
        duels = [
            duel[side] for block in blocks for duel in block.get("duels", ()) for side in ("play", "lead")
        ]
        assert sorted(found["cards"]) == sorted(map(len, samples + duels))
        assert found["cells"] == [len(row) for block in blocks for row in block.get("rows", ())]


def test_nothing_of_it_is_loaded_before_it_is_opened(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(390, 844)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.address)
    page.locator("form button[type=submit]").click()
    page.wait_for_selector('[data-act="play-now"]')
    assert [url for url in asked if "rules" in url] == []
    page.locator("button.rules").click()
    page.wait_for_selector(".leaf")
    turn_to(page, "laizi")
    names = sorted(url.rpartition("/")[2] for url in asked if "rules" in url)
    assert names == ["happy.zh.json", "laizi.zh.json", "rules.css", "rules.js"]


def test_it_opens_on_the_game_that_is_chosen(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(844, 390, "en")
    page.goto(server.address)
    page.locator("form button[type=submit]").click()
    page.locator('[data-act="game-laizi"]').click()
    page.locator("button.rules").click()
    expect(page.get_by_role("tab", selected=True)).to_have_text("Laizi")
    expect(page.get_by_role("tabpanel")).to_contain_text("A laizi stands for any card you like")


def test_at_a_table_it_opens_on_the_game_that_is_played(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(844, 390, "en")
    page.add_init_script("""localStorage.setItem('doudizhu.settings', '{"game": "laizi"}')""")
    scene = Scene(page, HAPPY.deck)
    scene.open(server.address)
    scene.begin()
    scene.wait()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="How to play").click()
    expect(page.get_by_role("tab", selected=True)).to_have_text("Happy")


def test_it_is_read_by_keys_alone(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(844, 390, "en")
    open_rules(page, server)
    focused = "() => document.activeElement?.id || document.activeElement?.className"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(focused) == "tab-happy"
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('.leaf[aria-labelledby="tab-five"]')
    assert page.evaluate(focused) == "tab-five"
    page.keyboard.press("End")
    page.wait_for_selector('.leaf[aria-labelledby="tab-laizi"]')
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('.leaf[aria-labelledby="tab-classic"]')
    names = written("classic", "en")["chapters"]
    for _ in range(1 + len(names)):
        page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.textContent.trim()") == names[-1]["title"]
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "chapter-leaving"
    box = page.locator("#chapter-leaving").bounding_box()
    assert box is not None
    assert box["y"] < 390
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).not_to_be_visible()


def test_examples_are_read_in_one_breath(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(390, 844, "en")
    open_rules(page, server)
    turn_to(page, "laizi")
    expect(page.get_by_role("img", name="4 5 6 7 laizi", exact=True)).to_have_count(1)
    expect(page.get_by_role("img", name="small joker big joker", exact=True)).not_to_have_count(0)


def test_a_page_that_does_not_come_can_be_asked_for_again(open_page: Opener, server: ServerProcess) -> None:
    page = open_page(390, 844, "en", faults_are_expected=True)
    gone = True

    def answer(route: Route) -> None:
        if gone:
            route.abort()
        else:
            route.continue_()

    page.route("**/static/rules/*.json", answer)
    page.goto(server.address)
    page.locator("form button[type=submit]").click()
    page.locator("button.rules").click()
    expect(page.locator("dialog [role=alert]")).to_contain_text("could not be loaded")
    gone = False
    page.locator("dialog .btn.go").click()
    page.wait_for_selector(".leaf")
    expect(page.locator("dialog [role=alert]")).to_have_count(0)


def test_public_tables_are_those_of_the_server(open_page: Opener, server: ServerProcess) -> None:
    """Whatever the page took them to be when it was written."""
    page = open_page(844, 390, "en")

    def answer(route: Route) -> None:
        old = written("happy", "en")
        for chapter in old["chapters"]:
            for block in chapter["blocks"]:
                if block["type"] == "tables":
                    block["rows"] = [["1", "2", "3", "4"]]
        route.fulfill(json=old)

    page.route("**/static/rules/happy.en.json", answer)
    open_rules(page, server)
    figures = page.locator("table", has_text="Needed").locator("tbody tr").first.locator("th, td")
    assert figures.all_inner_texts() == ["100", "10", "5", "500"]


def test_it_is_in_the_language_of_the_page_when_that_changes(
    open_page: Opener, server: ServerProcess
) -> None:
    page = open_page(844, 390, "zh")
    open_rules(page, server)
    expect(page.locator(".leaf h3").first).to_have_text("目标")
    page.keyboard.press("Escape")
    page.locator("button.lang:not(.rules)").click()
    page.locator("button.rules").click()
    expect(page.locator(".leaf h3").first).to_have_text("The goal")
