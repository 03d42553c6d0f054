"""Keeps the public tables with all that was ever changed of them, and at which of them hands were played.

Revision ID: 0006
Revises: 0005
"""

from alembic import op

from migrations.script import role, run

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    bind = op.get_bind()
    if bind.dialect.name == "sqlite":
        run(bind, "0006_lobby", whole="INTEGER", clustered="STRICT, WITHOUT ROWID")
        run(bind, "0006_guards.sqlite")
    else:
        run(bind, "0006_lobby", whole="BIGINT", clustered="")
        run(bind, "0006_guards.postgres")
        if name := role(bind):
            run(bind, "0006_rights.postgres", role=name)


def downgrade() -> None:
    raise NotImplementedError("a record of what people did is not taken back: restore a backup")
