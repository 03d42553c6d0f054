"""Who listens in a room, and what each hears: every seat its own redacted stream, in order, on its own socket."""

from collections.abc import Sequence

from app.bus.bus import Bus
from app.rooms.hand import Hand
from app.rooms.messages import close_subject, socket_subject
from app.rooms.register import Register
from app.rooms.seats import Occupant
from app.rules import engine
from app.rules.actions import Options
from app.rules.facts import Fact, Seat
from app.rules.views import redact
from app.wire.notices import Clock, Notice, Presence, Snapshot, Turn, chance, dump_notice, dump_seen

LONGEST_TAIL = 200
"""A browser that has missed more facts than this gets a snapshot instead of them."""


class Audience:
    """The listeners of one room."""

    def __init__(self, register: Register, bus: Bus) -> None:
        self._room = register.room_id
        self._bus = bus
        self._register = register
        self._seats = register.seats
        self._asked: dict[Seat, tuple[Options, Clock]] = {}

    async def say(self, socket: str | None, notice: Notice) -> None:
        """Tell one socket one thing; nothing happens where there is none."""
        if socket is not None:
            await self._bus.publish(socket_subject(socket), dump_notice(notice))

    async def tell_all(self, notice: Notice) -> None:
        """Tell everybody seated one thing."""
        for occupant in self._seats:
            await self.say(occupant.socket, notice)

    async def close(self, socket: str, code: int) -> None:
        """Have a socket closed."""
        await self._bus.publish(close_subject(socket), str(code).encode())

    async def tell(self, hand: Hand, facts: Sequence[Fact], clock: Clock) -> None:
        """Tell every seat new facts as it may see them, the clock with the last one."""
        shared: dict[tuple[int, int, bool], bytes] = {}
        for occupant in self._seats:
            seen = [
                (index, fact) for index, each in enumerate(facts) if (fact := redact(each, occupant.seat))
            ]
            for place, (index, fact) in enumerate(seen):
                occupant.version += 1
                if occupant.socket is None:
                    continue
                last = place == len(seen) - 1
                key = (index, occupant.version, last)
                frame = shared.get(key) if fact is facts[index] else None
                if frame is None:
                    frame = dump_seen(fact, self._room, hand.no, occupant.version, clock if last else None)
                    if fact is facts[index]:
                        shared[key] = frame
                await self._bus.publish(socket_subject(occupant.socket), frame)

    async def ask(self, hand: Hand, clock: Clock) -> None:
        """Tell each seat what it may do now, where that has changed."""
        for occupant in self._seats:
            if occupant.socket is None:
                continue
            options = engine.options(hand.rules, hand.table, occupant.seat)
            before = self._asked.get(occupant.seat, (Options(), clock))
            if options == before[0] == Options():
                self._asked[occupant.seat] = (options, clock)
            elif (options, clock) != before:
                await self._say_turn(occupant, hand, options, clock)

    async def presence(self, hand_no: int) -> None:
        """Tell everybody who sits where and how."""
        await self.tell_all(self._presence(hand_no))

    async def standings(self) -> None:
        """Tell everybody for whom the hand has counted how he stands now."""
        for occupant in self._seats:
            await self._say_standing(occupant)

    async def bring_up(
        self,
        occupant: Occupant,
        hand: Hand | None,
        seen_hand: int | None,
        seen_version: int | None,
        room: Snapshot,
    ) -> None:
        """Bring one seat up to date: the facts it has missed, or a snapshot, then how things stand.

        `hand` is one that the seat's holder plays, or has played.
        """
        missed = None
        if hand and seen_hand == hand.no and seen_version is not None and seen_version <= occupant.version:
            missed = hand.seen(occupant.seat)[seen_version:]
        if hand and missed is not None and seen_version is not None and len(missed) <= LONGEST_TAIL:
            for place, fact in enumerate(missed, 1):
                clock = hand.clock() if place == len(missed) else None
                frame = dump_seen(fact, self._room, hand.no, seen_version + place, clock)
                await self._bus.publish(socket_subject(occupant.socket or ""), frame)
        else:
            await self.say(occupant.socket, room)
        await self.say(occupant.socket, self._presence(hand.no if hand else 0))
        await self._say_standing(occupant)
        if hand:
            options = engine.options(hand.rules, hand.table, occupant.seat)
            await self._say_turn(occupant, hand, options, hand.clock())

    def _presence(self, hand_no: int) -> Presence:
        return Presence(self._room, hand_no, self._register.config.owner, self._seats.states())

    async def _say_standing(self, occupant: Occupant) -> None:
        if occupant.standing:
            await self.say(occupant.socket, occupant.standing)

    async def _say_turn(self, occupant: Occupant, hand: Hand, options: Options, clock: Clock) -> None:
        self._asked[occupant.seat] = (options, clock)
        turn = Turn(self._room, hand.no, occupant.version, clock, chance(options))
        await self.say(occupant.socket, turn)
