"""Facts as JSON and back: one registry, from the type's name to its class.

A fact is an object whose `type` is its class's name in snake_case, its fields beside it. The log keeps lists of
them; a notice is one of them, redacted, with an envelope (see `notices`).
"""

import re
from collections.abc import Iterable
from typing import Any, Final, get_args

import msgspec

from app.rules.facts import Fact


def type_name(class_name: str) -> str:
    """The name of a class on the wire: "LandlordChosen" is "landlord_chosen"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


REGISTRY: Final[dict[str, type[Fact]]] = {type_name(cls.__name__): cls for cls in get_args(Fact)}
"""Every class of fact by its name on the wire."""

_NAMES: Final = {cls: name for name, cls in REGISTRY.items()}
_encode = msgspec.json.Encoder().encode


class UnknownFactError(ValueError):
    """A log holds something that is no fact of this engine."""


def tagged(fact: Fact) -> bytes:
    """A fact as a JSON object, its type first."""
    body = _encode(fact)
    head = b'{"type":"' + _NAMES[type(fact)].encode() + b'"'
    return head + b"," + body[1:]


def dump_facts(facts: Iterable[Fact]) -> bytes:
    """Facts as the log keeps them: a JSON array. The inverse of `load_facts`."""
    return b"[" + b",".join(map(tagged, facts)) + b"]"


def load_facts(data: bytes) -> list[Fact]:
    """The facts of a log entry; raises UnknownFactError for anything else."""
    try:
        return [_load(item) for item in msgspec.json.decode(data, type=list[dict[str, Any]])]
    except msgspec.DecodeError as error:
        raise UnknownFactError(str(error)) from error


def _load(item: dict[str, Any]) -> Fact:
    cls = REGISTRY.get(item.pop("type", ""))
    if cls is None:
        raise UnknownFactError("unknown type of fact")
    fact: Fact = msgspec.convert(item, cls, strict=True)
    return fact
