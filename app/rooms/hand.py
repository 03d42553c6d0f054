"""A hand in progress: its log, the table that the log amounts to, and the room's own records beside it."""

from collections.abc import Iterable, Sequence

import msgspec

from app.rules import engine
from app.rules.actions import Shuffle
from app.rules.facts import Fact, Seat
from app.rules.ruleset import Ruleset
from app.rules.shuffle import shuffle
from app.rules.table import Table
from app.rules.views import redact
from app.storage.store import CommitRow, DealSecretRow, HandRow
from app.wire.facts import load_facts
from app.wire.notices import Clock


class Records(msgspec.Struct, frozen=True):
    """What a room records with a commit that is no fact of the table: the running question and auto-play.

    Times are ms since 1970; `auto`, `lapses` and `spare_ms` are in seat order. Whoever is asked alone may take what
    is left of his spare time beyond what is allowed; `deadline_ms` counts it in.
    """

    deadline_ms: int | None
    allowed_ms: int | None
    auto: list[bool]
    lapses: list[int]
    spare_ms: list[int] = []


dump_records = msgspec.json.Encoder().encode
dump_players = msgspec.json.Encoder().encode
load_players = msgspec.json.Decoder(list[str]).decode
load_records = msgspec.json.Decoder(Records).decode


def seat_actor(seat: Seat) -> str:
    """How the log names a seat that acted."""
    return f"seat:{seat}"


def lay_ready(rules: Ruleset, room_id: str, hand_no: int, secret: DealSecretRow) -> Shuffle:
    """The shuffled deck that a deal's secret amounts to, and what is drawn with it."""
    return shuffle(
        rules.deck,
        rules.seats,
        secret.secret,
        room_id,
        hand_no,
        secret.deal_no,
        open_among=rules.seats * rules.hand_size if rules.turns_card else 0,
    )


class Hand:
    """The hand that a room is playing, or has just played."""

    def __init__(
        self,
        hand_no: int,
        rules: Ruleset,
        players: Sequence[str],
        facts: Sequence[Fact],
        secrets: Iterable[DealSecretRow],
    ) -> None:
        self.no = hand_no
        self.rules = rules
        self.players = tuple(players)
        self.facts = list(facts)
        self.table: Table = engine.fold(facts)
        self.next_seq = 0
        self.records: Records | None = None
        self.answered: set[tuple[str, str]] = set()
        self.secrets = {secret.deal_no: secret for secret in secrets}

    @classmethod
    def load(
        cls, row: HandRow, rules: Ruleset, commits: Sequence[CommitRow], secrets: Iterable[DealSecretRow]
    ) -> "Hand":
        """The hand that a log amounts to; raises ValueError where the log is none of this engine's."""
        facts = [fact for commit in commits for fact in load_facts(commit.facts)]
        hand = cls(row.hand_no, rules, load_players(row.players), facts, secrets)
        for commit in commits:
            hand.note(commit.actor, commit.action_id, load_records(commit.records))
        return hand

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.table.public.finish is not None

    def is_played_by(self, seat: Seat, player: str) -> bool:
        """Whether this player has this seat in it; others may sit down where it has been played."""
        return self.players[seat] == player

    def take(self, facts: Sequence[Fact], table: Table) -> None:
        """Committed facts, and the table after them."""
        self.facts.extend(facts)
        self.table = table

    def note(self, actor: str, action_id: str | None, records: Records) -> None:
        """A commit has been stored."""
        self.next_seq += 1
        self.records = records
        if action_id is not None:
            self.answered.add((actor, action_id))

    def seen(self, seat: Seat) -> list[Fact]:
        """Every fact so far as this seat may see it; the n-th is its version n."""
        return [seen for fact in self.facts if (seen := redact(fact, seat)) is not None]

    def clock(self) -> Clock:
        """The running question as it travels."""
        asked = sorted(engine.asked(self.rules, self.table))
        if not asked or self.records is None:
            return Clock(asked, None, None)
        return Clock(asked, self.records.deadline_ms, self.records.allowed_ms)
