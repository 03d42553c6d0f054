"""A hand reckoned again from what is stored of it: every fact, its points, its beans, and what was posted and counted.

The log holds what was decided, so each commit is decided once more by the engine, on the table that the log before
it amounts to: the shuffle from the stored secret, every other action from its own first fact. Then the beans are
reckoned from the points, and compared with the ledger's postings, and so are the points that were counted for levels.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import msgspec

from app.ledger.accounts import SystemAccounts
from app.ledger.settlement import Settlement
from app.ledger.transfers import hand_transfer
from app.operator import words
from app.players.points import tally_of
from app.rooms.hand import lay_ready
from app.rooms.payout import payout
from app.rules import engine
from app.rules.actions import (
    Action,
    Bid,
    Call,
    CloseStep,
    DealNext,
    Double,
    Identity,
    Leave,
    Pass,
    Play,
    Rob,
    Show,
)
from app.rules.facts import (
    BidMade,
    Called,
    Dealt,
    Doubled,
    End,
    Escaped,
    Fact,
    Finished,
    HandOpened,
    IdentityAnswered,
    Passed,
    Played,
    Robbed,
    Seat,
    Settled,
    ShowDeclined,
    Shown,
    Shuffled,
    StepClosed,
)
from app.rules.refusals import IllegalActionError
from app.rules.ruleset import Ruleset
from app.rules.shuffle import commitment
from app.rules.table import Public, Table
from app.rules.variants import RULESETS
from app.rules.words import Language, Words
from app.storage.store import AccountRow, CommitRow, DealSecretRow, HandRow, PostingRow, ScoreRow
from app.wire.facts import load_facts, tagged


@dataclass(frozen=True, slots=True)
class Stored:
    """All that is stored of a hand, accounts and names in seat order.

    `before` is what each account held when the hand began, None where the hand has moved nothing on it.
    """

    hand: HandRow
    commits: Sequence[CommitRow]
    secrets: Mapping[int, DealSecretRow]
    accounts: Sequence[AccountRow]
    names: Sequence[str]
    system: SystemAccounts
    postings: Sequence[PostingRow]
    scores: Sequence[ScoreRow]
    before: Sequence[int | None]


class Reckoning:
    """Finds the differences between what is stored of a hand and what the engine makes of it."""

    def __init__(self, stored: Stored, language: Language) -> None:
        self._stored = stored
        self._language = language

    def say(self, phrase: Words, **parts: object) -> str:
        """A phrase in this language."""
        return phrase.said(self._language, **parts)

    def differences(self) -> Iterator[str]:
        """A line for each difference; none where all agrees."""
        hand = self._stored.hand
        rules = RULESETS.get(hand.ruleset)
        if rules is None or rules.version != hand.engine_version:
            version = rules.version if rules else None
            yield self.say(words.ENGINE, stored=hand.engine_version, reckoned=version)
        if rules is None:
            return
        table, settled = None, None
        for expected, commit in enumerate(self._stored.commits):
            if commit.seq != expected:
                yield self.say(words.NUMBERED, seq=commit.seq, expected=expected)
            try:
                facts = load_facts(commit.facts)
                if facts and isinstance(facts[-1], Settled):
                    settled = facts.pop()
                yield from self._compare_commit(rules, table, commit.seq, facts)
                table = engine.fold(facts, table) if facts else table
            except (IllegalActionError, ValueError, LookupError) as error:
                yield self.say(words.NO_ACTION, seq=commit.seq, why=error)
                return
        if table is not None:
            yield from self._compare_end(rules, table, settled)

    # --- the log -------------------------------------------------------------------------------------------

    def _compare_commit(
        self, rules: Ruleset, table: Table | None, seq: int, facts: Sequence[Fact]
    ) -> Iterator[str]:
        if not facts:
            return  # a deadline, and nothing else
        if isinstance(facts[0], Shuffled):
            secret = self._secret(facts[0].deal_no)
            if commitment(secret.secret) != secret.commitment:
                yield self.say(words.SECRET, deal=secret.deal_no)
        for what, stored, reckoned in _compare(facts, self._decide(rules, table, facts[0])):
            yield self.say(words.COMMIT, seq=seq, what=what, stored=stored, reckoned=reckoned)

    def _secret(self, deal_no: int) -> DealSecretRow:
        if deal_no not in self._stored.secrets:
            raise LookupError(self.say(words.NO_SECRET, deal=deal_no))
        return self._stored.secrets[deal_no]

    def _decide(self, rules: Ruleset, table: Table | None, first: Fact) -> list[Fact]:
        """What the engine makes of the action that a commit's first fact stands for."""
        hand = self._stored.hand
        match first:
            case HandOpened(_, stakes, carried, nominal) if table is None:
                return engine.open_hand(rules, stakes, carried, nominal)
            case Finished(End.VOID) if table is not None:
                return engine.void(table)
            case Shuffled(deal_no) if table is not None:
                deck = lay_ready(rules, hand.room_id, hand.hand_no, self._secret(deal_no))
                return engine.decide(rules, table, None, deck)
            case _ if table is not None:
                return engine.decide(rules, table, *action_of(first))
            case _:
                raise ValueError(_json(first))

    # --- the end -------------------------------------------------------------------------------------------

    def _compare_end(self, rules: Ruleset, table: Table, settled: Fact | None) -> Iterator[str]:
        hand, public = self._stored.hand, table.public
        settlement = None
        closing: list[Fact | None] = [public.finish]
        if public.score is not None:
            settlement, reckoned = payout(rules, public)
            closing = [public.finish, public.score, reckoned]
        found = [*_compare([settled], closing[2:] or [None])]
        found += _compare(load_facts(hand.result or b"[]"), closing)
        for what, stored, expected in (
            ("hand.status", hand.status, "settled" if settlement else "void"),
            ("hand.coefficient", hand.coefficient, public.stakes.coefficient),
        ):
            if stored != expected:
                found.append((what, str(stored), str(expected)))
        for what, one, other in found:
            yield self.say(words.RESULT, what=what, stored=one, reckoned=other)
        yield from self._compare_postings(settlement)
        yield from self._compare_scores(public)
        for name, carried, before in zip(
            self._stored.names, public.carried, self._stored.before, strict=True
        ):
            if before is not None and before != carried:
                yield self.say(words.CARRIED, who=name, stored=carried, reckoned=before)

    def _compare_scores(self, public: Public) -> Iterator[str]:
        stored = self._stored
        players = [account.owner_id or "" for account in stored.accounts]
        tally = tally_of(public, players)
        names = dict(zip(players, stored.names, strict=True))
        counted = {row.player_id: (row.points, row.ladder) for row in stored.scores}
        reckoned = (
            {player: (points, tally.ladder) for player, points in tally.points.items()} if tally else {}
        )
        for player in sorted(counted.keys() | reckoned.keys()):
            left, right = counted.get(player), reckoned.get(player)
            if left != right:
                who = names.get(player, player)
                yield self.say(words.COUNTED, who=who, stored=_points(left), reckoned=_points(right))

    def _compare_postings(self, settlement: Settlement | None) -> Iterator[str]:
        """Both sides by account and purpose; a hand has one line for each."""
        stored, hand = self._stored, self._stored.hand
        seats = [account.id for account in stored.accounts]
        posted, reckoned = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
        for posting in stored.postings:
            posted[posting.account_id, posting.purpose] += posting.amount
        transfer = settlement and hand_transfer(
            hand.room_id,
            hand.hand_no,
            seats,
            settlement,
            recycle_id=stored.system.recycle,
            penalty_id=stored.system.penalty,
        )
        for leg in transfer.legs if transfer else ():
            reckoned[leg.account_id, leg.purpose] += leg.amount
        names = {
            getattr(stored.system, each.name): self.say(words.KINDS[each.name])
            for each in fields(SystemAccounts)
        }
        names |= dict(zip(seats, stored.names, strict=True))
        for account, purpose in sorted(posted.keys() | reckoned.keys()):
            left, right = posted[account, purpose], reckoned[account, purpose]
            if left != right:
                who, said = names.get(account, str(account)), self.say(words.PURPOSES[purpose])
                yield self.say(words.POSTED, who=who, purpose=said, stored=left, reckoned=right)


def action_of(fact: Fact) -> tuple[Seat | None, Action]:
    """The action whose first fact this is, and the seat that took it; raises ValueError where there is none."""
    match fact:
        case Dealt():
            return None, DealNext()
        case StepClosed():
            return None, CloseStep()
        case BidMade(seat, value):
            return seat, Bid(value)
        case Called(seat, yes):
            return seat, Call(yes)
        case Robbed(seat, yes):
            return seat, Rob(yes)
        case Doubled(seat, yes):
            return seat, Double(yes)
        case IdentityAnswered(seat, yes):
            return seat, Identity(yes)
        case Shown(seat, moment):
            return seat, Show(moment, yes=True)
        case ShowDeclined(seat, moment):
            return seat, Show(moment, yes=False)
        case Played(seat, cards, reading):
            return seat, Play(cards, reading)
        case Passed(seat):
            return seat, Pass()
        case Escaped(seat):
            return seat, Leave()
        case _:
            raise ValueError(_json(fact))


def _compare(
    stored: Sequence[Fact | None], reckoned: Sequence[Fact | None]
) -> Iterator[tuple[str, str, str]]:
    """In what facts differ, what is stored there and what should be; a dash where there is no such fact."""
    for number in range(max(len(stored), len(reckoned))):
        left, right = (side[number] if number < len(side) else None for side in (stored, reckoned))
        if left == right:
            continue
        if left is None or right is None or type(left) is not type(right):
            yield type(left or right).__name__, _json(left), _json(right)
            continue
        for field in fields(left):
            one, other = getattr(left, field.name), getattr(right, field.name)
            if one != other:
                yield f"{type(left).__name__}.{field.name}", _text(one), _text(other)


def _points(counted: tuple[int, str] | None) -> str:
    return "–" if counted is None else f"{counted[0]:+,} ({counted[1]})"


def _json(fact: Fact | None) -> str:
    return "–" if fact is None else tagged(fact).decode()


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
