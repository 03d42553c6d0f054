"""RLCard (MIT), in Python with NumPy: the landlord sits first without an auction, and a score says only who has won."""

from collections.abc import Iterator, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

from rlcard.games.base import Card as RlCard
from rlcard.games.doudizhu import Game, Judger
from rlcard.games.doudizhu.utils import CARD_RANK_STR_INDEX, CARD_TYPE, get_gt_cards

from app.rules.cards import Card
from benchmarks.peers.engine import Deal, Engine, Row, Task, ranks_of, sets, states

CHANCE = Random(2)


def read(ranks: str) -> object:
    """The kinds of cards that are a play."""
    return CARD_TYPE[0].get("".join(sorted(ranks, key=CARD_RANK_STR_INDEX.__getitem__)))


def lead(ranks: str) -> set[str]:
    """Every play of a hand."""
    plays: set[str] = Judger.playable_cards_from_hand(ranks)
    return plays


def follow(turn: tuple[Any, Any]) -> list[str]:
    """Every play that beats another, and "pass"."""
    plays: list[str] = get_gt_cards(*turn)
    return plays


def turn(hand: str, lead: str) -> tuple[Any, Any]:
    """Whose turn it is, with the hand, and who has led, with the play."""
    return SimpleNamespace(current_hand=list(map(card, hand))), SimpleNamespace(played_cards=lead)


def card(rank: str) -> RlCard:
    """A card of this rank."""
    return RlCard(rank + "J", "") if rank in "BR" else RlCard("S", rank)


class Deals:
    """Chance that deals what it is told."""

    def __init__(self, deal: Deal) -> None:
        first, *others = deal
        self._cards = [*first[:17], *(card for hand in others for card in hand), *first[17:]]

    def shuffle(self, deck: list[RlCard]) -> None:
        """Lay a deck in the order that gives everybody his hand."""
        deck[:] = [card(dealt[0]) for dealt in self._cards]


def hand(deals: Deals) -> object:
    """A hand to its end."""
    game = Game()
    game.np_random = deals
    state, _ = game.init_game()
    while not game.is_over():
        actions: Sequence[str] = state["actions"]
        state, _ = game.step(actions[int(CHANCE.random() * len(actions))])
    return game.winner_id


def shuffled(cards: Sequence[Card]) -> str:
    """Their ranks, in the order in which they lie."""
    return "".join(card[0] for card in cards)


def turns(deal: Deal) -> Iterator[tuple[Any, Any]]:
    """The turns to follow."""
    return (turn(ranks_of(state.hand), state.ranks) for state in states(deal))


RLCARD = Engine(
    "RLCard 1.2.0",
    {
        Row.READ: Task(lambda deal: map(shuffled, sets(deal)), read),
        Row.LEAD: Task(lambda deal: [ranks_of(deal[0])], lead),
        Row.FOLLOW: Task(turns, follow),
        Row.HAND: Task(lambda deal: [Deals(deal)], hand),
    },
)
