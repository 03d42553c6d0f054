"""Players and their sessions, in memory."""

from collections.abc import Sequence
from dataclasses import replace

from app.storage.memory_state import State
from app.storage.store import BanRow, CredentialRow, PlayerRow, RowConflictError, SessionRow


class MemoryPlayers:
    """The players of one transaction."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def add(self, player: PlayerRow) -> None:
        if self._state.players.get(player.id):
            raise RowConflictError(f"player {player.id} exists")
        self._state.players.put(player.id, player)

    async def get(self, player_ids: Sequence[str]) -> dict[str, PlayerRow]:
        found = ((player_id, self._state.players.get(player_id)) for player_id in player_ids)
        return {player_id: player for player_id, player in found if player}

    async def of_kind(self, kind: str) -> list[PlayerRow]:
        rows = [player for player in self._state.players.values() if player.kind == kind]
        return sorted(rows, key=lambda player: player.id)

    async def change(self, player_id: str, *, kind: str, name: str) -> None:
        if player := self._state.players.get(player_id):
            self._state.players.put(player_id, replace(player, kind=kind, name=name))

    async def add_credential(self, row: CredentialRow) -> None:
        taken = self._state.credentials.get(row.player_id) or self._state.logins.get(row.login)
        if taken or not self._state.players.get(row.player_id):
            raise RowConflictError("the login is taken, or its player has one or does not exist")
        self._state.credentials.put(row.player_id, row)
        self._state.logins.put(row.login, row.player_id)

    async def find_credential(self, login: str) -> CredentialRow | None:
        player_id = self._state.logins.get(login)
        return None if player_id is None else self._state.credentials.get(player_id)

    async def credential_of(self, player_id: str) -> CredentialRow | None:
        return self._state.credentials.get(player_id)

    async def change_password(self, player_id: str, password: str) -> None:
        if row := self._state.credentials.get(player_id):
            self._state.credentials.put(player_id, replace(row, password=password))

    async def remove_credential(self, player_id: str) -> None:
        if row := self._state.credentials.get(player_id):
            self._state.credentials.remove(player_id)
            self._state.logins.remove(row.login)

    async def ban(self, row: BanRow) -> None:
        if not self._state.players.get(row.player_id) or not row.reason:
            raise RowConflictError("there is no such player, or no reason")
        self._state.bans.put(row.player_id, row)

    async def unban(self, player_id: str) -> None:
        if self._state.bans.get(player_id):
            self._state.bans.remove(player_id)

    async def find_ban(self, player_id: str, now_ms: int) -> BanRow | None:
        return _in_force(self._state.bans.get(player_id), now_ms)


class MemorySessions:
    """The sessions of one transaction."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def add(self, row: SessionRow) -> None:
        if self._state.sessions.get(row.token_sha) or not self._state.players.get(row.player_id):
            raise RowConflictError("the session exists, or its player does not")
        self._state.sessions.put(row.token_sha, row)

    async def find(self, token_sha: bytes, now_ms: int) -> SessionRow | None:
        session = self._state.sessions.get(token_sha)
        return session if session and session.expires_ms > now_ms else None

    async def of_player(self, player_id: str) -> list[SessionRow]:
        rows = [row for row in self._state.sessions.values() if row.player_id == player_id]
        return sorted(rows, key=lambda row: (-row.created_ms, row.token_sha))

    async def extend(self, token_sha: bytes, expires_ms: int) -> None:
        if row := self._state.sessions.get(token_sha):
            self._state.sessions.put(token_sha, replace(row, expires_ms=expires_ms))

    async def end(self, token_shas: Sequence[bytes]) -> None:
        for token_sha in token_shas:
            if self._state.sessions.get(token_sha):
                self._state.sessions.remove(token_sha)

    async def open_among(self, token_shas: Sequence[bytes], now_ms: int) -> set[bytes]:
        found = [row for token_sha in token_shas if (row := await self.find(token_sha, now_ms))]
        return {row.token_sha for row in found if not _in_force(self._state.bans.get(row.player_id), now_ms)}


def _in_force(ban: BanRow | None, now_ms: int) -> BanRow | None:
    return ban if ban and (ban.until_ms is None or ban.until_ms > now_ms) else None
