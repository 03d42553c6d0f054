"""Questions about cards as lines of JSON (`app.operator.questions`)."""

from io import BufferedReader, BytesIO, RawIOBase
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.operator.questions import answer_lines, batches
from app.rules.explain import explain, list_moves
from app.rules.variants import RULESETS
from app.rules.variants.happy import HAPPY
from app.rules.variants.laizi import LAIZI_GAME


def ask(*lines: bytes) -> list[Any]:
    answers = list(answer_lines(RULESETS, lines))
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in answers)
    return [msgspec.json.decode(line) for line in answers]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'{"game": "happy", "cards": "3S 3H"}', explain(HAPPY, "33")),
        (b'{"game": "happy", "cards": "44", "over": "33"}', explain(HAPPY, "44", "33")),
        (
            b'{"cards": "44", "over": "333LL=TRIO_PAIR", "game": "laizi"}',
            explain(LAIZI_GAME, "44", "333LL=TRIO_PAIR"),
        ),
        (b'{"game": "laizi", "cards": "L", "whole_hand": true}', explain(LAIZI_GAME, "L", whole_hand=True)),
        (b'{"game": "laizi", "cards": "L"}', explain(LAIZI_GAME, "L")),
        (b'{"game": "happy", "cards": ""}', explain(HAPPY, "")),
        (b'{"game": "laizi", "moves": "34L"}', list_moves(LAIZI_GAME, "34L")),
        (b'{"game": "happy", "moves": "3S 4S", "over": "3"}', {"moves": ["4", "pass"]}),
        (b'{"game": "happy", "moves": "3", "over": null, "cards": null}\r\n', {"moves": ["3"]}),
    ],
)
def test_a_line_is_answered_as_its_keys_say(line: bytes, expected: dict[str, object]) -> None:
    assert ask(line) == [msgspec.to_builtins(expected)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "bad_question"),
        (b"\xff", "bad_question"),
        (b"33", "bad_question"),
        (b"[]", "bad_question"),
        (b"{}", "bad_question"),
        (b"[" * 100_000, "bad_question"),
        (b'{"game": "happy"}', "bad_question"),
        (b'{"game": "happy", "cards": "3", "moves": "3"}', "bad_question"),
        (b'{"game": "happy", "cards": 3}', "bad_question"),
        (b'{"game": "happy", "moves": true}', "bad_question"),
        (b'{"game": "happy", "cards": "3", "more": 1}', "bad_question"),
        (b'{"game": "happy", "cards": "3"} {}', "bad_question"),
        (b'{"game": "chess", "cards": "3"}', "unknown_game"),
        (b'{"game": "happy", "cards": "3X"}', "bad_cards"),
        (b'{"game": "happy", "cards": "3S 3S"}', "not_in_deck"),
        (b'{"game": "happy", "moves": "33333"}', "not_in_deck"),
        (b'{"game": "happy", "cards": "3", "over": "34"}', "not_a_play"),
        (b'{"game": "happy", "cards": "3", "over": "4=PAIR"}', "not_that_reading"),
    ],
)
def test_a_bad_line_has_its_code_and_the_next_one_its_answer(line: bytes, code: str) -> None:
    refused, answered = ask(line, b'{"game": "happy", "moves": "3"}')
    assert refused["error"]["code"] == code
    assert refused["error"]["message"].endswith(".")
    assert answered == {"moves": ["3"]}


class Trickle(RawIOBase):
    """A stream that gives so many bytes at a time."""

    def __init__(self, content: bytes, size: int) -> None:
        self._content = BytesIO(content)
        self._size = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        read = self._content.read(min(self._size, len(buffer)))
        buffer[: len(read)] = read
        return len(read)


@given(st.lists(st.binary().map(lambda line: line.replace(b"\n", b""))), st.booleans(), st.integers(1, 99))
def test_lines_are_the_same_however_they_come(lines: list[bytes], is_ended: bool, size: int) -> None:
    if not is_ended:
        lines.append(b"the last one")
    content = b"\n".join([*lines, b""] if is_ended else lines)
    found = [line for batch in batches(BufferedReader(Trickle(content, size))) for line in batch]
    assert found == lines
