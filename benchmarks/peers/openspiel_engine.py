"""OpenSpiel (Apache-2.0), in C++ behind Python: auction, deal card by card and score, but not all the plays.

It has no four-with-two, misses chains whose lowest rank is held four times and lets a bomb beat the rocket. It cannot
read cards, nor be put into the middle of a hand: it is asked to follow in random hands of its own from the same deals.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pyspiel

from app.rules.cards import Card
from benchmarks.peers.engine import STATES, Deal, Engine, Row, Task

CHANCE = Random(2)
GAME = pyspiel.load_game("dou_dizhu")
FACE_UP_FIRST = 0
"""Whoever is dealt the first card bids first."""
PASS, BID_THREE = 0, 3
FIRST_CARD = 51
"""A card is dealt by its number from here on: by suit, then by rank."""
RANKS = "3456789TJQKA2"
JOKERS = {"B": FIRST_CARD + 52, "R": FIRST_CARD + 53}
State = Any


def number(card: Card) -> int:
    """The action that deals a card."""
    return JOKERS.get(card[0]) or FIRST_CARD + 13 * "CDHS".index(card[1]) + RANKS.index(card[0])


def actions(deal: Deal) -> Iterator[list[int]]:
    """All that deals these hands, card by card in play order; what is left are the bottom cards."""
    rounds = zip(*(hand[:17] for hand in deal), strict=True)
    yield [FACE_UP_FIRST, *(number(card) for cards in rounds for card in cards)]


def opened(deal: Deal) -> Iterator[State]:
    """The landlord's first lead."""
    for dealing in actions(deal):
        state = start(dealing)
        state.apply_action(BID_THREE)
        yield state


def start(dealing: list[int]) -> State:
    """A hand whose cards are dealt."""
    state = GAME.new_initial_state()
    for action in dealing:
        state.apply_action(action)
    return state


def play(state: State) -> None:
    """Any legal action."""
    legal = state.legal_actions()
    state.apply_action(legal[int(CHANCE.random() * len(legal))])


def turns(deal: Deal) -> list[State]:
    """Turns to follow in a random hand."""
    found: list[State] = []
    for state in opened(deal):
        while not state.is_terminal():
            if state.legal_actions()[0] == PASS:
                found.append(state.clone())
            play(state)
    return CHANCE.sample(found, min(STATES, len(found)))


def hand(dealing: list[int]) -> object:
    """A hand to its end with its score."""
    state = start(dealing)
    while not state.is_terminal():
        play(state)
    return state.returns()


def moves(state: State) -> object:
    """The numbers of all legal actions."""
    return state.legal_actions()


OPENSPIEL = Engine(
    "OpenSpiel 2.0.2",
    {
        Row.LEAD: Task(opened, moves),
        Row.FOLLOW: Task(turns, moves),
        Row.HAND: Task(actions, hand),
    },
)
