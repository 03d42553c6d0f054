"""Where things lie on a page: measured in the browser, judged here."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from playwright.sync_api import Page

SIZES: Final = (
    *((320, 568), (667, 375), (390, 844), (844, 390), (1280, 720)),
    *((360, 640), (375, 667), (812, 375), (1024, 768), (1920, 1080)),
)
"""Screens, the first five of which say the most."""
_MEASURE: Final = """() => {
  const seen = (element) => {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    return box.width > 0 && box.height > 0 && style.visibility !== 'hidden' && style.display !== 'none';
  };
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter(seen).map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const name = element.dataset.act || element.getAttribute('aria-label') || element.className || selector;
    return { name, left, top, right, bottom };
  });
  const texts = [...document.querySelectorAll('#app *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
    && seen(element) && !element.closest('.vh') && !element.classList.contains('jt'));
  return {
    width: innerWidth, height: innerHeight,
    scrolls: document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight,
    scrolls_sideways: document.documentElement.scrollWidth > innerWidth,
    cards: boxes('.hand .card'),
    controls: boxes('button:not(.card), input'),
    parts: ['.room', '.counter', '.kitty', '.mult', '.status', '.acts .btn', '.acts .ring', '.side .pill',
      '.seat .av', '.seat .who', '.seat .left', '.seat .tiles',
      '.partner .tiles', '.identity', '.turned', '.play .cards', '.play .say', '.hand']
      .flatMap((selector) => boxes(`${selector}:not(.identity *)`)
        .map((box) => ({ ...box, name: `${selector} ${box.name}` }))),
    ranks: boxes('.hand .card .rk'),
    smallest: Math.min(...texts.map((element) => parseFloat(getComputedStyle(element).fontSize))),
  };
}"""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page, with a name for messages."""

    name: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def overlaps(self, other: "Box", slack: float = 1) -> bool:
        """Whether two rectangles share more than a hairline."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > slack
            and min(self.bottom, other.bottom) - max(self.top, other.top) > slack
        )


@dataclass(frozen=True, slots=True)
class Geometry:
    """What was measured."""

    width: float
    height: float
    scrolls: bool
    scrolls_sideways: bool
    cards: Sequence[Box]
    controls: Sequence[Box]
    parts: Sequence[Box]
    ranks: Sequence[Box]
    smallest: float

    def faults(self) -> list[str]:
        """Everything that is not as it should be at a table, in words."""
        return [*self._off_screen(), *self._too_small(), *self._overlaps(), *self._strips()]

    def faults_of_a_page(self) -> list[str]:
        """Everything that is not as it should be on a page that may scroll, though never sideways."""
        outside = [box.name for box in self.controls if box.left < -1 or box.right > self.width + 1]
        sideways = ["the page scrolls sideways"] if self.scrolls_sideways else []
        return [*(f"off screen: {name}" for name in outside), *sideways, *self._too_small()]

    def _off_screen(self) -> list[str]:
        everything = [*self.cards, *self.controls, *self.parts]
        outside = [
            box.name
            for box in everything
            if box.left < -1 or box.top < -1 or box.right > self.width + 1 or box.bottom > self.height + 1
        ]
        return [f"off screen: {name}" for name in outside] + (["the page scrolls"] if self.scrolls else [])

    def _too_small(self) -> list[str]:
        small = [box for box in self.controls if box.width < 43.5 or box.height < 43.5]
        told = [f"control of {box.width:.0f}x{box.height:.0f}: {box.name}" for box in small]
        if self.smallest < 12:
            told.append(f"text of {self.smallest} px")
        least = 15 if self.width < 360 else 20
        told += [f"rank of {box.height:.1f} px" for box in self.ranks if box.height < least]
        return told

    def _overlaps(self) -> list[str]:
        return [f"{a.name} over {b.name}" for a, b in combinations(self.parts, 2) if a.overlaps(b)]

    def _strips(self) -> list[str]:
        told = []
        for card, following in zip(self.cards, self.cards[1:], strict=False):
            same_row = abs(card.top - following.top) < 40
            strip = following.left - card.left if same_row else card.width
            if strip < 23.9:
                told.append(f"strip of {strip:.1f} px")
        return told


def measure(page: Page) -> Geometry:
    """The geometry of the page as it stands."""
    found: dict[str, Any] = page.evaluate(_MEASURE)
    for name in ("cards", "controls", "parts", "ranks"):
        found[name] = [Box(**box) for box in found[name]]
    return Geometry(**found)
