"""The rules page of one game as data: chapters of blocks, for the browser to draw and for `markdown` to print."""

from typing import NewType

import msgspec

from app.rules.cards import Card

ChapterId = NewType("ChapterId", str)
"""A chapter's name in addresses, the same in both languages."""


class Text(msgspec.Struct, frozen=True, tag="text"):
    """A paragraph."""

    text: str


class Item(msgspec.Struct, frozen=True):
    """One point of a list: what it is about, and what there is to say."""

    name: str
    text: str


class Points(msgspec.Struct, frozen=True, tag="points"):
    """Points, one after another where `steps` says so."""

    items: tuple[Item, ...]
    steps: bool


class Sample(msgspec.Struct, frozen=True):
    """Cards, what they are called, and what there is to know of them."""

    name: str
    note: str
    cards: tuple[Card, ...]


class Samples(msgspec.Struct, frozen=True, tag="samples"):
    """Cards shown one below another; `ranked` says that each is larger than the one before."""

    samples: tuple[Sample, ...]
    ranked: bool


class Duel(msgspec.Struct, frozen=True):
    """Whether one play beats another, and why; `verdict` says it in words."""

    play: tuple[Card, ...]
    lead: tuple[Card, ...]
    beats: bool
    verdict: str
    why: str


class Duels(msgspec.Struct, frozen=True, tag="duels"):
    """Plays compared."""

    duels: tuple[Duel, ...]


class Grid(msgspec.Struct, frozen=True, tag="grid"):
    """A small table; the first cell of each row names it. Figures are written out, signs and separators included."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Tables(msgspec.Struct, frozen=True, tag="tables"):
    """The game's public tables. A browser fills them in as its server has them, each column by the name of a figure of
    `/api/tiers`; `rows` are the usual ones."""

    title: str
    head: tuple[str, ...]
    figures: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Text | Points | Samples | Duels | Grid | Tables


class Chapter(msgspec.Struct, frozen=True):
    """One chapter."""

    id: ChapterId
    title: str
    blocks: tuple[Block, ...]


class Tab(msgspec.Struct, frozen=True):
    """Another game's page."""

    game: str
    name: str


class Page(msgspec.Struct, frozen=True):
    """The rules of one game in one language, with the names of all games."""

    game: str
    language: str
    title: str
    chapters: tuple[Chapter, ...]
    tabs: tuple[Tab, ...]
