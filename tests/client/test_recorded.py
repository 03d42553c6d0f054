"""The recorded hands that the browser's tests read are what the rules say today."""

import pytest

from tests.client.record import FOLDER, HANDS, PLAYS, record, record_plays


@pytest.mark.parametrize("name", HANDS)
def test_file_is_what_the_rules_say(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_bytes() == record(*HANDS[name]), (
        "run: python -m tests.client.record"
    )


def test_the_plays_are_what_the_books_say() -> None:
    assert PLAYS.read_bytes() == record_plays(), "run: python -m tests.client.record"


def test_no_other_file_is_left() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {*HANDS, PLAYS.stem}
