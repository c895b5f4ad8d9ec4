"""Guests for a load: each enters through the public API and keeps its cookie."""

import asyncio
from typing import NamedTuple

import msgspec

from punto.trials.load.client import Address
from punto.trials.load.http import Http, HttpAnswer

AT_ONCE = 16


class Guest(NamedTuple):
    patron: str
    cookie: str
    token: str


class NotLetIn(Exception):
    """The server refused a guest; the text is its answer."""


class _Named(msgspec.Struct):
    id: str
    request_token: str


async def let_in(address: Address, count: int) -> list[Guest]:
    """This many new guests. Raises NotLetIn with the server's answer when it refuses one."""
    numbers = iter(range(count))

    async def doorway() -> list[Guest]:
        http = Http(address)
        try:
            return [await _guest(http) for _ in numbers]
        finally:
            await http.close()

    doorways = await asyncio.gather(*(doorway() for _ in range(min(AT_ONCE, count))))
    return [guest for guests in doorways for guest in guests]


async def _guest(http: Http) -> Guest:
    http.cookie = http.token = ""
    answer = await http.post("/api/guest")
    if not 200 <= answer.status < 300 or not answer.cookie:
        raise NotLetIn(_words(answer))
    http.cookie = answer.cookie
    named = msgspec.json.decode(answer.body, type=_Named)
    return Guest(named.id, answer.cookie, named.request_token)


def _words(answer: HttpAnswer) -> str:
    return f"the server refused a guest: {answer.status} {answer.body[:300].decode(errors='replace')}"
