"""Members: players who come back by name and password, from any browser.

A member's name is what he signs in with, and what others read. No two members' names are equal, however they are
typed: wide or narrow, in small letters or capitals. Guests may share any name. A guest who becomes a member stays who
he is: id, beans, points and history. One who deletes his account leaves an id without a name, which the ledger keeps.
"""

import unicodedata
from dataclasses import replace
from typing import Final

from app.clock import Clock
from app.players.guests import GUEST, new_id
from app.players.names import EMOJI_STYLE, clean_name
from app.randomness import Randomness
from app.storage.store import CredentialRow, PlayerRow, RowConflictError, Transaction

MEMBER: Final = "member"
DELETED: Final = "deleted"
"""Kinds of players."""


class NameTakenError(Exception):
    """Another member has this name."""


def login_of(name: str) -> str:
    """A name in the form in which no two members' names are equal. Raises BadNameError."""
    folded = unicodedata.normalize("NFKC", clean_name(name)).casefold()
    return unicodedata.normalize("NFKC", folded.replace(EMOJI_STYLE, ""))


async def add_member(
    tx: Transaction, name: str, password_hash: str, *, clock: Clock, randomness: Randomness
) -> PlayerRow:
    """A new member. Raises BadNameError or NameTakenError; the transaction must be left by the latter."""
    player = PlayerRow(new_id(randomness), MEMBER, clean_name(name), clock.now_ms())
    await tx.players.add(player)
    await _add_credential(tx, player, password_hash)
    return player


async def upgrade(tx: Transaction, guest: PlayerRow, name: str, password_hash: str) -> PlayerRow:
    """The guest as a member. Raises as `add_member` does, NameTakenError also where he is one already."""
    member = replace(guest, kind=MEMBER, name=clean_name(name))
    await _add_credential(tx, member, password_hash)
    await tx.players.change(member.id, kind=member.kind, name=member.name)
    return member


async def delete(tx: Transaction, player: PlayerRow) -> None:
    """Forget who a player was. What he played and what he held stays in the books, under his id."""
    await tx.players.remove_credential(player.id)
    await tx.players.change(player.id, kind=DELETED, name="")


def is_person(player: PlayerRow | None) -> bool:
    """Whether this is somebody who can be looked up."""
    return player is not None and player.kind in (GUEST, MEMBER)


async def _add_credential(tx: Transaction, player: PlayerRow, password_hash: str) -> None:
    try:
        await tx.players.add_credential(CredentialRow(player.id, login_of(player.name), password_hash))
    except RowConflictError:
        raise NameTakenError(player.name) from None
