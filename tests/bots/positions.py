"""Positions in the middle of a hand, written down as ranks."""

from collections.abc import Sequence

from app.bots.bot import choose
from app.randomness import SeededRandomness
from app.rules.actions import Options, Pass, Play
from app.rules.cards import Card, pack, pack_ranks, rank_of, sort_cards, unpack, without
from app.rules.combos import Combo, Kind
from app.rules.facts import OpenCard, Seat, Stakes
from app.rules.moves import cards_for
from app.rules.ruleset import Ruleset
from app.rules.table import Move, Public
from app.rules.variants.happy import HAPPY
from app.rules.views import Held, View


def position(
    hands: Sequence[str],
    seat: Seat,
    lead: tuple[Seat, str] | None = None,
    *,
    rules: Ruleset = HAPPY,
    landlord: Seat = 0,
    passed: Sequence[Seat] = (),
    open_card: Card | None = None,
    hidden: Seat | None = None,
) -> tuple[View, Options]:
    """What `seat` sees and may do when these hands are left and `lead` lies on the table.

    All other cards have been played before. `passed` have passed since the lead. `open_card` is one of the
    landlord's, and `hidden` is known to hold its twin.
    """
    left: list[Card] = list(rules.deck)

    def take(ranks: str) -> tuple[Card, ...]:
        cards = cards_for(left, ranks)
        left[:] = without(left, cards)
        return sort_cards(cards)

    held = [take(ranks) for ranks in hands]
    led = Move(lead[0], take(lead[1]), rules.book.readings(pack_ranks(lead[1]))[0]) if lead else None
    gone = [Move(landlord, (card,), Combo(Kind.SINGLE, 1, rank_of(card))) for card in left]
    public = Public(
        game=rules.name,
        stakes=Stakes(),
        carried=(1000,) * rules.seats,
        first=0,
        phase="tricks",
        landlord=landlord,
        open_card=OpenCard(landlord, open_card) if open_card else None,
        hidden=hidden,
        bottom_taken=True,
        moves=(*gone, *([led] if led else []), *(Move(other, (), None) for other in passed)),
        lead=led,
        passes=len(passed),
        turn=seat,
    )
    holds_twin = open_card in held[seat] and (seat != landlord or held[seat].count(open_card) == 2)
    open_hands = {seat, landlord, hidden} if hidden is not None and seat in (landlord, hidden) else {seat}
    views = tuple(
        Held(len(cards), cards if other in open_hands else None) for other, cards in enumerate(held)
    )
    counts = pack(held[seat])
    if led is None or led.reading is None:
        options = Options(plays=rules.book.leads(counts))
    else:
        options = Options((Pass(),), rules.book.follows(counts, led.reading))
    return View(seat, public, views, holds_twin), options


def answer(view: View, options: Options) -> str:
    """The ranks that a bot plays in a position; empty for a pass."""
    chosen = choose(view, options, SeededRandomness(1))
    if isinstance(chosen, Play):
        return unpack(pack(chosen.cards))
    assert chosen == Pass()
    return ""
