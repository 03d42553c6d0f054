"""Reading and comparing (rulebook 1.1): examples, the kicker table and the laws, against a second opinion."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.books.laizi import WITH_LAIZI
from app.rules.books.standard import BOMBS, STANDARD
from app.rules.cards import FRENCH_DECK, RANKS, Card, Rank, pack, pack_ranks, unpack
from app.rules.combos import Combo, Kind, in_following_order, in_leading_order
from app.rules.judge import judge
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.words import KINDS
from tests.rules import oracle
from tests.rules.hands import bunched_hands, hands


def read(ranks: str) -> str:
    """All readings of a rank string in their order, as text."""
    return " or ".join(map(str, STANDARD.readings(pack_ranks(ranks)))) or "ILLEGAL"


def combo(ranks: str) -> Combo:
    """The default reading."""
    return STANDARD.readings(pack_ranks(ranks))[0]


def refusal(ranks: str, lead: str | None, named: Combo | None = None) -> Refusal:
    """Why a play is refused."""
    with pytest.raises(IllegalActionError) as refused:
        judge(STANDARD, pack_ranks(ranks), combo(lead) if lead else None, named)
    return refused.value.refusal


ALL_PLAYS = STANDARD.leads(pack(FRENCH_DECK))
ALL_COMBOS = sorted({reading for play in ALL_PLAYS for reading in play.readings}, key=str)

KICKERS = {
    # One kicker of a trio: never the body's rank, a joker or a 2 is fine, two jokers are no pair.
    "3334": "TRIO_SINGLE 3",
    "3332": "TRIO_SINGLE 3",
    "333B": "TRIO_SINGLE 3",
    "222R": "TRIO_SINGLE 2",
    "TTT9": "TRIO_SINGLE T",
    "3333": "BOMB(4) 3",
    "33344": "TRIO_PAIR 3",
    "33322": "TRIO_PAIR 3",
    "22233": "TRIO_PAIR 2",
    "33345": "ILLEGAL",
    "333BR": "ILLEGAL",
    "33334": "ILLEGAL",
    "99923": "ILLEGAL",
    "99934": "ILLEGAL",
    "999JJ4": "ILLEGAL",
    # Single wings: a pair and a trio are fine, a bomb, both jokers and a rank of the body are not.
    "33344456": "PLANE_SINGLES(2) 4",
    "33344455": "PLANE_SINGLES(2) 4",
    "3334442B": "PLANE_SINGLES(2) 4",
    "33344422": "PLANE_SINGLES(2) 4",
    "333444BR": "ILLEGAL",
    "33344435": "ILLEGAL",
    "33334444": "ILLEGAL",
    "333444555777": "PLANE_SINGLES(3) 5",
    "333444555BR6": "ILLEGAL",
    "333444555666": "PLANE(4) 6 or PLANE_SINGLES(3) 6 or PLANE_SINGLES(3) 5",
    "3334445556667777": "ILLEGAL",
    "333444555666777J": "PLANE_SINGLES(4) 7 or PLANE_SINGLES(4) 6",
    "333444555666777K": "PLANE_SINGLES(4) 7 or PLANE_SINGLES(4) 6",
    "333444555666777": "PLANE(5) 7",
    "3334445556667788": "PLANE_SINGLES(4) 6",
    "3334445556669999": "ILLEGAL",
    "33344455566677789TJQ": "PLANE_SINGLES(5) 7",
    "333444555666777888AA": "PLANE_SINGLES(5) 8 or PLANE_SINGLES(5) 7",
    "333444555666777888BR": "ILLEGAL",
    "TTTJJJQQQKKKAAA2222R": "ILLEGAL",
    # Pair wings: distinct ranks, no jokers, never mixed with singles.
    "3334445566": "PLANE_PAIRS(2) 4",
    "3334442255": "PLANE_PAIRS(2) 4",
    "3334446666": "ILLEGAL",
    "3334445567": "ILLEGAL",
    "33344455BR": "ILLEGAL",
    "3334443355": "ILLEGAL",
    "333444555778899": "PLANE_PAIRS(3) 5",
    "33344455566677889922": "PLANE_PAIRS(4) 6",
    # Four with two: two singles or a pair, or two pairs of distinct ranks.
    "333345": "FOUR_TWO 3",
    "444455": "FOUR_TWO 4",
    "22223R": "FOUR_TWO 2",
    "4444BR": "ILLEGAL",
    "44445": "ILLEGAL",
    "4444555": "ILLEGAL",
    "33334455": "FOUR_TWO_PAIRS 3",
    "44445555": "ILLEGAL",
    "333355BR": "ILLEGAL",
    "33334567": "ILLEGAL",
    "333344445566": "ILLEGAL",
}


@pytest.mark.parametrize(("ranks", "expected"), KICKERS.items())
def test_kickers(ranks: str, expected: str) -> None:
    assert read(ranks) == expected


SMALLEST_LARGEST_LONGEST = {
    Kind.SINGLE: ("3", "R", "R"),
    Kind.PAIR: ("33", "22", "22"),
    Kind.TRIO: ("333", "222", "222"),
    Kind.TRIO_SINGLE: ("3334", "222R", "222R"),
    Kind.TRIO_PAIR: ("33344", "222AA", "222AA"),
    Kind.STRAIGHT: ("34567", "TJQKA", "3456789TJQKA"),
    Kind.PAIR_CHAIN: ("334455", "QQKKAA", "5566778899TTJJQQKKAA"),
    Kind.PLANE: ("333444", "KKKAAA", "999TTTJJJQQQKKKAAA"),
    Kind.PLANE_SINGLES: ("33344455", "KKKAAA2R", "TTTJJJQQQKKKAAA222R9"),
    Kind.PLANE_PAIRS: ("3334445566", "KKKAAAQQ22", "JJJQQQKKKAAA99TT2288"),
    Kind.FOUR_TWO: ("333344", "2222AR", "2222AR"),
    Kind.FOUR_TWO_PAIRS: ("33334455", "2222KKAA", "2222KKAA"),
    Kind.BOMB: ("3333", "2222", "2222"),
    Kind.ROCKET: ("BR", "BR", "BR"),
}


def test_kinds_of_one_deck() -> None:
    assert {reading.kind for reading in ALL_COMBOS} == set(SMALLEST_LARGEST_LONGEST)


def test_every_kind_of_any_game_has_words() -> None:
    assert set(KINDS) == set(Kind)


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


NOT_PLAYS = {
    "2, a joker or a turn round the end in a chain": [
        "TJQKA2",
        "A2345",
        "QKA34",
        "JQKA2",
        "TJQKAB",
        "QQKKAA22",
    ],
    "a plane over 2": ["AAA222", "AAA222KK", "KKKAAA222", "AAA2223456"],
    "chains too short": ["3456", "3344", "33", "KA", "TTJJ"],
    "gaps": ["345679", "334466", "333555", "33355567"],
    "trios with too much": ["99923", "99934", "999JJ4", "9992345"],
    "two jokers are no pair": ["333BR", "33BR", "33334BR", "BBRR"],
    "more than 20 cards": ["33344455566677788899JJQQ", "333444555666777888999"],
    "more than a deck holds": ["33333", "BB", "RR", "3333344"],
    "a laizi": ["L", "3L", "333L"],
}


@pytest.mark.parametrize("ranks", [ranks for group in NOT_PLAYS.values() for ranks in group if ranks != "33"])
def test_not_a_play(ranks: str) -> None:
    assert read(ranks) == "ILLEGAL"


@pytest.mark.parametrize(
    ("ranks", "expected"),
    {
        "T": "SINGLE T",
        "TT": "PAIR T",
        "TTT": "TRIO T",
        "TTTT": "BOMB(4) T",
        "6789T": "STRAIGHT(5) T",
        "8899TT": "PAIR_CHAIN(3) T",
        "999TTT": "PLANE(2) T",
        "999TTT34": "PLANE_SINGLES(2) T",
        "999TTT3344": "PLANE_PAIRS(2) T",
        "TTTT34": "FOUR_TWO T",
        "TTTT3344": "FOUR_TWO_PAIRS T",
    }.items(),
)
def test_ten_is_a_rank_like_any(ranks: str, expected: str) -> None:
    assert read(ranks) == expected


@given(hands() | bunched_hands(20))
def test_reads_like_the_oracle(cards: tuple[Card, ...]) -> None:
    readings = STANDARD.readings(pack(cards))
    assert {(found.kind, found.size, found.rank) for found in readings} == oracle.readings(
        "".join(card[0] for card in cards)
    )


def test_every_play_of_the_deck_reads_like_the_oracle() -> None:
    for play in ALL_PLAYS:
        assert {(found.kind, found.size, found.rank) for found in play.readings} == oracle.readings(
            play.ranks
        )


def test_rank_strings_and_counts_of_every_play_agree() -> None:
    for play in ALL_PLAYS:
        assert play.ranks == unpack(pack_ranks(play.ranks)), play
        assert play.readings == STANDARD.readings(pack_ranks(play.ranks))


# Comparing.


def test_beats_like_the_oracle() -> None:
    for play, lead in product(ALL_COMBOS, repeat=2):
        assert STANDARD.beats(play, lead) == oracle.beats(
            (play.kind, play.size, play.rank), (lead.kind, lead.size, lead.rank)
        )


def test_beats_is_a_strict_partial_order() -> None:
    below = {
        play: frozenset(lead for lead in ALL_COMBOS if STANDARD.beats(play, lead)) for play in ALL_COMBOS
    }
    for play, losers in below.items():
        assert play not in losers, "equal never beats"
        for lead in losers:
            assert play not in below[lead], "never both ways"
            assert below[lead] <= losers, "what beats a winner beats its losers"


def test_kinds_compare_with_themselves_alone_but_for_bombs() -> None:
    """The full matrix of kind x kind (and size): who can beat whom."""
    families = {reading.family for reading in ALL_COMBOS}
    winning = {
        (play.family, lead.family)
        for play, lead in product(ALL_COMBOS, repeat=2)
        if STANDARD.beats(play, lead)
    }
    bomb, rocket = (Kind.BOMB, 4), (Kind.ROCKET, 1)
    one_rank = {(Kind.STRAIGHT, 12), rocket}
    assert winning == (
        {(family, family) for family in families - one_rank}
        | {(bomb, family) for family in families - {bomb, rocket}}
        | {(rocket, family) for family in families - {rocket}}
    )


def test_bombs_are_the_bomb_and_the_rocket() -> None:
    assert {reading.kind for reading in ALL_COMBOS if STANDARD.is_bomb(reading)} == {Kind.BOMB, Kind.ROCKET}
    assert all(STANDARD.doubles(reading) == STANDARD.is_bomb(reading) for reading in ALL_COMBOS)


@pytest.mark.parametrize(
    ("play", "lead", "expected"),
    [
        ("33", "33", False),
        ("BR", "34567", True),
        ("34567", "BR", False),
        ("BR", "2222", True),
        ("2222", "BR", False),
        ("3333", "22", True),
        ("22", "3333", False),
        ("4444", "3333", True),
        ("3333", "AAAA55", True),
        ("AAAA55", "3333", False),
        ("3444", "333A", True),
        ("4442", "33355", False),
        ("44433", "333AA", True),
        ("56789", "4567", None),
        ("56789T", "34567", False),
        ("44455567", "3334442B", True),
        ("4445556677", "3334445566", True),
        ("44455567", "333444", False),
        ("444455", "3333AK", True),
        ("44445566", "3333AK", False),
    ],
)
def test_beats_examples(play: str, lead: str, expected: bool | None) -> None:
    if expected is None:
        assert read(lead) == "ILLEGAL"
    else:
        assert STANDARD.beats(combo(play), combo(lead)) is expected


# Choosing among readings.


def test_leading_order_is_that_of_the_rulebook() -> None:
    words = (
        "ROCKET BOMB PLANE PAIR_CHAIN STRAIGHT PLANE_PAIRS PLANE_SINGLES FOUR_TWO_PAIRS FOUR_TWO "
        "TRIO_PAIR TRIO_SINGLE TRIO PAIR SINGLE"
    )
    kinds = [Kind(word) for word in words.split()]
    combos = [Combo(kind, {Kind.BOMB: 4, Kind.ROCKET: 1}.get(kind, 1), Rank("8")) for kind in kinds]
    assert set(kinds) == set(SMALLEST_LARGEST_LONGEST)
    assert in_leading_order(reversed(combos), BOMBS) == tuple(combos)
    eight, nine = (Combo(Kind.PLANE_SINGLES, 3, Rank(rank)) for rank in "89")
    assert in_leading_order((eight, nine), BOMBS) == (nine, eight)


def test_default_reading() -> None:
    plane, high, low = STANDARD.readings(pack_ranks("555666777888"))
    counts = pack_ranks("555666777888")
    assert (str(plane), str(high), str(low)) == ("PLANE(4) 8", "PLANE_SINGLES(3) 8", "PLANE_SINGLES(3) 7")
    assert judge(STANDARD, counts, None, None) == plane
    assert judge(STANDARD, counts, None, low) == low
    assert judge(STANDARD, counts, combo("444555666AKQ"), None) == high
    assert judge(STANDARD, counts, combo("444555666AKQ"), low) == low
    assert judge(STANDARD, counts, combo("333444555666"), None) == plane


def test_following_order_puts_the_own_family_before_bombs() -> None:
    bomb, four = Combo(Kind.BOMB, 6, Rank("5")), Combo(Kind.FOUR_TWO, 1, Rank("5"))
    assert in_following_order((bomb, four), combo("444433")) == (four, bomb)
    assert in_following_order((bomb, four), combo("34567")) == (bomb, four)


def test_the_end_of_a_hand_counts_on_the_lead_alone() -> None:
    laizi = pack_ranks("L")
    assert judge(WITH_LAIZI, laizi, None, None, whole_hand=True) == combo("3")
    for lead, whole_hand in ((None, False), (combo("A"), True)):
        with pytest.raises(IllegalActionError) as refused:
            judge(WITH_LAIZI, laizi, lead, None, whole_hand=whole_hand)
        assert refused.value.refusal is Refusal.NOT_A_PLAY


def test_refusals() -> None:
    plane, _, low = STANDARD.readings(pack_ranks("555666777888"))
    assert refusal("", None) is Refusal.NOT_A_PLAY
    assert refusal("", "3") is Refusal.NOT_A_PLAY
    assert refusal("34", None) is Refusal.NOT_A_PLAY
    assert refusal("34", "3") is Refusal.NOT_A_PLAY
    assert refusal("3", "3") is Refusal.NOT_LARGER
    assert refusal("3", "A") is Refusal.NOT_LARGER
    assert refusal("4444", "5555") is Refusal.NOT_LARGER
    assert refusal("4444", "BR") is Refusal.NOT_LARGER
    assert refusal("55", "4") is Refusal.OTHER_KIND_OR_SIZE
    assert refusal("456789", "34567") is Refusal.OTHER_KIND_OR_SIZE
    assert refusal("AAAA55", "3333") is Refusal.OTHER_KIND_OR_SIZE
    assert refusal("3", None, combo("4")) is Refusal.NOT_THAT_READING
    assert refusal("555666777888", None, combo("444555666777")) is Refusal.NOT_THAT_READING
    assert refusal("555666777888", "444555666AKQ", plane) is Refusal.OTHER_KIND_OR_SIZE
    assert refusal("555666777888", "555666777AKQ", low) is Refusal.NOT_LARGER


@given(bunched_hands(8).flatmap(lambda cards: st.tuples(st.just(cards), st.permutations(cards))))
def test_verdict_does_not_depend_on_the_order_of_cards(both: tuple[tuple[Card, ...], list[Card]]) -> None:
    def verdict(cards: tuple[Card, ...]) -> Combo | Refusal:
        try:
            return judge(STANDARD, pack(cards), combo("33"), None)
        except IllegalActionError as refused:
            return refused.refusal

    cards, shuffled = both
    assert verdict(cards) == verdict(tuple(shuffled))


def test_rocket_in_either_order() -> None:
    for jokers in permutations((Card("BJ"), Card("RJ"))):
        assert judge(STANDARD, pack(jokers), combo("2222"), None).kind is Kind.ROCKET
