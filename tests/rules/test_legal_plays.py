"""How many plays fixed hands have, by kind, on the lead and over others: golden files, written by the oracles.

`python -m tests.rules.oracle QUESTION ...` prints lines of them (`oracle_two_decks` and `oracle_laizi` likewise).
"""

from collections import Counter
from pathlib import Path

import pytest

from app.rules.books.laizi import WITH_LAIZI
from app.rules.books.standard import STANDARD
from app.rules.books.two_decks import TWO_DECKS
from app.rules.cards import Rank, pack_ranks
from app.rules.combos import Combo, Kind, Offer, PatternBook

BOOKS = {
    "legal_plays.txt": (STANDARD, 20),
    "legal_plays_two_decks.txt": (TWO_DECKS, 24),
    "legal_plays_laizi.txt": (WITH_LAIZI, 22),
}
"""Each book and its largest hand."""
EveryBook = pytest.mark.parametrize(("name", "book", "largest"), [(name, *BOOKS[name]) for name in BOOKS])


def questions(name: str) -> dict[str, str]:
    """The lines of a file: each question with its answer."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return {question: answer for question, _, answer in (line.partition(": ") for line in lines)}


def combo(words: str) -> Combo:
    """A reading: "PLANE 2 4"."""
    kind, size, rank = words.split()
    return Combo(Kind(kind), int(size), Rank(rank))


def offers(book: PatternBook, question: str) -> tuple[Offer, ...]:
    """What the book offers: "444555", or "444555 over TRIO 1 3"."""
    hand, _, lead = question.partition(" over ")
    return book.follows(pack_ranks(hand), combo(lead)) if lead else book.leads(pack_ranks(hand))


@EveryBook
def test_number_of_plays(name: str, book: PatternBook, largest: int) -> None:
    for question, expected in questions(name).items():
        found = offers(book, question)
        kinds = Counter(str(reading.kind) for offer in found for reading in offer.readings)
        counted = " ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()))
        assert f"{len(found)} {counted}".strip() == expected, question


@EveryBook
def test_plays_to_beat_are_of_every_sort_and_hands_of_every_size(
    name: str, book: PatternBook, largest: int
) -> None:
    asked = questions(name)
    hands = {question.partition(" ")[0] for question in asked}
    held = {reading for hand in hands for offer in offers(book, hand) for reading in offer.readings}
    leads = {combo(lead) for question in asked if (lead := question.partition(" over ")[2])}
    assert {lead.kind for lead in leads} == {reading.kind for reading in held}
    assert {lead.family for lead in leads} >= {reading.family for reading in held if book.is_bomb(reading)}
    assert min(map(len, hands)) == 1
    assert max(map(len, hands)) == largest
