"""Every play of a hand (rulebook 1.1) and the order of hints: laws against the oracle, golden counts, examples."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.books.standard import STANDARD
from app.rules.cards import FRENCH_DECK, RANKS, Card, Rank, pack, pack_ranks, parse_cards
from app.rules.combos import Combo, Kind, Offer
from app.rules.judge import judge
from app.rules.moves import cards_for
from tests.rules import oracle
from tests.rules.hands import bunched_hands, deal, hands

ALL_PLAYS = STANDARD.leads(pack(FRENCH_DECK))
ALL_COMBOS = sorted({reading for play in ALL_PLAYS for reading in play.readings}, key=str)
DECK = [(play.ranks, pack_ranks(play.ranks)) for play in ALL_PLAYS]
LEADS = st.sampled_from(ALL_COMBOS)


def as_sets(offers: Iterable[Offer]) -> dict[str, set[oracle.Reading]]:
    """Offers in the oracle's shape, each with the readings that it names; a play offered twice fails."""
    found: dict[str, set[oracle.Reading]] = {}
    for offer in offers:
        assert offer.ranks not in found, "offered twice"
        found[offer.ranks] = {reading_of(combo) for combo in offer.readings}
        assert len(found[offer.ranks]) == len(offer.readings)
    return found


def reading_of(combo: Combo) -> oracle.Reading:
    return str(combo.kind), combo.size, combo.rank


def ranks_of(cards: Iterable[Card]) -> str:
    return "".join(card[0] for card in cards)


# What is offered.


@given(hands(11) | bunched_hands(13))
def test_leads_are_all_plays_of_the_oracle(cards: tuple[Card, ...]) -> None:
    assert as_sets(STANDARD.leads(pack(cards))) == oracle.plays(ranks_of(cards))


@given(hands(11) | bunched_hands(13), LEADS)
def test_follows_are_all_plays_of_the_oracle_that_beat(cards: tuple[Card, ...], lead: Combo) -> None:
    larger = {
        ranks: winning
        for ranks, found in oracle.plays(ranks_of(cards)).items()
        if (winning := {reading for reading in found if oracle.beats(reading, reading_of(lead))})
    }
    assert as_sets(STANDARD.follows(pack(cards), lead)) == larger


@given(hands() | bunched_hands(20))
def test_leads_of_large_hands_are_all_plays_of_the_deck_that_they_hold(cards: tuple[Card, ...]) -> None:
    guards = 0x888_8888_8888_8888
    guarded = pack(cards) + guards  # the guard bit of a rank stays where enough of it is held
    possible = {ranks for ranks, counts in DECK if (guarded - counts) & guards == guards}
    assert {offer.ranks for offer in STANDARD.leads(pack(cards))} == possible


@given(hands() | bunched_hands(20), LEADS)
def test_follows_are_the_leads_that_beat(cards: tuple[Card, ...], lead: Combo) -> None:
    counts = pack(cards)
    larger = {
        offer.ranks: tuple(reading for reading in offer.readings if STANDARD.beats(reading, lead))
        for offer in STANDARD.leads(counts)
    }
    follows = {offer.ranks: offer.readings for offer in STANDARD.follows(counts, lead)}
    assert follows == {ranks: readings for ranks, readings in larger.items() if readings}


@given(hands() | bunched_hands(20), st.none() | LEADS)
def test_every_offer_is_accepted_with_each_of_its_readings(
    cards: tuple[Card, ...], lead: Combo | None
) -> None:
    counts = pack(cards)
    for offer in STANDARD.leads(counts) if lead is None else STANDARD.follows(counts, lead):
        chosen = pack(cards_for(cards, offer.ranks))
        assert judge(STANDARD, chosen, lead, None) == offer.readings[0]
        for reading in offer.readings:
            assert judge(STANDARD, chosen, lead, reading) == reading


def test_no_hand_of_any_size_raises(size: Callable[[int, int], int]) -> None:
    """10,000 random hands of 1 to 20 cards: every play of each, and what beats some play."""
    chance = Random(3)
    for number in range(size(10_000, 100_000)):
        cards = deal(chance, number % 20 + 1)
        counts = pack(cards)
        offers = STANDARD.leads(counts)
        assert {offer.ranks for offer in offers} >= set(ranks_of(cards))
        lead = chance.choice(chance.choice(ALL_PLAYS).readings)
        assert all(
            STANDARD.beats(reading, lead)
            for offer in STANDARD.follows(counts, lead)
            for reading in offer.readings
        )


def test_nothing_to_play() -> None:
    assert STANDARD.leads(0) == ()
    assert STANDARD.follows(0, Combo(Kind.SINGLE, 1, Rank("3"))) == ()


# In which order.


def tier(hand: str, play: str) -> int:
    """0 takes whole groups, 1 spoils a pair or a trio, 2 ruins a bomb or the rocket, 3 plays it."""
    held, taken = Counter(hand), Counter(play)
    if {kind for kind, _, _ in oracle.readings(play)} & {"BOMB", "ROCKET"}:
        return 3
    if any(held[rank] == 4 for rank in taken) or (set("BR") <= set(hand) and set("BR") & set(play)):
        return 2
    return 1 if any(held[rank] > taken[rank] for rank in taken) else 0


@given(hands() | bunched_hands(20), st.none() | LEADS)
def test_hints_spoil_as_little_as_they_can(cards: tuple[Card, ...], lead: Combo | None) -> None:
    counts, hand = pack(cards), ranks_of(cards)
    offers = STANDARD.leads(counts) if lead is None else STANDARD.follows(counts, lead)
    ranks = [offer.ranks for offer in offers]
    out = [play for play in ranks if len(play) == len(hand)]
    assert ranks[: len(out)] == out, "what goes out comes first"
    tiers = [tier(hand, play) for play in ranks[len(out) :]]
    assert tiers == sorted(tiers)
    bombs = [offer.readings[0] for offer in offers[len(out) :] if STANDARD.is_bomb(offer.readings[0])]
    assert all(STANDARD.beats(later, earlier) for earlier, later in pairwise(bombs))


@given(
    hands() | bunched_hands(20),
    st.sampled_from([c for c in ALL_COMBOS if c.kind in ("SINGLE", "PAIR", "TRIO")]),
)
def test_hints_rise_within_a_tier(cards: tuple[Card, ...], lead: Combo) -> None:
    hand = ranks_of(cards)
    offers = [offer for offer in STANDARD.follows(pack(cards), lead) if len(offer.ranks) < len(hand)]
    order = [(tier(hand, offer.ranks), RANKS.index(offer.ranks[-1])) for offer in offers]
    assert order == sorted(order)


@given(hands() | bunched_hands(20), st.none() | LEADS, st.randoms(use_true_random=False))
def test_hints_do_not_depend_on_the_order_of_cards(
    cards: tuple[Card, ...], lead: Combo | None, chance: Random
) -> None:
    shuffled = chance.sample(cards, len(cards))
    if lead is None:
        assert STANDARD.leads(pack(cards)) == STANDARD.leads(pack(shuffled))
    else:
        assert STANDARD.follows(pack(cards), lead) == STANDARD.follows(pack(shuffled), lead)


@pytest.mark.parametrize(
    ("hand", "first"),
    {
        "3": "3",
        "BR": "BR B R",
        "4444": "4444 444 44 4",
        "3445678999JJKKA2B": "3999 44999 999 44 JJ KK 3 5 6 7 8 A 5999",
        "333444556678TTJ22": "33344455 3334445566 333444 3337 4447 33355 44455 333 444 55 66 TT 7 8 J 33344466",
        "556677889TJQKA2BR": "55667788 9TJQKA 55 66 77 88 9 T J Q K A 556677 667788 9TJQK TJQKA 2",
        "222355": "55 3 3222 55222 222 5222 22 5 2",
        "33344452A": "3334445A 333444 3335 4445 333 444 5 A 33344452 333444A2 333A 3332 444A 4442 2 3334",
        "333444528888": "333444 3335 4445 333 444 5 33344452 3332 4442 2 3334",
        "KKKAAA222345": "KKKAAA 3KKK 3AAA KKK AAA 3 4 5 34KKKAAA 35KKKAAA 45KKKAAA 4KKK 5KKK 4AAA 5AAA 3222",
        "333444555782": "333444555782 333444555 3337 4447 5557 333 444 555 7 8 33344478 33344472 33344482",
        "345678K2222": "345678 3 4 5 6 7 8 K 34567 45678 342222",
    }.items(),
)
def test_hints_on_the_lead(hand: str, first: str) -> None:
    offers = [offer.ranks for offer in STANDARD.leads(pack_ranks(hand))]
    assert offers[: len(first.split())] == first.split()


@pytest.mark.parametrize(
    ("hand", "lead", "expected"),
    [
        ("34469JJQKKA22BR", "5", "6 9 Q A J K 2 B R BR"),
        ("66778889999", "55", "66 77 88 99 9999"),
        ("44555667777J", "333A", "555J 4555 5556 5557 4777 5777 6777 777J 7777"),
        ("44555667777J", "333AA", "44555 55566 55577 44777 55777 66777 7777"),
        ("3456677889", "34567", "45678 56789"),
        ("444555666777", "333444555AAA", "444555666777"),
        ("4444", "3", "4444 4"),
        ("BR", "2", "BR B R"),
        ("5555BR", "4444", "5555 BR"),
        ("5555BR", "6666", "BR"),
        ("3333445", "BR", ""),
        ("3", "3", ""),
    ],
)
def test_hints_to_follow(hand: str, lead: str, expected: str) -> None:
    reading = STANDARD.readings(pack_ranks(lead))[-1]
    assert [offer.ranks for offer in STANDARD.follows(pack_ranks(hand), reading)] == expected.split()


def test_readings_to_follow_all_beat_the_lead_the_default_first() -> None:
    plane, high, low = STANDARD.readings(pack_ranks("444555666777"))
    hand = pack_ranks("555666777888")
    assert [str(reading) for offer in STANDARD.follows(hand, low) for reading in offer.readings] == [
        "PLANE_SINGLES(3) 8",
        "PLANE_SINGLES(3) 7",
    ]
    assert [str(reading) for offer in STANDARD.follows(hand, high) for reading in offer.readings] == [
        "PLANE_SINGLES(3) 8"
    ]
    assert [str(reading) for offer in STANDARD.follows(hand, plane) for reading in offer.readings] == [
        "PLANE(4) 8"
    ]


# Cards.


def test_cards_for_ranks_take_the_lowest_suits() -> None:
    hand = parse_cards("RJ 2S 2C 3S 3H 3C 3D")
    assert cards_for(hand, "33") == parse_cards("3D 3C")
    assert cards_for(hand, "32R") == parse_cards("3D 2C RJ")
    assert cards_for(hand, "") == ()
    with pytest.raises(ValueError, match="no 2 left"):
        cards_for(hand, "222")


def test_cards_for_ranks_keep_one_card_to_the_last() -> None:
    hand = parse_cards("3D 3D 3S 4S")
    twin = Card("3D")
    assert cards_for(hand, "3", last=twin) == parse_cards("3S")
    assert cards_for(hand, "33", last=twin) == parse_cards("3D 3S")


@given(hands())
def test_lowest_lead(cards: tuple[Card, ...]) -> None:
    lowest = STANDARD.lowest_lead(pack(cards))
    assert lowest in ranks_of(cards)
    assert all(RANKS.index(card[0]) >= RANKS.index(lowest) for card in cards)
