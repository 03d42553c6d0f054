"""Positions in the middle of a hand, written down as ranks."""

from collections.abc import Sequence

from app.bots.bot import choose
from app.randomness import SeededRandomness
from app.rules.actions import Options, Pass, Play
from app.rules.cards import FRENCH_DECK, Card, pack, pack_ranks, rank_of, sort_cards, unpack, without
from app.rules.combos import Combo, Kind
from app.rules.facts import Seat, Stakes
from app.rules.moves import cards_for
from app.rules.table import Move, Public
from app.rules.variants.happy import HAPPY
from app.rules.views import Held, View


def position(
    hands: Sequence[str],
    seat: Seat,
    lead: tuple[Seat, str] | None = None,
    *,
    landlord: Seat = 0,
    passed: Sequence[Seat] = (),
) -> tuple[View, Options]:
    """What `seat` sees and may do when these hands are left and `lead` lies on the table.

    All other cards have been played before. `passed` have passed since the lead.
    """
    left: list[Card] = list(FRENCH_DECK)

    def take(ranks: str) -> tuple[Card, ...]:
        cards = cards_for(left, ranks)
        left[:] = without(left, cards)
        return sort_cards(cards)

    held = [take(ranks) for ranks in hands]
    led = Move(lead[0], take(lead[1]), HAPPY.book.readings(pack_ranks(lead[1]))[0]) if lead else None
    gone = [Move(landlord, (card,), Combo(Kind.SINGLE, 1, rank_of(card))) for card in left]
    public = Public(
        game=HAPPY.name,
        stakes=Stakes(),
        carried=(1000,) * HAPPY.seats,
        first=0,
        phase="tricks",
        landlord=landlord,
        bottom_taken=True,
        moves=(*gone, *([led] if led else []), *(Move(other, (), None) for other in passed)),
        lead=led,
        passes=len(passed),
        turn=seat,
    )
    views = tuple(Held(len(cards), cards if other == seat else None) for other, cards in enumerate(held))
    counts = pack(held[seat])
    if led is None or led.reading is None:
        options = Options(plays=HAPPY.book.leads(counts))
    else:
        options = Options((Pass(),), HAPPY.book.follows(counts, led.reading))
    return View(seat, public, views), options


def answer(
    hands: Sequence[str],
    seat: Seat,
    lead: tuple[Seat, str] | None = None,
    *,
    landlord: Seat = 0,
    passed: Sequence[Seat] = (),
) -> str:
    """The ranks that a bot plays in a position; empty for a pass."""
    chosen = choose(*position(hands, seat, lead, landlord=landlord, passed=passed), SeededRandomness(1))
    if isinstance(chosen, Play):
        return unpack(pack(chosen.cards))
    assert chosen == Pass()
    return ""
