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
    found = [case for case in read_cases() if case.game in games]
    assert found, games
    return rows(*(case.n for case in found))


def rows(*numbers: int) -> pytest.MarkDecorator:
    """Run a test once for each of these rows; its parameter is `case`."""
    found = [case for case in read_cases() if case.n in numbers]
    assert len(found) == len(numbers), numbers
    return pytest.mark.parametrize("case", found, ids=[f"n{case.n}: {case.case}" for case in found])
