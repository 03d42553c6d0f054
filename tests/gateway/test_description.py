"""The description of the HTTP interface and what it really does: any request gets an answer that is described."""

from collections.abc import AsyncIterator
from typing import Any, Final

import httpx2
import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from app.clock import ManualClock
from app.gateway.bodies import Problem
from app.gateway.errors import ERRORS
from tests.gateway.doorway import Doorway, doorway
from tests.stories.player import Player

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("quick_hashes")]

Json = dict[str, Any]
ANYTHING: Final[st.SearchStrategy[Any]] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
WORDS: Final = (
    st.sampled_from(["Ann", "password", "korrektes pferd", "a\0b", "\u202e", "x" * 257]) | st.text()
)
SAFE_CHARACTERS: Final = st.characters(exclude_categories=["Cs"])
"""What an address can hold."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def door() -> AsyncIterator[Doorway]:
    async with doorway(clock=ManualClock()) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def http(door: Doorway) -> AsyncIterator[httpx2.AsyncClient]:
    own = {"Origin": door.address}
    async with httpx2.AsyncClient(base_url=door.address, headers=own, trust_env=False) as browser:
        yield browser


def bodies(described: Json, operation: Json) -> st.SearchStrategy[Any]:
    """Bodies that the operation asks for, some with a wrong value, one too many or one missing; or anything at all."""
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    schema = described["components"]["schemas"][reference.rpartition("/")[2]]
    needed = schema.get("required", ())
    right = st.fixed_dictionaries(
        dict.fromkeys(needed, WORDS),
        optional={name: WORDS | st.none() for name in {*schema["properties"], "player"}.difference(needed)},
    )
    wrong = st.fixed_dictionaries({}, optional=dict.fromkeys(schema["properties"], ANYTHING))
    return right | wrong | ANYTHING


def texts(schema: Json) -> st.SearchStrategy[str]:
    """Values of a parameter: such as it asks for, or anything."""
    choices = schema.get("anyOf", [schema])
    known = [value for choice in choices for value in choice.get("enum", ())]
    patterns = [st.from_regex(choice["pattern"], fullmatch=True) for choice in choices if "pattern" in choice]
    return st.one_of(*map(st.just, known), *patterns, st.text(SAFE_CHARACTERS, max_size=60))


@given(data=st.data())
async def test_every_request_gets_an_answer_that_is_described(
    door: Doorway, http: httpx2.AsyncClient, data: st.DataObject
) -> None:
    """No server error, no status and no error code that the description does not name for this operation."""
    described = door.app.openapi()
    path, method = data.draw(
        st.sampled_from(
            [(path, method) for path, methods in described["paths"].items() for method in methods]
        )
    )
    operation = described["paths"][path][method]
    http.cookies.clear()
    who = data.draw(st.sampled_from(["nobody", "guest", "member"]))
    door.gateway.clock.advance(3600_000)  # type: ignore[attr-defined]  # a manual clock
    if who != "nobody":
        sign = (
            Player.sign_in(door.address)
            if who == "guest"
            else Player.sign_up(door.address, "korrektes pferd")
        )
        http.cookies.set("session", (await sign).cookie.partition("=")[2])
    asked: dict[str, str] = {}
    for parameter in operation.get("parameters", ()):
        value = data.draw(texts(parameter["schema"]))
        if parameter["in"] == "path":
            value = value.replace("/", "").strip(".") or "x"  # else it is the address of another operation
            path = path.replace(
                f"{{{parameter['name']}}}", httpx2.URL("http://x", params={"": value}).query.decode()[1:]
            )
        elif data.draw(st.booleans()):
            asked[parameter["name"]] = value
    body = data.draw(bodies(described, operation)) if "requestBody" in operation else None
    answer = await http.request(method, path, params=asked, json=body)
    assert str(answer.status_code) in operation["responses"], (method, path, answer.text)
    if answer.status_code >= 400:
        problem = Problem.model_validate_json(answer.content, strict=True)
        told = operation["responses"][str(answer.status_code)]["description"].split()
        assert problem.code in told, (method, path, problem)
        assert ERRORS[problem.code].status == answer.status_code
