"""Another deal that a viewer could not tell from the one he has seen: what the secrecy law compares with."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from random import Random

from app.rules import engine
from app.rules.actions import Identity, Shuffle
from app.rules.cards import Card, without
from app.rules.facts import (
    BottomTaken,
    Dealt,
    Fact,
    HiddenLandlordKnown,
    IdentityShown,
    OpenCardTurned,
    Played,
    Seat,
    Shown,
)
from app.rules.ruleset import Ruleset
from app.rules.views import Viewer
from tests.rules.histories import History, Step, laid


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
            decks.append(_Known(viewer, shuffle, deal).redeal(history.rules, chance))
            deal = []
        if step is not None:
            shuffle = step.action if isinstance(step.action, Shuffle) else shuffle
            deal += step.facts
    return decks


class _Known:
    """What a viewer has learned of one deal: places in the deck whose card he knows, and cards whose seat he knows."""

    def __init__(self, viewer: Viewer, shuffle: Shuffle, deal: Iterable[Fact]) -> None:
        self._shuffle = shuffle
        self._places: defaultdict[Seat, list[int]] = defaultdict(list)
        self._known: set[int] = set()
        self._held: defaultdict[Seat, list[Card]] = defaultdict(list)
        self._top = 0
        self._turned: OpenCardTurned | None = None
        self._is_one_of_two = False
        for fact in deal:
            self._learn(viewer, fact)

    def _learn(self, viewer: Viewer, fact: Fact) -> None:
        match fact:
            case Dealt(seat, count, is_open) | BottomTaken(seat, count, is_open):
                taken = range(self._top, self._top + count)
                self._places[seat] += taken
                self._known.update(taken if is_open or seat == viewer else ())
                self._top += count
            case Shown(seat):
                self._known.update(self._places[seat])
            case Played(seat, cards):
                self._held[seat] += cards
            case OpenCardTurned():
                self._turned = fact
                self._known.add(self._shuffle.open_at or 0)
            case IdentityShown(seat):
                self._is_one_of_two = True
            case HiddenLandlordKnown(seat, landlord) if self._turned:
                self._is_one_of_two = seat != landlord
                self._held[seat].append(self._turned.card)
                if seat != landlord and viewer in (seat, landlord):
                    self._known.update(self._places[seat], self._places[landlord])
            case _:
                pass

    def redeal(self, rules: Ruleset, chance: Random) -> Shuffle:
        """A deal that fits; where few do, it is tried for again and again."""
        while True:
            shuffle = self._redeal(rules, chance)
            if self._turned is None or not self._is_one_of_two:
                return shuffle
            landlord = [shuffle.deck[place] for place in self._places[self._turned.seat]]
            if landlord.count(self._turned.card) == 1:
                return shuffle

    def _redeal(self, rules: Ruleset, chance: Random) -> Shuffle:
        deck = self._shuffle.deck
        hidden = {
            seat: [place for place in places if place not in self._known]
            for seat, places in self._places.items()
        }
        kept = {
            seat: [deck[place] for place in hidden[seat] if deck[place] in self._held[seat]]
            for seat in hidden
        }
        unseen = [card for place, card in enumerate(deck) if place not in self._known]
        free = list(without(unseen, chain(*kept.values())))
        chance.shuffle(free)
        dealt = list(deck)
        for seat, held in kept.items():
            hand = held + [free.pop() for _ in hidden[seat][len(held) :]]
            chance.shuffle(hand)
            for place, card in zip(hidden[seat], hand, strict=True):
                dealt[place] = card
        dealt[self._top :] = free
        if rules.turns_card and self._turned is None:
            return replace(laid(rules, dealt, chance), drawn=self._shuffle.drawn)
        return Shuffle(tuple(dealt), self._shuffle.drawn, self._shuffle.open_at)


def replay(history: History, decks: Sequence[Shuffle]) -> History:
    """The same actions over other decks; raises IllegalActionError where one of them is legal no more.

    What the hidden landlord does in secret is done by whoever holds the twin now, or by nobody.
    """
    left = list(decks)
    table = engine.fold(history.opening)
    steps = []
    for step in history.steps:
        action, seat = step.action, step.seat
        if isinstance(action, Shuffle):
            action = left.pop(0)
        is_secret = isinstance(action, Identity) and seat != table.public.landlord
        if is_secret:
            seat = table.twin
        is_void = is_secret and seat == table.public.landlord
        facts = [] if is_void else engine.decide(history.rules, table, seat, action)
        steps.append(Step(table, seat, action, facts))
        table = engine.fold(facts, table)
    return History(history.rules, history.opening, steps, table)
