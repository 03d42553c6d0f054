"""What can go wrong at the doors, each once: its code, the status of the HTTP answer, the closing code of the socket.

Every HTTP error has the body `{"code": ..., "params": {...}}`; the client words it in its language.
"""

from dataclasses import dataclass
from typing import Final

from app.wire.closing import CloseCode


@dataclass(frozen=True, slots=True)
class Answer:
    """How one error is answered over HTTP and on a socket; None where it cannot happen."""

    status: int | None
    closing: CloseCode | None


ERRORS: Final[dict[str, Answer]] = {
    "bad_request": Answer(400, None),
    "signed_out": Answer(401, CloseCode.SIGNED_OUT),
    "wrong_password": Answer(401, None),
    "foreign_origin": Answer(403, None),
    "banned": Answer(403, CloseCode.SIGNED_OUT),
    "not_found": Answer(404, None),
    "method_not_allowed": Answer(405, None),
    "registered_only": Answer(403, None),
    "too_new": Answer(403, None),
    "not_owner": Answer(403, None),
    "no_such_room": Answer(404, None),
    "already_signed_in": Answer(409, None),
    "not_a_member": Answer(409, None),
    "name_taken": Answer(409, None),
    "seated": Answer(409, None),
    "room_full": Answer(409, None),
    "hand_running": Answer(409, None),
    "not_enough_beans": Answer(409, None),
    "in_a_hand": Answer(409, None),
    "relief_not_needed": Answer(409, None),
    "relief_used_up": Answer(409, None),
    "relief_budget_empty": Answer(409, None),
    "too_big": Answer(413, CloseCode.TOO_BIG),
    "not_json": Answer(415, None),
    "bad_name": Answer(422, None),
    "short_password": Answer(422, None),
    "long_password": Answer(422, None),
    "common_password": Answer(422, None),
    "bad_options": Answer(422, None),
    "slow_down": Answer(429, CloseCode.ABUSE),
    "internal": Answer(500, None),
    "busy": Answer(503, None),
    "unavailable": Answer(503, CloseCode.TRY_LATER),
    "bad_message": Answer(None, CloseCode.ABUSE),
    "other_protocol": Answer(None, CloseCode.ABUSE),
    "no_hello": Answer(None, CloseCode.ABUSE),
    "session_renewed": Answer(None, CloseCode.TRY_LATER),
    "too_many_sockets": Answer(None, CloseCode.TRY_LATER),
    "too_slow": Answer(None, CloseCode.TRY_LATER),
    "taken_over": Answer(None, CloseCode.TAKEN_OVER),
}
"""Every error of the gateway by its code."""

CODES: Final = {answer.status: code for code, answer in reversed(ERRORS.items()) if answer.status}
"""The code of an HTTP status that a library has chosen."""


def status_of(code: str) -> int:
    """The HTTP status of an error."""
    status = ERRORS[code].status
    assert status is not None, f"{code} cannot happen over HTTP"
    return status


def closing_of(code: str) -> CloseCode:
    """The closing code of an error that ends a socket."""
    closing = ERRORS[code].closing
    assert closing is not None, f"{code} does not end a socket"
    return closing


class RefusedError(Exception):
    """An HTTP request is refused with one of the codes above; nothing has changed."""

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
