"""Laws of the books with two decks and with laizi (rulebook 4, 5), against a second opinion on each."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.books.laizi import WITH_LAIZI
from app.rules.books.two_decks import TWO_DECKS
from app.rules.cards import FRENCH_DECK, LAIZI, RANKS, Card, Rank, pack, pack_ranks
from app.rules.combos import Combo, Kind, Offer, PatternBook
from app.rules.judge import judge
from app.rules.moves import cards_for
from tests.rules import oracle, oracle_laizi, oracle_two_decks
from tests.rules.hands import bunched_hands, deal, hands


class Game:
    """A book, what decides it, and what is dealt."""

    def __init__(
        self,
        name: str,
        book: PatternBook,
        read: oracle.Read,
        beats: Callable[[oracle.Reading, oracle.Reading], bool],
        deck: Sequence[Card],
        largest_hand: int,
    ) -> None:
        self.name = name
        self.book = book
        self.read = read
        self.beats = beats
        self.deck = deck
        self.largest_hand = largest_hand

    def hands(self, most: int) -> st.SearchStrategy[tuple[Card, ...]]:
        """Hands of all sorts, none of laizi alone."""
        mixed = hands(most, self.deck) | bunched_hands(most, self.deck)
        return mixed.filter(lambda cards: set(cards) != {LAIZI})

    @cached_property
    def combos(self) -> list[Combo]:
        """Everything that can be led."""
        plays = self.book.leads(pack(card for card in self.deck if card != LAIZI))
        found = {reading for play in plays for reading in play.readings}
        if LAIZI in self.deck:
            bombs = [(Kind.SOFT_BOMB, 4), (Kind.LAIZI_BOMB, 5), (Kind.LAIZI_BOMB, 6)]
            found |= {Combo(*family, Rank(rank)) for family in bombs for rank in RANKS[:13]}
        return sorted(found, key=lambda combo: (combo.kind, combo.size, RANKS.index(combo.rank)))


GAMES = (
    Game("two_decks", TWO_DECKS, oracle_two_decks.readings, oracle_two_decks.beats, FRENCH_DECK * 2, 24),
    Game("laizi", WITH_LAIZI, oracle_laizi.readings, oracle_laizi.beats, (*FRENCH_DECK, LAIZI, LAIZI), 22),
)
EveryGame = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def as_sets(offers: Iterable[Offer]) -> dict[str, set[oracle.Reading]]:
    """Offers in the oracle's shape, each with the readings that it names; a play offered twice fails."""
    found: dict[str, set[oracle.Reading]] = {}
    for offer in offers:
        assert offer.ranks not in found, "offered twice"
        found[offer.ranks] = set(map(reading_of, offer.readings))
        assert len(found[offer.ranks]) == len(offer.readings)
    return found


def reading_of(combo: Combo) -> oracle.Reading:
    return str(combo.kind), combo.size, combo.rank


def ranks_of(cards: Iterable[Card]) -> str:
    return "".join(sorted((card[0] for card in cards), key=RANKS.index))


# Reading.


@EveryGame
@given(data=st.data())
def test_reads_like_the_oracle(game: Game, data: st.DataObject) -> None:
    cards = data.draw(game.hands(game.largest_hand))
    assert set(map(reading_of, game.book.readings(pack(cards)))) == game.read(ranks_of(cards))


@EveryGame
@given(data=st.data())
def test_plays_and_what_is_near_them_read_like_the_oracle(game: Game, data: st.DataObject) -> None:
    """Most sets of cards are no play, so this starts from plays and changes a card of them."""
    cards = data.draw(game.hands(game.largest_hand))
    play = data.draw(st.sampled_from(game.book.leads(pack(cards)))).ranks
    at, other = data.draw(st.integers(0, len(play))), data.draw(st.sampled_from([*RANKS, ""]))
    for ranks in (play, play[:at] + other + play[at:], play[:at] + other + play[at + 1 :]):
        if len(ranks) <= game.largest_hand and Counter(ranks) <= Counter(card[0] for card in game.deck):
            assert set(map(reading_of, game.book.readings(pack_ranks(ranks)))) == game.read(ranks)


@EveryGame
def test_what_no_deck_holds_is_no_play(game: Game) -> None:
    for ranks in ("", "BBB", "RRR", "BBBR", "BBBRR", "LLL", "3LLL", "BBBB"):
        assert game.book.readings(pack_ranks(ranks)) == ()


# Comparing.


@EveryGame
def test_beats_like_the_oracle(game: Game) -> None:
    for play, lead in product(game.combos, repeat=2):
        assert game.book.beats(play, lead) == game.beats(reading_of(play), reading_of(lead)), (play, lead)


@EveryGame
def test_beats_is_a_strict_partial_order(game: Game) -> None:
    below = {
        play: frozenset(lead for lead in game.combos if game.book.beats(play, lead)) for play in game.combos
    }
    for play, losers in below.items():
        assert play not in losers, "equal never beats"
        for lead in losers:
            assert play not in below[lead], "never both ways"
            assert below[lead] <= losers, "what beats a winner beats its losers"


@EveryGame
def test_bombs_are_what_beats_another_kind(game: Game) -> None:
    bombs = {play for play, lead in product(game.combos, repeat=2) if beats_another_kind(game, play, lead)}
    assert {combo for combo in game.combos if game.book.is_bomb(combo)} == bombs
    assert all(game.book.is_bomb(combo) for combo in game.combos if game.book.doubles(combo))


def beats_another_kind(game: Game, play: Combo, lead: Combo) -> bool:
    return play.kind != lead.kind and game.book.beats(play, lead)


# What is offered.


@EveryGame
@given(data=st.data())
def test_leads_and_follows_are_all_plays_of_the_oracle(game: Game, data: st.DataObject) -> None:
    cards = data.draw(game.hands(10))
    lead = data.draw(st.sampled_from(game.combos))
    plays = oracle.plays(ranks_of(cards), game.read)
    assert as_sets(game.book.leads(pack(cards))) == plays
    larger = {
        ranks: winning
        for ranks, found in plays.items()
        if (winning := {reading for reading in found if game.beats(reading, reading_of(lead))})
    }
    assert as_sets(game.book.follows(pack(cards), lead)) == larger


@EveryGame
def test_leads_of_larger_hands_are_all_sets_that_read_as_plays(
    game: Game, size: Callable[[int, int], int]
) -> None:
    chance = Random(7)
    for number in range(size(24, 400)):
        few = [card for card in game.deck if number % 2 or card[0] in RANKS[number % 9 :][:7] + "BRL"]
        hand = ranks_of(deal(chance, 13, few))
        expected = [ranks for ranks in oracle.selections(hand) if game.book.readings(pack_ranks(ranks))]
        offers = game.book.leads(pack_ranks(hand))
        assert sorted(offer.ranks for offer in offers) == sorted(expected)
        assert all(offer.readings == game.book.readings(pack_ranks(offer.ranks)) for offer in offers)


@EveryGame
@given(data=st.data())
def test_follows_are_the_leads_that_beat(game: Game, data: st.DataObject) -> None:
    counts = pack(data.draw(game.hands(game.largest_hand)))
    offers = game.book.leads(counts)
    held = [reading for offer in offers for reading in offer.readings]
    lead = data.draw(st.sampled_from(held) | st.sampled_from(game.combos))
    larger = {
        offer.ranks: {reading for reading in offer.readings if game.book.beats(reading, lead)}
        for offer in offers
    }
    follows = {offer.ranks: set(offer.readings) for offer in game.book.follows(counts, lead)}
    assert follows == {ranks: readings for ranks, readings in larger.items() if readings}


@EveryGame
@given(data=st.data())
def test_every_offer_is_accepted_with_each_of_its_readings(game: Game, data: st.DataObject) -> None:
    cards = data.draw(game.hands(game.largest_hand))
    lead = data.draw(st.none() | st.sampled_from(game.combos))
    counts = pack(cards)
    for offer in game.book.leads(counts) if lead is None else game.book.follows(counts, lead):
        chosen = pack(cards_for(cards, offer.ranks))
        is_out = len(offer.ranks) == len(cards)
        assert judge(game.book, chosen, lead, None, whole_hand=is_out) == offer.readings[0]
        for reading in offer.readings:
            assert judge(game.book, chosen, lead, reading, whole_hand=is_out) == reading


@EveryGame
def test_no_hand_of_any_size_raises(game: Game, size: Callable[[int, int], int]) -> None:
    """Thousands of random hands up to the largest: every play of each, and what beats some play."""
    chance = Random(3)
    for number in range(size(4_000, 100_000)):
        cards = deal(chance, number % game.largest_hand + 1, game.deck)
        counts = pack(cards)
        offers = game.book.leads(counts)
        singles = sorted((card[0] for card in cards if card != LAIZI), key=RANKS.index)
        assert {offer.ranks for offer in offers} >= set(singles)
        assert game.book.lowest_lead(counts) == (singles or [len(cards) * "L"])[0]
        lead = chance.choice(game.combos)
        for offer in game.book.follows(counts, lead):
            assert all(game.book.beats(reading, lead) for reading in offer.readings)


@EveryGame
def test_nothing_to_play(game: Game) -> None:
    assert game.book.leads(0) == ()
    assert game.book.follows(0, Combo(Kind.SINGLE, 1, Rank("3"))) == ()


# In which order.


WHOLE_BOMB = (2, 0, 0)
PART_OF_A_BOMB = (2, 1, 0)


def tier(game: Game, hand: str, offer: Offer) -> tuple[int, int, int]:
    """Hints in the words of `sorts`: what ruins no bomb, by laizi, whole groups first; what ruins one; bombs."""
    held, taken = Counter(hand), Counter(offer.ranks)
    laizi = taken.pop("L", 0)
    splits = any(held[rank] > taken[rank] for rank in taken)
    if any(game.beats(reading, ("SINGLE", 1, "R")) for reading in game.read(offer.ranks)):
        jokers = "".join(rank for rank in hand if rank in "BR")
        return PART_OF_A_BOMB if splits or (offer.ranks[0] in "BR" and offer.ranks != jokers) else WHOLE_BOMB
    is_four = offer.readings[0].kind in (Kind.FOUR_TWO, Kind.FOUR_TWO_PAIRS)
    if is_four or any(held[rank] >= 4 or rank in king_bomb(game, hand) for rank in taken):
        return 1, laizi, 0
    return 0, laizi, splits


def king_bomb(game: Game, hand: str) -> set[str]:
    """The ranks of the jokers that are a bomb of any kind in this hand."""
    jokers = [
        ranks for ranks in oracle.selections("".join(rank for rank in hand if rank in "BR")) if len(ranks) > 1
    ]
    return {rank for ranks in jokers if game.read(ranks) for rank in ranks}


@EveryGame
@given(data=st.data())
def test_hints_spare_groups_then_laizi_then_bombs(game: Game, data: st.DataObject) -> None:
    hand = ranks_of(data.draw(game.hands(game.largest_hand)))
    counts = pack_ranks(hand)
    lead = data.draw(st.none() | st.sampled_from(game.combos))
    offers = game.book.leads(counts) if lead is None else game.book.follows(counts, lead)
    out = [offer for offer in offers if len(offer.ranks) == len(hand)]
    assert list(offers[: len(out)]) == out, "what goes out comes first"
    places = [(tier(game, hand, offer), offer.readings[0]) for offer in offers[len(out) :]]
    assert [place for place, _ in places] == sorted(place for place, _ in places)
    for like in (WHOLE_BOMB, PART_OF_A_BOMB):
        bombs = [reading for place, reading in places if place == like and game.book.is_bomb(reading)]
        assert not any(game.book.beats(earlier, later) for earlier, later in combinations(bombs, 2))


# Every play of a deck with laizi.


def test_every_play_with_laizi_is_one_without_in_which_cards_are_replaced(
    size: Callable[[int, int], int],
) -> None:
    """A third opinion, on all plays of a deck: 475,639 where it is the whole one."""
    ranks = RANKS if size(0, 1) else "345679A2BRL"
    deck = [card for card in (*FRENCH_DECK, LAIZI, LAIZI) if card[0] in ranks]
    natural = {offer.ranks for offer in WITH_LAIZI.leads(pack(FRENCH_DECK))}
    one = set(lent(natural)) | {4 * rank + "L" for rank in RANKS[:13]}
    two = set(lent(one)) | {4 * rank + "LL" for rank in RANKS[:13]}
    expected = {play for play in natural | one | two if not play.strip(ranks)}
    assert {offer.ranks for offer in WITH_LAIZI.leads(pack(deck))} == expected
    assert not size(0, 1) or len(expected) == 475_639


def lent(plays: Iterable[str]) -> Iterator[str]:
    """Plays in which a laizi is one of the cards, but not a joker, nor the last card that is none."""
    for ranks in plays:
        for rank in set(ranks) - set("BRL"):
            if len(ranks.replace("L", "")) > 1:
                yield ranks.replace(rank, "", 1) + "L"
