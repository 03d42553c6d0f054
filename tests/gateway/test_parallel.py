"""Two hundred requests at once for each path: every one is answered, and nothing is amiss in the log (A69)."""

import asyncio
from collections.abc import Callable

import httpx2
import pytest

from tests.stories.server import ServerProcess

PATHS = ["/", "/livez", "/readyz", "/metrics", "/api/session", "/api/tiers", "/api/openapi.json"]


@pytest.mark.parametrize("path", [*PATHS, "/api/guests"])
async def test_many_requests_at_once(
    server: ServerProcess, path: str, size: Callable[[int, int], int]
) -> None:
    """The fixture looks through the log when all are done."""
    many = size(50, 200)
    limits = httpx2.Limits(max_connections=many)
    async with httpx2.AsyncClient(
        base_url=server.address, trust_env=False, verify=False, limits=limits, timeout=60
    ) as http:

        async def ask(number: int) -> tuple[int, str]:
            if path == "/api/guests":
                body = {"name": f"Ann{number}"}
                answer = await http.post(path, json=body, headers={"Origin": server.address})
                return answer.status_code, answer.json()["player"]
            answer = await http.get(path)
            return answer.status_code, ""

        answers = await asyncio.gather(*(ask(number) for number in range(many)))
    assert {status for status, _ in answers} == {201 if path == "/api/guests" else 200}
    assert path != "/api/guests" or len({player for _, player in answers}) == many
