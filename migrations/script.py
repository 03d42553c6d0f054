"""Runs the SQL files of a migration, and prepares the role that the server uses on PostgreSQL."""

import re
from pathlib import Path

from sqlalchemy import Connection, text

APP_ROLE = "doudizhu_app"

_SQL = Path(__file__).parent / "sql"


def run(bind: Connection, name: str, **words: str) -> None:
    """Run the statements of a file, parted by blank lines, with each `$word` replaced."""
    script = (_SQL / f"{name}.sql").read_text(encoding="utf-8")
    for word, value in words.items():
        script = re.sub(rf"\${word}\b", lambda _, value=value: value, script)  # type: ignore[misc]
    for statement in re.split(r"\n[ \t]*\n", script):
        body = "\n".join(line for line in statement.splitlines() if not line.startswith("--")).strip()
        if body:
            bind.exec_driver_sql(body.removesuffix(";"))


def schema(bind: Connection) -> str:
    """The schema that the tables go to, quoted."""
    name = bind.scalar(text("SELECT quote_ident(current_schema())"))
    assert isinstance(name, str)
    return name


def role(bind: Connection) -> str | None:
    """The role that the server takes on PostgreSQL, made if need be; None where this user may not make it.

    Roles belong to the whole cluster, so another database's migration may have made it before or be making it
    now. Without the role the server runs with its user's own rights and only the triggers guard the ledger.
    """
    exists = bind.scalar(text("SELECT 1 FROM pg_roles WHERE rolname = :role"), {"role": APP_ROLE})
    if not exists:
        may = bind.scalar(text("SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"))
        if not may:
            return None
        bind.exec_driver_sql(
            f"DO $$ BEGIN CREATE ROLE {APP_ROLE} NOLOGIN;"
            " EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
        )
    bind.exec_driver_sql(
        f"DO $$ BEGIN IF NOT pg_has_role(current_user, '{APP_ROLE}', 'MEMBER') THEN"
        f" GRANT {APP_ROLE} TO CURRENT_USER; END IF;"
        " EXCEPTION WHEN insufficient_privilege THEN NULL; END $$"
    )
    return APP_ROLE
