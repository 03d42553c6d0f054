"""DouZero (Apache-2.0), in Python: the game environment of its training; the landlord is given, bombs double."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from douzero.env.game import GameEnv
from douzero.env.move_detector import get_move_type

from benchmarks.peers.engine import Deal, Engine, Row, Task, sets, states

CHANCE = Random(2)
NUMBERS = {rank: number for number, rank in enumerate("3456789TJQKA", 3)} | {"2": 17, "B": 20, "R": 30}
RANKS = {number: rank for rank, number in NUMBERS.items()}
SEATS = ("landlord", "landlord_down", "landlord_up")
"""In play order."""
Numbers = list[int]


def numbers(ranks: Iterable[str]) -> Numbers:
    """Cards as DouZero writes them; a card of ours counts as its rank."""
    return [NUMBERS[rank[0]] for rank in ranks]


def read(cards: Numbers) -> object:
    """The kind of cards."""
    return get_move_type(sorted(cards))


def moves(turn: GameEnv) -> list[Numbers]:
    """Every play that the turn allows; an empty one is a pass."""
    plays: list[Numbers] = turn.get_legal_card_play_actions()
    return plays


def turn(hand: Iterable[str], lead: Iterable[str] = ()) -> GameEnv:
    """A game in which somebody has this hand and may lead, or has to beat a play."""
    game = GameEnv(None)
    game.acting_player_position = SEATS[0]
    game.info_sets[SEATS[0]].player_hand_cards = sorted(numbers(hand))
    game.card_play_action_seq = [numbers(lead)] if lead else []
    return game


class Player:
    """A seat that plays at random."""

    def act(self, known: Any) -> Numbers:
        """Any of the plays it may make."""
        plays: list[Numbers] = known.legal_actions
        return plays[int(CHANCE.random() * len(plays))]


def dealt(deal: Deal) -> Iterator[dict[str, Numbers]]:
    """The hands as a game takes them."""
    cards = {seat: sorted(numbers(hand)) for seat, hand in zip(SEATS, deal, strict=True)}
    yield cards | {"three_landlord_cards": numbers(deal[0][17:])}


def hand(cards: dict[str, Numbers]) -> object:
    """A hand to its end with its score."""
    game = GameEnv(dict.fromkeys(SEATS, Player()))
    game.card_play_init(cards)
    while not game.game_over:
        game.step()
    return game.num_scores


DOUZERO = Engine(
    "DouZero 1.1.0",
    {
        Row.READ: Task(lambda deal: map(numbers, sets(deal)), read),
        Row.LEAD: Task(lambda deal: [turn(deal[0])], moves),
        Row.FOLLOW: Task(lambda deal: [turn(state.hand, state.ranks) for state in states(deal)], moves),
        Row.HAND: Task(dealt, hand),
    },
)
