"""A request at an edge: asked of the floor, and answered with what the floor answers.

When the floor goes before it has begun to answer, what only reads is asked of the next floor. Anything else is answered
that its outcome is unknown: whoever sent it knows whether it may be repeated. When who asked goes, nobody is asked
any more.
"""

import asyncio
from collections.abc import Callable
from enum import Enum
from typing import Any

import msgspec
from litestar.types import Receive, Send

from punto.server.protocol.links.edge_link import Asking, Continued, Refused, Started
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.gate import BODY_MAX
from punto.server.rest.problems import PROBLEM_JSON, problem
from punto.server.rest.safe_methods import SAFE_METHODS
from punto.server.safety.headers import RETRY_SECONDS


class Went(Enum):
    """Who went before the answer was whole."""

    FLOOR = "the floor"
    ASKER = "who asked"


class EdgeRequest:
    def __init__(self, number: int, asking: Asking) -> None:
        self.number = number
        self.came: asyncio.Queue[Started | Continued | Went] = asyncio.Queue()
        self._asking = asking

    async def serve(self, receive: Receive, send: Send, took: Callable[[], None]) -> bool:
        """False when it is to be asked again."""
        leaving = asyncio.create_task(self._watch(receive))
        try:
            return await self._pass_on(send, took)
        finally:
            leaving.cancel()

    async def _watch(self, receive: Receive) -> None:
        """Whoever asked may not wait for the answer."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self.came.put_nowait(Went.ASKER)

    async def _pass_on(self, send: Send, took: Callable[[], None]) -> bool:
        has_begun = False
        while True:
            match await self.came.get():
                case Started(status=status, headers=headers):
                    has_begun = True
                    await send({"type": "http.response.start", "status": status, "headers": headers})
                case Continued(body=body, has_more=has_more):
                    await send({"type": "http.response.body", "body": body, "more_body": has_more})
                    if not has_more:
                        return True
                    took()
                case Went.ASKER:
                    return True
                case Went.FLOOR:
                    if has_begun:
                        raise ConnectionResetError("the floor went in the middle of its answer")
                    if self._asking.method not in SAFE_METHODS:
                        await answer_later(send, ServerRefusal.OUTCOME_IS_UNKNOWN)
                        return True
                    return False


async def whole_body(receive: Receive) -> bytes | None:
    """Or as much of it as the floor needs to refuse it as too large. None: who sent it went before its end."""
    body, has_more = b"", True
    while has_more and len(body) <= BODY_MAX:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        assert message["type"] == "http.request"
        body += message.get("body", b"")
        has_more = message.get("more_body", False)
    return body


async def answer_later(send: Send, why: ServerRefusal = ServerRefusal.SERVER_IS_BUSY) -> None:
    said = problem(why)
    body = msgspec.json.encode(said)
    headers = [
        (b"content-type", PROBLEM_JSON.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", RETRY_SECONDS.encode()),
    ]
    await send({"type": "http.response.start", "status": said.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def pass_on_refusal(send: Send, refused: Refused) -> None:
    """Of a socket."""
    start: Any = {"type": "websocket.http.response.start", "status": refused.status, "headers": refused.headers}
    rest: Any = {"type": "websocket.http.response.body", "body": refused.body, "more_body": False}
    await send(start)
    await send(rest)
