"""The open card and the hidden landlord (rulebook 4): who gets the one is landlord, who holds its twin his partner."""

from collections.abc import Iterable, Iterator

from app.rules.cards import Card
from app.rules.facts import (
    BottomTaken,
    Claim,
    Fact,
    HiddenLandlordKnown,
    HiddenLandlordTold,
    LandlordChosen,
    OpenCardTurned,
    Played,
    Seat,
)
from app.rules.ruleset import Phase, Ruleset
from app.rules.table import Public, Table, evolve


class Turning(Phase):
    """The open card is turned; its holder takes the bottom cards unseen, and who holds its twin is told."""

    name = "open_card"

    def open(self, rules: Ruleset, table: Table) -> Iterable[Fact]:
        if table.open_card is None:
            raise AssertionError("the shuffle draws the open card")
        landlord, card = table.open_card.seat, table.open_card.card
        bottom = table.deck[: rules.bottom_size]
        yield OpenCardTurned(landlord, card)
        yield LandlordChosen(landlord, Claim.OPEN_CARD)
        yield BottomTaken(landlord, rules.bottom_size, False, bottom)
        others = (seat for seat, hand in enumerate(table.hands) if seat != landlord and card in hand)
        yield HiddenLandlordTold(next(others, landlord))


def hidden_landlord_known(table: Table) -> Iterator[Fact]:
    """Who held the twin is known from now on, and the two landlords see each other's hands."""
    landlord, twin = table.public.landlord, table.twin
    if landlord is None or twin is None:
        raise AssertionError("the open card is turned before anything comes of it")
    hands = () if twin == landlord else (table.hands[twin], table.hands[landlord])
    yield HiddenLandlordKnown(twin, landlord, hands)


def known_by_play(table: Table, played: Played) -> Iterator[Fact]:
    """What a play at this table tells of the twin: the hidden landlord plays it, or one seat both copies."""
    public = table.public
    if public.open_card is None or public.hidden is not None or played.seat != table.twin:
        return
    card = public.open_card.card
    copies = 2 if table.twin == public.landlord else 1
    if card in played.cards and (*_played(public, played.seat), *played.cards).count(card) == copies:
        yield from hidden_landlord_known(evolve(table, played))


def _played(public: Public, seat: Seat) -> list[Card]:
    return [card for move in public.moves if move.seat == seat for card in move.cards]
