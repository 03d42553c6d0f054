"""A player at a real page: it reads what the page shows and does what a person can do, by one means only."""

import random
from collections.abc import Callable
from typing import Any, Final, Protocol

from playwright.sync_api import Page

from tests.browser.audit import Audit

HAND_S: Final = 120
"""No hand takes longer."""
_STANDS: Final = """() => {
  const has = (name) => { const button = document.querySelector(`[data-act="${name}"]`);
    return Boolean(button) && !button.disabled; };
  return {
    yes: has('yes'), no: has('no'), bids: ['bid-1', 'bid-2', 'bid-3'].filter(has),
    play: has('play'), pass: has('pass'), back: has('take-back'),
    result: Boolean(document.querySelector('dialog[open] .result')),
    phase: document.querySelector('.table')?.dataset.phase ?? '',
    chosen: document.querySelectorAll('.hand .card[aria-pressed="true"]').length,
    legal: document.querySelector('[data-act="play"]')?.getAttribute('aria-disabled') === 'false',
    cards: [...document.querySelectorAll('.hand .card')].map((card) => card.dataset.key),
  };
}"""

_BOX: Final = (
    '(act) => document.querySelector(`[data-act="${act}"]`)?.getBoundingClientRect().toJSON() ?? null'
)


class Means(Protocol):
    """How a player acts."""

    def press(self, act: str) -> None:
        """Push the button that does this."""
        ...


class Mouse:
    """Clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, act: str) -> None:
        middle = _middle(self.page, act)
        if middle is not None:
            self.page.mouse.click(*middle)


class Finger:
    """Taps."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, act: str) -> None:
        middle = _middle(self.page, act)
        if middle is not None:
            self.page.touchscreen.tap(*middle)


class Keys:
    """The keyboard and nothing else; buttons without a key are reached by Tab."""

    KEYS: Final = {
        "yes": "d",
        "no": "n",
        "bid-1": "1",
        "bid-2": "2",
        "bid-3": "3",
        "play": "Enter",
        "pass": "p",
        "hint": "h",
        "take-back": "t",
    }

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, act: str) -> None:
        if act in self.KEYS:
            self.page.keyboard.press(self.KEYS[act])
            return
        for _ in range(60):
            if self.page.evaluate("() => document.activeElement?.dataset?.act") == act:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never came to {act}")


class Driver:
    """Plays hands on one page."""

    def __init__(self, page: Page, means: Callable[[Page], Means], seed: int) -> None:
        self.page = page
        self.audit = Audit(page)
        self.means = means(page)
        self.chance = random.Random(seed)
        self.phases: set[str] = set()
        self.reloaded: set[str] = set()

    def sign_in(self, address: str, name: str) -> None:
        """From the address to the lobby, in one step."""
        self.page.goto(address)
        field = self.page.locator("input[name=name]")
        field.wait_for()
        field.focus()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(name)
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector('[data-act="play-now"]')

    def sit_down(self, game: str = "happy") -> None:
        """From the lobby to a table of this game."""
        self.means.press(f"game-{game}")
        self.page.wait_for_selector(f'[data-act="game-{game}"][aria-pressed="true"]')
        self.means.press("play-now")
        self.page.wait_for_selector(".table .hand")

    def play_hand(
        self, reload_in: frozenset[str] = frozenset(), try_reload_in: frozenset[str] = frozenset()
    ) -> None:
        """Play until the settlement is shown, loading the page anew once in each of these phases.

        Phases that may not come to this seat are only tried.
        """
        left = {*reload_in, *try_reload_in}
        idle_ms = 0
        while idle_ms < HAND_S * 1000:
            stands = self.page.evaluate(_STANDS)
            phase = "result" if stands["result"] else stands["phase"]
            if phase not in self.phases:
                self.phases.add(phase)
                self.audit.look(self.page)
            if phase in left and self._may_reload(phase, stands):
                left.discard(phase)
                self.reloaded.add(phase)
                self.reload()
            elif stands["result"]:
                assert not left & reload_in, f"no chance to reload in {left}"
                self.audit.look(self.page)
                return
            elif not self._act(stands):
                self.page.wait_for_timeout(40)
                idle_ms += 40
        raise AssertionError("the hand does not end")

    def play_until(self, phase: str) -> None:
        """Play until this seat may act in that phase."""
        for _ in range(HAND_S * 25):
            stands = self.page.evaluate(_STANDS)
            if stands["phase"] == phase and _is_asked(stands):
                return
            if not self._act(stands):
                self.page.wait_for_timeout(40)
        raise AssertionError(f"{phase} never came")

    @property
    def cards(self) -> list[str]:
        """The own hand as the page shows it."""
        cards: list[str] = self.page.evaluate(_STANDS)["cards"]
        return cards

    def reload(self) -> None:
        """Load the page anew: the same cards are there again, and the same bids if any are asked for."""
        before = self.page.evaluate(_STANDS)
        grows = before["phase"] == "deal"
        self.page.reload()
        self.page.wait_for_selector(".table .felt")
        if before["result"]:
            self.page.wait_for_selector("dialog[open] .result")
        self.page.wait_for_timeout(150)
        after = self.page.evaluate(_STANDS)
        if not grows and _is_asked(before):
            assert sorted(after["cards"]) == sorted(before["cards"]), "other cards after a reload"
            assert after["bids"] == before["bids"], "other bids after a reload"
        self.audit.look(self.page)

    def _may_reload(self, phase: str, stands: dict[str, Any]) -> bool:
        return bool(stands["result"]) if phase == "result" else phase == "deal" or _is_asked(stands)

    def _act(self, stands: dict[str, Any]) -> bool:
        """Do one thing if anything may be done."""
        if stands["back"]:
            self.means.press("take-back")
        elif stands["no"] and stands["yes"]:
            self.means.press("yes" if self.chance.random() < 0.6 else "no")
        elif stands["bids"]:
            self.means.press(self.chance.choice([*stands["bids"], *(["no"] if stands["no"] else [])]))
        elif stands["play"]:
            self._answer(stands)
        else:
            return False
        self.page.wait_for_timeout(30)
        return True

    def _answer(self, stands: dict[str, Any]) -> None:
        self.audit.look(self.page)
        if stands["chosen"] and stands["legal"]:
            self.means.press("play")
            return
        if stands["pass"] and self.chance.random() < 0.25:
            self.means.press("pass")
            return
        self.means.press("hint")
        self.page.wait_for_timeout(40)
        if self.page.evaluate(_STANDS)["chosen"] == 0 and stands["pass"]:
            self.means.press("pass")


def _is_asked(stands: dict[str, Any]) -> bool:
    """Whether this seat may act."""
    return bool(stands["yes"] or stands["bids"] or stands["play"])


def _middle(page: Page, act: str) -> tuple[float, float] | None:
    """Where to push; None if the button has just gone."""
    box = page.evaluate(_BOX, act)
    return None if box is None else (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
