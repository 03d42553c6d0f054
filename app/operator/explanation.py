"""Why a hand was worth what it was to one seat: its points, and every step that the multiple grew by."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from app.operator import words
from app.rules import engine
from app.rules.cards import format_cards, lowest_first
from app.rules.facts import Cause, Fact, Multiplied, Played, Scored, Seat, Settled
from app.rules.words import GAMES, Language, Words, reading_in


class Explanation:
    """A hand that has ended with points, as its log has it; raises ValueError where it has none."""

    def __init__(self, facts: Sequence[Fact], names: Sequence[str], language: Language) -> None:
        self._facts = facts
        self._names = names
        self._language = language
        self._table = engine.fold(facts)
        public = self._table.public
        if public.score is None or public.settled is None or public.finish is None:
            raise ValueError("only a hand with points can be explained")
        self._score: Scored = public.score
        self._settled: Settled = public.settled

    def say(self, phrase: Words, seat: Seat | None = None, **parts: object) -> str:
        """A phrase of a seat, in this language."""
        who = "" if seat is None else self._names[seat]
        return phrase.said(self._language, who=who, **parts)

    def of_seat(self, seat: Seat) -> Iterator[str]:
        """The lines for one seat: from the steps that counted to the beans that moved."""
        public, escape = self._table.public, self._table.public.escape
        game = self.say(GAMES[public.game])
        if escape is not None and escape.seat != seat:
            paid, others = -self._settled.moved[escape.seat], len(public.carried) - 1
            yield self.say(words.SHARED, escape.seat, game=game, beans=paid, others=others)
            return
        role = self.say(words.ROLES[seat in self._table.landlords])
        x = self._score.x[seat]
        if escape is not None:
            yield self.say(
                words.LEFT,
                game=game,
                role=role,
                base=public.stakes.base,
                initial=public.stakes.initial,
                rate=escape.rate,
                x=x,
                multiple=escape.multiple,
            )
        else:
            share = Fraction(abs(x), self._score.base * self._score.counted)
            base, counted = self._score.base, self._score.counted
            yield self.say(words.POINTS, game=game, role=role, base=base, counted=counted, share=share, x=x)
        if self._score.counted < self._score.multiple:
            yield f"  {self.say(words.CAPPED, multiple=self._score.multiple)}"
        yield from (f"  {line}" for line in self.steps())
        yield from self._beans(seat)

    def _beans(self, seat: Seat) -> Iterator[str]:
        x, due, moved = (values[seat] for values in (self._score.x, self._settled.due, self._settled.moved))
        coefficient, carried = self._table.public.stakes.coefficient, self._table.public.carried[seat]
        yield f"  {self.say(words.DUE, x=x, coefficient=coefficient, due=due)}"
        if moved != due:
            yield f"  {self.say(words.LESS, moved=moved, carried=carried)}"

    def steps(self) -> Iterator[str]:
        """What the points grew by, in order: bids, the room's initial multiple, every growth, doublings of pairs."""
        public = self._table.public
        for bidding in public.bids:
            if bidding.value == public.bid > 0:
                yield self.say(words.BID, bidding.seat, value=bidding.value)
        if public.stakes.initial > 1 and not public.escape:
            yield self.say(words.INITIAL, factor=public.stakes.initial)
        yield from self._growths()
        if Cause.DOUBLE not in [growth.cause for growth in public.factors]:
            yield from (self.say(words.PAIR_DOUBLED, answer.seat) for answer in public.doubles if answer.yes)

    def _growths(self) -> Iterator[str]:
        """A line for each growth of the multiple, with the play that caused it."""
        played: Played | None = None
        for fact in self._facts:
            match fact:
                case Played():
                    played = fact
                case Multiplied(factor, cause, seat):
                    cards = format_cards(lowest_first(played.cards)) if played else ""
                    reading = reading_in(self._language, played.reading) if played else ""
                    yield self.say(words.CAUSES[cause], seat, factor=factor, cards=cards, reading=reading)
                case _:
                    pass
