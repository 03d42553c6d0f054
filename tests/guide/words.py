"""Every word of the page, as it is written down: before any blank is filled."""

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from typing import Any

import app.guide
from app.rules.words import Words

BLANK = re.compile(r"{(\w+)}")


def all_words() -> Iterator[Words]:
    """Every pair of texts that a module of the guide holds."""
    for module in pkgutil.walk_packages(app.guide.__path__, "app.guide."):
        if module.name.endswith(".files"):
            continue
        for value in vars(importlib.import_module(module.name)).values():
            yield from _in(value)


def blanks(text: str) -> set[str]:
    """The names of its blanks."""
    return set(BLANK.findall(text))


def bare(text: str) -> str:
    """What is left of a text without its blanks."""
    return BLANK.sub("", text)


def _in(value: Any) -> Iterator[Words]:
    match value:
        case Words():
            yield value
        case Mapping():
            for each in value.values():
                yield from _in(each)
        case tuple():
            for each in value:
                yield from _in(each)
        case _:
            pass
