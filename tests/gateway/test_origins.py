"""Whose pages may talk to this server: the handshake is refused before it is done, and so is every change."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from starlette.datastructures import Headers

from app.gateway.origins import Origins
from tests.gateway.doorway import Doorway, doorway
from tests.gateway.raw import RawSocket, handshake

PUBLIC = "https://cards.example.org"

FOREIGN = {
    "missing": [],
    "empty": [""],
    "null": ["null"],
    "another site": ["https://evil.example"],
    "our name in front": ["https://cards.example.org.evil.example"],
    "our name behind": ["https://evilcards.example.org"],
    "our name as user": ["https://cards.example.org@evil.example"],
    "another user at ours": ["https://user@cards.example.org"],
    "a host below ours": ["https://a.cards.example.org"],
    "the host above ours": ["https://example.org"],
    "another port": ["https://cards.example.org:8443"],
    "the usual port, which no browser writes": ["https://cards.example.org:443"],
    "another scheme": ["http://cards.example.org"],
    "a scheme of its own": ["ws://cards.example.org"],
    "upper case": ["HTTPS://CARDS.EXAMPLE.ORG"],
    "a look-alike letter": ["https://c\u0430rds.example.org".encode().decode("latin-1")],
    "a look-alike in the form of the wire": ["https://xn--crds-53d.example.org"],
    "a dot behind": ["https://cards.example.org."],
    "a slash behind": ["https://cards.example.org/"],
    "a path behind": ["https://cards.example.org/x"],
    "two, ours first": [PUBLIC, "https://evil.example"],
    "two, ours last": ["https://evil.example", PUBLIC],
    "two in one": [f"{PUBLIC}, https://evil.example"],
    "a blank before": [f"\t{PUBLIC}\u00a0"],
    "only the scheme": ["https://"],
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def door() -> AsyncIterator[Doorway]:
    async with doorway(address=PUBLIC) as opened:
        yield opened


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("case", FOREIGN)
async def test_a_foreign_page_is_refused_before_the_handshake_is_done(door: Doorway, case: str) -> None:
    async with await RawSocket.dial(door.address) as socket:
        sent = handshake(door.address, {"Origin": None, "Host": "cards.example.org"})[:-2]
        lines = "".join(f"Origin: {origin}\r\n" for origin in FOREIGN[case])
        socket.write(sent + lines.encode("latin-1") + b"\r\n")
        status = await socket.read_status()
        # Two origins are already against HTTP's own grammar for a handshake.
        assert status == 403 or (case.startswith("two, ") and status == 400)


@pytest.mark.asyncio(loop_scope="module")
async def test_our_own_page_is_let_in(door: Doorway) -> None:
    async with await RawSocket.dial(door.address) as socket:
        socket.write(handshake(door.address, {"Origin": PUBLIC}))
        assert await socket.read_status() == 101


def permits(origins: Origins, origin: str, host: str, scheme: str = "ws") -> bool:
    return origins.permits([origin], scheme, Headers({"host": host}))


AT_HOME = Origins(frozenset())


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "192.168.1.7:8000", "localhost", "[::1]:8000", "my-pc.local"]
)
def test_at_home_the_host_that_was_asked_is_the_origin(host: str) -> None:
    assert permits(AT_HOME, f"http://{host}", host)
    assert not permits(AT_HOME, f"https://{host}", host)
    assert permits(AT_HOME, f"https://{host}", host, "wss")
    assert not permits(AT_HOME, "http://evil.example", host)
    assert not permits(AT_HOME, f"http://{host}.evil.example", host)
    assert not permits(AT_HOME, f"http://user@{host}", host)
    assert not permits(AT_HOME, f"http://{host}/", host)
    assert not permits(AT_HOME, "null", host)


@pytest.mark.parametrize(
    "host", ["", "null", "a@b", "a/b", "EVIL", "evil.example.", "a:b", "a b", "-a", "a:123456"]
)
def test_at_home_a_strange_host_is_nobodys_origin(host: str) -> None:
    if host == "null":
        assert not permits(AT_HOME, "null", host)
    else:
        assert not permits(AT_HOME, f"http://{host}", host)


def test_at_home_a_request_without_a_host_has_no_origin() -> None:
    assert not AT_HOME.permits(["http://"], "ws", Headers({}))


def test_with_a_public_address_the_host_does_not_matter() -> None:
    public = Origins(frozenset({PUBLIC}))
    assert permits(public, PUBLIC, "10.0.0.1")
    assert not permits(public, "http://10.0.0.1", "10.0.0.1")
