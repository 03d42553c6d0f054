"""A hand in words, step by step, in English or Chinese: what `python -m app replay` prints.

It tells everything, hidden cards too, so it is for hands that have ended.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from app.rules import engine, words
from app.rules.cards import Card, format_cards, lowest_first
from app.rules.facts import (
    BidMade,
    BottomTaken,
    Called,
    Dealt,
    Doubled,
    Escaped,
    Fact,
    Finished,
    HandOpened,
    HiddenLandlordKnown,
    HiddenLandlordTold,
    IdentityAnswered,
    IdentityShown,
    LandlordChosen,
    LeadTaken,
    Multiplied,
    OpenCardTurned,
    Passed,
    PassedOut,
    PhaseOpened,
    Played,
    Robbed,
    Scored,
    Seat,
    Settled,
    ShowDeclined,
    Shown,
    Shuffled,
    StepClosed,
)
from app.rules.ruleset import Ruleset
from app.rules.table import Public, Table
from app.rules.words import Language, Words, reading_in


def transcript(
    rules: Ruleset, facts: Iterable[Fact], names: Sequence[str], language: Language
) -> Iterator[str]:
    """The lines of a hand: what is at stake, then each step with its number and the multiple so far.

    Raises ValueError if a log does not begin with HandOpened.
    """
    opened, *rest = facts
    before = engine.fold([opened])
    teller = _Teller(rules, names, language)
    yield from teller.stakes(before.public)
    number = 0
    for fact, growths in _with_growths(rest):
        after = engine.fold([fact, *growths], before)
        lines = list(teller.tell(fact, before, after))
        if lines:
            number += 1
            sentence = "".join([lines[0], *map(teller.growth, growths)])
            yield f"{number:>3}  ×{after.public.multiple:<5} {sentence}"
            yield from (f"{'':14}{line}" for line in lines[1:])
        before = after


def _with_growths(facts: Iterable[Fact]) -> Iterator[tuple[Fact, list[Multiplied]]]:
    """Each fact with the growths of the multiple that come of it."""
    current: Fact | None = None
    growths: list[Multiplied] = []
    for fact in facts:
        if isinstance(fact, Multiplied):
            growths.append(fact)
            continue
        if current:
            yield current, growths
        current, growths = fact, []
    if current:
        yield current, growths


class _Teller:
    """Tells one fact at a time."""

    def __init__(self, rules: Ruleset, names: Sequence[str], language: Language) -> None:
        self._rules = rules
        self._names = names
        self._language = language

    def say(
        self, phrase: Words, seat: Seat | None = None, cards: Iterable[Card] = (), **parts: object
    ) -> str:
        """A phrase of a seat and its cards, in this language."""
        who = "" if seat is None else self._names[seat]
        return phrase.said(self._language, who=who, cards=format_cards(lowest_first(cards)), **parts)

    def stakes(self, public: Public) -> Iterator[str]:
        """What a hand is played for, and what everybody carries."""
        stakes = public.stakes
        yield self.say(
            words.STAKES,
            game=self.say(words.GAMES[public.game]),
            base=stakes.base,
            initial=stakes.initial,
            cap=self.say(words.NO_CAP) if stakes.cap is None else stakes.cap,
            coefficient=stakes.coefficient,
            fee=stakes.fee,
        )
        for seat, beans in enumerate(public.carried):
            yield self.say(words.CARRIES, seat, beans=beans)

    def tell(self, fact: Fact, before: Table, after: Table) -> Iterator[str]:
        """A sentence and its details, or nothing for a fact that is no step of its own."""
        say = self.say
        match fact:
            case Shuffled(deal, first):
                yield say(words.DEAL, first, deal=deal)
            case Dealt():
                if all(len(hand) == self._rules.hand_size for hand in after.hands):
                    yield say(words.DEALT)
                    yield from self._hands(after)
            case Shown(seat, _, _, cards):
                yield say(words.SHOWS if cards else words.STARTS_OPEN, seat, cards)
            case ShowDeclined(seat):
                yield say(words.SHOWS_NOT, seat)
            case BidMade(seat, value):
                yield say(words.BIDS if value else words.BIDS_NOT, seat, value=value)
            case Called(seat, yes):
                yield say(words.CALLS[yes], seat)
            case Robbed(seat, yes):
                yield say(words.ROBS[yes], seat)
            case Doubled(seat, yes):
                yield say(words.DOUBLES[yes], seat)
            case PassedOut():
                yield say(words.PASSED_OUT)
            case LandlordChosen(seat, claim):
                yield say(words.CLAIMS[claim], seat)
            case OpenCardTurned(seat, card):
                yield say(words.TURNED, seat, [card])
            case HiddenLandlordTold(seat):
                yield say(words.ALONE if seat == after.public.landlord else words.TWIN, seat)
            case IdentityAnswered(seat, yes):
                yield say(words.IDENTITIES[yes], seat)
            case IdentityShown(seat):
                yield say(words.IDENTITY_SHOWN, seat)
            case HiddenLandlordKnown(seat, landlord):
                yield say(words.ALONE_KNOWN if seat == landlord else words.HIDDEN_KNOWN, seat)
            case BottomTaken(seat, _, _, cards):
                yield say(words.TAKES, seat, cards or ())
            case Played(seat, cards, reading):
                phrase = words.PLAYS if before.public.lead else words.LEADS
                name, left = reading_in(self._language, reading), len(after.hands[seat])
                yield say(phrase, seat, cards, reading=name, left=left)
            case Passed(seat):
                yield say(words.PASSES, seat)
            case Escaped(seat, multiple, rate):
                yield say(words.LEAVES, seat, multiple=multiple, rate=rate)
            case Finished(end, seat, winners):
                names = say(words.IN_A_LIST).join(self._names[winner] for winner in winners)
                yield say(words.ENDS[end], seat, winners=names)
                yield from self._hands(after)
            case Scored():
                yield from self._points(fact, after.public)
            case Settled():
                yield from self._beans(fact, after.public)
            case HandOpened() | PhaseOpened() | StepClosed() | LeadTaken() | Multiplied():
                pass
            case _:
                assert_never(fact)

    def growth(self, growth: Multiplied) -> str:
        """What a growth of the multiple adds to the sentence before it."""
        name = self.say(words.SPRINGS[growth.cause]) + " " if growth.cause in words.SPRINGS else ""
        return f" · {name}×{growth.factor}"

    def _hands(self, table: Table) -> Iterator[str]:
        for seat, hand in enumerate(table.hands):
            if hand:
                yield self.say(words.HAND, seat, hand)

    def _points(self, scored: Scored, public: Public) -> Iterator[str]:
        is_capped = scored.counted < scored.multiple
        yield self.say(words.CAPPED if is_capped else words.SCORED, counted=scored.counted)
        for seat in [public.escape.seat] if public.escape else public.seats:
            x, points = scored.x[seat], scored.points[seat]
            parts = [self.say(words.POINTS, seat, x=x)]
            if scored.doubling[seat] > 1 and seat != public.landlord and not public.escape:
                parts.append(self.say(words.OF_DOUBLING, doubling=scored.doubling[seat]))
            if points != x:
                parts.append(self.say(words.FOR_LEVELS, points=points))
            yield self.say(words.COMMA).join(parts)

    def _beans(self, settled: Settled, public: Public) -> Iterator[str]:
        yield self.say(words.SETTLED)
        for seat, (due, moved, fee) in enumerate(zip(settled.due, settled.moved, settled.fees, strict=True)):
            phrase = words.LESS_THAN_DUE if abs(moved) < abs(due) else words.BEANS
            beans = public.carried[seat] + moved - fee
            yield self.say(phrase, seat, due=due, moved=moved, fee=fee, beans=beans)
        if settled.penalty:
            yield self.say(words.SYSTEM, penalty=settled.penalty)
