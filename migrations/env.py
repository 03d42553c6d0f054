"""Alembic's entry: `app.storage.migrate` hands in an open connection; the command line opens one itself."""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection

from app.storage.migrate import migrating
from app.storage.tables import metadata


def migrate(connection: Connection) -> None:
    """Run the migrations on a connection whose transaction is open and locked."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        transactional_ddl=True,
        version_table="alembic_version",
    )
    with context.begin_transaction():
        context.run_migrations()


if (given := context.config.attributes.get("connection")) is not None:
    migrate(given)
else:
    asyncio.run(migrating(os.environ.get("DATABASE_URL", "sqlite:///doudizhu.db"), migrate))
