"""The laws that hold for every game, over random histories: what no example would ever be enough for."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from random import Random
from typing import Final

import pytest
from hypothesis import given, reject

from app.rooms.config import TIERS
from app.rooms.options import tier_options
from app.rules import engine
from app.rules.actions import (
    Action,
    Bid,
    Call,
    Double,
    Identity,
    Leave,
    Moment,
    Pass,
    Play,
    Rob,
    Show,
    Shuffle,
)
from app.rules.cards import Card, pack
from app.rules.facts import (
    BottomTaken,
    Dealt,
    End,
    Escaped,
    Fact,
    Finished,
    HandOpened,
    HiddenLandlordKnown,
    OpenCardTurned,
    PassedOut,
    Played,
    Scored,
    Seat,
    Shown,
    Shuffled,
)
from app.rules.refusals import IllegalActionError, Refusal
from app.rules.ruleset import Ruleset
from app.rules.table import Table, evolve
from app.rules.variants import RULESETS
from app.rules.views import Viewer, learn, open_view, redact, view
from app.wire import notices
from app.wire.facts import dump_facts, load_facts
from app.wire.notices import Clock, Snapshot, Turn, dump_notice, dump_seen
from tests.rules.game import STEPS, choices
from tests.rules.histories import History, histories, play, shuffled
from tests.rules.redeals import redeal, replay

every_game = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS.keys())
Draw = Callable[[Ruleset], History]

ANSWERS: Final[tuple[Action, ...]] = (
    *(Show(moment, yes) for moment in Moment for yes in (True, False)),
    *(action(yes) for action in (Call, Rob, Identity, Double) for yes in (True, False)),
    *(Bid(value) for value in range(-1, 5)),
    Pass(),
)


def law(test: Callable[[Ruleset, Draw], None]) -> Callable[..., None]:
    """A law over histories of every game."""
    tried: Callable[..., None] = every_game(given(draw=histories())(test))
    return tried


def refusal(rules: Ruleset, table: Table, seat: Seat | None, action: Action) -> Refusal | None:
    """Why an action is refused; None if it is not."""
    try:
        engine.decide(rules, table, seat, action)
    except IllegalActionError as error:
        return error.refusal
    return None


def named(action: Action) -> Action | str:
    """An action but for the suits of its cards and their reading."""
    return "".join(card[0] for card in action.cards) if isinstance(action, Play) else action


# --- cards and points ----------------------------------------------------------------------------------------


def cards_at(table: Table) -> list[Card]:
    """Every card of the deal, wherever it is."""
    played = [card for move in table.public.moves for card in move.cards]
    return sorted(chain(table.deck, *table.hands, played))


def assert_zero_sum(history: History) -> None:
    """What one wins another loses, but for an escape: there only the escaper has points (rulebook 1.3)."""
    for fact in history.facts:
        if not isinstance(fact, Scored):
            continue
        finish = history.table.public.finish
        assert finish
        if finish.end is End.ESCAPE:
            assert fact.x[finish.seat or 0] < 0
            assert fact.points[finish.seat or 0] < 0
            assert sum(map(bool, fact.x)) == sum(map(bool, fact.points)) == 1
        else:
            assert sum(fact.x) == sum(fact.points) == 0
            assert all((fact.x[seat] > 0) == (seat in finish.winners) for seat in range(history.rules.seats))


@law
def test_cards_are_conserved(rules: Ruleset, draw: Draw) -> None:
    """No card is lost or comes in from elsewhere, at any fact."""
    opened, *rest = draw(rules).facts
    table = engine.fold([opened])
    deck: list[Card] = []
    for fact in rest:
        table = evolve(table, fact)
        if isinstance(fact, Shuffled):
            deck = sorted(rules.deck)
        elif isinstance(fact, PassedOut):
            deck = []
        assert cards_at(table) == deck


@law
def test_points_are_zero_sum(rules: Ruleset, draw: Draw) -> None:
    assert_zero_sum(draw(rules))


@every_game
@pytest.mark.parametrize("part", range(20))
def test_random_hands(size: Callable[[int, int], int], rules: Ruleset, part: int) -> None:
    """Many whole hands, with their cards counted at every step: 2,000 a game, or 100,000 at the long size."""
    ends: Counter[End] = Counter()
    deck = sorted(rules.deck)
    hands = size(100, 5000)
    for number in range(hands):
        history = play(rules, Random(hands * part + number))
        assert all(cards_at(table) in ([], deck) for table in history.tables())
        assert_zero_sum(history)
        finish = history.table.public.finish
        assert finish
        ends[finish.end] += 1
    assert ends[End.OUT] > ends[End.ESCAPE]


# --- who may do what -----------------------------------------------------------------------------------------


@law
def test_exactly_the_actors_may_act(rules: Ruleset, draw: Draw) -> None:
    """Everybody else is refused, and a refusal changes nothing; so does the room out of its turn."""
    for table in draw(rules).tables():
        before = repr(table)
        actors = engine.actors(rules, table)
        asked = engine.asked(rules, table)
        assert actors <= asked or not asked
        tried = [*ANSWERS, *STEPS.values(), Play(()), *(Play(hand[:1]) for hand in table.hands)]
        for seat in range(rules.seats):
            offered = [named(action) for action in choices(rules, table, seat)]
            assert bool(offered) == (seat in actors)
            for action in tried:
                if refusal(rules, table, seat, action) is None:
                    assert named(action) in offered
            expected = Refusal.HAND_OVER if table.public.finish else None
            assert refusal(rules, table, seat, Leave()) is expected
        for action in (*tried, Leave(), shuffled(rules, Random(0))):
            is_owed = type(action) is engine.system(rules, table)
            assert (refusal(rules, table, None, action) is None) == is_owed
        assert repr(table) == before


@law
def test_every_option_is_accepted(rules: Ruleset, draw: Draw) -> None:
    for table in draw(rules).tables():
        for seat in engine.actors(rules, table):
            for action in choices(rules, table, seat):
                facts = engine.decide(rules, table, seat, action)
                if isinstance(action, Play):
                    assert [fact.reading for fact in facts if isinstance(fact, Played)] == [action.reading]


def some_cards(hand: Sequence[Card], chance: Random) -> tuple[Card, ...]:
    """Cards of a sorted hand that have a chance to be a play: neighbours, but for a few."""
    start = chance.randrange(len(hand))
    neighbours = hand[start : start + chance.choice((1, 2, 3, 4, 5, 8, 10))]
    return tuple(chance.sample(neighbours, chance.randint(max(1, len(neighbours) - 3), len(neighbours))))


@law
def test_every_accepted_play_is_offered(rules: Ruleset, draw: Draw) -> None:
    """Any cards of the hand, under any name, are accepted just where the options list them."""
    history = draw(rules)
    chance = Random(len(history.facts))
    for table in history.tables():
        seat = table.public.turn
        if seat is None:
            continue
        offers = {offer.ranks: offer.readings for offer in engine.options(rules, table, seat).plays}
        for _ in range(12):
            cards = some_cards(table.hands[seat], chance)
            legal = offers.get("".join(card[0] for card in sorted(cards, key=rules.deck.index)), ())
            if legal:
                played, *_ = engine.decide(rules, table, seat, Play(cards))
                assert isinstance(played, Played)
                assert played.reading == legal[0]
            else:
                assert refusal(rules, table, seat, Play(cards))
            for reading in rules.book.readings(pack(cards)):
                is_accepted = refusal(rules, table, seat, Play(cards, reading)) is None
                assert is_accepted == (reading in legal)


@law
def test_a_hand_of_time_outs_ends(rules: Ruleset, draw: Draw) -> None:
    """From wherever it stands, by defaults alone: each is legal, and the end comes soon."""
    history = draw(rules)
    table = history.table
    chance = Random(len(history.facts))
    for _ in range(5 * 40 + 4 * len(rules.deck)):
        if table.public.finish:
            break
        asked = sorted(engine.asked(rules, table))
        owed = engine.system(rules, table)
        if owed is Shuffle:
            facts = engine.decide(rules, table, None, shuffled(rules, chance))
        elif owed:
            facts = engine.decide(rules, table, None, STEPS[owed])
        else:
            facts = engine.decide(rules, table, asked[0], engine.default(rules, table, asked[0]))
        table = engine.fold(facts, table)
    assert table.public.finish


# --- facts, tables and views ---------------------------------------------------------------------------------


@law
def test_decide_is_a_function_and_the_fold_is_the_table(rules: Ruleset, draw: Draw) -> None:
    history = draw(rules)
    table = engine.fold(history.opening)
    for step in history.steps:
        assert step.before == table
        assert engine.decide(rules, table, step.seat, step.action) == step.facts
        for fact in step.facts:
            table = evolve(table, fact)
    assert engine.fold(history.facts) == table


@law
def test_facts_survive_the_wire(rules: Ruleset, draw: Draw) -> None:
    facts = draw(rules).facts
    assert load_facts(dump_facts(facts)) == facts
    for viewer in (None, 0):
        seen = [fact for fact in (redact(fact, viewer) for fact in facts) if fact]
        assert load_facts(dump_facts(seen)) == seen


@law
def test_what_a_viewer_is_told_is_his_view(rules: Ruleset, draw: Draw) -> None:
    """The view law: what a seat has learned of the facts it has seen is just its view of the table."""
    facts = draw(rules).facts
    for viewer in (*range(rules.seats), None):
        opened, *rest = facts
        assert isinstance(opened, HandOpened)
        known, table = open_view(opened, viewer), engine.fold([opened])
        for fact in rest:
            table = evolve(table, fact)
            seen = redact(fact, viewer)
            known = learn(known, seen) if seen else known
            assert known == view(table, viewer)


@law
def test_the_price_told_is_never_above_the_price(rules: Ruleset, draw: Draw) -> None:
    for table in draw(rules).tables():
        for seat in range(rules.seats):
            floor = rules.scoring.escape_floor(view(table, seat))
            if table.public.finish:
                assert floor == 0
            else:
                _, _, scored = engine.decide(rules, table, seat, Leave())
                assert isinstance(scored, Scored)
                assert 0 < floor <= -scored.x[seat]
        assert rules.scoring.escape_floor(view(table, None)) == 0


# --- secrets -------------------------------------------------------------------------------------------------

CARD: Final = re.compile(rb"[3-9TJQKA2][DCHS]|BJ|RJ|LZ")
"""A card anywhere in a frame; no other word of the wire looks like one."""
ROOM: Final = "XXXX"


def may_know(fact: Fact, viewer: Viewer) -> Sequence[Card]:
    """The cards that a fact rightly tells a viewer."""
    match fact:
        case Dealt(seat, _, shown, cards):
            return (cards or ()) if shown or seat == viewer else ()
        case BottomTaken(seat, _, is_open, cards):
            return (cards or ()) if is_open or seat == viewer else ()
        case Shown(cards=cards) | Played(cards=cards):
            return cards
        case OpenCardTurned(card=card):
            return (card,)
        case HiddenLandlordKnown(seat, landlord, hands):
            return [card for hand in hands for card in hand] if viewer in (seat, landlord) else ()
        case Finished(hands=hands):
            return [card for hand in hands for card in hand]
        case _:
            return ()


def stream(history: History, viewer: Viewer) -> list[list[bytes]]:
    """The frames that a viewer is sent: at the opening, and at each step."""
    frames: list[list[bytes]] = []
    version = 0
    tables = history.tables()
    for facts in (history.opening, *(step.facts for step in history.steps)):
        table = next(tables)
        asked = sorted(engine.asked(history.rules, table))
        allowed = history.rules.decision_ms.get(table.public.phase) if asked else None
        batch = [seen for seen in (redact(fact, viewer) for fact in facts) if seen]
        sent = []
        for number, seen in enumerate(batch, 1):
            version += 1
            clock = Clock(asked, allowed, allowed) if number == len(batch) else None
            sent.append(dump_seen(seen, ROOM, 1, version, clock))
        frames.append(sent)
    return frames


def snapshot(history: History, table: Table, seat: Seat) -> bytes:
    """All that a seat is told when it comes back: how things stand, and what it may do."""
    rules, public = history.rules, table.public
    clock = Clock(sorted(engine.asked(rules, table)), None, None)
    known = view(table, seat)
    options = tier_options(TIERS[rules.name, "starter"], 2)
    told = Snapshot(ROOM, rules.name, public.stakes, options, None, seat, 1, 1, known, clock)
    turn = Turn(ROOM, 1, 1, clock, notices.chance(engine.options(rules, table, seat)))
    return dump_notice(told) + dump_notice(turn) + b"%d" % rules.scoring.escape_floor(known)


@law
def test_no_frame_holds_a_card_that_its_reader_may_not_know(rules: Ruleset, draw: Draw) -> None:
    history = draw(rules)
    tables = list(history.tables())
    batches = [history.opening, *(step.facts for step in history.steps)]
    for viewer in (*range(rules.seats), None):
        known: set[bytes] = set()
        for facts, frames, table in zip(batches, stream(history, viewer), tables, strict=True):
            if any(isinstance(fact, Shuffled) for fact in facts):
                known.clear()
            known.update(card.encode() for fact in facts for card in may_know(fact, viewer))
            for frame in frames:
                assert set(CARD.findall(frame)) <= known
            if viewer is not None:
                assert set(CARD.findall(snapshot(history, table, viewer))) <= known


def before_the_end(history: History) -> History:
    """The history up to the step that shows all hands; what a last play is told as is still compared."""
    finish = history.table.public.finish
    if finish is None:
        return history
    *steps, last = history.steps
    kept: list[Fact] = [fact for fact in last.facts if not isinstance(fact, Finished | Scored)]
    if any(isinstance(fact, Escaped) for fact in kept):
        kept = []
    kept_steps = [*steps, last._replace(facts=kept)]
    return History(history.rules, history.opening, kept_steps, engine.fold(kept, last.before))


def attempts(table: Table, seat: Seat, chance: Random) -> list[Action]:
    """Actions that a curious seat might try, with cards of its own and of others."""
    hand = table.hands[seat]
    own = [Play(tuple(chance.sample(hand, min(size, len(hand))))) for size in (1, 2, 3, 4, 5)]
    return [*ANSWERS, *STEPS.values(), *own, Play((Card("3S"),)), Play((Card("BJ"), Card("RJ")))]


@law
def test_nothing_tells_what_a_seat_cannot_know(rules: Ruleset, draw: Draw) -> None:
    """The secrecy law: deal anew what a seat cannot know and it is sent the same bytes, until the end shows hands.

    So are its options, its refusals and the price it is told.
    """
    history = before_the_end(draw(rules))
    chance = Random(len(history.facts))
    for viewer in (*range(rules.seats), None):
        try:
            other = before_the_end(replay(history, redeal(history, viewer, chance)))
        except IllegalActionError:
            reject()
        assert stream(other, viewer) == stream(history, viewer)
        for one, two in zip(history.tables(), other.tables(), strict=True):
            assert engine.system(rules, one) == engine.system(rules, two)
            if viewer is not None and not one.public.finish:
                assert snapshot(history, one, viewer) == snapshot(other, two, viewer)
                for action in chance.sample(attempts(one, viewer, chance), 6):
                    assert refusal(rules, one, viewer, action) == refusal(rules, two, viewer, action)
