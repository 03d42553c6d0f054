"""The laizi book by examples (rulebook 5)."""

from typing import Final

import pytest

from app.rules.books.laizi import BOMBS, WITH_LAIZI
from app.rules.cards import pack_ranks
from app.rules.combos import Combo, Kind, Offer, in_leading_order
from app.rules.judge import judge
from app.rules.refusals import IllegalActionError, Refusal


def read(ranks: str) -> str:
    """All readings of a rank string in their order, as text."""
    return " or ".join(map(str, WITH_LAIZI.readings(pack_ranks(ranks)))) or "ILLEGAL"


def combo(ranks: str, place: int = 0) -> Combo:
    return WITH_LAIZI.readings(pack_ranks(ranks))[place]


READINGS: Final = {
    # A laizi is never alone, never a joker, and needs a natural card.
    "L": "ILLEGAL",
    "LL": "ILLEGAL",
    "BL": "ILLEGAL",
    "BLL": "ILLEGAL",
    "BRL": "ILLEGAL",
    "BRLL": "ILLEGAL",
    "3L": "PAIR 3",
    "2L": "PAIR 2",
    "34L": "ILLEGAL",
    "3LL": "TRIO 3",
    "22L": "TRIO 2",
    "3BL": "ILLEGAL",
    # A kicker, also of the trio that it completes; its rank is no part of the reading.
    "33L4": "TRIO_SINGLE 3",
    "33LB": "TRIO_SINGLE 3",
    "3LL4": "TRIO_SINGLE 4 or TRIO_SINGLE 3",
    "3LLB": "TRIO_SINGLE 3",
    "33L44": "TRIO_PAIR 4 or TRIO_PAIR 3",
    "333L4": "TRIO_PAIR 3",
    "333LB": "ILLEGAL",
    "33LL4": "TRIO_PAIR 4 or TRIO_PAIR 3",
    "33LLB": "ILLEGAL",
    # Bombs, and what else the same cards may be.
    "333L": "SOFT_BOMB(4) 3 or TRIO_SINGLE 3",
    "33LL": "SOFT_BOMB(4) 3 or TRIO_SINGLE 3",
    "3333": "BOMB(4) 3",
    "3333L": "LAIZI_BOMB(5) 3",
    "333LL": "LAIZI_BOMB(5) 3 or TRIO_PAIR 3",
    "3333LL": "LAIZI_BOMB(6) 3 or FOUR_TWO 3",
    "2222LL": "LAIZI_BOMB(6) 2 or FOUR_TWO 2",
    "33333": "ILLEGAL",
    "3333LLL": "ILLEGAL",
    # Chains: any place of one, but not beyond the ace.
    "4567L": "STRAIGHT(5) 8 or STRAIGHT(5) 7",
    "456LL": "STRAIGHT(5) 8 or STRAIGHT(5) 7",
    "3LL67": "STRAIGHT(5) 7",
    "345LL": "STRAIGHT(5) 7",
    "JQKAL": "STRAIGHT(5) A",
    "QKALL": "STRAIGHT(5) A",
    "KA2LL": "ILLEGAL",
    "JQKA2L": "ILLEGAL",
    "4567B": "ILLEGAL",
    "4556L": "ILLEGAL",
    "3456789TJQKL": "STRAIGHT(12) A",
    "3456789TJQKAL": "ILLEGAL",
    "33LL55": "PAIR_CHAIN(3) 5 or FOUR_TWO 5 or FOUR_TWO 3",
    "3344LL": "PLANE(2) 4 or PAIR_CHAIN(3) 5 or FOUR_TWO 4 or FOUR_TWO 3",
    "KKAALL": "PLANE(2) A or PAIR_CHAIN(3) A or FOUR_TWO A or FOUR_TWO K",
    "AA22LL": "FOUR_TWO 2 or FOUR_TWO A",
    "3LL444": "PLANE(2) 4 or FOUR_TWO 4",
    "33445566778899TTJJQQKL": "PAIR_CHAIN(11) K",
    "33445566778899TTJJQQLL": "PAIR_CHAIN(11) K",
    "33445566778899TTJJQQKK": "PAIR_CHAIN(11) K",
    "33344455566677788899L": "PLANE(7) 9",
    "333444555666777888999": "PLANE(7) 9",
    # Wings: never a body rank, at most three of one rank, never both jokers, pairs of distinct ranks.
    "44455L79": "PLANE_SINGLES(2) 5",
    "44455LBR": "ILLEGAL",
    "44455L7B": "PLANE_SINGLES(2) 5",
    "33344LLB": "PLANE_SINGLES(2) 4",
    "33344LL2": "PLANE_SINGLES(2) 4 or FOUR_TWO_PAIRS 3",
    "33344455566L": "PLANE(4) 6 or PLANE_SINGLES(3) 6 or PLANE_SINGLES(3) 5",
    "333444LL": "PLANE_SINGLES(2) 4",
    "33334444LL": "ILLEGAL",
    "33344LL55L": "ILLEGAL",
    "3334445L66": "PLANE_PAIRS(2) 4",
    "3334445LL6": "PLANE_PAIRS(2) 4",
    "33344455LL": "PLANE_PAIRS(2) 4",
    "3334445BLL": "ILLEGAL",
    "333444555L": "ILLEGAL",
    # Four with two.
    "333L45": "FOUR_TWO 3",
    "333L44": "PLANE(2) 4 or FOUR_TWO 3",
    "333LBR": "ILLEGAL",
    "333L4B": "FOUR_TWO 3",
    "3333L4": "FOUR_TWO 3",
    "33LL45": "PAIR_CHAIN(3) 5 or FOUR_TWO 3",
    "333L4455": "PLANE_SINGLES(2) 4 or FOUR_TWO_PAIRS 3",
    "3333L455": "FOUR_TWO_PAIRS 3",
    "3333LL44": "FOUR_TWO_PAIRS 3",
    "3333L4L5": "FOUR_TWO_PAIRS 3",
    "3333LL4B": "ILLEGAL",
    "33LL4444": "FOUR_TWO_PAIRS 4",
}


@pytest.mark.parametrize(("ranks", "expected"), READINGS.items())
def test_readings(ranks: str, expected: str) -> None:
    assert read(ranks) == expected


def test_bomb_order() -> None:
    """Each of these beats all before it."""
    ladder = ["333L", "22LL", "3333", "2222", "333LL", "2222L", "3333LL", "2222LL", "BR"]
    bombs = [combo(ranks) for ranks in ladder]
    for place, bomb in enumerate(bombs):
        assert [WITH_LAIZI.beats(bomb, other) for other in bombs] == [
            other < place for other in range(len(bombs))
        ]
        assert WITH_LAIZI.is_bomb(bomb)
        assert WITH_LAIZI.doubles(bomb)
    assert in_leading_order(bombs, BOMBS) == tuple(reversed(bombs))


def test_equal_never_beats() -> None:
    for one, other in (("333L", "33LL"), ("3333L", "333LL"), ("56789", "5678L"), ("3L", "33")):
        assert not WITH_LAIZI.beats(combo(one), combo(other))
        assert not WITH_LAIZI.beats(combo(other), combo(one))


# Choosing among readings.


@pytest.mark.parametrize(
    ("play", "lead", "named", "expected"),
    [
        ("4567L", None, None, "STRAIGHT(5) 8"),
        ("4567L", None, Combo(Kind.STRAIGHT, 5, combo("7").rank), "STRAIGHT(5) 7"),
        ("4567L", "34567", None, "STRAIGHT(5) 8"),
        ("333L", None, None, "SOFT_BOMB(4) 3"),
        ("444L", "333A", None, "TRIO_SINGLE 4"),
        ("444L", "555A", None, "SOFT_BOMB(4) 4"),
        ("444L", "333A", combo("444L"), "SOFT_BOMB(4) 4"),
        ("444LL", "33355", None, "TRIO_PAIR 4"),
        ("444LL", "3333", None, "LAIZI_BOMB(5) 4"),
        ("5555LL", "444433", None, "FOUR_TWO 5"),
        ("5555LL", "666633", None, "LAIZI_BOMB(6) 5"),
        ("5L", "44", None, "PAIR 5"),
    ],
)
def test_reading_taken(play: str, lead: str | None, named: Combo | None, expected: str) -> None:
    over = combo(lead) if lead else None
    assert str(judge(WITH_LAIZI, pack_ranks(play), over, named)) == expected


@pytest.mark.parametrize(
    ("play", "lead", "expected"),
    [
        ("L", "2", Refusal.NOT_A_PLAY),
        ("BL", "33", Refusal.NOT_A_PLAY),
        ("3L", "33", Refusal.NOT_LARGER),
        ("2222L", "3333LL", Refusal.NOT_LARGER),
        ("222L", "3333", Refusal.NOT_LARGER),
        ("5555LL", "BR", Refusal.NOT_LARGER),
        ("456LL", "345678", Refusal.OTHER_KIND_OR_SIZE),
    ],
)
def test_refusals(play: str, lead: str, expected: Refusal) -> None:
    with pytest.raises(IllegalActionError) as refused:
        judge(WITH_LAIZI, pack_ranks(play), combo(lead), None)
    assert refused.value.refusal is expected


# The end of a hand.


@pytest.mark.parametrize(("hand", "same_as"), [("L", "3"), ("LL", "33")])
def test_a_hand_of_laizi_is_led_as_threes(hand: str, same_as: str) -> None:
    counts = pack_ranks(hand)
    assert WITH_LAIZI.leads(counts) == (Offer(hand, (combo(same_as),)),)
    assert WITH_LAIZI.lowest_lead(counts) == hand
    assert judge(WITH_LAIZI, counts, None, None, whole_hand=True) == combo(same_as)
    assert judge(WITH_LAIZI, counts, None, combo(same_as), whole_hand=True) == combo(same_as)


@pytest.mark.parametrize(("hand", "lead"), [("L", None), ("LL", None), ("L", "3"), ("LL", "33")])
def test_laizi_alone_are_no_play_otherwise(hand: str, lead: str | None) -> None:
    """Neither out of a larger hand, nor to follow, as the last cards or not."""
    for whole_hand in {False, lead is not None}:
        with pytest.raises(IllegalActionError) as refused:
            judge(WITH_LAIZI, pack_ranks(hand), combo(lead) if lead else None, None, whole_hand=whole_hand)
        assert refused.value.refusal is Refusal.NOT_A_PLAY


def test_laizi_alone_never_follow() -> None:
    three = Combo(Kind.SINGLE, 1, combo("3").rank)
    assert WITH_LAIZI.follows(pack_ranks("L"), three) == ()
    assert WITH_LAIZI.follows(pack_ranks("LL"), combo("33")) == ()


def test_one_laizi_of_two_is_not_led() -> None:
    assert "L" not in {offer.ranks for offer in WITH_LAIZI.leads(pack_ranks("LL"))}
    assert "L" not in {offer.ranks for offer in WITH_LAIZI.leads(pack_ranks("3L"))}


# Hints.


@pytest.mark.parametrize(
    ("hand", "first"),
    {
        # Without laizi as in the book of one deck; then with one, then with two; bombs last.
        "3445678999JJKKA2B": "3999 44999 999 44 JJ KK 3 5 6 7 8 A 5999",
        "3L": "3L 3",
        "BRL2": "2 2L B R BR",
        "3333LL": "3333LL 333 33 3 33L 3L 3LL 3333 3333L 333L 33LL 333LL",
        "44455L79": "4445579L 4447 44455 444 55 7 9 4449 4445 44 4 5 44455L 557L 4447L 55L 7L 9L",
        "345679TJQKAL": "345679TJQKAL 9TJQKA 34567 3 4 5 6 7 9 T J Q K A 9TJQK TJQKA 345679TJQKL",
        "3344556LLBR": "334455 33 44 55 6 3 4 5 3344556L 44556L 336L 446L 556L 3344L 3355L 33L 44L 55L 6L",
    }.items(),
)
def test_hints_on_the_lead(hand: str, first: str) -> None:
    offers = [offer.ranks for offer in WITH_LAIZI.leads(pack_ranks(hand))]
    assert offers[: len(first.split())] == first.split()


@pytest.mark.parametrize(
    ("hand", "lead", "expected"),
    [
        ("3344L", "5", ""),
        ("455667L22", "3", "4 7 5 6 2"),
        ("45667L22", "33", "66 22 4L 5L 7L 6L 2L"),
        ("22L", "AAA", "22L"),
        ("4567L9999", "3", "4 5 6 7 9 9999 9999L 999L"),
        ("5555LL4BR", "3333", "5555 5555L 5555LL BR 555LL"),
        ("555L6789", "333A", "5556 5557 5558 5559 556L 557L 558L 559L 555L"),
        ("3344LL5", "333L", "44LL"),
    ],
)
def test_hints_to_follow(hand: str, lead: str, expected: str) -> None:
    offers = WITH_LAIZI.follows(pack_ranks(hand), combo(lead))
    assert [offer.ranks for offer in offers] == expected.split()


def test_readings_to_follow_all_beat_the_lead_the_default_first() -> None:
    def follow(hand: str, lead: str) -> dict[str, str]:
        offers = WITH_LAIZI.follows(pack_ranks(hand), combo(lead))
        return {offer.ranks: " or ".join(map(str, offer.readings)) for offer in offers}

    assert follow("555L", "444A")["555L"] == "TRIO_SINGLE 5 or SOFT_BOMB(4) 5"
    assert follow("555L", "666A")["555L"] == "SOFT_BOMB(4) 5"
    assert follow("555L", "3")["555L"] == "SOFT_BOMB(4) 5"
    assert follow("5678LL", "34567")["5678L"] == "STRAIGHT(5) 9 or STRAIGHT(5) 8"
    assert follow("5678LL", "45678")["5678L"] == "STRAIGHT(5) 9"


def test_a_landlords_hand_with_both_laizi_has_thousands_of_plays() -> None:
    offers = WITH_LAIZI.leads(pack_ranks("3344556778899TJQKA2BLL"))
    assert len(offers) > 1_000
    assert max(len(offer.ranks) for offer in offers) > 12
