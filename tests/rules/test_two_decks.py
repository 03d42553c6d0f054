"""The five-player book by examples (rulebook 4)."""

import pytest

from app.rules.books.two_decks import BOMBS, TWO_DECKS
from app.rules.cards import FRENCH_DECK, RANKS, pack, pack_ranks
from app.rules.combos import Combo, Kind, in_leading_order
from app.rules.judge import judge
from app.rules.refusals import IllegalActionError, Refusal

ALL_PLAYS = TWO_DECKS.leads(pack(FRENCH_DECK * 2))


def read(ranks: str) -> str:
    """All readings of a rank string in their order, as text."""
    return " or ".join(map(str, TWO_DECKS.readings(pack_ranks(ranks)))) or "ILLEGAL"


def combo(ranks: str) -> Combo:
    return TWO_DECKS.readings(pack_ranks(ranks))[0]


@pytest.mark.parametrize(
    ("ranks", "expected"),
    {
        # Kicker pairs: distinct ranks, not a body rank, not jokers; nothing carries single cards.
        "33344": "TRIO_PAIR 3",
        "33322": "TRIO_PAIR 3",
        "22233": "TRIO_PAIR 2",
        "333BB": "ILLEGAL",
        "333RR": "ILLEGAL",
        "333BR": "ILLEGAL",
        "3334": "ILLEGAL",
        "333B": "ILLEGAL",
        "33345": "ILLEGAL",
        "333344": "ILLEGAL",
        "33334455": "ILLEGAL",
        "3333344": "ILLEGAL",
        "33333": "BOMB(5) 3",
        "333444": "PLANE(2) 4",
        "33344456": "ILLEGAL",
        "33344455": "ILLEGAL",
        "3334445566": "PLANE_PAIRS(2) 4",
        "3334445555": "ILLEGAL",
        "3334443355": "ILLEGAL",
        "33344455BB": "ILLEGAL",
        "33344455RR": "ILLEGAL",
        "3334442255": "PLANE_PAIRS(2) 4",
        "333444555666": "PLANE(4) 6",
        "333444555667788": "PLANE_PAIRS(3) 5",
        "333444555666777": "PLANE(5) 7",
        "33344455566677889922": "PLANE_PAIRS(4) 6",
        "3334445556667778899JJQQKK": "ILLEGAL",
        # Chains: within 3..A, no wrap; twins make a pair chain as any pair does.
        "3456": "ILLEGAL",
        "34567": "STRAIGHT(5) 7",
        "3456789TJQKA": "STRAIGHT(12) A",
        "TJQKA": "STRAIGHT(5) A",
        "JQKA2": "ILLEGAL",
        "A2345": "ILLEGAL",
        "3344": "ILLEGAL",
        "334455": "PAIR_CHAIN(3) 5",
        "33445566778899TTJJQQKKAA": "PAIR_CHAIN(12) A",
        "QQKKAA22": "ILLEGAL",
        "333444555666777888999TTT": "PLANE(8) T",
        "KKKAAA222": "ILLEGAL",
        "333555": "ILLEGAL",
        "33334444": "ILLEGAL",
        # Bombs and jokers.
        "3333": "BOMB(4) 3",
        "22222222": "BOMB(8) 2",
        "222222222": "ILLEGAL",
        "B": "SINGLE B",
        "BB": "KING_BOMB2(2) B",
        "RR": "KING_BOMB2(2) R",
        "BR": "ILLEGAL",
        "BBR": "KING_BOMB3(3) R",
        "BRR": "KING_BOMB3(3) R",
        "BBRR": "KING_BOMB4(4) R",
        "BBRR3": "ILLEGAL",
        "BB33": "ILLEGAL",
        "33L": "ILLEGAL",
        "L": "ILLEGAL",
        "": "ILLEGAL",
    }.items(),
)
def test_readings(ranks: str, expected: str) -> None:
    assert read(ranks) == expected


def test_no_set_of_cards_has_two_readings() -> None:
    assert all(len(play.readings) == 1 for play in ALL_PLAYS)


SMALLEST_LARGEST_LONGEST = {
    Kind.SINGLE: ("3", "R", "R"),
    Kind.PAIR: ("33", "22", "22"),
    Kind.TRIO: ("333", "222", "222"),
    Kind.TRIO_PAIR: ("33344", "222AA", "222AA"),
    Kind.STRAIGHT: ("34567", "TJQKA", "3456789TJQKA"),
    Kind.PAIR_CHAIN: ("334455", "QQKKAA", "33445566778899TTJJQQKKAA"),
    Kind.PLANE: ("333444", "KKKAAA", "777888999TTTJJJQQQKKKAAA"),
    Kind.PLANE_PAIRS: ("3334445566", "KKKAAAQQ22", "JJJQQQKKKAAA99TT2288"),
    Kind.BOMB: ("3333", "2222", "22222222"),
    Kind.KING_BOMB2: ("BB", "RR", "RR"),
    Kind.KING_BOMB3: ("BBR", "BRR", "BRR"),
    Kind.KING_BOMB4: ("BBRR", "BBRR", "BBRR"),
}


def test_kinds_of_two_decks() -> None:
    assert {play.readings[0].kind for play in ALL_PLAYS} == set(SMALLEST_LARGEST_LONGEST)


@pytest.mark.parametrize("kind", SMALLEST_LARGEST_LONGEST)
def test_every_kind_smallest_largest_longest(kind: Kind) -> None:
    smallest, largest, longest = SMALLEST_LARGEST_LONGEST[kind]
    ours = [play for play in ALL_PLAYS if play.readings[0].kind is kind]
    ranks = [RANKS.index(play.readings[0].rank) for play in ours]
    assert combo(smallest).kind is combo(largest).kind is combo(longest).kind is kind
    assert RANKS.index(combo(smallest).rank) == min(ranks)
    assert RANKS.index(combo(largest).rank) == max(ranks)
    assert len(smallest) == min(len(play.ranks) for play in ours)
    assert len(longest) == max(len(play.ranks) for play in ours)


BOMB_LADDER = (
    *("3333", "2222", "BB", "RR", "33333", "22222", "333333", "222222", "BBR"),
    *("3333333", "2222222", "33333333", "22222222", "BBRR"),
)
"""Each beats all before it."""


def test_bomb_order() -> None:
    bombs = [combo(ranks) for ranks in BOMB_LADDER]
    for place, bomb in enumerate(bombs):
        assert [TWO_DECKS.beats(bomb, other) for other in bombs] == [
            other < place for other in range(len(bombs))
        ]


def test_equal_bombs_never_beat() -> None:
    assert not TWO_DECKS.beats(combo("BBR"), combo("BRR"))
    assert not TWO_DECKS.beats(combo("BRR"), combo("BBR"))
    assert not TWO_DECKS.beats(combo("BB"), combo("BB"))
    assert not TWO_DECKS.beats(combo("55555"), combo("55555"))


def test_any_bomb_beats_any_other_play_and_no_play_a_bomb() -> None:
    others = [
        combo(ranks) for ranks in ("R", "22", "222", "222AA", "TJQKA", "QQKKAA", "KKKAAA", "KKKAAA2299")
    ]
    for bomb in map(combo, BOMB_LADDER):
        assert all(TWO_DECKS.beats(bomb, other) and not TWO_DECKS.beats(other, bomb) for other in others)


def test_which_bombs_double() -> None:
    doubling = {ranks for ranks in BOMB_LADDER if TWO_DECKS.doubles(combo(ranks))}
    assert doubling == set(BOMB_LADDER) - {"3333", "2222", "BB", "RR"}
    assert all(TWO_DECKS.is_bomb(combo(ranks)) for ranks in BOMB_LADDER)
    assert not TWO_DECKS.doubles(combo("R"))


def test_leading_order_of_bombs() -> None:
    bombs = [combo(ranks) for ranks in BOMB_LADDER]
    assert in_leading_order(bombs, BOMBS) == tuple(reversed(bombs))


@pytest.mark.parametrize(
    ("play", "lead", "expected"),
    [
        ("4", "4", Refusal.NOT_LARGER),
        ("55", "4", Refusal.OTHER_KIND_OR_SIZE),
        ("BR", "2", Refusal.NOT_A_PLAY),
        ("BB", "55555", Refusal.NOT_LARGER),
        ("2222", "BB", Refusal.NOT_LARGER),
        ("4444", "4444", Refusal.NOT_LARGER),
        ("BRR", "BBR", Refusal.NOT_LARGER),
        ("444555", "33344", Refusal.OTHER_KIND_OR_SIZE),
        ("44455", "33366", None),
        ("4445556677", "333444AA22", None),
        ("BB", "2222", None),
        ("33333", "RR", None),
        ("BBRR", "22222222", None),
    ],
)
def test_verdicts(play: str, lead: str, expected: Refusal | None) -> None:
    if expected is None:
        assert judge(TWO_DECKS, pack_ranks(play), combo(lead), None) == combo(play)
    else:
        with pytest.raises(IllegalActionError) as refused:
            judge(TWO_DECKS, pack_ranks(play), combo(lead), None)
        assert refused.value.refusal is expected


@pytest.mark.parametrize(
    ("hand", "first"),
    {
        "3": "3",
        "BR": "B R",
        "BB": "BB B",
        "BBR3": "3 B R BBR BB",
        "BBRR": "BBRR B R BB RR BBR BRR",
        "33333": "33333 333 33 3 3333",
        "33333444": "444 44 4 333444 33344 33444 333 33 3 33333 3333",
        "3344556677": "3344556677 33 44 55 66 77 33445566 44556677 334455 445566 556677 34567 3 4 5 6 7",
        "5556667778899TTJ2B": "5556667778899TT 8899TT 555666777 55588 66688 77788 555 666 777 88 99 TT J 5556668899",
    }.items(),
)
def test_hints_on_the_lead(hand: str, first: str) -> None:
    offers = [offer.ranks for offer in TWO_DECKS.leads(pack_ranks(hand))]
    assert offers[: len(first.split())] == first.split()


@pytest.mark.parametrize(
    ("hand", "lead", "expected"),
    [
        # Bombs come last: whole ones from the weakest, then parts of larger ones.
        ("33334444455566BBR", "3", "5 6 4 B R 3333 44444 BBR 4444 BB"),
        ("33334444455566BBR", "2222", "44444 BBR BB"),
        ("33334444455566BBR", "RR", "44444 BBR"),
        ("44455555", "333QQ", "44455 44555 55555 5555"),
        ("444BBRR", "KKK", "BBRR BB RR BBR BRR"),
        ("777788889999TTJJ", "444555666JJQQKK", "7777 8888 9999"),
        ("4455566677", "3334447788", "4455566677"),
        ("BB", "2", "BB B"),
        ("3333", "BBRR", ""),
        ("BR", "2222", ""),
    ],
)
def test_hints_to_follow(hand: str, lead: str, expected: str) -> None:
    offers = TWO_DECKS.follows(pack_ranks(hand), combo(lead))
    assert [offer.ranks for offer in offers] == expected.split()
