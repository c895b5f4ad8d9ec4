"""Routes are put together when they are first asked for, and nobody can tell."""

import asyncio

import pytest
from litestar import Litestar, get, post
from litestar.params import FromPath
from litestar.testing import AsyncTestClient

from punto.server.rest.documents.describe import openapi_config
from punto.server.rest.guards import ANYONE
from punto.server.rest.routes_on_demand import RoutesOnDemand


@get("/shoes", roles=ANYONE)
async def shoes() -> str:
    return "all"


@post("/shoes", roles=ANYONE, status_code=200)
async def new_shoe() -> str:
    return "new"


@get("/shoes/{shoe:int}", roles=ANYONE)
async def one_shoe(shoe: FromPath[int]) -> str:
    return f"shoe {shoe}"


@get("/shoes/last", roles=ANYONE)
async def last_shoe() -> str:
    return "last"


@get(["/page", "/page/{place:path}"], roles=ANYONE)
async def page() -> str:
    return "page"


ROUTES = [shoes, new_shoe, one_shoe, last_shoe, page]


def application() -> RoutesOnDemand:
    return RoutesOnDemand(ROUTES, openapi_config=openapi_config(""), logging_config=None)


def answers(litestar: Litestar, *asked: tuple[str, str]) -> list[tuple[int, str]]:
    async def ask() -> list[tuple[int, str]]:
        async with AsyncTestClient(litestar) as client:
            told = [await client.request(method, path) for method, path in asked]
            return [(each.status_code, each.text) for each in told]

    return asyncio.run(ask())


@pytest.mark.parametrize(("method", "path", "status", "body"), [
    # a request     its answer
    ("GET",  "/shoes",         200, "all"),
    ("POST", "/shoes",         200, "new"),
    ("GET",  "/shoes/",        200, "all"),
    ("GET",  "/shoes//7",      200, "shoe 7"),
    ("GET",  "/shoes/last",    200, "last"),     # rather than a shoe of that number
    ("GET",  "/page",          200, "page"),
    ("GET",  "/page/a/b",      200, "page"),
    ("GET",  "/shoes/7/cards", 404, None),
    ("PUT",  "/shoes",         405, None),
    ("GET",  "/",              404, None),
])  # fmt: skip
def test_the_first_request_is_answered_like_any_other(method: str, path: str, status: int, body: str | None) -> None:
    litestar = application()
    first, second = answers(litestar, (method, path), (method, path))
    assert first == second
    assert first[0] == status
    assert body is None or first[1] == body


def test_a_plain_path_is_found_after_one_with_a_parameter_was_put_together() -> None:
    assert answers(application(), ("GET", "/shoes/7"), ("GET", "/shoes/last")) == [(200, "shoe 7"), (200, "last")]


def test_only_what_is_asked_for_is_put_together() -> None:
    litestar = application()
    answers(litestar, ("GET", "/page/a"), ("GET", "/nothing"))
    assert litestar.waiting == [shoes, new_shoe, one_shoe, last_shoe]


def test_the_document_describes_routes_that_nobody_asked_for() -> None:
    ((status, text),) = answers(application(), ("GET", "/api/docs/openapi.json"))
    assert status == 200
    assert all(f'"{path}"' in text for path in ("/shoes", "/shoes/{shoe}", "/shoes/last", "/page"))
