"""Classic and laizi: the auction, forced bids, who begins, score, spring and escape (rulebook 1.3, 2 and 5)."""

import re
from itertools import product

import pytest

from app.rules import engine
from app.rules.actions import Bid, Call, Leave, Show
from app.rules.cards import Rank
from app.rules.combos import Combo, Kind
from app.rules.facts import BidMade, Cause, Claim, End, Escaped, PassedOut, Seat, Stakes
from app.rules.phases.score_auction import holds_joker_and_two
from app.rules.refusals import Refusal
from app.rules.ruleset import Ruleset
from app.rules.table import Bidding
from app.rules.variants import RULESETS
from app.rules.variants.classic import CLASSIC
from app.rules.variants.laizi import LAIZI_GAME
from app.rules.views import view
from tests.rules.cases import Case, rows
from tests.rules.game import EXTRA, LANDLORD_OUT, OUT, Game, stack

both = pytest.mark.parametrize("rules", [CLASSIC, LAIZI_GAME], ids=["classic", "laizi"])
BOTTOM = {"classic": EXTRA, "laizi": EXTRA + "55"}
SEATS = "ABC"


def auction(rules: Ruleset = CLASSIC, *hands: str, bottom: str = "", first: Seat = 0) -> Game:
    """Dealt, and the first seat is asked for its bid."""
    return Game(rules, first=first).shuffle(stack(*hands, bottom=bottom, rules=rules)).deal()


def playing(*hands: str, bottom: str = "", bid: int = 1, rules: Ruleset = CLASSIC) -> Game:
    """At the first lead: seat 0 is landlord for so much."""
    game = Game(rules).shuffle(stack(*hands, bottom=bottom, rules=rules)).deal()
    game.bid(bid)
    return game.bid(*[0] * (rules.seats - 1)) if bid < 3 else game


# --- the auction ---------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("bids", [*product(range(4), repeat=3)], ids=str)
def test_every_sequence_of_bids(rules: Ruleset, first: Seat, bids: tuple[int, ...]) -> None:
    """Once each in play order, higher than all before; 3 ends it; the highest is landlord, and nobody passes it out."""
    game = auction(rules, "3344556677", "8899TTJJQQ", "KKAABR", first=first)
    highest, landlord = 0, None
    for step, value in enumerate(bids):
        seat = (first + step) % 3
        assert game.asked == {seat}
        forced = rules is LAIZI_GAME and seat == 2 and not highest
        allowed = [*range(highest + 1, 4), *([] if forced else [0])]
        assert [action.value for action in game.options(seat).actions if isinstance(action, Bid)] == allowed
        assert game.options(seat).why_not == (Refusal.FORCED_BID if forced else None)
        if value not in allowed:
            expected = Refusal.BID_TOO_LOW if value else Refusal.FORCED_BID
            assert game.refusal(seat, Bid(value)) is expected
            return
        for other in {0, 1, 2} - {seat}:
            assert game.refusal(other, Bid(3)) is Refusal.NOT_YOUR_TURN
        facts = game.do(seat, Bid(value))
        assert facts[0] == BidMade(seat, value)
        if value:
            highest, landlord = value, seat
        if value == 3:
            break
    assert game.public.bid == highest
    assert game.public.landlord == landlord
    if landlord is None:
        assert game.public.phase == "shuffle"
        assert game.public.bids == ()
    else:
        assert game.public.claim is Claim.BID
        assert game.public.phase == "tricks"
        assert game.turn == landlord
        assert len(game.table.hands[landlord]) == rules.hand_size + rules.bottom_size
        assert len(game.public.bottom) == rules.bottom_size


@rows(141, 142, 143)
def test_rows_of_the_auction(case: Case) -> None:
    game = auction()
    for seat, word in re.findall(r"(\w)=(\w+)", case.case):
        assert game.asked == {SEATS.index(seat)}
        game.bid(0 if word == "pass" else int(word))
    if case.expected.startswith("rejected"):
        assert game.refusal(1, Bid(2)) is game.refusal(1, Bid(1)) is Refusal.BID_TOO_LOW
        assert game.options(1).actions == (Bid(3), Bid(0))
    else:
        landlord = re.search(r"(\w) landlord, base (\d)", case.expected)
        assert landlord
        assert (game.public.landlord, game.public.bid) == (SEATS.index(landlord[1]), int(landlord[2]))


@both
@pytest.mark.parametrize("value", [-1, 4, 2**60])
def test_a_bid_of_nothing_known(rules: Ruleset, value: int) -> None:
    assert auction(rules).refusal(0, Bid(value)) is Refusal.NOT_NOW


@both
def test_an_auction_takes_bids_only(rules: Ruleset) -> None:
    game = auction(rules)
    assert game.refusal(0, Call(yes=True)) is Refusal.NOT_NOW
    assert game.refusal(None, Bid(1)) is Refusal.NOT_NOW


def test_hands_are_not_shown_in_these_games() -> None:
    for rules in (CLASSIC, LAIZI_GAME):
        game = Game(rules).shuffle(stack(rules=rules))
        assert game.asked == frozenset()
        for moment in ("start", "deal"):
            assert game.refusal(0, Show(moment, yes=True))  # type: ignore[arg-type]
        assert engine.actors(rules, game.table) == frozenset()


@pytest.mark.parametrize(
    ("hand", "forced"),
    [
        ("B2", True),
        ("R2", True),
        ("BR", True),
        ("BR2", True),
        ("B", False),
        ("222", False),
        ("L2", False),
        ("BL", False),
    ],
)
def test_which_hands_must_bid(hand: str, forced: bool) -> None:
    """A laizi is no 2 and no joker."""
    rest = "BR".translate(str.maketrans("", "", hand))
    game = auction(LAIZI_GAME, hand + "33445566778899TTJ"[: 17 - len(hand)], bottom=rest)
    assert holds_joker_and_two(game.table.hands[0]) == forced
    assert (Bid(0) in game.options(0).actions) == (not forced)


@rows(153, 154, 155)
def test_rows_of_the_forced_bid(case: Case) -> None:
    hand = "BR" if "B and R" in case.case else "B2"
    if "already bid 1" in case.case:
        game = auction(LAIZI_GAME, "33", hand).bid(1)
        assert case.expected == "pass is allowed"
        game.bid(0)
        return
    game = auction(LAIZI_GAME, hand)
    assert game.refusal(0, Bid(0)) is Refusal.FORCED_BID
    assert game.options(0).actions == (Bid(1), Bid(2), Bid(3))
    if "timeout bids 1" in case.expected:
        assert engine.default(game.rules, game.table, 0) == Bid(1)


def test_classic_forces_nobody() -> None:
    game = auction(CLASSIC, "BR2222")
    assert engine.default(game.rules, game.table, 0) == Bid(0)
    game.bid(0)


# --- redeals and first bidders -------------------------------------------------------------------------------


@both
def test_five_passed_out_deals_call_the_hand_off(rules: Ruleset) -> None:
    """In classic the first bidder moves on with each deal, in laizi he stays (rulebook 1.3, Redeals)."""
    game = Game(rules, first=1)
    firsts = []
    for deal in range(1, 6):
        game.shuffle(stack(bottom="BR", rules=rules)).deal()
        firsts.append(game.public.first)
        assert game.public.deal_no == deal
        assert min(game.asked) == game.public.first
        game.bid(0, 0, 0)
    assert firsts == ([1, 1, 1, 1, 1] if rules is LAIZI_GAME else [1, 2, 0, 1, 2])
    assert game.public.finish
    assert game.public.finish.end is End.CALLED_OFF
    assert sum(isinstance(fact, PassedOut) for fact in game.facts) == 5
    assert game.public.score is None
    follows = rules.next_first(game.public)
    assert follows == (1 if rules is LAIZI_GAME else 0)


@rows(157)
def test_who_went_out_bids_first_in_laizi(case: Case) -> None:
    assert case.expected == "B bids first"
    game = playing("", "".join(OUT), rules=LAIZI_GAME)
    game.low_single()
    game.unopposed(*OUT)
    assert game.public.finish
    assert game.public.finish.seat == 1
    assert LAIZI_GAME.next_first(game.public) == 1
    assert CLASSIC.next_first(game.public) == 1, "after seat 0"
    left = playing(rules=LAIZI_GAME)
    left.do(2, Leave())
    assert LAIZI_GAME.next_first(left.public) == 0, "nobody went out: the same again"


@rows(139)
def test_the_deal_of_laizi(case: Case) -> None:
    game = auction(LAIZI_GAME)
    sizes = "+".join(str(len(hand)) for hand in game.table.hands)
    total = sum(map(len, game.table.hands)) + len(game.table.deck)
    game.bid(3)
    told = f"{sizes} and {len(game.public.bottom)} bottom = {total}"
    assert f"{told}; landlord then holds {len(game.table.hands[0])}" == case.expected


# --- the score -----------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("bid", [1, 2, 3])
def test_the_landlord_plays_for_two(rules: Ruleset, bid: int) -> None:
    game = playing("".join(OUT), bottom=BOTTOM[rules.name], bid=bid, rules=rules)
    game.play("3")
    game.low_single()
    game.passes()
    game.unopposed(*LANDLORD_OUT[1:], *(["55"] if rules is LAIZI_GAME else []))
    assert game.score.x == (2 * bid, -bid, -bid)
    assert game.score.base == bid
    assert game.score.points == game.score.x


def two_bombs() -> Game:
    game = playing("53333" + "4444" + "6789TJQK", bottom="A22", bid=3)
    game.play("5")
    game.low_single()
    game.passes()
    return game.unopposed("3333", "4444", "6789TJQKA", "22")


def rocket_and_spring() -> Game:
    game = playing("BR" + "3456789TJQKA" + "222", bottom="444", bid=2)
    return game.unopposed("BR", "3456789TJQKA", "222", "444")


def one_hand_only() -> Game:
    game = playing("", "".join(OUT), bid=2)
    game.low_single()
    return game.unopposed(*OUT)


def a_bomb_kept() -> Game:
    game = playing("3", "2" + "33344" + "789TJQK" + "AAA2", "6666")
    game.low_single()
    return game.unopposed("2", "33344", "789TJQK", "AAA2")


@rows(163, 165, 166)
def test_rows_of_the_score(case: Case) -> None:
    game = {163: two_bombs, 165: rocket_and_spring, 166: one_hand_only}[case.n]()
    multiple = re.match(r"multiple (?:2x2=)?(\d): ", case.expected)
    assert multiple
    assert game.score.multiple == int(multiple[1])
    x = [int(points) for points in re.findall(r"[+-]\d+", case.expected)]
    assert game.score.x == (x[0], x[1], x[1])


@rows(167)
def test_a_bomb_that_is_kept_does_not_count(case: Case) -> None:
    game = a_bomb_kept()
    assert case.expected == "does not count"
    assert [card[0] for card in game.table.hands[2]].count("6") == 4
    assert [growth.cause for growth in game.public.factors] == [Cause.ANTI_SPRING]


def test_a_second_play_of_the_landlord_is_no_anti_spring() -> None:
    game = playing("344", "".join(OUT))
    game.play("3")
    game.play(OUT[0])
    game.passes()
    game.refusal(0, Bid(1))
    game.passes()
    game.unopposed(*OUT[1:])
    assert game.score.multiple == 2
    other = playing("3", "".join(OUT))
    other.unopposed("3")
    other.low_single()
    other.unopposed(*OUT)
    assert other.score.multiple == 1


@pytest.mark.parametrize(
    ("cap", "x", "counted"), [(None, (24, -12, -12), 4), (2, (12, -6, -6), 2), (64, (24, -12, -12), 4)]
)
def test_the_cap_counts_for_beans_and_not_for_levels(
    cap: int | None, x: tuple[int, ...], counted: int
) -> None:
    game = Game(CLASSIC, Stakes(cap=cap))
    game.shuffle(stack("53333" + "4444" + "6789TJQK", bottom="A22", rules=CLASSIC)).deal().bid(3)
    game.play("5")
    game.low_single()
    game.passes()
    game.unopposed("3333", "4444", "6789TJQKA", "22")
    assert game.score.x == x
    assert game.score.counted == counted
    assert game.score.points == (24, -12, -12)


# --- bombs and readings of laizi -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bomb", "kind", "size"),
    [
        ("555L", Kind.SOFT_BOMB, 4),
        ("55LL", Kind.SOFT_BOMB, 4),
        ("5555", Kind.BOMB, 4),
        ("5555L", Kind.LAIZI_BOMB, 5),
        ("555LL", Kind.LAIZI_BOMB, 5),
        ("5555LL", Kind.LAIZI_BOMB, 6),
    ],
)
def test_every_bomb_of_laizi_doubles(bomb: str, kind: Kind, size: int) -> None:
    game = playing(bomb + "34678", rules=LAIZI_GAME)
    game.play(bomb)
    lead = game.public.lead
    assert lead
    assert lead.reading
    assert (lead.reading.kind, lead.reading.size, lead.reading.rank) == (kind, size, "5")
    assert game.public.multiple == 2


def test_a_reading_can_be_chosen() -> None:
    game = playing("5555LL34", rules=LAIZI_GAME)
    game.play("5555LL", Combo(Kind.FOUR_TWO, 1, Rank("5")))
    assert game.public.lead
    assert game.public.lead.reading == Combo(Kind.FOUR_TWO, 1, Rank("5"))
    assert game.public.multiple == 1, "no bomb"


def test_a_last_laizi_is_led_as_a_three() -> None:
    game = playing("L" + "3456789TJQK", bottom="A2222", rules=LAIZI_GAME, bid=3)
    rest = [card[0] for card in game.table.hands[0]]
    for rank in "A23456789TJQKL":
        rest.remove(rank)
    for ranks in ("3456789TJQKA", "2222"):
        game.unopposed(ranks)
    left = "".join(sorted(card[0] for card in game.table.hands[0]))
    while left != "L":
        single = next(offer.ranks for offer in game.options(0).plays if "L" not in offer.ranks)
        game.unopposed(single)
        left = "".join(sorted(card[0] for card in game.table.hands[0]))
    game.play("L")
    assert game.public.finish
    assert game.public.finish.winners == (0,)


# --- escapes -------------------------------------------------------------------------------------------------


def price(game: Game, seat: Seat) -> int:
    """The points that leaving costs now, which is what the seat was told."""
    told = game.rules.scoring.escape_floor(view(game.table, seat))
    game.do(seat, Leave())
    assert game.score.x == tuple(-told if other == seat else 0 for other in range(3))
    assert game.public.escape
    assert game.public.escape == Escaped(seat, game.score.counted, told // game.score.base)
    return told


@both
@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("bids", [(), (0,), (1,), (0, 2), (1, 2), (1, 0)], ids=str)
def test_an_escape_costs_three_bases(rules: Ruleset, seat: Seat, bids: tuple[int, ...]) -> None:
    game = auction(rules, bottom="BR").bid(*bids)
    assert price(game, seat) == 3 * (max(bids, default=0) or 1)


@rows(169)
def test_leaving_before_any_bid(case: Case) -> None:
    for game in (Game(CLASSIC), Game(CLASSIC).shuffle(stack()), auction()):
        assert f"-{price(game, 1)}" == case.expected


def test_bids_of_passed_out_deals_are_forgotten() -> None:
    game = auction().bid(0, 0, 0)
    game.shuffle(stack(rules=CLASSIC)).deal().bid(2)
    assert price(game, 0) == 6
    again = auction().bid(0, 0, 0)
    assert again.public.bids == ()
    assert price(again, 0) == 3


def test_an_escape_counts_bombs_played_and_none_held() -> None:
    game = playing("3333" + "5", "4444", "6666", bid=2)
    game.play("3333")
    game.passes(2)
    assert price(game, 1) == 3 * 2 * 2


def test_the_system_takes_what_an_escape_costs() -> None:
    assert not CLASSIC.scoring.shares_penalty
    assert not LAIZI_GAME.scoring.shares_penalty
    assert RULESETS["happy"].scoring.shares_penalty
    assert RULESETS["five"].scoring.shares_penalty


def test_bids_are_kept_in_order() -> None:
    assert auction().bid(0, 1).public.bids == (Bidding(0, 0), Bidding(1, 1))
