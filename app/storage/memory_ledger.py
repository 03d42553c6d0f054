"""The ledger in memory, with the guards that the databases have as triggers and checks."""

from collections.abc import Sequence
from dataclasses import replace

from app.storage.memory_state import State
from app.storage.store import AccountRow, DuplicateTxnError, LedgerRuleError, LegRow, PostingRow, TxnRow
from app.storage.tables import ACCOUNT_KINDS, MAX_BEANS, PURPOSES, TXN_KINDS


class MemoryLedger:
    """The ledger in one transaction."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def open_account(self, kind: str, owner_id: str | None, min_balance: int = 0) -> AccountRow:
        if account := await self.find_account(kind, owner_id):
            return account
        owned = kind in ("player", "bot")
        _rule(kind in ACCOUNT_KINDS and owned == (owner_id is not None), "account_owner")
        _rule(min_balance == 0 or (kind == "mint" and min_balance < 0), "account_floor")
        _rule(owner_id is None or self._state.owners.get(owner_id) is None, "account_of_owner")
        account_id = (self._state.account_count.get(None) or 0) + 1
        self._state.account_count.put(None, account_id)
        account = AccountRow(account_id, kind, owner_id, min_balance, 0, None, 0)
        self._state.accounts.put(account.id, account)
        self._state.account_ids.put((kind, owner_id), account.id)
        if owner_id is not None:
            self._state.owners.put(owner_id, account.id)
        return account

    async def find_account(self, kind: str, owner_id: str | None) -> AccountRow | None:
        account_id = self._state.account_ids.get((kind, owner_id))
        return None if account_id is None else self._state.accounts.get(account_id)

    async def get_account(self, account_id: int) -> AccountRow | None:
        return self._state.accounts.get(account_id)

    async def find_accounts(self, owner_ids: Sequence[str]) -> dict[str, AccountRow]:
        found = ((owner_id, self._state.owners.get(owner_id)) for owner_id in owner_ids)
        return {owner_id: self._account(number) for owner_id, number in found if number is not None}

    async def lock(self, account_ids: Sequence[int]) -> list[AccountRow]:
        found = (self._state.accounts.get(account_id) for account_id in sorted(set(account_ids)))
        return [account for account in found if account]

    async def mark(self, hand: str, carried: dict[int, int]) -> bool:
        accounts = await self.lock(list(carried))
        if len(accounts) != len(carried) or any(
            account.hand or account.owner_id is None or account.balance != carried[account.id]
            for account in accounts
        ):
            return False
        for account in accounts:
            self._state.accounts.put(account.id, replace(account, hand=hand))
        marked = self._state.marks.get(hand) or ()
        self._state.marks.put(hand, (*marked, *(account.id for account in accounts)))
        return True

    async def unmark(self, hand: str) -> None:
        for account_id in self._state.marks.get(hand) or ():
            self._state.accounts.put(account_id, replace(self._account(account_id), hand=None))
        if self._state.marks.get(hand):
            self._state.marks.remove(hand)

    async def find_txn(self, idem_key: str) -> TxnRow | None:
        return self._state.txns.get(idem_key)

    async def get_txn(self, txn_id: str) -> TxnRow | None:
        key = self._state.txn_keys.get(txn_id)
        return None if key is None else self._state.txns.get(key)

    async def post(self, txn: TxnRow, legs: Sequence[LegRow]) -> None:
        if self._state.txns.get(txn.idem_key) or self._state.txn_keys.get(txn.id):
            raise DuplicateTxnError("ledger: duplicate key")
        moved: dict[int, AccountRow] = {}
        postings: list[PostingRow] = []
        for line_no, leg in enumerate(legs):
            account = _applied(moved.get(leg.account_id) or self._account(leg.account_id), leg)
            moved[account.id] = account
            postings.append(
                PostingRow(
                    txn_id=txn.id,
                    line_no=line_no,
                    account_id=account.id,
                    hand=leg.hand,
                    purpose=leg.purpose,
                    amount=leg.amount,
                    account_version=account.version,
                    balance_after=account.balance,
                )
            )
        self._seal(txn, legs)
        for account in moved.values():
            self._state.accounts.put(account.id, account)
        self._state.txns.put(txn.idem_key, txn)
        self._state.txn_keys.put(txn.id, txn.idem_key)
        self._state.postings.put(txn.id, tuple(postings))
        for posting in postings:
            self._state.versions.put((posting.account_id, posting.account_version), posting)
        if txn.kind == "hand":
            await self.unmark(f"{txn.room_id}:{txn.hand_no}")

    async def postings(self, txn_id: str) -> list[PostingRow]:
        return list(self._state.postings.get(txn_id) or ())

    async def statement(self, account_id: int, before_version: int | None, limit: int) -> list[PostingRow]:
        account = self._state.accounts.get(account_id)
        if account is None:
            return []
        newest = account.version if before_version is None else min(account.version, before_version - 1)
        found = (self._state.versions.get((account_id, version)) for version in range(newest, 0, -1)[:limit])
        return [line for line in found if line]

    def _account(self, account_id: int) -> AccountRow:
        account = self._state.accounts.get(account_id)
        if account is None:
            raise LedgerRuleError(f"ledger: no account {account_id}")
        return account

    def _seal(self, txn: TxnRow, legs: Sequence[LegRow]) -> None:
        _rule(len(legs) >= 2, "fewer than two postings")
        _rule(sum(leg.amount for leg in legs) == 0, "postings do not sum to zero")
        _rule(txn.kind in TXN_KINDS, "ledger_txn_kind")
        this_hand = f"{txn.room_id}:{txn.hand_no}" if txn.kind == "hand" else None
        _rule(all(leg.hand == this_hand for leg in legs), "postings of another hand")
        if txn.kind == "hand":
            _rule(txn.idem_key == f"hand:{this_hand}", "ledger_txn_hand")
            hand = self._state.hands.get((txn.room_id or "", txn.hand_no or 0))
            _rule(hand is None or hand.status != "void", "the hand is void")
        _rule(
            txn.actor != "" and (txn.kind == "hand" or "" not in (txn.reason, txn.ticket)), "ledger_txn_named"
        )
        _rule(txn.approver not in ("", txn.actor), "ledger_txn_two")


def _applied(account: AccountRow, leg: LegRow) -> AccountRow:
    _rule(leg.amount != 0 and leg.purpose in PURPOSES, "posting_amount")
    _rule(leg.amount > 0 or account.hand in (None, leg.hand), "the account is in a hand")
    balance = account.balance + leg.amount
    _rule(account.min_balance <= balance and -MAX_BEANS <= balance <= MAX_BEANS, "account_balance")
    return replace(account, balance=balance, version=account.version + 1)


def _rule(holds: bool, name: str) -> None:
    if not holds:
        raise LedgerRuleError(f"ledger: {name}")
