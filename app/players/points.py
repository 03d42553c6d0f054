"""Points: what hands count for their players' levels (rulebook 7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.rules.levels import Ladder, ladder_of, level_of
from app.rules.table import Public
from app.storage.store import ScoreRow, StandingRow, Transaction


@dataclass(frozen=True, slots=True)
class Tally:
    """What a hand counts: the points of each player who has any, bots among them, and for which ladder."""

    ladder: Ladder
    points: Mapping[str, int]


def tally_of(public: Public, players: Sequence[str]) -> Tally | None:
    """What a hand that has ended counts for these players, in seat order; only hands for beans count (rulebook 7)."""
    if public.score is None or not public.stakes.coefficient:
        return None
    seats = zip(players, public.score.points, strict=True)
    return Tally(ladder_of(len(players)), {player: points for player, points in seats if points})


async def count(tx: Transaction, room_id: str, hand_no: int, tally: Tally) -> None:
    """Add a hand's points to where its players stand, in the transaction that settles it.

    Raises LedgerRuleError where the hand has counted already, or does not count.
    """
    standings = await tx.scores.standings(list(tally.points), tally.ladder)
    rows = []
    for player, points in tally.points.items():
        last = standings.get(player) or StandingRow(0, 0)
        rows.append(
            ScoreRow(
                player_id=player,
                ladder=tally.ladder,
                version=last.version + 1,
                room_id=room_id,
                hand_no=hand_no,
                points=points,
                points_after=last.points + points,
            )
        )
    await tx.scores.add(rows)


async def titles_of(tx: Transaction, players: Sequence[str], ladder: Ladder) -> dict[str, str]:
    """The title that each player holds on a ladder; bots among them hold none."""
    people = [player.id for player in (await tx.players.get(players)).values() if player.kind != "bot"]
    standings = await tx.scores.standings(people, ladder)
    points = {player: standings[player].points if player in standings else 0 for player in people}
    return {player: level_of(ladder, points[player]).title.name for player in people}
