"""What a socket may say: every bad message gets the same short answer, three of them the door."""

from collections.abc import AsyncIterator
from typing import Final

import pytest
import pytest_asyncio

from app.wire.requests import MAX_PLAY_CARDS
from tests.gateway.doorway import Doorway, doorway
from tests.gateway.raw import BINARY, TEXT, RawSocket, frame, text
from tests.stories.player import Player

pytestmark = pytest.mark.asyncio(loop_scope="module")

BAD: Final = '{"type":"refused","id":null,"code":"bad_message","params":{}}'
HELLO: Final = '{"type":"hello","protocol":1}'
PING: Final = '{"type":"ping","t":1}'


def call(**fields: str) -> str:
    """A call of the landlord with some fields written otherwise; "" leaves one out."""
    usual = {"type": '"call"', "id": '"r1"', "room": '"ROOM1"', "hand": "1", "yes": "true"}
    return "{" + ",".join(f'"{name}":{value}' for name, value in {**usual, **fields}.items() if value) + "}"


def play(cards: str, more: str = "") -> str:
    return f'{{"type":"play","id":"r1","room":"ROOM1","hand":1,"cards":{cards}{more}}}'


MESSAGES: Final = {
    "nothing": "",
    "blank": " ",
    "null": "null",
    "a number": "1",
    "a text": '"ping"',
    "a list": "[]",
    "a list of requests": f"[{PING}]",
    "an empty object": "{}",
    "no JSON": "ping",
    "half of one": '{"type":"ping"',
    "something behind": PING + "x",
    "two in one": PING + PING,
    "a byte order mark": "\ufeff" + PING,
    "a comment": '{"type":"ping",/**/"t":1}',
    "single quotes": "{'type':'ping','t':1}",
    "a trailing comma": '{"type":"ping","t":1,}',
    "no type": '{"t":1}',
    "a number for a type": '{"type":1,"t":1}',
    "null for a type": '{"type":null,"t":1}',
    "an unknown type": '{"type":"deal","t":1}',
    "a type of another case": '{"type":"PING","t":1}',
    "a notice": '{"type":"pong","t":1,"now_ms":1}',
    "a fact": '{"type":"landlord_chosen","seat":0,"claim":"called"}',
    "an action of the room": '{"type":"deal_next"}',
    "NaN": '{"type":"ping","t":NaN}',
    "infinite": '{"type":"ping","t":Infinity}',
    "1e400": '{"type":"ping","t":1e400}',
    "a number as text": '{"type":"ping","t":"1"}',
    "deep": "[" * 4000,
    "deep and closed": '{"type":"ping","t":' + "[" * 4000 + "]" * 4000 + "}",
    "deep objects": '{"a":' * 1000 + "1" + "}" * 1000,
    "8,000 digits": '{"type":"ping","t":' + "9" * 8000 + "}",
    "half a surrogate": call(id='"\\ud800"'),
    "an unknown field": call(seat="1"),
    "who he is": call(player='"p"'),
    "his balance": call(beans="1000000"),
    "the multiple": call(multiple="1000"),
    "no id": call(id=""),
    "an empty id": call(id='""'),
    "null for an id": call(id="null"),
    "a number for an id": call(id="1"),
    "an id of 41 characters": call(id='"' + "x" * 41 + '"'),
    "an id with a dot": call(id='"a.b"'),
    "an id with a line end": call(id='"a\\n"'),
    "an id in Chinese": call(id='"叫"'),
    "a room in lower case": call(room='"room1"'),
    "a room with a dot": call(room='"A.B"'),
    "a room with a star": call(room='"*"'),
    "a room with a line end": call(room='"ROOM1\\n"'),
    "no room": call(room=""),
    "a hand of -1": call(hand="-1"),
    "a hand of 1.5": call(hand="1.5"),
    "a hand of 1.0": call(hand="1.0"),
    "a hand as text": call(hand='"1"'),
    "true for a hand": call(hand="true"),
    "a hand beyond 2^53": call(hand=str(2**53)),
    "a hand of 400 digits": call(hand="9" * 400),
    "yes as text": call(yes='"true"'),
    "yes as 1": call(yes="1"),
    "no yes": call(yes=""),
    "a moment that does not exist": call(type='"show"', moment='"never"'),
    "cards as a text": play('"3S"'),
    "cards as null": play("null"),
    "a card that does not exist": play('["1S"]'),
    "a card in lower case": play('["3s"]'),
    "ten written in full": play('["10S"]'),
    "a card of one character": play('["3"]'),
    "an empty card": play('[""]'),
    "a number for a card": play("[3]"),
    "a card with a NUL": play('["3\\u0000"]'),
    "one card too many": play("[" + ",".join(['"LZ"'] * (MAX_PLAY_CARDS + 1)) + "]"),
    "a reading of no kind": play('["3S"]', ',"as":{"kind":"single","size":1,"rank":"3"}'),
    "a reading of size 0": play('["3S"]', ',"as":{"kind":"SINGLE","size":0,"rank":"3"}'),
    "a reading of no rank": play('["3S"]', ',"as":{"kind":"SINGLE","size":1,"rank":"1"}'),
    "a reading with more": play('["3S"]', ',"as":{"kind":"SINGLE","size":1,"rank":"3","x":1}'),
    "a reading as a list": play('["3S"]', ',"as":["SINGLE",1,"3"]'),
    "a game with a dot": '{"type":"queue","id":"r1","game":"a.b","tier":"starter"}',
    "a tier of 25 characters": '{"type":"queue","id":"r1","game":"happy","tier":"' + "x" * 25 + '"}',
    "a protocol as text": '{"type":"hello","protocol":"1"}',
    "a negative version": '{"type":"hello","protocol":1,"room":"ROOM1","hand":1,"version":-1}',
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def door() -> AsyncIterator[Doorway]:
    async with doorway() as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def cookie(door: Doorway) -> str:
    return (await Player.sign_in(door.address)).cookie


async def greeted(door: Doorway, cookie: str) -> RawSocket:
    socket = await RawSocket.open(door.address, cookie)
    socket.write(text(HELLO))
    assert '"welcome"' in await socket.read_text()
    return socket


@pytest.mark.parametrize("case", MESSAGES)
async def test_a_bad_message_gets_one_short_answer_and_reaches_nobody(
    door: Doorway, cookie: str, case: str
) -> None:
    async with await greeted(door, cookie) as socket:
        socket.write(text(MESSAGES[case]))
        assert await socket.read_text() == BAD
        socket.write(text(PING))
        assert '"pong"' in await socket.read_text()
        assert door.heard.empty()


async def test_a_text_in_a_binary_frame_is_a_bad_message(door: Doorway, cookie: str) -> None:
    async with await greeted(door, cookie) as socket:
        socket.write(frame(BINARY, PING.encode()))
        assert await socket.read_text() == BAD


async def test_the_third_bad_message_ends_the_socket(door: Doorway, cookie: str) -> None:
    async with await greeted(door, cookie) as socket:
        for _ in range(2):
            socket.write(text("x"))
            assert await socket.read_text() == BAD
            socket.write(text(PING))
            assert '"pong"' in await socket.read_text()
        socket.write(text("x"))
        assert await socket.read_close() == ([BAD], 1008)


async def test_good_ones_between_do_not_buy_bad_ones(door: Doorway, cookie: str) -> None:
    async with await greeted(door, cookie) as socket:
        socket.write((text("x") + text(PING) + text(PING)) * 3)
        texts, code = await socket.read_close()
        assert (texts.count(BAD), code) == (3, 1008)


async def test_before_hello_nothing_else_is_heard(door: Doorway, cookie: str) -> None:
    async with await RawSocket.open(door.address, cookie) as socket:
        socket.write(text(PING))
        assert await socket.read_text() == BAD
        socket.write(text('{"type":"queue","id":"r1","game":"happy","tier":"starter"}'))
        assert await socket.read_text() == BAD
        assert door.heard.empty()
        socket.write(text(HELLO))
        assert '"welcome"' in await socket.read_text()


async def test_a_protocol_that_is_not_spoken_here_ends_the_socket(door: Doorway, cookie: str) -> None:
    async with await RawSocket.open(door.address, cookie) as socket:
        socket.write(text('{"type":"hello","protocol":2}'))
        texts, code = await socket.read_close()
        assert code == 1008
        assert [line for line in texts if '"other_protocol"' in line] == texts
        assert len(texts) == 1


async def test_without_a_session_the_socket_says_so(door: Doorway) -> None:
    for wrong in (None, "session=", "session=" + "A" * 43, "__Host-session=" + "A" * 43):
        async with await RawSocket.open(door.address, wrong) as socket:
            socket.write(frame(TEXT, HELLO.encode()))
            assert await socket.read_close() == ([], 4401)


async def test_a_token_in_the_address_opens_nothing(door: Doorway, cookie: str) -> None:
    from tests.gateway.raw import handshake

    async with await RawSocket.dial(door.address) as socket:
        socket.write(handshake(door.address, request=f"GET /ws?{cookie} HTTP/1.1"))
        assert await socket.read_status() == 101
        assert await socket.read_close() == ([], 4401)
