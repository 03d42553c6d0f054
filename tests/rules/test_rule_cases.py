"""The rows of the rulebook's case file that a pattern book answers alone: reading, comparing, counting."""

import re
from collections import Counter

from app.rules.books.standard import STANDARD
from app.rules.cards import FRENCH_DECK, Rank, pack, pack_ranks
from app.rules.combos import Combo, Kind
from tests.rules.cases import Case, cases

QUESTION = re.compile(r"classify (?P<cards>\w+)|(?P<play>\w+) beats (?P<lead>\w+)\?")
ANSWER = re.compile(r"(?P<kind>[A-Z_]+)(\((?P<size>\d+)\))?( (?P<rank>\w))?")
CARDS_OF_A_BOMB = {Kind.BOMB: 4}


def combo_in(words: str) -> Combo:
    """The combination that an answer names: "STRAIGHT(7) K", "PAIR 3", "ROCKET"."""
    match = ANSWER.fullmatch(words)
    assert match, words
    kind = Kind(match["kind"])
    return Combo(kind, int(match["size"] or CARDS_OF_A_BOMB.get(kind, 1)), Rank(match["rank"] or "R"))


@cases("3p")
def test_one_deck(case: Case) -> None:
    question = QUESTION.match(case.case)
    assert question
    if question["cards"]:
        expected = () if case.expected == "ILLEGAL" else (combo_in(case.expected),)
        assert STANDARD.readings(pack_ranks(question["cards"])) == expected
    else:
        play, lead = (STANDARD.readings(pack_ranks(question[side])) for side in ("play", "lead"))
        beats = any(STANDARD.beats(reading, lead[0]) for reading in play)
        assert {True: "yes", False: "no"}[beats] == case.expected


@cases("count")
def test_number_of_plays(case: Case) -> None:
    """A hand of all 54 cards is offered every play there is, none of more than 20 cards."""
    plays = STANDARD.leads(pack(FRENCH_DECK))
    assert max(len(play.ranks) for play in plays) == 20
    assert len({play.ranks for play in plays}) == len(plays)
    if "rank multisets" in case.case:
        assert case.expected.startswith(f"{len(plays):,} ")
    else:
        kinds = Counter(reading.kind for play in plays for reading in play.readings)
        by_kind = ", ".join(f"{kind} {kinds[kind]:,}" for kind in Kind)
        assert case.expected == f"{kinds.total():,}: {by_kind}"
