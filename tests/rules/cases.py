"""The worked cases of the rulebook (`tests/rule_cases.jsonl`), one test a row: `@cases("3p")`."""

from pathlib import Path

import msgspec
import pytest


class Case(msgspec.Struct, frozen=True):
    """One row: what is asked (`case`) and the answer, both in the words of the rulebook."""

    n: int
    game: str
    case: str
    expected: str


def read_cases() -> tuple[Case, ...]:
    """Every row of the file."""
    lines = (Path(__file__).parent.parent / "rule_cases.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(msgspec.json.decode(line, type=Case) for line in lines)


def cases(*games: str) -> pytest.MarkDecorator:
    """Run a test once for each row of these games; its parameter is `case`."""
    rows = [case for case in read_cases() if case.game in games]
    assert rows, games
    return pytest.mark.parametrize("case", rows, ids=[f"n{case.n}: {case.case}" for case in rows])
