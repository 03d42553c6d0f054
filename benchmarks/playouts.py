"""States of real hands: what players at random are asked, from the deal until somebody is out."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from app.rules.cards import Card, pack, without
from app.rules.combos import Combo, Offer
from app.rules.moves import cards_for
from app.rules.ruleset import Ruleset


class State(NamedTuple):
    """A seat's turn to follow."""

    hand: tuple[Card, ...]
    ranks: str
    """The play to beat."""
    lead: Combo
    """As what it was played."""

    @property
    def played(self) -> str:
        """The play to beat and as what it was played, in the words of `explain`."""
        return f"{self.ranks}={self.lead.kind} {self.lead.rank}"


def deal_all(game: Ruleset, chance: Random) -> tuple[tuple[Card, ...], ...]:
    """The hands of a deal in play order, in random order; the landlord comes first and has the bottom cards."""
    deck = chance.sample(game.deck, len(game.deck))
    sizes = (largest_hand(game), *(game.hand_size,) * (game.seats - 1))
    return tuple(tuple(deck.pop() for _ in range(size)) for size in sizes)


def playout(game: Ruleset, dealt: Sequence[tuple[Card, ...]], chance: Random) -> Iterator[State]:
    """Every turn to follow of one hand, whose seats play any legal play or pass, each as likely as another."""
    hands = list(dealt)
    seat = leader = 0
    ranks, lead = "", None
    while True:
        hand = hands[seat]
        choices: Sequence[Offer | None]
        if lead is None:
            choices = game.book.leads(pack(hand))
        else:
            yield State(hand, ranks, lead)
            choices = (None, *game.book.follows(pack(hand), lead))
        offer = chance.choice(choices)
        if offer is not None:
            hands[seat] = without(hand, cards_for(hand, offer.ranks))
            ranks, lead, leader = offer.ranks, offer.readings[0], seat
            if not hands[seat]:
                return
        seat = (seat + 1) % len(hands)
        if seat == leader:
            lead = None


def states(game: Ruleset, number: int, chance: Random) -> list[State]:
    """So many turns to follow, and those that the last hand has beyond."""
    found: list[State] = []
    while len(found) < number:
        found += playout(game, deal_all(game, chance), chance)
    return found


def largest_hand(game: Ruleset) -> int:
    """The number of cards that a landlord leads from."""
    return game.hand_size + game.bottom_size


def deal(game: Ruleset, chance: Random) -> tuple[Card, ...]:
    """A hand as it is dealt, in random order."""
    return tuple(chance.sample(game.deck, game.hand_size))


def selection(game: Ruleset, chance: Random) -> tuple[Card, ...]:
    """A play of a landlord's random hand in random order, or as often some cards of it."""
    hand = chance.sample(game.deck, largest_hand(game))
    if chance.random() < 0.5:
        return tuple(hand[: chance.randint(1, len(hand))])
    play = list(cards_for(hand, chance.choice(game.book.leads(pack(hand))).ranks))
    chance.shuffle(play)
    return tuple(play)
