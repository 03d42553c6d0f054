"""A copy of an SQLite database, taken while it is in use. PostgreSQL has a tool of its own for that, pg_dump."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url


class NoBackupError(Exception):
    """No copy was made; the message is a sentence that says why."""


def copy_database(url: str, target: Path) -> None:
    """Copy one consistent state into a file that is not there yet. Writers do not wait. Raises NoBackupError."""
    place = make_url(url)
    if place.get_backend_name() != "sqlite" or not place.database:
        raise NoBackupError("Only SQLite's file is copied so; for PostgreSQL use pg_dump.")
    if not Path(place.database).exists():
        raise NoBackupError(f"There is no database {place.database}.")
    if target.exists():
        raise NoBackupError(f"There is a file {target} already.")
    if not target.parent.is_dir():
        raise NoBackupError(f"There is no folder {target.parent}.")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(place.database)) as source, closing(sqlite3.connect(part)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # in one file, with nothing beside it
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.rename(target)
