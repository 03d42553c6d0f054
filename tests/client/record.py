"""What a browser is told, for its own tests: `python -m tests.client.record`.

`plays.json` holds legal plays as they travel, and what they are. Each other file is a whole hand as one seat is told
it: the frames, and the view that Python folds them to, after every frame that changes the phase and at the end.
`test_recorded.py` says whether the files still are what this program writes.
"""

import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from app.rooms.payout import payout
from app.rules.actions import (
    Bid,
    Call,
    DealNext,
    Double,
    Identity,
    Leave,
    Moment,
    Play,
    Rob,
    Show,
    Shuffle,
    SystemAction,
)
from app.rules.books.laizi import WITH_LAIZI
from app.rules.books.standard import STANDARD
from app.rules.books.two_decks import TWO_DECKS
from app.rules.cards import Rank, pack_ranks
from app.rules.combos import Combo, Kind, PatternBook
from app.rules.engine import actors, decide, open_hand, options, system
from app.rules.facts import Fact, HandOpened, PhaseOpened, Seat, Seen, Stakes
from app.rules.moves import cards_for
from app.rules.ruleset import Ruleset
from app.rules.table import Table, evolve, open_table
from app.rules.variants import RULESETS
from app.rules.variants.happy import HAPPY
from app.rules.views import View, learn, open_view, redact
from app.wire.notices import Clock, dump_seen
from app.wire.plays import bundle
from tests.rules.histories import laid

FOLDER: Final = Path(__file__).parent / "fixtures"
PLAYS: Final = FOLDER / "plays.json"
STAKES: Final = Stakes(coefficient=10, fee=5)
ROOM: Final = "K7Q2M9"
HAND: Final = 42

Wish = Callable[[random.Random, Table, Seat], Any]
"""What a seat would like to do; None: whatever chance picks."""


def play(rules: Ruleset, seed: int, wish: Wish) -> list[list[Fact]]:
    """A hand in batches, each what one action led to."""
    chance = random.Random(seed)
    opening = open_hand(rules, STAKES, (3000, 400, 3000, 3000, 3000)[: rules.seats], None)
    assert isinstance(opening[0], HandOpened)
    table = open_table(opening[0])
    for fact in opening[1:]:
        table = evolve(table, fact)
    batches = [opening]
    while not table.public.finish:
        seat, action = _next(rules, chance, table, wish)
        batch = decide(rules, table, seat, action)
        for fact in batch:
            table = evolve(table, fact)
        if table.public.score:
            batch = [*batch, payout(rules, table.public)[1]]
        batches.append(batch)
    return batches


def _next(rules: Ruleset, chance: random.Random, table: Table, wish: Wish) -> tuple[Seat | None, Any]:
    owed = system(rules, table)
    waiting = sorted(actors(rules, table))
    if owed is not None and (not waiting or chance.random() < 0.5):
        return None, _system(rules, chance, owed)
    seat = chance.choice(waiting)
    wished = wish(chance, table, seat)
    if wished is not None:
        return seat, wished
    if owed is not None:
        return None, _system(rules, chance, owed)
    choice = options(rules, table, seat)
    if choice.plays and (chance.random() < 0.8 or not choice.actions):
        offer = chance.choice(choice.plays)
        return seat, Play(cards_for(table.hands[seat], offer.ranks), offer.readings[-1])
    return seat, chance.choice(choice.actions)


def _system(rules: Ruleset, chance: random.Random, owed: type[SystemAction]) -> SystemAction:
    if owed is Shuffle:
        deck = list(rules.deck)
        chance.shuffle(deck)
        return laid(rules, deck, chance)
    return DealNext() if owed is DealNext else owed()  # type: ignore[call-arg]


def as_chance_has_it(_chance: random.Random, table: Table, _seat: Seat) -> Any:
    """No wishes, but nobody shows at the start."""
    return Show(Moment.START, yes=False) if table.public.phase == "show_start" else None


def all_show(chance: random.Random, table: Table, seat: Seat) -> Any:
    """Hands are shown at every moment, and everybody robs and doubles."""
    match table.public.phase:
        case "show_start":
            return Show(Moment.START, yes=seat == 0)
        case "deal":
            return Show(Moment.DEAL, yes=True) if seat == 1 else None
        case "call":
            return Call(yes=True)
        case "rob":
            return Rob(yes=True)
        case "show_landlord":
            return Show(Moment.LANDLORD, yes=True)
        case "double":
            return Double(yes=chance.random() < 0.5)
        case _:
            return None


def nobody_calls(_chance: random.Random, table: Table, _seat: Seat) -> Any:
    """Until the hand is called off."""
    match table.public.phase:
        case "show_start":
            return Show(Moment.START, yes=False)
        case "call":
            return Call(yes=False)
        case _:
            return None


def calls_late(chance: random.Random, table: Table, seat: Seat) -> Any:
    """The second deal is played."""
    if table.public.phase == "call":
        return Call(yes=table.public.deal_no == 2)
    return as_chance_has_it(chance, table, seat)


def leaves(chance: random.Random, table: Table, seat: Seat) -> Any:
    """Somebody escapes in the middle of the play."""
    if table.public.phase == "call":
        return Call(yes=True)
    if len(table.public.moves) >= 7:
        return Leave()
    return as_chance_has_it(chance, table, seat)


def bids_late(_chance: random.Random, table: Table, _seat: Seat) -> Any:
    """Nobody bids in the first deal, and everybody in the second."""
    if table.public.phase == "bid":
        return Bid(table.public.bid + 1 if table.public.deal_no == 2 else 0)
    return None


def shows_identity(*seats: Seat) -> Wish:
    """These landlords show who they are, the other gives up."""

    def wish(_chance: random.Random, table: Table, seat: Seat) -> Any:
        return Identity(yes=seat in seats) if table.public.phase == "identity" else None

    return wish


HANDS: Final[dict[str, tuple[Ruleset, int, Wish, Seat | None]]] = {
    "out": (HAPPY, 7, as_chance_has_it, 0),
    "open": (HAPPY, 11, all_show, 2),
    "open-watched": (HAPPY, 11, all_show, None),
    "called-off": (HAPPY, 13, nobody_calls, 1),
    "redealt": (HAPPY, 17, calls_late, 1),
    "escape": (HAPPY, 19, leaves, 0),
    "classic": (RULESETS["classic"], 23, bids_late, 0),
    "laizi": (RULESETS["laizi"], 29, as_chance_has_it, 1),
    "five-farmer": (RULESETS["five"], 30, as_chance_has_it, 0),
    "five-hidden": (RULESETS["five"], 30, shows_identity(2), 1),
    "five-landlord": (RULESETS["five"], 30, shows_identity(1, 2), 2),
    "five-alone": (RULESETS["five"], 33, shows_identity(1), 1),
}
"""Name of the file → game, seed, how it is played, who watches."""


def record(rules: Ruleset, seed: int, wish: Wish, viewer: Seat | None) -> bytes:
    """A file: the frames of a hand and the views they fold to."""
    frames: list[msgspec.Raw] = []
    views: dict[int, View] = {}
    known: View | None = None
    for batch in play(rules, seed, wish):
        seen = [fact for fact in (redact(fact, viewer) for fact in batch) if fact is not None]
        for fact in seen:
            known = _learn(known, fact, viewer)
            clock = Clock([0], 1_764_500_000_000, 20_000) if fact is seen[-1] else None
            frames.append(msgspec.Raw(dump_seen(fact, ROOM, HAND, len(frames) + 1, clock)))
            if isinstance(fact, PhaseOpened):
                views[len(frames)] = known
    assert known is not None
    views[len(frames)] = known
    content = {"room": ROOM, "hand": HAND, "seat": viewer, "views": views, "frames": frames}
    return _lines(msgspec.json.encode(content)) + b"\n"


def _learn(known: View | None, fact: Seen, viewer: Seat | None) -> View:
    if known is None:
        assert isinstance(fact, HandOpened)
        return open_view(fact, viewer)
    return learn(known, fact)


QUESTIONS: Final[dict[str, tuple[PatternBook, str, Combo | None]]] = {
    "one deck, a lead": (STANDARD, "333444555678TBR", None),
    "one deck, wings to beat": (STANDARD, "33444555678999TTTBR", Combo(Kind.PLANE_SINGLES, 2, Rank("4"))),
    "one deck, the rocket to beat": (STANDARD, "3333", Combo(Kind.ROCKET, 1, Rank("R"))),
    "two decks, a lead": (TWO_DECKS, "33344455555667778899JJBB", None),
    "two decks, a trio to beat": (TWO_DECKS, "3334445555566677BBR", Combo(Kind.TRIO_PAIR, 1, Rank("3"))),
    "laizi, a lead": (WITH_LAIZI, "3344556QLL", None),
    "laizi, pairs to beat": (WITH_LAIZI, "334455567QLL", Combo(Kind.PAIR_CHAIN, 3, Rank("5"))),
    "laizi alone": (WITH_LAIZI, "LL", None),
}
"""Which plays are there → the book, the ranks of the hand, what is to be beaten."""


def record_plays() -> bytes:
    """The file of plays: a line for each question."""
    rows = []
    for name, (book, ranks, lead) in QUESTIONS.items():
        counts = pack_ranks(ranks)
        offers = book.leads(counts) if lead is None else book.follows(counts, lead)
        rows.append(msgspec.json.encode({"name": name, "plays": bundle(offers), "offers": offers}))
    return b"[\n" + b",\n".join(rows) + b"\n]\n"


def _lines(data: bytes) -> bytes:
    """A line for each frame, so that a change shows as one."""
    return data.replace(b',"frames":[', b',\n"frames":[\n').replace(b'},{"type"', b'},\n{"type"')


def write(names: Iterable[str] = HANDS) -> None:
    """Write the files anew."""
    for name in names:
        (FOLDER / f"{name}.json").write_bytes(record(*HANDS[name]))
    PLAYS.write_bytes(record_plays())


if __name__ == "__main__":
    write()
