"""Logs every HTTP request with its duration and outcome, under an id that its answer carries too.

Only the route is logged (`/api/tickets/{code}`), never the path: a path can hold the code of a ticket.
"""

from secrets import token_hex
from time import perf_counter

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from punto.server.figures.metrics import Metrics

HEADER = b"x-request-id"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
QUIET_ROUTES = frozenset({"/healthz", "/readyz", "/metrics"})  # polled by machines

log = structlog.get_logger("punto.requests")


class RequestLog:
    """ASGI, outermost."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        request_id, began, status = token_hex(8), perf_counter(), 500

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), (HEADER, request_id.encode())]
            await send(message)

        with structlog.contextvars.bound_contextvars(request=request_id):
            try:
                await self._app(scope, receive, send_with_id)
            finally:
                self._note(scope, status, perf_counter() - began)

    def _note(self, scope: HTTPScope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"  # a client may invent one
        route = str(scope.get("path_template") or "none")
        self._metrics.requested(method, route, status, seconds)
        if route not in QUIET_ROUTES:
            write = log.debug if status < 500 else log.warning if status == 503 else log.error
            write("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1))
