"""Reckons a hand that has ended again: `python -m app verify ROOM:NUMBER`."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import msgspec

from app.ledger.accounts import SystemAccounts
from app.ledger.transfers import hand_key
from app.operator import words
from app.operator.reckoning import Reckoning, Stored
from app.rules.words import Language
from app.storage.store import AccountRow, PostingRow, Storage, Transaction
from app.wire.facts import load_facts


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether all agrees, and the lines that say so: one, or a headline with a line for each difference."""

    agrees: bool
    lines: list[str]


async def verify_hand(storage: Storage, room: str, number: int, language: Language) -> Verdict:
    """Reckon a hand again; raises LookupError unless there is one and it has ended."""
    stored = await _read(storage, room, number, language)
    differences = list(Reckoning(stored, language).differences())
    name = f"{room}:{number}"
    if differences:
        first = words.DIFFERS.said(language, hand=name)
        return Verdict(agrees=False, lines=[first, *(f"  {line}" for line in differences)])
    facts = sum(len(load_facts(commit.facts)) for commit in stored.commits)
    line = words.AGREES.said(
        language, hand=name, commits=len(stored.commits), facts=facts, postings=len(stored.postings)
    )
    return Verdict(agrees=True, lines=[line])


async def _read(storage: Storage, room: str, number: int, language: Language) -> Stored:
    async with storage.read() as tx:
        hand = await tx.hands.get(room, number)
        if hand is None:
            raise LookupError(f"There is no hand {room}:{number}.")
        if hand.status == "running":
            raise LookupError(f"Hand {room}:{number} is being played; it can be verified when it has ended.")
        ids = msgspec.json.decode(hand.players, type=list[str])
        players = await tx.players.get(ids)
        owned = await tx.ledger.find_accounts(ids)
        accounts = [owned[player] for player in ids]
        txn = await tx.ledger.find_txn(hand_key(room, number))
        postings = await tx.ledger.postings(txn.id) if txn else []
        secrets = await tx.hands.secrets(room, number)
        return Stored(
            hand=hand,
            commits=await tx.hands.commits(room, number),
            secrets={secret.deal_no: secret for secret in secrets},
            accounts=accounts,
            names=[words.called(players[player], language) for player in ids],
            system=await _system(tx),
            postings=postings,
            scores=await tx.scores.of_hand(room, number),
            before=[await _before(tx, account, postings, hand.started_ms) for account in accounts],
        )


async def _system(tx: Transaction) -> SystemAccounts:
    found = {field.name: await tx.ledger.find_account(field.name, None) for field in fields(SystemAccounts)}
    return SystemAccounts(**{kind: account.id for kind, account in found.items() if account})


async def _before(
    tx: Transaction, account: AccountRow, postings: Sequence[PostingRow], started_ms: int
) -> int | None:
    """What an account held when a hand began: before the hand's own posting, less what it was given meanwhile.

    None where the hand has moved nothing on it.
    """
    own = next((posting for posting in postings if posting.account_id == account.id), None)
    if own is None:
        return None
    beans, version = own.balance_after - own.amount, own.account_version
    while gift := next(iter(await tx.ledger.statement(account.id, version, 1)), None):
        txn = await tx.ledger.get_txn(gift.txn_id)
        if txn is None or txn.kind == "hand" or txn.created_ms < started_ms or gift.amount < 0:
            break
        beans, version = beans - gift.amount, gift.account_version
    return beans
