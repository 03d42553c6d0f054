"""What the SQL of every noun shares: run a statement with values, get its rows or how many it changed.

Statements are built once, as constants with `bindparam`s, for building one costs more than running it.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable

from app.storage.dialect import Session


class Queries:
    """Statements in one transaction."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Any]:
        return await self._session.run(lambda connection: connection.execute(statement, values).all())

    async def row(self, statement: Executable, **values: Any) -> Any:
        """The only row, or None."""
        return await self._session.run(lambda connection: connection.execute(statement, values).one_or_none())

    async def change(self, statement: Executable, **values: Any) -> int:
        """How many rows the statement changed."""
        return await self._session.run(lambda connection: connection.execute(statement, values).rowcount)
