"""Notices: what a seat may do travels as the requests that do it."""

from typing import get_args

import msgspec
import pytest

from app.rules.actions import Bid, Call, Double, Identity, Moment, Options, Pass, Rob, SeatAction, Show
from app.wire.notices import Chance, Choice, chance
from app.wire.requests import ActionFrame, PlayRequest, Request

ACTIONS: list[tuple[SeatAction, Choice]] = [
    (Show(Moment.DEAL, yes=True), Choice("show", yes=True, moment=Moment.DEAL)),
    (Call(yes=False), Choice("call", yes=False)),
    (Rob(yes=True), Choice("rob", yes=True)),
    (Double(yes=False), Choice("double", yes=False)),
    (Bid(0), Choice("bid", value=0)),
    (Bid(3), Choice("bid", value=3)),
    (Identity(yes=True), Choice("identity", yes=True)),
    (Pass(), Choice("pass")),
]


@pytest.mark.parametrize(("action", "choice"), ACTIONS, ids=lambda value: type(value).__name__)
def test_an_action_travels_with_all_that_it_has(action: SeatAction, choice: Choice) -> None:
    told = chance(Options((action,)))
    assert told.actions == [choice]
    assert msgspec.json.decode(msgspec.json.encode(told), type=Chance) == told


def test_a_request_holds_nothing_that_a_choice_could_not_name() -> None:
    envelope = {"id", "room", "hand"}
    for cls in get_args(Request):
        if issubclass(cls, ActionFrame) and cls is not PlayRequest:
            assert set(cls.__struct_fields__) - envelope <= set(Choice.__struct_fields__), cls
