"""What the routes have in common: the door that they came through, and what they may answer instead."""

from typing import Annotated

from fastapi import Depends

from app.gateway.bodies import Problem
from app.gateway.errors import status_of
from app.gateway.services import Gateway, gateway_of

Door = Annotated[Gateway, Depends(gateway_of)]
"""The gateway, as an argument of a route."""


def problems(*codes: str) -> dict[int | str, dict[str, object]]:
    """The errors that a route may answer with, for the description of the interface."""
    found: dict[int | str, dict[str, object]] = {}
    for code in codes:
        known = found.setdefault(status_of(code), {"model": Problem, "description": ""})
        known["description"] = f"{known['description']} {code}".strip()
    return found
