"""The statement of an account, newest first: `python -m app ledger ACCOUNT`.

Each posting has a line; the postings of a hand are followed by why they are so: the points, and every play, show, rob
and doubling that made them what they are, as the hand's log has it.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

import msgspec

from app.operator import words
from app.operator.explanation import Explanation
from app.rules.variants import RULESETS
from app.rules.words import Language
from app.storage.store import AccountRow, PostingRow, Storage, Transaction, TxnRow
from app.storage.tables import ACCOUNT_KINDS
from app.wire.facts import load_facts

LINES: Final = 20
"""So many postings are on a page unless another number is asked for."""


async def tell_statement(
    storage: Storage, named: str, language: Language, *, before: int | None = None, lines: int = LINES
) -> list[str]:
    """The lines of one page: an account's newest postings, or those below version `before`.

    The account is named by its number, its player, or its kind where there is one of it. Raises LookupError.
    """
    async with storage.read() as tx:
        account = await _find(tx, named)
        teller = _Teller(tx, account, language)
        postings = await tx.ledger.statement(account.id, before, lines)
        told = [*await teller.head()]
        for _, group in groupby(postings, key=lambda posting: posting.txn_id):
            told += await teller.transaction(list(group))
    if postings and postings[-1].account_version > 1:
        told.append(words.OLDER.said(language, version=postings[-1].account_version))
    return told


async def _find(tx: Transaction, named: str) -> AccountRow:
    found = (await tx.ledger.find_accounts([named])).get(named)
    if found is None and named in ACCOUNT_KINDS:
        found = await tx.ledger.find_account(named, None)
    if found is None and named.isdecimal() and len(named) < 19:
        found = await tx.ledger.get_account(int(named))
    if found is None:
        raise LookupError(f"There is no account {named}.")
    return found


class _Teller:
    """Tells one account's postings."""

    def __init__(self, tx: Transaction, account: AccountRow, language: Language) -> None:
        self._tx = tx
        self._account = account
        self._language = language

    async def head(self) -> Iterator[str]:
        """Whose account it is, and what it holds."""
        account, language = self._account, self._language
        kind = words.KINDS[account.kind].said(language)
        title = words.ACCOUNT.said(language, id=account.id, kind=kind)
        if account.owner_id is not None:
            players = await self._tx.players.get([account.owner_id])
            name = players[account.owner_id].name if players else "–"
            title = words.ACCOUNT_OF.said(
                language, id=account.id, kind=kind, owner=account.owner_id, name=name
            )
        balance = words.BALANCE.said(language, beans=account.balance, version=account.version)
        hand = words.IN_A_HAND.said(language, hand=account.hand) if account.hand else ""
        return iter((title, balance + hand))

    async def transaction(self, postings: Sequence[PostingRow]) -> list[str]:
        """The lines of one transaction's postings, and of a hand why they are so."""
        txn = await self._tx.ledger.get_txn(postings[0].txn_id)
        assert txn is not None, "a posting has a header"
        at = datetime.fromtimestamp(txn.created_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        lines = [
            f"{posting.account_version:>6}  {at}  {posting.amount:>+17,}  {posting.balance_after:>17,}"
            f"  {self._what(posting, txn)}"
            for posting in postings
        ]
        if self._account.owner_id is not None and txn.kind == "hand":
            why = await self._why(txn.room_id or "", txn.hand_no or 0)
            lines += [f"{'':8}{line}" for line in why]
        return lines

    def _what(self, posting: PostingRow, txn: TxnRow) -> str:
        purpose = words.PURPOSES[posting.purpose].said(self._language)
        if posting.hand is not None:
            return words.OF_HAND.said(self._language, purpose=purpose, hand=posting.hand)
        phrase = words.BY_TWO if txn.approver else words.BY_HAND
        return phrase.said(
            self._language,
            purpose=purpose,
            reason=txn.reason,
            actor=txn.actor,
            approver=txn.approver,
            ticket=txn.ticket,
        )

    async def _why(self, room_id: str, hand_no: int) -> list[str]:
        hand = await self._tx.hands.get(room_id, hand_no)
        if hand is None or hand.ruleset not in RULESETS:
            return []
        ids = msgspec.json.decode(hand.players, type=list[str])
        players = await self._tx.players.get(ids)
        names = [words.called(players[player], self._language) for player in ids]
        commits = await self._tx.hands.commits(room_id, hand_no)
        facts = [fact for commit in commits for fact in load_facts(commit.facts)]
        seat = ids.index(self._account.owner_id or "")
        return list(Explanation(facts, names, self._language).of_seat(seat))
