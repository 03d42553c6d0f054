"""Field report A44, at the table: no frame of a seat names a card that this seat may not know yet."""

import base64
import re
from collections.abc import Callable

import msgspec
import pytest

from app.rooms.config import Pace
from app.rules.cards import FRENCH_DECK, Card
from app.rules.facts import BottomTaken, Dealt, Fact, Finished, PassedOut, Played, Shown
from app.wire.facts import load_facts
from tests.rooms.table import Person, World

Size = Callable[[int, int], int]
CARDS = re.compile(
    rb"(?<![0-9A-Za-z])(" + b"|".join(card.encode() for card in FRENCH_DECK) + rb")(?![0-9A-Za-z])"
)


class Knowledge:
    """The cards that each seat may know, by the log: its own, those shown, played or turned up, all in the end."""

    def __init__(self) -> None:
        self.over = False
        self._gather()

    def _gather(self) -> None:
        """The cards go back into the deck."""
        self.hands: list[set[Card]] = [set(), set(), set()]
        self.open: set[Card] = set()
        self.shown: set[int] = set()

    def take(self, fact: Fact) -> None:
        match fact:
            case Dealt(seat, _, _, cards) if cards is not None:
                self.hands[seat] |= set(cards)
            case BottomTaken(seat, _, is_open, cards) if cards is not None:
                self.hands[seat] |= set(cards)
                self.open |= set(cards) if is_open else set()
            case Shown(seat):
                self.shown.add(seat)
            case Played(_, cards):
                self.open |= set(cards)
            case PassedOut():
                self._gather()
            case Finished(end):
                self.over = end != "called_off"
            case _:
                pass

    def of(self, seat: int) -> set[Card]:
        if self.over:
            return set(FRENCH_DECK)
        known = self.open | self.hands[seat]
        for other in self.shown:
            known |= self.hands[other]
        return known


class Spy:
    """Looks at every frame of every seat."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.frames = self.cards = 0
        self._read = 0
        self._known: dict[tuple[str, int], Knowledge] = {}

    def watch(self, person: Person, frame: bytes) -> None:
        for row in self.world.storage.durable[self._read :]:
            knowledge = self._known.setdefault((row.room_id, row.hand_no), Knowledge())
            for fact in load_facts(row.facts):
                knowledge.take(fact)
        self._read = len(self.world.storage.durable)
        hand = msgspec.json.decode(frame).get("hand", 0)
        named = {card.decode() for card in CARDS.findall(frame)}
        known = self._known.get((person.room, hand), Knowledge()).of(max(person.seat, 0))
        assert named <= known, f"seat {person.seat} is told of {sorted(named - known)}"
        self.frames += 1
        self.cards += len(named)


@pytest.mark.parametrize("evening", range(4))
async def test_no_frame_names_a_card_too_early(evening: int, size: Size) -> None:
    world = await World.open("ann", "bob", "cyd", together=True, pace=Pace(deal_ms=1), seed=evening)
    people = list(world.people.values())
    spy = Spy(world)
    world.watch = spy.watch
    hands = size(8, 250)
    for hand_no in range(1, hands + 1):
        while not all(person.over for person in people):
            await world.step()
            if world.chance.random() < 0.05:
                await world.chance.choice(people).connect(resume=world.chance.random() < 0.5)
                await world.settle()
            if world.chance.random() < 0.1:
                await world.chance.choice(people).send(
                    world.chance.choice(["price", "pass", "again"]), request_id=None
                )
        await _no_secret_is_told(world, people, hand_no)
        for person in people:
            if hand_no < hands:
                await person.send("again")
        await world.settle()
        world.storage.writes.clear()
        world.views.clear()
    assert spy.frames > hands * 250
    assert spy.cards > hands * 250


async def _no_secret_is_told(world: World, people: list[Person], hand_no: int) -> None:
    """The seed of a deal is in no frame, however written; the newest sockets' frames are looked at, then dropped."""
    async with world.storage.read() as tx:
        secrets = [row.secret for row in await tx.hands.secrets("ROOM", hand_no)]
    assert secrets
    told = b"".join(frame for person in people for frames in person.sockets.values() for frame in frames)
    for secret in secrets:
        for spelling in (
            secret,
            secret.hex().encode(),
            secret.hex().upper().encode(),
            base64.b64encode(secret),
        ):
            assert spelling not in told
    for person in people:
        for frames in person.sockets.values():
            frames.clear()


async def test_with_bots_too(size: Size) -> None:
    """They see what their seats see, and the person is told nothing of how they came to it."""
    world = await World.open("ann", pace=Pace(bot_min_ms=1, bot_max_ms=3, deal_ms=1))
    ann = world.people["ann"]
    spy = Spy(world)
    world.watch = spy.watch
    await ann.seek()
    for _ in range(size(3, 300)):
        await world.play(lambda: ann.over)
        await ann.send("again")
        await world.settle()
        ann.sockets[ann.socket or ""].clear()
    assert spy.cards > 100


async def test_an_escape_shows_the_hands_only_when_it_is_one() -> None:
    """The spy would find something: a frame of another seat names cards that this one may not know."""
    world = await World.open("ann", "bob", "cyd", together=True)
    ann, bob, _ = world.people.values()
    spy = Spy(world)
    world.watch = spy.watch
    await world.play(lambda: ann.view is not None and ann.view.public.phase == "call")
    [dealt, *_] = [frame for frame in bob.told("dealt") if frame["seat"] == bob.seat]
    try:
        spy.watch(ann, msgspec.json.encode(dealt))
    except AssertionError:
        return
    raise AssertionError("the spy is blind")
