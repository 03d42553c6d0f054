"""A hand driven through the engine, and decks that deal the hands a test wants."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

import pytest

from app.rules import engine
from app.rules.actions import (
    Action,
    Bid,
    Call,
    CloseStep,
    DealNext,
    Double,
    Identity,
    Moment,
    Options,
    Pass,
    Play,
    Rob,
    SeatAction,
    Show,
    Shuffle,
    SystemAction,
)
from app.rules.cards import BIG_JOKER, SMALL_JOKER, Card, without
from app.rules.combos import Combo
from app.rules.facts import Fact, Scored, Seat, Stakes
from app.rules.moves import cards_for
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.ruleset import Ruleset
from app.rules.scoring.pairwise import bombs_held
from app.rules.table import Public, Table
from app.rules.variants.happy import HAPPY

T = TypeVar("T")
OUT: Final = ("2", "3456789TJQK", "AAA22")
"""Seventeen cards that go out in three plays: a high single takes the lead, the others keep it. No bomb is left."""
EXTRA: Final = "344"
"""Bottom cards that give a landlord who holds `OUT` a low single to begin with, and a pair."""
LANDLORD_OUT: Final = ("3", *OUT[:2], "44", OUT[2])
"""The plays with which he goes out."""
RICH: Final = 1_000_000_000
STEPS: Final[dict[type[SystemAction], SystemAction]] = {DealNext: DealNext(), CloseStep: CloseStep()}
"""What the room owes apart from a shuffle."""


class Game:
    """A hand in progress: its log and the table that the log has come to."""

    def __init__(
        self,
        rules: Ruleset = HAPPY,
        stakes: Stakes | None = None,
        carried: Sequence[int] | None = None,
        first: Seat | None = 0,
    ) -> None:
        self.rules = rules
        beans = carried or (RICH,) * rules.seats
        self.facts = engine.open_hand(rules, stakes or Stakes(), beans, first)
        self.table: Table = engine.fold(self.facts)

    @property
    def public(self) -> Public:
        """What lies open."""
        return self.table.public

    @property
    def asked(self) -> frozenset[Seat]:
        """The seats that everybody may know to be asked."""
        return engine.asked(self.rules, self.table)

    @property
    def score(self) -> Scored:
        """The points of a hand that has ended with points."""
        assert self.public.score
        return self.public.score

    def options(self, seat: Seat) -> Options:
        """What a seat may do now."""
        return engine.options(self.rules, self.table, seat)

    def do(self, seat: Seat | None, action: Action) -> list[Fact]:
        """Let a seat, or the room, act."""
        facts = engine.decide(self.rules, self.table, seat, action)
        self.table = engine.fold(facts, self.table)
        self.facts += facts
        return facts

    def refusal(self, seat: Seat | None, action: Action) -> Refusal:
        """Why an action is refused."""
        with pytest.raises(IllegalActionError) as refused:
            engine.decide(self.rules, self.table, seat, action)
        return refused.value.refusal

    # --- stretches of a hand, each from where the one before has left it -----------------------------------

    def shuffle(self, deck: Shuffle) -> "Game":
        """Lay a deck ready."""
        self.do(None, deck)
        return self

    def show_start(self, *shows: Seat) -> "Game":
        """These seats start with an open hand, in this order; the others do not."""
        for seat in shows:
            self.do(seat, Show(Moment.START, yes=True))
        return self.decline()

    def deal(self, until: int | None = None) -> "Game":
        """Deal on until so many cards have come to each, or else to the end of the deal."""
        while self.public.phase == "deal" and self.public.dealt != until:
            self.step()
        return self

    def step(self) -> list[Fact]:
        """One step that the room owes."""
        owed = engine.system(self.rules, self.table)
        assert owed
        return self.do(None, STEPS[owed])

    def decline(self) -> "Game":
        """Everybody who is asked in this phase takes the default."""
        phase = self.public.phase
        while self.asked and self.public.phase == phase:
            seat = min(self.asked)
            self.do(seat, engine.default(self.rules, self.table, seat))
        return self

    def call(self, *answers: bool) -> "Game":
        """Whoever is asked calls the landlord, or does not, in turn."""
        for yes in answers:
            self.do(min(self.asked), Call(yes))
        return self

    def rob(self, *answers: bool) -> "Game":
        """Whoever is asked robs the landlord, or does not, in turn."""
        for yes in answers:
            self.do(min(self.asked), Rob(yes))
        return self

    def bid(self, *values: int) -> "Game":
        """Whoever is asked bids so much, or passes with 0, in turn."""
        for value in values:
            self.do(min(self.asked), Bid(value))
        return self

    def identity(self, *shows: Seat) -> "Game":
        """These landlords show who they are, the others do not, and the room closes the step."""
        for seat in sorted(engine.actors(self.rules, self.table)):
            self.do(seat, Identity(yes=seat in shows))
        self.step()
        return self

    def double(self, *doublers: Seat) -> "Game":
        """These seats double, the others do not; with too few beans nobody is asked."""
        for seat in sorted(self.asked) if self.public.phase == "double" else ():
            self.do(seat, Double(yes=seat in doublers))
        return self

    def start(self, deck: Shuffle, landlord: Seat = 0, doublers: Iterable[Seat] = ()) -> "Game":
        """The quickest way to the first lead: nobody shows, `landlord` calls and nobody robs."""
        self.shuffle(deck).show_start().deal()
        while self.public.phase == "call":
            self.call(landlord in self.asked)
        while self.public.phase == "rob":
            self.rob(False)
        while self.public.phase == "show_landlord":
            self.decline()
        return self.double(*doublers)

    def play(self, ranks: str, reading: Combo | None = None) -> list[Fact]:
        """The seat at turn plays these ranks, lowest suits first."""
        seat = self.turn
        return self.do(seat, Play(cards_for(self.table.hands[seat], ranks), reading))

    def passes(self, times: int = 1) -> "Game":
        """The next seats pass."""
        for _ in range(times):
            self.do(self.turn, Pass())
        return self

    def unopposed(self, *plays: str) -> "Game":
        """The seat at turn plays these ranks one after the other, and everybody else passes."""
        for ranks in plays:
            self.play(ranks)
            if not self.public.finish:
                self.passes(self.rules.seats - 1)
        return self

    def low_single(self) -> list[Fact]:
        """The seat at turn plays the lowest single card that it may."""
        return self.play(
            next(offer.ranks for offer in self.options(self.turn).plays if len(offer.ranks) == 1)
        )

    @property
    def turn(self) -> Seat:
        """Whose turn it is to play."""
        assert self.public.turn is not None
        return self.public.turn


def choices(rules: Ruleset, table: Table, seat: Seat) -> list[SeatAction]:
    """Every action that a seat is offered, one for each reading of each play, with the cards of lowest suits."""
    options = engine.options(rules, table, seat)
    hand = table.hands[seat]
    plays = [
        Play(cards_for(hand, offer.ranks), reading) for offer in options.plays for reading in offer.readings
    ]
    return [*options.actions, *plays]


def stack(
    *hands: str,
    bottom: str = "",
    drawn: Seat = 0,
    rules: Ruleset = HAPPY,
    opens: tuple[Seat, str] | None = None,
) -> Shuffle:
    """A shuffle that deals each seat these ranks, and lays these at the bottom; `opens` is the open card's place.

    What is left fills the hands up from low to high, the emptiest first, so that no bomb comes in unasked.
    """
    sizes = [*[rules.hand_size] * rules.seats, rules.bottom_size]
    left = tuple(sorted(rules.deck, key=lambda card: card not in (SMALL_JOKER, BIG_JOKER)))
    piles: list[tuple[Card, ...]] = []
    for ranks in (*hands, *[""] * (rules.seats - len(hands)), bottom):
        piles.append(cards_for(left, ranks))
        left = without(left, piles[-1])
    for card in left:
        places = sorted(range(len(piles)), key=lambda place: len(piles[place]) - sizes[place])
        place = next(
            place for place in places if bombs_held((*piles[place], card)) == bombs_held(piles[place])
        )
        piles[place] += (card,)
    assert list(map(len, piles)) == sizes, "more cards are asked for than a hand holds"
    *dealt, last = piles
    deck = (*in_batches(rules, dealt), *last)
    return Shuffle(deck, drawn, opens and open_at(rules, deck, *opens))


def open_at(rules: Ruleset, deck: Sequence[Card], seat: Seat, rank: str) -> int:
    """The place in a deck of the first card of that rank which the seat is dealt."""
    owners = in_batches(rules, [[other] * rules.hand_size for other in range(rules.seats)])
    return next(place for place, owner in enumerate(owners) if owner == seat and deck[place][0] == rank)


def in_batches(rules: Ruleset, hands: Sequence[Sequence[T]]) -> Iterable[T]:
    """Hands as the staged deal takes them from the top of the deck."""
    done = 0
    for size in rules.deal_batches:
        for hand in hands:
            yield from hand[done : done + size]
        done += size
