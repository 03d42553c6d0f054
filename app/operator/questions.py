"""Questions about cards, as `python -m app explain` takes them: from its arguments, or as lines of JSON."""

from collections.abc import Iterable, Iterator, Mapping
from io import BufferedReader
from typing import Final

import msgspec

from app.rules.explain import Cards, Unclear, UnclearError, explain, list_moves


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can `cards` be played as, or which plays does the hand `moves` allow? One of the two is asked.

    `over` is the play to beat, as CARDS, CARDS=KIND or "CARDS=KIND RANK"; `whole_hand` says that the cards are all
    that the player has left.
    """

    game: str
    cards: str | None = None
    over: str | None = None
    whole_hand: bool = False
    moves: str | None = None


read: Final = msgspec.json.Decoder(Question).decode
"""A question from a line of JSON."""
encode: Final = msgspec.json.Encoder().encode
"""An answer as JSON."""
CHUNK: Final = 1 << 16
"""Bytes that are read at a time."""


def answer(games: Mapping[str, Cards], question: Question) -> dict[str, object]:
    """The answer in JSON's types (`explain`, `list_moves`); raises UnclearError."""
    game = games.get(question.game)
    if game is None:
        raise UnclearError(
            Unclear.UNKNOWN_GAME, f"There is no game {question.game[:24]!r}, only {', '.join(games)}."
        )
    if (question.cards is None) == (question.moves is None):
        raise UnclearError(Unclear.BAD_QUESTION, "A question names either cards or, as moves, a hand.")
    if question.moves is not None:
        return list_moves(game, question.moves, question.over)
    return explain(game, question.cards or "", question.over, whole_hand=question.whole_hand)


def batches(stream: BufferedReader) -> Iterator[list[bytes]]:
    """The lines of a stream, as many at a time as have come: whoever waits for an answer gets it at once."""
    rest = b""
    while chunk := stream.read1(CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        yield lines
    if rest:
        yield [rest]


def answer_lines(games: Mapping[str, Cards], lines: Iterable[bytes]) -> Iterator[bytes]:
    """One line of JSON for each line; for one without an answer {"error": {"code": ..., "message": ...}}."""
    for line in lines:
        try:
            try:
                question = read(line)
            except msgspec.DecodeError as error:
                raise UnclearError(Unclear.BAD_QUESTION, f"This is no question: {error}.") from None
            said = answer(games, question)
        except UnclearError as error:
            said = {"error": {"code": error.code, "message": str(error)}}
        yield encode(said) + b"\n"
