"""The rules page as Markdown, for a terminal and for the folder of documents."""

from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from app.guide.names import RANKS
from app.guide.page import Block, Chapter, Duels, Grid, Page, Points, Samples, Tables, Text
from app.rules.cards import Card
from app.rules.words import Language, Words

TITLE: Final = Words("The rules", "规则")
NOTE: Final = Words(
    "Written by `python -m app.guide.files` from what the engine uses; change that, not this page.",
    "由 `python -m app.guide.files` 根据引擎所用的数据写成；要改请改数据，不要改这一页。",
)
CARDS: Final = Words("Cards", "牌")
CALLED: Final = Words("Combination", "牌型")
NOTES: Final = Words("What it is", "说明")
COLON: Final = Words(": ", "：")
WHY: Final = Words("Why", "原因")


def document(pages: Iterable[Page], language: Language) -> str:
    """Several games in one document."""
    lines = [f"# {TITLE.said(language)}", "", NOTE.said(language)]
    for page in pages:
        lines += ["", *_page(page, language)]
    return "\n".join(lines) + "\n"


def _page(page: Page, language: Language) -> Iterator[str]:
    yield f"## {page.title}"
    for chapter in page.chapters:
        yield from _chapter(chapter, language)


def _chapter(chapter: Chapter, language: Language) -> Iterator[str]:
    yield ""
    yield f"### {chapter.title}"
    for block in chapter.blocks:
        yield ""
        yield from _block(block, language)


def _block(block: Block, language: Language) -> Iterator[str]:
    match block:
        case Text(text):
            yield text
        case Points(items, steps):
            for number, item in enumerate(items, start=1):
                yield f"{f'{number}.' if steps else '-'} **{item.name}**{COLON.said(language)}{item.text}"
        case Samples(samples, ranked):
            told = [
                (
                    f"{number}. {sample.name}" if ranked else sample.name,
                    _cards(sample.cards, language),
                    sample.note,
                )
                for number, sample in enumerate(samples, start=1)
            ]
            yield from _table([words.said(language) for words in (CALLED, CARDS, NOTES)], told)
        case Duels(duels):
            compared = [
                (_cards(duel.play, language), duel.verdict, _cards(duel.lead, language), duel.why)
                for duel in duels
            ]
            yield from _table([CARDS.said(language), "", CARDS.said(language), WHY.said(language)], compared)
        case Grid(title, head, rows) | Tables(title, head, _, rows):
            yield f"**{title}**"
            yield ""
            yield from _table(head, rows)
        case _:
            assert_never(block)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    names = list(head)
    yield _row(names)
    yield _row(["---"] * len(names))
    yield from map(_row, rows)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cards(cards: Iterable[Card], language: Language) -> str:
    """Ranks alone, since suits make no difference."""
    ranks = (card[0] for card in cards)
    return " ".join(RANKS[rank].said(language) if rank in RANKS else rank for rank in ranks)
