"""A log line is JSON, says when and for which request, and never says a secret or a name."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator

import httpx
import pytest
import structlog
from litestar import Litestar, get
from litestar.exceptions import HTTPException
from litestar.params import FromPath

from punto.server.config.demo_floor import demo_floor
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.metrics import Metrics
from punto.server.run.logs import start_logging
from punto.server.run.request_log import RequestLog
from punto.server.store.failures import FloorIsTaken, StoreCannotWrite, StoreIsLost


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Where logs go during one test."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    start_logging("debug", stream)
    yield stream
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


def written(lines: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in lines.getvalue().splitlines()]


def test_a_logger_used_while_a_server_logs_can_be_captured_after_it(lines: io.StringIO) -> None:
    logger = structlog.get_logger("punto.floor")
    logger.info("first")
    structlog.reset_defaults()
    with structlog.testing.capture_logs() as captured:
        logger.info("second")
    assert [line["event"] for line in captured] == ["second"]
    assert [line["event"] for line in written(lines)] == ["first"]


def test_a_line_is_json_with_time_level_and_logger(lines: io.StringIO) -> None:
    structlog.get_logger("punto.floor").info("table_opened", table="jade")
    (line,) = written(lines)
    assert {"event", "table", "level", "logger", "timestamp"} == set(line)
    assert (line["event"], line["table"], line["level"], line["logger"]) == (
        "table_opened",
        "jade",
        "info",
        "punto.floor",
    )
    assert str(line["timestamp"]).endswith("Z")


@pytest.mark.parametrize("name", ["password", "token", "cookie", "secret", "code", "name"])
def test_secrets_and_names_are_hidden_from_any_logger(lines: io.StringIO, name: str) -> None:
    structlog.get_logger("punto.x").warning("odd", **{name: "Alice-1234"})
    assert "Alice-1234" not in lines.getvalue()
    assert written(lines)[0][name] == "hidden"


def test_the_words_of_libraries_are_json_too(lines: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").warning("trouble with %s", "a socket")
    assert written(lines)[0]["event"] == "trouble with a socket"


def test_an_unexpected_error_is_one_line_with_its_traceback(lines: io.StringIO) -> None:
    try:
        raise ZeroDivisionError("nothing divides")
    except ZeroDivisionError:
        structlog.get_logger("punto.x").exception("table_stopped")
    (line,) = written(lines)
    assert "ZeroDivisionError: nothing divides" in str(line["exception"])


@get("/api/tickets/{code:str}")
async def ticket(code: FromPath[str]) -> str:
    structlog.get_logger("punto.x").info("looked_up")
    if code in ("broken", "busy"):
        raise HTTPException("no", status_code=500 if code == "broken" else 503)
    return "there"


def asked(path: str) -> tuple[httpx.Response, str]:
    metrics = Metrics(demo_floor(), KnownOdds())
    app = RequestLog(Litestar([ticket], openapi_config=None, logging_config=None), metrics)

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type] # Litestar types its own messages
        async with httpx.AsyncClient(transport=transport, base_url="http://floor") as client:
            return await client.get(path)

    return asyncio.run(ask()), metrics.page().decode()


def test_every_line_of_a_request_has_the_id_that_its_answer_carries(lines: io.StringIO) -> None:
    answer, _ = asked("/api/tickets/XK42-secret")
    ours = [line for line in written(lines) if str(line["logger"]).startswith("punto")]
    assert [line["event"] for line in ours] == ["looked_up", "request"]
    assert {line["request"] for line in ours} == {answer.headers["x-request-id"]}


def test_a_request_is_noted_by_its_route_and_never_by_its_path(lines: io.StringIO) -> None:
    _, page = asked("/api/tickets/XK42-secret")
    assert 'punto_request_seconds_count{method="GET",route="/api/tickets/{code}",status="200"} 1.0' in page
    ours = [line for line in written(lines) if line["logger"] != "httpx"]  # the client of this test logs too
    assert "XK42" not in page + str(ours)


def test_a_failure_is_logged_as_an_error_and_an_unknown_path_as_none(lines: io.StringIO) -> None:
    asked("/api/tickets/broken")
    asked("/api/tickets/busy")  # what passes is no fault
    assert [line["level"] for line in written(lines) if line["event"] == "request"] == ["error", "warning"]
    _, page = asked("/nowhere/at/all")
    assert 'route="none",status="404"' in page


class StreamIsTaken(StoreIsLost):
    """As the streams have one."""


@pytest.mark.parametrize(
    ("error", "condition"),
    [
        (StoreIsLost("the disk cannot be written"), "store_is_lost"),
        (StoreCannotWrite("the disk is full"), "store_cannot_write"),
        (FloorIsTaken(), "floor_is_taken"),
        (StreamIsTaken("table:jade"), "stream_is_taken"),
        (ConnectionResetError("gone"), "client_is_gone"),
        (asyncio.CancelledError(), "was_cancelled"),
        (ValueError("a fault of ours"), None),
    ],
)
@pytest.mark.parametrize("logger", ["punto.table", "uvicorn.error", "asyncio"])
def test_a_known_condition_is_one_line_that_names_it(
    lines: io.StringIO, error: BaseException, condition: str | None, logger: str
) -> None:
    """Whoever says it, we or a library. What nobody knows keeps its traceback."""
    try:
        raise error
    except BaseException:
        if logger.startswith("punto."):
            structlog.get_logger(logger).exception("table_failed")
        else:
            logging.getLogger(logger).exception("Exception in ASGI application")
    (line,) = written(lines)
    assert line.get("condition") == condition
    assert ("exception" in line) is (condition is None)
    if condition is not None:
        assert line["reason"] == str(error)
