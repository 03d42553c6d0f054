"""What a browser hears, read back into the types that it was written from."""

from dataclasses import dataclass
from typing import Any, Final, Union

import msgspec

from app.rules.facts import Fact
from app.wire.facts import REGISTRY
from app.wire.notices import UNVERSIONED, Clock, Notice


@dataclass(frozen=True, slots=True)
class SeenFact:
    """A versioned notice: a fact as this seat may see it, and its envelope."""

    fact: Fact
    room: str
    hand: int
    version: int
    clock: Clock | None


_decoder: Final = msgspec.json.Decoder(Union[UNVERSIONED])  # noqa: UP007 - made from a tuple


def load_notice(frame: str | bytes) -> Notice | SeenFact:
    """The notice in a frame."""
    item = msgspec.json.decode(frame, type=dict[str, Any])
    cls = REGISTRY.get(item["type"])
    if cls is None:
        notice: Notice = _decoder.decode(frame)
        return notice
    del item["type"]
    clock = item.pop("clock", None)
    envelope = item.pop("room"), item.pop("hand"), item.pop("version")
    fields = set(cls.__dataclass_fields__)
    assert set(item) == fields, f"{cls.__name__}: {sorted(item)} instead of {sorted(fields)}"
    fact: Fact = msgspec.convert(item, cls, strict=True)
    return SeenFact(fact, *envelope, clock and msgspec.convert(clock, Clock))
