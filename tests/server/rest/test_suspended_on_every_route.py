"""Every route against people who are suspended: they are nobody.

Routes are taken from the application, so a new one is covered at once.
"""

import asyncio
import json
from collections.abc import Iterator
from typing import Any, cast

import httpx
import pytest

from punto.server.people.identity import Role
from punto.server.safety.cookies import COOKIE
from tests.server.whole_floor import WholeFloor, open_whole_floor


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[asyncio.Runner, WholeFloor]]:
    with asyncio.Runner() as runner:
        floor = runner.run(open_whole_floor(tmp_path_factory.mktemp("floor")))
        yield runner, floor
        runner.run(floor.close())


@pytest.mark.parametrize("is_locked", [False, True], ids=["in a session", "in a locked session"])
@pytest.mark.parametrize("role", list(Role))
def test_every_route_is_closed_to_the_suspended(
    whole: tuple[asyncio.Runner, WholeFloor], role: Role, *, is_locked: bool
) -> None:
    runner, floor = whole

    async def refused_routes() -> None:
        if role is Role.ADMIN:  # the last one cannot be suspended
            await floor.floor.accounts.create_staff(f"Another {is_locked}", role)
        account = await floor.account(role)
        token, request_token = await floor.session(account, is_locked=is_locked)
        assert await floor.floor.accounts.suspend(account.id, is_suspended=True) is None
        for (method, path), access in floor.routes.items():
            found = await _refusal(floor, method, path, token, request_token)
            expected = "not_signed_in" if access.needs_session else None
            assert (found if found == "not_signed_in" else None) == expected, f"{method} {path}"

    runner.run(refused_routes())


class _Known(dict[str, object]):
    """What a path may name; a number for whatever else a new route asks for."""

    def __missing__(self, _: str) -> int:
        return 1


async def _refusal(floor: WholeFloor, method: str, path: str, token: str, request_token: str) -> str | None:
    headers = {"Content-Type": "application/json", "Cookie": f"{COOKIE}={token}", "X-Punto-Token": request_token}
    transport = httpx.ASGITransport(app=cast(Any, floor.app))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        address = path.format_map(_Known(floor.known))
        response = await client.request(method, address, content=None if method == "GET" else b"{}", headers=headers)
    assert response.status_code < 500, f"{method} {path}: {response.text}"
    is_problem = response.headers.get("content-type") == "application/problem+json"  # a page may be missing in HTML
    return str(json.loads(response.content)["name"]) if is_problem else None
