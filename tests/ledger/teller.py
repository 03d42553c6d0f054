"""A worker of the bank test: posts transfers for ever, notes each answer in a file, and may be killed at any moment.

What it posts follows from its name and a number alone, so the test can reckon it again.
"""

import asyncio
import os
import random
from itertools import count
from pathlib import Path

from app.ledger import book
from app.ledger.book import IdempotencyConflictError
from app.ledger.transfers import Leg, Transfer
from app.storage.database import Database
from app.storage.store import LedgerRuleError

NOW_MS = 1_764_500_000_000


def transfer_of(name: str, number: int, players: list[int], recycle: int) -> Transfer:
    """The transfer that the worker `name` posts as its `number`: two pay one, and all pay a fee."""
    rng = random.Random(f"{name} {number}")
    winner, first, second = rng.sample(players, 3)
    beans, fee = rng.randrange(1, 300), rng.randrange(1, 5)
    legs = (
        Leg(winner, 2 * beans, "correction"),
        Leg(first, -beans, "correction"),
        Leg(second, -beans, "correction"),
        Leg(winner, -fee, "fee"),
        Leg(recycle, fee, "fee"),
    )
    return Transfer(f"bank:{name}:{number}", "correction", legs, name, reason="bank test", ticket=str(number))


def work(url: str, notes: str, name: str, players: list[int], recycle: int) -> None:
    """Run the worker; it never returns."""
    asyncio.run(_work(url, Path(notes), name, players, recycle))


async def _work(url: str, notes: Path, name: str, players: list[int], recycle: int) -> None:
    rng = random.Random(name)
    database = Database.open(url)
    file = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    done = count()
    newest = -1
    while True:
        is_repeat = newest >= 0 and rng.random() < 0.5
        number = rng.randint(0, newest) if is_repeat else next(done)
        transfer = transfer_of(name, number, players, recycle)
        is_changed = is_repeat and rng.random() < 0.3
        if is_changed:
            other = transfer_of(name, number + 1_000_000, players, recycle)
            transfer = Transfer(transfer.key, "correction", other.legs, name, reason="changed", ticket="0")
        answer = await _post(database, transfer)
        os.write(file, f"{name} {number} {'changed' if is_changed else 'same'} {answer}\n".encode())
        newest = max(newest, number)


async def _post(database: Database, transfer: Transfer) -> str:
    """Post until there is an answer: an error of the connection means unknown, and the key makes it safe to ask."""
    while True:
        try:
            async with database.begin() as tx:
                is_new = (await book.post(tx, transfer, NOW_MS)).is_new
        except LedgerRuleError:
            return "refused"
        except IdempotencyConflictError:
            return "conflict"
        except Exception:  # noqa: BLE001 (whatever a server that is being killed makes of it)
            await asyncio.sleep(0.02)
        else:
            return "new" if is_new else "known"
