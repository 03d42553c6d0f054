"""What hands were for the people who played them, and what that comes to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.rules.facts import End, Finished, Seat
from app.rules.table import Table
from app.storage.store import Outcome, PlayedRow, RecordRow, Side, Transaction


@dataclass(frozen=True, slots=True)
class Part:
    """What a hand that has ended was for one player; see `PlayedRow`."""

    player: str
    game: str
    side: Side | None
    outcome: Outcome
    multiple: int | None
    beans: int
    points: int
    auto: bool
    tier: str | None


def part_of(table: Table, seat: Seat, player: str, *, beans: int, auto: bool, tier: str | None) -> Part:
    """The part of the player of a seat in a hand that has ended, `beans` being what he won or lost in all."""
    public, score, finish = table.public, table.public.score, table.public.finish
    if score is None or finish is None:
        return Part(player, public.game, None, "void", None, 0, 0, auto, tier)
    side: Side | None = None
    if table.landlords:
        side = "landlord" if seat in table.landlords else "farmer"
    return Part(
        player=player,
        game=public.game,
        side=side,
        outcome=_outcome(finish, seat, beans),
        multiple=score.counted,
        beans=beans,
        points=score.points[seat] if public.stakes.coefficient else 0,
        auto=auto,
        tier=tier,
    )


def _outcome(finish: Finished, seat: Seat, beans: int) -> Outcome:
    """Whether a seat has won; where somebody has left early, whom that has brought beans."""
    if finish.end is not End.ESCAPE:
        return "won" if seat in finish.winners else "lost"
    if finish.seat == seat:
        return "escaped"
    return "won" if beans > 0 else "void"


async def note(tx: Transaction, room_id: str, hand_no: int, ended_ms: int, parts: Sequence[Part]) -> None:
    """Keep what a hand was for its players, in the transaction that ends it."""
    await tx.history.add(
        [
            PlayedRow(
                player_id=part.player,
                ended_ms=ended_ms,
                room_id=room_id,
                hand_no=hand_no,
                game=part.game,
                side=part.side,
                outcome=part.outcome,
                multiple=part.multiple,
                beans=part.beans,
                points=part.points,
                auto=part.auto,
                tier=part.tier,
            )
            for part in parts
        ]
    )


@dataclass(frozen=True, slots=True)
class GameRecord:
    """How many hands of a game a player has ended on one side (None: before there were sides), and won."""

    game: str
    side: Side | None
    hands: int
    won: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a player's hands come to, those apart in which nothing was won or lost.

    `escaped` he left early, in `auto` he was on auto-play at the end, `best` is the most beans that one has brought.
    """

    hands: int
    won: int
    escaped: int
    auto: int
    best: int
    games: tuple[GameRecord, ...]


def statistics(records: Iterable[RecordRow]) -> Statistics:
    """What a player's record comes to."""
    counted = [row for row in records if row.outcome != "void"]
    kinds = sorted({(row.game, row.side) for row in counted}, key=lambda kind: (kind[0], kind[1] or ""))
    return Statistics(
        hands=_sum(counted),
        won=_sum(counted, "won"),
        escaped=_sum(counted, "escaped"),
        auto=sum(row.auto for row in counted),
        best=max([0, *(row.best for row in counted)]),
        games=tuple(
            GameRecord(game, side, _sum(part), _sum(part, "won"))
            for game, side in kinds
            if (part := [row for row in counted if (row.game, row.side) == (game, side)])
        ),
    )


def _sum(rows: Iterable[RecordRow], outcome: str | None = None) -> int:
    return sum(row.hands for row in rows if outcome in (None, row.outcome))
