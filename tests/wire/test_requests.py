"""Requests: each survives the way there and back, and nothing else gets in, or out as another error."""

import time
from collections.abc import Callable
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.actions import Moment
from app.rules.combos import Kind
from app.wire.phrases import Phrase
from app.wire.requests import (
    MAX_FRAME_BYTES,
    AddBotRequest,
    AgainRequest,
    AutoRequest,
    BadMessageError,
    BidRequest,
    CallRequest,
    DoubleRequest,
    Hello,
    IdentityRequest,
    KickRequest,
    LeaveRequest,
    Look,
    OwnerRequest,
    PassRequest,
    PhraseRequest,
    Ping,
    PlayRequest,
    PriceRequest,
    Queue,
    Reading,
    ReadyRequest,
    Request,
    RobRequest,
    ShowRequest,
    SitRequest,
    StartRequest,
    Unqueue,
    dump_request,
    load_request,
)

REQUESTS: list[Request] = [
    Hello(1),
    Hello(1, "K7Q2M9", 42, 17),
    Ping(1764500000000.25),
    Queue("a-1_Z", "happy", "starter"),
    Unqueue("u"),
    Look("l", on=True),
    SitRequest("r", "R"),
    SitRequest("r", "R", "K7Q2M9"),
    ReadyRequest("r", "R", on=True),
    StartRequest("r", "R"),
    KickRequest("r", "R", 4),
    OwnerRequest("r", "R", 0),
    AddBotRequest("r", "R"),
    LeaveRequest("r", "R", 0),
    PriceRequest("r", "R", 2**53 - 1),
    AgainRequest("r", "R", 1),
    AutoRequest("r", "R", 1, on=True),
    PhraseRequest("r", "R", 0, Phrase.HURRY),
    ShowRequest("r", "R", 1, Moment.LANDLORD, yes=True),
    BidRequest("r", "R", 1, value=3),
    CallRequest("r", "R", 1, yes=False),
    IdentityRequest("r", "R", 1, yes=True),
    RobRequest("r", "R", 1, yes=True),
    DoubleRequest("r", "R", 1, yes=True),
    PlayRequest("r", "R", 1, ["3S", "TH", "BJ", "RJ", "LZ"]),
    PlayRequest("r", "R", 1, ["3S"] * 24, Reading(Kind.PLANE_SINGLES, 5, "T")),
    PlayRequest("r", "R", 1, []),
    PassRequest("r", "R", 1),
]


def test_every_kind_of_request_is_here() -> None:
    assert {type(request) for request in REQUESTS} == set(get_args(Request))


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
def test_a_request_survives_the_way(request_: Request) -> None:
    assert load_request(dump_request(request_)) == request_
    assert load_request(dump_request(request_).decode()) == request_


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
def test_one_field_too_many_or_too_few_is_refused(request_: Request) -> None:
    whole = msgspec.json.decode(dump_request(request_), type=dict[str, object])
    with pytest.raises(BadMessageError):
        load_request(msgspec.json.encode({**whole, "more": 1}))
    for name in whole:
        less = {key: value for key, value in whole.items() if key != name}
        if isinstance(request_, Hello) and name in ("room", "hand", "version"):
            continue
        if name in ("as", "code"):
            continue
        with pytest.raises(BadMessageError):
            load_request(msgspec.json.encode(less))


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
@pytest.mark.parametrize(
    "field", ["balance", "beans", "multiple", "coefficient", "fee", "seat", "winner", "x"]
)
def test_no_request_can_say_what_the_server_reckons(request_: Request, field: str) -> None:
    """A53: what somebody has, plays for, is or has won comes from the server alone.

    The owner of a room names a seat, which is not his own.
    """
    whole = msgspec.json.decode(dump_request(request_), type=dict[str, object])
    if field == "seat" and isinstance(request_, KickRequest | OwnerRequest):
        return
    assert field not in whole
    with pytest.raises(BadMessageError):
        load_request(msgspec.json.encode({**whole, field: 1_000_000}))


ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50)
TREES = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=10), inner, max_size=5),
)


def take(frame: bytes | str) -> None:
    """Decode; anything but a request or BadMessageError is a fault."""
    try:
        request = load_request(frame)
    except BadMessageError:
        return
    assert isinstance(request, get_args(Request))


@given(st.binary(max_size=MAX_FRAME_BYTES + 10))
def test_any_bytes_are_a_request_or_a_bad_message(frame: bytes) -> None:
    take(frame)


@given(st.sampled_from(REQUESTS), st.data())
def test_a_request_with_bytes_changed_is_a_request_or_a_bad_message(
    request_: Request, data: st.DataObject
) -> None:
    frame = bytearray(dump_request(request_))
    for _ in range(data.draw(st.integers(1, 4))):
        frame[data.draw(st.integers(0, len(frame) - 1))] = data.draw(st.integers(0, 255))
    take(bytes(frame))


@given(st.sampled_from(REQUESTS), st.data())
def test_a_request_with_a_value_changed_is_a_request_or_a_bad_message(
    request_: Request, data: st.DataObject
) -> None:
    whole = msgspec.json.decode(dump_request(request_), type=dict[str, object])
    whole[data.draw(st.sampled_from(sorted(whole)))] = data.draw(TREES)
    take(msgspec.json.encode(whole))


def test_the_worst_frame_takes_less_than_a_millisecond(size: Callable[[int, int], int]) -> None:
    worst = [
        b"[" * MAX_FRAME_BYTES,
        b'{"type":"ping","t":' + b"9" * 8000 + b"}",
        b'{"type":"ping","t":0.' + b"1" * 8000 + b"}",
        b'{"type":"ping","t":1e' + b"9" * 8000 + b"}",
        b'{"type":"call","id":"' + b"\\u0041" * 1300 + b'"}',
        b'{"type":"play","id":"r","room":"R","hand":1,"cards":[' + b'"3S",' * 1500 + b'"3S"]}',
        b'{"type":"hello",' + b'"protocol":1,' * 600 + b'"protocol":1}',
    ]
    for frame in worst:
        fastest = min(_seconds(frame) for _ in range(size(20, 200)))
        assert fastest < 0.001


def _seconds(frame: bytes) -> float:
    start = time.perf_counter()
    take(frame)
    return time.perf_counter() - start
