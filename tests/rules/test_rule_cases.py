"""The rows of the rulebook's case file that a pattern book answers alone: reading, comparing, counting."""

import re
from collections import Counter
from pathlib import Path

from app.rules.books.laizi import WITH_LAIZI
from app.rules.books.standard import STANDARD
from app.rules.books.two_decks import TWO_DECKS
from app.rules.cards import FRENCH_DECK, Rank, pack, pack_ranks
from app.rules.combos import Combo, Kind, PatternBook
from app.rules.judge import judge
from tests.rules.cases import Case, cases, read_cases

CLASSIFY = re.compile(r"classify (?P<cards>\w+)(?P<whole_hand> as the whole remaining hand)?")
BEATS = re.compile(r"(?P<play>\w+) beats (?P<lead>\w+)\?")
LEAD = re.compile(r"lead (?P<cards>\w+) without as")
ANSWER = re.compile(
    r"(?P<kind>BOMB(?=\d)|[A-Z_]+\d?)(\(?(?P<size>\d+)\)?)?( (?P<rank>\w))?( \(x(?P<factor>\d)\))?"
)
CARDS_OF_A_BOMB = {
    Kind.BOMB: 4,
    Kind.SOFT_BOMB: 4,
    Kind.KING_BOMB2: 2,
    Kind.KING_BOMB3: 3,
    Kind.KING_BOMB4: 4,
}


def combo_in(words: str) -> Combo:
    """The combination that an answer names: "STRAIGHT(7) K", "PAIR 3", "ROCKET", "BOMB6 7 (x2)"."""
    match = ANSWER.fullmatch(words)
    assert match, words
    kind = Kind(match["kind"])
    return Combo(kind, int(match["size"] or CARDS_OF_A_BOMB.get(kind, 1)), Rank(match["rank"] or "R"))


def combos_in(words: str) -> set[Combo]:
    """All the combinations that an answer names."""
    return set() if words == "ILLEGAL" else set(map(combo_in, words.split(" or ")))


def answer(book: PatternBook, case: Case) -> None:
    """Put a case to a book."""
    if match := CLASSIFY.match(case.case):
        readings = book.readings(pack_ranks(match["cards"]), whole_hand=bool(match["whole_hand"]))
        assert set(readings) == combos_in(case.expected)
        assert len(set(readings)) == len(readings)
        if factor := re.search(r"\(x(\d)\)", case.expected):
            assert book.doubles(readings[0]) == (factor[1] == "2")
    elif match := LEAD.match(case.case):
        assert judge(book, pack_ranks(match["cards"]), None, None) == combo_in(case.expected)
    else:
        match = BEATS.match(case.case)
        assert match, case
        play, lead = (book.readings(pack_ranks(match[side])) for side in ("play", "lead"))
        beats = any(book.beats(reading, lead[0]) for reading in play)
        assert {True: "yes", False: "no"}[beats] == case.expected


@cases("3p")
def test_one_deck(case: Case) -> None:
    answer(STANDARD, case)


@cases("5p")
def test_two_decks(case: Case) -> None:
    answer(TWO_DECKS, case)


@cases("laizi")
def test_laizi(case: Case) -> None:
    answer(WITH_LAIZI, case)


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
        by_kind = ", ".join(f"{kind} {kinds[kind]:,}" for kind in Kind if kinds[kind])
        assert case.expected == f"{kinds.total():,}: {by_kind}"


def test_every_row_is_put_to_a_test() -> None:
    tests = Path(__file__).parent.parent
    texts = [path.read_text(encoding="utf-8") for path in tests.glob("*/test_*.py")]
    numbers = re.compile(r"@rows\(([\d, ]+)\)|^    (\d+): \w+,$", re.MULTILINE)
    found = (
        number for text in texts for pair in numbers.findall(text) for number in "".join(pair).split(",")
    )
    named = set(map(int, found))
    games = {"3p", "5p", "laizi", "count", "level"}
    left = {case.n for case in read_cases() if case.game not in games} - named
    assert left == set()
