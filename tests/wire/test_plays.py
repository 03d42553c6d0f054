"""Plays in bundles: they come out as they went in, a lead of thousands is small, and none looks like a card."""

import statistics
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.actions import Options, Pass
from app.rules.books.laizi import WITH_LAIZI
from app.rules.books.standard import STANDARD
from app.rules.books.two_decks import TWO_DECKS
from app.rules.cards import FRENCH_DECK, LAIZI, RANKS, Card, Rank, pack, pack_ranks
from app.rules.combos import Combo, Kind, Offer, PatternBook
from app.wire.notices import Clock, Turn, chance, dump_notice
from app.wire.plays import Family, Plays, bundle, unbundle
from tests.rules.hands import bunched_hands, deal, hands

SIX, SEVEN = (Combo(Kind.PLANE_SINGLES, 2, Rank(rank)) for rank in "67")
ROCKET: Final = Combo(Kind.ROCKET, 1, Rank("R"))
LAIZI_DECK: Final = (*FRENCH_DECK, LAIZI, LAIZI)
LARGEST: Final = "345666777888999TJQKALL"
"""The lead with the longest text that a search for it has found."""


def turn_of(offers: Sequence[Offer]) -> bytes:
    """The notice that tells a seat of these plays."""
    options = chance(Options((Pass(),), tuple(offers)))
    return dump_notice(Turn("K7Q2M9", 42, 17, Clock([0], 1_764_500_000_000, 20_000), options))


def survives(offers: Sequence[Offer]) -> Plays:
    """Offers are the same at the other end; how they travel."""
    plays = bundle(offers)
    read = msgspec.json.decode(turn_of(offers), type=Turn)
    assert read.options.plays == plays
    assert unbundle(read.options.plays) == tuple(offers)
    return plays


def test_what_plays_share_is_told_once() -> None:
    offers = [
        Offer("34555666", (SIX,)),
        Offer("55566678", (SIX,)),
        Offer("555666LL", (SEVEN, SIX)),
        Offer("BR", (ROCKET,)),
    ]
    assert survives(offers) == Plays(
        [Family(Kind.PLANE_SINGLES, 2, "67"), Family(Kind.ROCKET, 1, "R")],
        ["555666 34 78", "555666LL", "BR"],
        [[0], [1, 0], [2]],
    )


def test_no_plays_are_no_bundles() -> None:
    assert survives([]) == Plays([], [], [])


@pytest.mark.parametrize(
    ("book", "deck", "most"),
    [(STANDARD, FRENCH_DECK, 20), (TWO_DECKS, FRENCH_DECK * 2, 24), (WITH_LAIZI, LAIZI_DECK, 22)],
    ids=["one deck", "two decks", "laizi"],
)
@given(data=st.data())
def test_plays_of_every_game_survive_the_way(
    book: PatternBook, deck: tuple[Card, ...], most: int, data: st.DataObject
) -> None:
    drawn = hands(most, deck) | bunched_hands(most, deck)
    own, others = (pack(data.draw(drawn)) for _ in range(2))
    lead = data.draw(st.sampled_from(data.draw(st.sampled_from(book.leads(others))).readings))
    for offers in (book.leads(own), book.follows(own, lead)):
        plays = survives(offers)
        texts = {*plays.ranks, *(family.ranks for family in plays.families)}
        assert not texts & set(deck), "whoever looks for cards in a frame would find one"


def test_the_readings_of_a_jack_and_a_joker_do_not_spell_the_joker() -> None:
    offers = STANDARD.leads(pack_ranks("JJB"))
    assert [offer.ranks for offer in offers] == ["JJ", "B", "J"]
    assert survives(offers).families[1] == Family(Kind.SINGLE, 1, "JB")


SETS: Final = st.lists(st.sampled_from("345BRL"), min_size=1, max_size=9).map(
    lambda ranks: "".join(sorted(ranks, key=RANKS.index))
)


@given(st.lists(st.builds(Offer, SETS, st.sampled_from([(SIX,), (SEVEN, SIX), (ROCKET,)]))))
def test_plays_of_no_game_survive_it_too(offers: list[Offer]) -> None:
    """However often each play of a bundle has a rank."""
    survives(offers)


def test_a_lead_with_two_laizi_fits_a_phone(size: Callable[[int, int], int]) -> None:
    dice = Random(1)
    dealt = [(*deal(dice, 20), LAIZI, LAIZI) for _ in range(size(200, 4_000))]
    sizes = [len(turn_of(WITH_LAIZI.leads(pack(hand)))) for hand in dealt]
    assert statistics.median(sizes) < 14_500
    assert max(sizes) < 44_000
    assert len(turn_of(WITH_LAIZI.leads(pack_ranks(LARGEST)))) < 55_000


@pytest.mark.parametrize(
    ("book", "deck", "larger"),
    [(STANDARD, FRENCH_DECK, 20), (TWO_DECKS, FRENCH_DECK * 2, 24), (WITH_LAIZI, LAIZI_DECK, 22)],
    ids=["one deck", "two decks", "laizi"],
)
def test_an_answer_is_small(
    book: PatternBook, deck: tuple[Card, ...], larger: int, size: Callable[[int, int], int]
) -> None:
    dice = Random(2)
    for _ in range(size(100, 2_000)):
        cards = deal(dice, len(deck), deck)
        led = dice.choice(book.leads(pack(cards[:larger])))
        offers = book.follows(pack(cards[larger : larger * 2 - 3]), led.readings[0])
        assert len(turn_of(offers)) < 2_500


def test_a_lead_is_written_in_less_than_five_milliseconds() -> None:
    hand = (*deal(Random(3), 20), LAIZI, LAIZI)
    offers = WITH_LAIZI.leads(pack(hand))
    assert len(offers) > 1_000
    assert min(_seconds(offers) for _ in range(20)) < 0.005


def _seconds(offers: Sequence[Offer]) -> float:
    start = time.perf_counter()
    turn_of(offers)
    return time.perf_counter() - start
