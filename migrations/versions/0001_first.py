"""Rooms, hands, the commit log, players, sessions, and the guarded ledger.

Revision ID: 0001
Revises:
"""

from alembic import op

from migrations.script import role, run, schema

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    bind = op.get_bind()
    if bind.dialect.name == "sqlite":
        run(
            bind,
            "0001_tables",
            whole="INTEGER",
            bytes="BLOB",
            identity="INTEGER NOT NULL",
            strict="STRICT",
            clustered="STRICT, WITHOUT ROWID",
        )
        run(bind, "0001_guards.sqlite")
        return
    run(
        bind,
        "0001_tables",
        whole="BIGINT",
        bytes="BYTEA",
        identity="BIGINT GENERATED ALWAYS AS IDENTITY",
        strict="",
        clustered="",
    )
    run(bind, "0001_guards.postgres", schema=schema(bind))
    if name := role(bind):
        run(bind, "0001_rights.postgres", schema=schema(bind), role=name)


def downgrade() -> None:
    raise NotImplementedError("a ledger is not taken back: restore a backup")
