"""Other engines on fixed hands of classic, as recorded in `peers/` (`make record-peers`): each difference has a reason.

RLCard and DouZero were written by others from other texts, so agreement is worth something, and where they differ
either the rulebook has decided otherwise or they have a fault. Each such reason is named here, tells from the ranks
alone which differences it explains, and has a number: one difference more or less fails.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from app.rules.books.standard import STANDARD
from app.rules.cards import pack_ranks
from tests.rules.oracle import BODIES, CHAIN

FOLDER: Final = Path(__file__).with_name("peers")


class Question(NamedTuple):
    """A hand, the play to beat (empty on the lead), and the engine's plays; None if it does not know that play."""

    hand: str
    lead: str
    plays: frozenset[str] | None


class Difference(NamedTuple):
    """A play that only one of the two engines allows."""

    lead: str
    play: str
    only_there: bool


class Reason(NamedTuple):
    """Why an engine differs: a line of the rulebook, or its fault."""

    name: str
    explains: Callable[[Difference], bool]
    number: int
    """How many of the recorded differences it explains."""


def trios(play: str) -> list[int]:
    """The places in a chain of the ranks that a play has three or four times."""
    return [place for place, rank in enumerate(CHAIN) if play.count(rank) >= 3]


def trios_in_a_row(play: str) -> int:
    """The longest run of them."""
    held = trios(play)
    return max(
        (length for length in range(1, 13) for low in held if {*range(low, low + length)} <= {*held}),
        default=0,
    )


def flies(play: str) -> int:
    """How many trios carry single wings in a play of this size."""
    return len(play) // 4 if len(play) % 4 == 0 and len(play) > 4 else 0


def has_trio_beside_plane(play: str) -> bool:
    """Whether a plane of four or five carries the next trio."""
    return flies(play) >= 4 and trios_in_a_row(play) > flies(play)


def has_trio_as_wings(play: str) -> bool:
    """Whether a play of the size of a plane with single wings has more trios than fly."""
    return 0 < flies(play) < len(trios(play))


RLCARD: Final = (
    Reason(
        "1.1 Kickers: single wings may hold a trio, also the one beside the plane; RLCard forbids that one",
        lambda it: not it.only_there and has_trio_beside_plane(it.play),
        13,
    ),
    Reason(
        "1.1 All readings are kept: four trios in a row are also three with wings; RLCard has them as four alone",
        lambda it: not it.only_there and len(it.play) == len(it.lead) == 12 and trios_in_a_row(it.play) == 4,
        2,
    ),
)
DOUZERO: Final = (
    Reason(
        "1.1 Kickers: never both jokers together; DouZero carries them",
        lambda it: it.only_there and {*"BR"} <= {*it.play} and len(it.play) > 2,
        62,
    ),
    Reason(
        "1.1 Kickers: at most three of one rank; DouZero carries all four",
        lambda it: it.only_there and flies(it.play) >= 4 and 4 in Counter(it.play).values(),
        3,
    ),
    Reason(
        "fault: DouZero does not read a plane of four or five that carries a trio, and beats it with bombs alone",
        lambda it: not it.only_there and flies(it.lead) >= 4 and has_trio_as_wings(it.lead),
        2,
    ),
    Reason(
        "fault: DouZero compares planes with wings by their highest trio, a trio of the wings included",
        lambda it: (
            flies(it.play) == flies(it.lead) > 0
            and (has_trio_as_wings(it.play) or has_trio_as_wings(it.lead))
            and it.only_there == (max(trios(it.play)) > max(trios(it.lead)))
        ),
        3,
    ),
)
PEERS: Final = {"rlcard": RLCARD, "douzero": DOUZERO}
UNKNOWN: Final = {"rlcard": ["333444555666777J"], "douzero": []}
"""Plays to beat that an engine does not know, since it never offers them (the first reason of RLCard)."""


def recorded(name: str) -> list[Question]:
    """All that was asked of an engine."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [question(*line.split()) for line in lines]


def question(hand: str, lead: str, *plays: str) -> Question:
    return Question(hand, "" if lead == "-" else lead, None if plays == ("?",) else frozenset(plays))


def own_plays(hand: str, lead: str) -> set[str]:
    """What this engine allows."""
    counts = pack_ranks(hand)
    if not lead:
        return {offer.ranks for offer in STANDARD.leads(counts)}
    return {offer.ranks for offer in STANDARD.follows(counts, STANDARD.readings(pack_ranks(lead))[0])}


def differences(asked: list[Question]) -> Iterator[Difference]:
    for hand, lead, theirs in asked:
        if theirs is not None:
            own = own_plays(hand, lead)
            yield from (Difference(lead, play, play in theirs) for play in own ^ theirs)


@pytest.mark.parametrize("name", PEERS)
def test_every_difference_has_a_reason(name: str) -> None:
    found: Counter[str] = Counter()
    unexplained = []
    for difference in differences(recorded(name)):
        reasons = [reason.name for reason in PEERS[name] if reason.explains(difference)]
        if reasons:
            found[reasons[0]] += 1
        else:
            unexplained.append(difference)
    assert unexplained == []
    assert found == {reason.name: reason.number for reason in PEERS[name]}


@pytest.mark.parametrize("name", PEERS)
def test_plays_that_an_engine_does_not_know(name: str) -> None:
    assert [lead for _, lead, plays in recorded(name) if plays is None] == UNKNOWN[name]


@pytest.mark.parametrize("name", PEERS)
def test_much_is_asked_and_nearly_all_is_the_same(name: str) -> None:
    asked = recorded(name)
    leads = {lead for _, lead, _ in asked if lead}
    kinds = {str(reading.kind) for lead in leads for reading in STANDARD.readings(pack_ranks(lead))}
    assert kinds == {*BODIES, "BOMB", "ROCKET"}
    assert len(asked) > 2_000
    agreed = sum(plays is not None and own_plays(hand, lead) == plays for hand, lead, plays in asked)
    assert agreed > 0.98 * len(asked)
