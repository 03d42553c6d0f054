"""Accounts over HTTP: guests, members, their passwords and their sessions.

Whatever ends a session closes its sockets at once. Signing in, becoming a member and a new password give the browser a
new token, so that one which somebody has laid there before opens nothing.
"""

from typing import Final

import structlog
from fastapi import APIRouter
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.gateway.bodies import Credentials, Deletion, NewGuest, NewPassword, SignedIn, StrictRoute
from app.gateway.cookies import clear_token, read_token, set_token
from app.gateway.errors import RefusedError
from app.gateway.limits import Buckets, Verdict, address_of
from app.gateway.responses import Door, problems
from app.gateway.services import Gateway, banned
from app.gateway.standing import signed_in, standing
from app.ledger.accounts import open_player
from app.players.guests import GUEST, add_guest
from app.players.members import NameTakenError, add_member, delete, login_of, upgrade
from app.players.names import BadNameError
from app.players.passwords import BadPasswordError, PasswordsBusyError, check_password
from app.players.sessions import (
    MOST_SESSIONS,
    Session,
    end_session,
    end_sessions,
    is_aging,
    open_session,
    prolong,
)
from app.storage.store import CredentialRow, Transaction

log = structlog.get_logger(__name__)

router: Final = APIRouter(route_class=StrictRoute)

_CHANGE: Final = ("bad_request", "foreign_origin", "banned", "too_big", "not_json", "slow_down")


# --- new players -------------------------------------------------------------------------------------------


@router.post("/api/guests", status_code=201, responses=problems(*_CHANGE, "already_signed_in", "bad_name"))
async def create_guest(
    guest: NewGuest, gateway: Door, connection: HTTPConnection, response: Response
) -> SignedIn:
    """Sign in as a new guest, with an account that holds the starting beans."""
    if await gateway.session(connection) is not None:
        raise RefusedError("already_signed_in")
    _limit(gateway, gateway.guests, _address(connection))
    clock, randomness = gateway.clock, gateway.randomness
    try:
        async with gateway.storage.begin() as tx:
            player = await add_guest(tx, guest.name, clock=clock, randomness=randomness)
            account = await open_player(tx, gateway.system, player.id, clock.now_ms(), gateway.economy.start)
            token = await open_session(tx, player, clock=clock, randomness=randomness)
            stands = await standing(tx, gateway, player, account, room=None)
    except BadNameError:
        raise RefusedError("bad_name") from None
    set_token(response, token, player, secure=gateway.doors.secure)
    log.info("guest_created", player=player.id)
    return stands


@router.post(
    "/api/members",
    status_code=201,
    responses=problems(
        *_CHANGE,
        *("already_signed_in", "name_taken", "signed_out", "unavailable"),
        *("bad_name", "short_password", "long_password", "common_password"),
    ),
)
async def create_member(
    wanted: Credentials, gateway: Door, connection: HTTPConnection, response: Response
) -> SignedIn:
    """Become a member: a guest stays who he is, with all that he has; anybody else begins with the starting beans."""
    session = await gateway.session(connection)
    if session and session.player.kind != GUEST:
        raise RefusedError("already_signed_in")
    room = await gateway.room_of(session.player.id) if session else None
    if session:
        _limit(gateway, gateway.sign_ins, session.player.id)
    else:
        _limit(gateway, gateway.guests, _address(connection))
    try:
        check_password(wanted.password, login_of(wanted.name))
        password_hash = await gateway.passwords.hash(wanted.password)
        async with gateway.storage.begin() as tx:
            ended: list[str] = []
            clock, randomness = gateway.clock, gateway.randomness
            if session:
                account = await gateway.account(tx, session)
                if account is None:
                    raise RefusedError("signed_out")
                player = await upgrade(tx, session.player, wanted.name, password_hash)
                ended = await end_sessions(tx, player)
            else:
                player = await add_member(tx, wanted.name, password_hash, clock=clock, randomness=randomness)
                beans = gateway.economy.start
                account = await open_player(tx, gateway.system, player.id, clock.now_ms(), beans)
            token = await open_session(tx, player, clock=clock, randomness=randomness)
            stands = await standing(tx, gateway, player, account, room=room)
    except BadNameError:
        raise RefusedError("bad_name") from None
    except BadPasswordError as error:
        raise RefusedError(error.code) from None
    except NameTakenError:
        raise RefusedError("name_taken") from None
    except PasswordsBusyError:
        raise RefusedError("unavailable") from None
    await gateway.close_sessions(ended, "session_renewed")
    set_token(response, token, player, secure=gateway.doors.secure)
    log.info("member_created", player=player.id, was_guest=session is not None)
    return stands


# --- sessions ----------------------------------------------------------------------------------------------


@router.get("/api/session", responses=problems("foreign_origin", "banned", "unavailable"))
async def read_session(gateway: Door, connection: HTTPConnection, response: Response) -> SignedIn | None:
    """Who is signed in; null is nobody. A first visit is no error."""
    session = await gateway.session(connection)
    if session is None:
        return None
    try:
        stands = await signed_in(gateway, session)
    except RefusedError as error:
        if error.code == "signed_out":
            return None
        raise
    token = read_token(connection.cookies, secure=gateway.doors.secure)
    if token is not None and is_aging(session, clock=gateway.clock):
        async with gateway.storage.begin() as tx:
            await prolong(tx, session, clock=gateway.clock)
        set_token(response, token, session.player, secure=gateway.doors.secure)
    return stands


@router.post(
    "/api/session",
    responses=problems(*_CHANGE, "already_signed_in", "wrong_password", "unavailable"),
)
async def sign_in(
    credentials: Credentials, gateway: Door, connection: HTTPConnection, response: Response
) -> SignedIn:
    """Sign in as a member. A name that nobody has and a wrong password are the same error, after the same time."""
    before = await gateway.any_session(connection)
    if before and not before.ban:
        raise RefusedError("already_signed_in")
    _limit(gateway, gateway.sign_ins, _address(connection))
    try:
        login = login_of(credentials.name)
    except BadNameError:
        login = ""
    _limit(gateway, gateway.sign_ins, login)
    async with gateway.storage.read() as tx:
        credential = await tx.players.find_credential(login)
    known = await _verified(gateway, credential, credentials.password)
    room = await gateway.room_of(known.player_id)
    clock = gateway.clock
    async with gateway.storage.begin() as tx:
        await _unchanged(tx, known)
        player = (await tx.players.get([known.player_id]))[known.player_id]
        if ban := await tx.players.find_ban(player.id, clock.now_ms()):
            raise banned(ban)
        token = await open_session(tx, player, clock=clock, randomness=gateway.randomness)
        ended = await end_sessions(tx, player, keep=MOST_SESSIONS)
        account = await tx.ledger.find_account("player", player.id)
        assert account is not None, "every player has an account"
        stands = await standing(tx, gateway, player, account, room=room)
    await gateway.close_sessions(ended, "signed_out")
    set_token(response, token, player, secure=gateway.doors.secure)
    log.info("signed_in", player=player.id)
    return stands


@router.delete("/api/session", status_code=204, responses=problems("foreign_origin"))
async def delete_session(gateway: Door, connection: HTTPConnection) -> Response:
    """Sign this browser out: its sockets close at once, and its token opens nothing any more."""
    session = await gateway.any_session(connection)
    if session is not None:
        async with gateway.storage.begin() as tx:
            await end_session(tx, session)
        await gateway.close_sessions([session.id], "signed_out")
        log.info("signed_out", player=session.player.id)
    return _forgetting(gateway)


@router.delete("/api/sessions", status_code=204, responses=problems("foreign_origin", "signed_out"))
async def delete_sessions(gateway: Door, connection: HTTPConnection) -> Response:
    """Sign the player out of every browser, this one too."""
    session = await gateway.any_session(connection)
    if session is None:
        raise RefusedError("signed_out")
    async with gateway.storage.begin() as tx:
        ended = await end_sessions(tx, session.player)
    await gateway.close_sessions(ended, "signed_out")
    log.info("signed_out_everywhere", player=session.player.id, sessions=len(ended))
    return _forgetting(gateway)


# --- one's own account -------------------------------------------------------------------------------------


@router.put(
    "/api/me/password",
    status_code=204,
    responses=problems(
        *_CHANGE,
        *("signed_out", "wrong_password", "not_a_member", "unavailable"),
        *("short_password", "long_password", "common_password"),
    ),
)
async def change_password(change: NewPassword, gateway: Door, connection: HTTPConnection) -> Response:
    """Give a member another password, which signs him out of every browser but this one."""
    session = await _required(gateway, connection)
    known = await _own_credential(gateway, session)
    try:
        check_password(change.new, known.login)
        await _verified(gateway, known, change.old)
        password_hash = await gateway.passwords.hash(change.new)
    except BadPasswordError as error:
        raise RefusedError(error.code) from None
    except PasswordsBusyError:
        raise RefusedError("unavailable") from None
    async with gateway.storage.begin() as tx:
        await _unchanged(tx, known)
        await tx.players.change_password(known.player_id, password_hash)
        ended = await end_sessions(tx, session.player)
        token = await open_session(tx, session.player, clock=gateway.clock, randomness=gateway.randomness)
    await gateway.close_sessions([each for each in ended if each != session.id], "signed_out")
    await gateway.close_sessions([session.id], "session_renewed")
    log.info("password_changed", player=session.player.id)
    response = Response(status_code=204)
    set_token(response, token, session.player, secure=gateway.doors.secure)
    return response


@router.post(
    "/api/me/deletion",
    status_code=204,
    responses=problems(*_CHANGE, "signed_out", "wrong_password", "seated", "in_a_hand", "unavailable"),
)
async def delete_account(deletion: Deletion, gateway: Door, connection: HTTPConnection) -> Response:
    """Delete the account: its name, password and sessions are gone; what was played and paid stays in the books."""
    session = await _required(gateway, connection)
    player = session.player
    if await gateway.room_of(player.id) is not None:
        raise RefusedError("seated")
    known = None
    if player.kind != GUEST:
        known = await _own_credential(gateway, session)
        await _verified(gateway, known, deletion.password or "")
    async with gateway.storage.begin() as tx:
        account = await gateway.account(tx, session)
        if account is None:
            raise RefusedError("signed_out")
        if (await tx.ledger.lock([account.id]))[0].hand is not None:
            raise RefusedError("in_a_hand")
        if known:
            await _unchanged(tx, known)
        await delete(tx, player)
        ended = await end_sessions(tx, player)
    await gateway.close_sessions(ended, "signed_out")
    log.info("account_deleted", player=player.id)
    return _forgetting(gateway)


# --- what they share ---------------------------------------------------------------------------------------


def _address(connection: HTTPConnection) -> str:
    return address_of(connection.scope.get("client"))


def _limit(gateway: Gateway, buckets: Buckets[str], key: str) -> None:
    if buckets.take(key, gateway.clock.steady_ms()) is not Verdict.FINE:
        raise RefusedError("slow_down")


async def _required(gateway: Gateway, connection: HTTPConnection) -> Session:
    session = await gateway.session(connection)
    if session is None:
        raise RefusedError("signed_out")
    return session


async def _own_credential(gateway: Gateway, session: Session) -> CredentialRow:
    """What a member signs in with; trying passwords here counts as signing in does."""
    async with gateway.storage.read() as tx:
        credential = await tx.players.credential_of(session.player.id)
    if credential is None:
        raise RefusedError("not_a_member")
    _limit(gateway, gateway.sign_ins, credential.login)
    return credential


async def _verified(gateway: Gateway, credential: CredentialRow | None, password: str) -> CredentialRow:
    """The credential, if this is its password."""
    kept = credential.password if credential else None
    try:
        matches = await gateway.passwords.matches(kept, password)
    except PasswordsBusyError:
        raise RefusedError("unavailable") from None
    if credential is None or not matches:
        raise RefusedError("wrong_password")
    return credential


async def _unchanged(tx: Transaction, credential: CredentialRow) -> None:
    """Refuse what a password has proved that has been changed meanwhile."""
    if await tx.players.credential_of(credential.player_id) != credential:
        raise RefusedError("wrong_password")


def _forgetting(gateway: Gateway) -> Response:
    response = Response(status_code=204)
    clear_token(response, secure=gateway.doors.secure)
    return response
