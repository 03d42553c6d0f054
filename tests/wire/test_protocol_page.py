"""The page about the wire names everything that travels."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from app.gateway.errors import ERRORS
from app.rules.books.standard import STANDARD
from app.rules.cards import pack_ranks
from app.rules.refusals import Refusal
from app.wire.closing import CloseCode
from app.wire.facts import REGISTRY
from app.wire.notices import UNVERSIONED
from app.wire.plays import Plays, unbundle
from app.wire.requests import Request

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
NAMED = set(re.findall(r"`([a-z_]+)", PAGE))


def tag_of(cls: type) -> str:
    """How a message is named on the wire."""
    tag = msgspec.inspect.type_info(cls)
    assert isinstance(tag, msgspec.inspect.StructType)
    return str(tag.tag)


@pytest.mark.parametrize("name", [*REGISTRY, *map(tag_of, UNVERSIONED), *map(tag_of, get_args(Request))])
def test_every_message_is_on_the_page(name: str) -> None:
    assert name in NAMED


def test_the_example_of_plays_is_true() -> None:
    [example] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    offers = unbundle(msgspec.json.decode(example, type=Plays))
    assert [offer.ranks for offer in offers] == ["34555666", "55566678", "333444555666"]
    for offer in offers:
        assert offer.readings == STANDARD.readings(pack_ranks(offer.ranks))


@pytest.mark.parametrize("refusal", [*Refusal, "bad_message", "slow_down", "unavailable", "other_protocol"])
def test_every_refusal_is_on_the_page(refusal: str) -> None:
    assert refusal in NAMED


@pytest.mark.parametrize("code", sorted({answer.closing for answer in ERRORS.values() if answer.closing}))
def test_every_closing_code_is_on_the_page(code: CloseCode) -> None:
    assert str(code.value) in PAGE
