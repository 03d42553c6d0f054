"""Numbers the ledger's transactions, and keeps the seals of their hash chain.

Revision ID: 0002
Revises: 0001
"""

from alembic import op

from migrations.script import role, run, schema

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    bind = op.get_bind()
    if bind.dialect.name == "sqlite":
        run(bind, "0002_seals.sqlite")
        return
    run(bind, "0002_seals.postgres", schema=schema(bind))
    if name := role(bind):
        run(bind, "0002_rights.postgres", role=name)


def downgrade() -> None:
    raise NotImplementedError("a ledger is not taken back: restore a backup")
