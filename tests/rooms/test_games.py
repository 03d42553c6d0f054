"""Every game at a table of people, and the identity step, which must tell nothing before its end (rulebook 4)."""

from typing import Final

import msgspec
import pytest

from app.rooms.hand import load_records
from app.rules.facts import End, HandOpened, IdentityAnswered
from app.rules.variants import RULESETS
from app.rules.variants.five import FIVE
from app.rules.views import view
from app.storage.store import Storage
from app.wire.facts import load_facts
from tests.rooms.table import PACE, Person, World

NAMES: Final = ("ann", "bob", "cyd", "dan", "eve")
STEP_MS: Final = FIVE.decision_ms["identity"]

every_game = pytest.mark.parametrize("game", RULESETS)


async def at_table(game: str, storage: Storage | None = None, seed: int = 1) -> World:
    return await World.open(
        *NAMES[: RULESETS[game].seats], together=True, game=game, storage=storage, seed=seed
    )


@every_game
async def test_hands_of_people(storage: Storage, game: str) -> None:
    """Hand after hand: everybody knows what the log says, points are paid in beans, and the right seat begins."""
    world = await at_table(game, storage)
    people = list(world.people.values())
    total = await world.total()
    for hand_no in range(1, 4):
        await world.play(lambda: all(person.over for person in people))
        await world.check("ROOM", hand_no)
        public = (await world.table("ROOM", hand_no)).public
        assert public.finish
        if public.finish.end is End.OUT:
            assert public.score
            assert public.settled
            assert sum(public.settled.moved) == 0
            assert [bool(points > 0) for points in public.score.x] == [
                seat in public.finish.winners for seat in public.seats
            ]
        for person in people:
            account = await world.account(person.player)
            settled = public.settled
            gain = settled.moved[person.seat] - settled.fees[person.seat] if settled else 0
            assert account.balance == public.carried[person.seat] + gain == person.state.beans
        assert await world.total() == total
        for person in people:
            await person.send("again")
        await world.settle()
        opened = (await world.facts("ROOM", hand_no + 1))[0]
        assert isinstance(opened, HandOpened)
        assert opened.first == RULESETS[game].next_first(public)


@every_game
async def test_a_hand_of_silence(game: str) -> None:
    """Nobody ever answers: time alone brings every game to its end, by defaults and then by auto-play."""
    world = await at_table(game)
    people = list(world.people.values())
    await world.play(lambda: all(person.over for person in people), silent=NAMES, limit=8_000)
    await world.check("ROOM", 1)


@every_game
async def test_crashes_at_a_table(game: str) -> None:
    """The server dies again and again in mid-hand; what was told stays true."""
    world = await at_table(game, seed=4)
    people = list(world.people.values())
    for _ in range(6):
        for _ in range(15):
            if not people[0].over:
                await world.step()
        await world.restart()
        for person in people:
            await person.connect()
        await world.settle()
        for person in people:
            table = await world.table("ROOM", person.hand)
            assert person.view == view(table, person.seat)


# --- the identity step ---------------------------------------------------------------------------------------


class Step:
    """A five-player table at its identity step. `told` is what each seat hears during it, with the time in ms."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.began_ms = world.clock.now_ms()
        self.told: dict[str, list[tuple[int, bytes]]] = {name: [] for name in NAMES}
        world.watch = lambda person, frame: self.told[person.player].append(
            (world.clock.now_ms() - self.began_ms, frame)
        )

    @classmethod
    async def reach(cls, seed: int) -> "Step":
        world = await at_table("five", seed=seed)
        await world.play(lambda: phase_of(world) == "identity", silent=NAMES)
        return cls(world)

    async def seats(self) -> tuple[Person, Person | None, list[Person]]:
        """The open landlord, the hidden one if there is one, and the farmers."""
        table = await self.world.table("ROOM", 1)
        people = {person.seat: person for person in self.world.people.values()}
        landlord, twin = table.public.landlord, table.twin
        assert landlord is not None
        farmers = [person for seat, person in people.items() if seat not in table.landlords]
        return people[landlord], None if twin == landlord or twin is None else people[twin], farmers

    async def close(self) -> None:
        """Let the rest of the step's time pass."""
        await self.world.wait(self.began_ms + STEP_MS - self.world.clock.now_ms())


def phase_of(world: World) -> str:
    ann = world.people["ann"]
    return ann.view.public.phase if ann.view else ""


async def silent(landlord: Person, hidden: Person | None) -> None:
    """Neither answers."""


async def both_give_up(landlord: Person, hidden: Person | None) -> None:
    await landlord.send("identity", yes=False)
    if hidden:
        await hidden.send("identity", yes=False)


async def gives_up_late(landlord: Person, hidden: Person | None) -> None:
    await landlord.world.wait(STEP_MS // 2)
    if hidden:
        await hidden.send("identity", yes=False)


ANSWERS: Final = (silent, both_give_up, gives_up_late)


@pytest.mark.parametrize("seed", range(3))
async def test_farmers_hear_the_same_whatever_the_landlords_answer(seed: int) -> None:
    """Bytes and times, up to the end of the step and with what closes it (nobody shows here)."""
    heard = []
    for answer in ANSWERS:
        step = await Step.reach(seed)
        landlord, hidden, farmers = await step.seats()
        await answer(landlord, hidden)
        await step.close()
        heard.append({person.player: step.told[person.player] for person in farmers})
        assert all(person.is_asked for person in farmers), "doubling is next"
        await step.world.crash()
    assert heard[0] == heard[1] == heard[2]
    first = next(iter(heard[0].values()))
    assert {at_ms for at_ms, _ in first} == {STEP_MS}, (
        "nothing is said before the end, and the end is punctual"
    )


async def test_everybody_sees_the_same_clock() -> None:
    step = await Step.reach(1)
    clocks = {msgspec.json.encode(person.clock) for person in step.world.people.values()}
    assert len(clocks) == 1
    ann = step.world.people["ann"]
    assert ann.clock.asked == [0, 1, 2, 3, 4]
    assert ann.clock.deadline_ms == step.began_ms + STEP_MS


async def test_a_show_is_told_at_the_end() -> None:
    step = await Step.reach(2)
    landlord, hidden, farmers = await step.seats()
    assert hidden, "the seed deals the twin to another seat"
    await hidden.send("identity", yes=True)
    await step.world.settle()
    assert all(not step.told[person.player] for person in (*farmers, landlord))
    assert hidden.view
    assert hidden.view.identity is True
    await step.close()
    for person in step.world.people.values():
        assert person.view
        assert person.view.public.hidden == hidden.seat
        assert person.view.public.multiple == 2
    assert landlord.view
    assert landlord.view.hands[hidden.seat].cards
    assert farmers[0].view
    assert farmers[0].view.hands[hidden.seat].cards is None


async def test_answering_by_hand_does_not_show_that_a_seat_could_answer() -> None:
    """A seat on auto-play that answers here stays on auto-play: taking it back would name a landlord."""
    world = await at_table("five", seed=2)
    people = list(world.people.values())
    await world.play(lambda: phase_of(world) == "deal", silent=NAMES)
    for person in people:
        await person.send("auto", on=True)
    await world.settle()
    await world.play(lambda: phase_of(world) == "identity", silent=NAMES)
    step = Step(world)
    landlord, hidden, farmers = await step.seats()
    for answering in (landlord, hidden):
        if answering:
            await answering.send("identity", yes=False)
    await world.settle()
    assert all(person.state.auto for person in people)
    assert all(not step.told[person.player] for person in farmers)


async def test_time_that_runs_out_here_is_no_lapse() -> None:
    """Who can answer is a secret, so silence counts against nobody."""
    step = await Step.reach(1)
    await step.close()
    rows = await step.world.log("ROOM", 1)
    assert load_records(rows[-1].records).lapses == [0] * 5
    assert not any(isinstance(fact, IdentityAnswered) for row in rows for fact in load_facts(row.facts))


async def test_bots_answer_in_secret_too() -> None:
    """Two landlords on auto-play: what they answer is told to nobody, and the step keeps its time."""
    world = await at_table("five", seed=2)
    await world.play(lambda: phase_of(world) == "deal", silent=NAMES)
    for person in world.people.values():
        await person.send("auto", on=True)
    await world.play(lambda: phase_of(world) == "identity", silent=NAMES)
    step = Step(world)
    _, _, farmers = await step.seats()
    await world.wait(PACE.auto_ms * 2)
    answered = [fact for fact in await world.facts("ROOM", 1) if isinstance(fact, IdentityAnswered)]
    assert answered
    assert all(not step.told[person.player] for person in farmers)
    await step.close()
    assert {at_ms for at_ms, _ in step.told[farmers[0].player]} == {STEP_MS}


async def test_a_crash_in_the_step_gives_all_the_same_grace() -> None:
    step = await Step.reach(2)
    world = step.world
    _, hidden, _ = await step.seats()
    assert hidden
    await hidden.send("identity", yes=True)
    await world.settle()
    await world.wait(STEP_MS - 100)
    await world.restart()
    for person in world.people.values():
        await person.connect()
    await world.settle()
    [deadline] = {person.clock.deadline_ms for person in world.people.values()}
    assert deadline == world.clock.now_ms() + PACE.grace_ms
    await world.wait(PACE.grace_ms)
    ann = world.people["ann"]
    assert ann.view
    assert ann.view.public.hidden == hidden.seat, "what he had answered is kept"
