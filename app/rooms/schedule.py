"""What a room waits for, and how long: the table's next step, somebody's answer, and what ends a room that is left."""

from app.rooms.dealer import Dealer
from app.rooms.register import Register
from app.rooms.services import Services
from app.rooms.turns import Due, Wait
from app.rules import engine
from app.rules.actions import Shuffle
from app.rules.facts import Seat


class Schedule:
    """The due times of one room, worked out anew from how things stand."""

    def __init__(self, register: Register, dealer: Dealer, services: Services) -> None:
        self._register = register
        self._seats = register.seats
        self._dealer = dealer
        self._services = services

    def awaited(self) -> set[Due]:
        """What the room now waits for."""
        dues = self._in_hand() if self._dealer.is_playing else self._between_hands()
        return {*dues, Due(Wait.AGE, self._dealer.since_ms)}

    def _between_hands(self) -> set[Due]:
        here = [person for person in self._seats.people if not person.away]
        if not here:
            return {Due(Wait.IDLE)}
        owner = self._register.config.owner
        if owner is not None and self._seats[owner].away:
            return {Due(Wait.OWNER, owner)}
        return set()

    def _in_hand(self) -> set[Due]:
        hand = self._dealer.hand
        assert hand is not None, "a hand is being played"
        asked = engine.asked(hand.rules, hand.table)
        able = engine.actors(hand.rules, hand.table)
        dues = {Due(Wait.THINK, seat) for seat in asked & able if self._seats[seat].plays_itself}
        if asked and hand.records and hand.records.deadline_ms is not None:
            dues.add(Due(Wait.DEADLINE, hand.records.deadline_ms))
        elif engine.system(hand.rules, hand.table) is not None:
            dues.add(Due(Wait.STEP))
        people = self._seats.people
        # Where nobody is here nobody waits for the absent one: it may be the line of all of them.
        if self._register.options.absence is not None and not all(person.away for person in people):
            dues |= {Due(Wait.ABSENCE, person.seat) for person in people if person.away}
        return dues

    def delay_ms(self, due: Due) -> int:
        """How long until this falls due, from now on; what nobody decides never depends on cards."""
        pace, hand, now_ms = self._services.pace, self._dealer.hand, self._services.time.now_ms()
        match due.wait:
            case Wait.IDLE:
                return pace.idle_ms
            case Wait.OWNER:
                return pace.owner_ms
            case Wait.AGE:
                return due.of + pace.room_max_ms - now_ms
            case Wait.ABSENCE:
                absence = self._register.options.absence
                assert absence is not None, "only some rooms mind"
                return absence * 1_000
            case Wait.STEP:
                is_shuffle = hand is not None and engine.system(hand.rules, hand.table) is Shuffle
                return 0 if is_shuffle else pace.deal_ms
            case Wait.DEADLINE:
                return due.of - now_ms
            case Wait.THINK:
                return self._thinking_ms(due.of)

    def _thinking_ms(self, seat: Seat) -> int:
        pace = self._services.pace
        if not self._seats[seat].bot:
            return pace.auto_ms
        return pace.bot_min_ms + self._services.randomness.below(pace.bot_max_ms - pace.bot_min_ms + 1)
