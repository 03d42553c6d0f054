"""The rules page in files: `python -m app.guide.files` writes them, a test says whether they are up to date.

The browser asks for one game in one language when the page is opened; the documents hold all games.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from app.guide.guide import page_of
from app.guide.markdown import document
from app.guide.page import Page
from app.rules.variants import RULESETS
from app.rules.words import Language
from app.wire.schema import Writer as Declarer

ROOT: Final = Path(__file__).parents[2]
DOCUMENTS: Final = {Language.EN: ROOT / "docs" / "rules.md", Language.ZH: ROOT / "docs" / "rules.zh.md"}
PAGES: Final = ROOT / "static" / "rules"
"""One file for each game and language."""
TYPES: Final = ROOT / "static" / "js" / "guide.d.ts"
"""The shape of a page for the browser's code."""
_HEAD: Final = (
    "// The rules page. Written by `python -m app.guide.files` from the Python types of the same names.\n"
)


def files() -> Iterator[tuple[Path, str]]:
    """Every file and what belongs into it."""
    for language, path in DOCUMENTS.items():
        pages = [page_of(rules, language) for rules in RULESETS.values()]
        yield path, document(pages, language)
        for page in pages:
            yield PAGES / f"{page.game}.{language}.json", msgspec.json.encode(page).decode() + "\n"
    declarer = Declarer()
    declarer.declare_class(Page)
    yield TYPES, "\n".join([_HEAD, *declarer.declared.values()])


if __name__ == "__main__":
    for path, text in files():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
