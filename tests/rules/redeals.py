"""Another deal that a viewer could not tell from the one he has seen: what the secrecy law compares with."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random

from app.rules import engine
from app.rules.actions import Shuffle
from app.rules.cards import Card, without
from app.rules.facts import BottomTaken, Dealt, Fact, Played, Seat, Shown
from app.rules.views import Viewer
from tests.rules.histories import History, Step


def redeal(history: History, viewer: Viewer, chance: Random) -> list[Shuffle]:
    """Other decks, deal by deal, under which `viewer` would have seen the same.

    What he has learned stays where it was; a card that another seat has played stays in that seat's hand, though
    it may have come at another time. All other cards change places.
    """
    decks: list[Shuffle] = []
    deal: list[Fact] = []
    shuffle = None
    for step in [*history.steps, None]:
        if shuffle and (step is None or isinstance(step.action, Shuffle)):
            decks.append(Shuffle(_redeal(shuffle.deck, deal, viewer, chance), shuffle.drawn))
            deal = []
        if step is not None:
            shuffle = step.action if isinstance(step.action, Shuffle) else shuffle
            deal += step.facts
    return decks


def _redeal(deck: Sequence[Card], deal: Iterable[Fact], viewer: Viewer, chance: Random) -> tuple[Card, ...]:
    places: defaultdict[Seat, list[int]] = defaultdict(list)
    known: set[int] = set()
    played: defaultdict[Seat, list[Card]] = defaultdict(list)
    top = 0
    for fact in deal:
        match fact:
            case Dealt(seat, count, is_open) | BottomTaken(seat, count, is_open):
                taken = range(top, top + count)
                places[seat] += taken
                known.update(taken if is_open or seat == viewer else ())
                top += count
            case Shown(seat):
                known.update(places[seat])
            case Played(seat, cards):
                played[seat] += cards
            case _:
                pass
    hidden = {seat: [place for place in places[seat] if place not in known] for seat in places}
    kept = {seat: [deck[place] for place in hidden[seat] if deck[place] in played[seat]] for seat in hidden}
    unseen = [card for place, card in enumerate(deck) if place not in known]
    free = list(without(unseen, chain(*kept.values())))
    chance.shuffle(free)
    dealt = list(deck)
    for seat, held in kept.items():
        hand = held + [free.pop() for _ in hidden[seat][len(held) :]]
        chance.shuffle(hand)
        for place, card in zip(hidden[seat], hand, strict=True):
            dealt[place] = card
    dealt[top:] = free
    return tuple(dealt)


def replay(history: History, decks: Sequence[Shuffle]) -> History:
    """The same actions over other decks; raises IllegalActionError where one of them is legal no more."""
    left = list(decks)
    table = engine.fold(history.opening)
    steps = []
    for step in history.steps:
        action = left.pop(0) if isinstance(step.action, Shuffle) else step.action
        facts = engine.decide(history.rules, table, step.seat, action)
        steps.append(Step(table, step.seat, action, facts))
        table = engine.fold(facts, table)
    return History(history.rules, history.opening, steps, table)
