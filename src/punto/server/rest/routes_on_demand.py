"""The REST application. A route is put together when a request first names its path.

The framework takes about a millisecond for each: signature, dependencies, an answer to OPTIONS. For all of them that is
longer than opening a floor, and most floors use few in their first hour.
"""

import asyncio
import re
from collections.abc import Sequence
from typing import Any, cast

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.types import ControllerRouterHandler, LifeSpanReceive, LifeSpanScope, LifeSpanSend, Receive, Scope, Send
from litestar.utils import normalize_path

from punto.server.rest.documents.describe import DOCUMENT

ANYTHING = "{}"  # for a parameter of a path
REST_OF_THE_PATH = "{*}"
Parts = tuple[str, ...]


class RoutesOnDemand(Litestar):
    def __init__(self, routes: Sequence[ControllerRouterHandler], **options: Any) -> None:
        self._waiting: dict[Parts, list[HTTPRouteHandler]] = {}
        super().__init__(**options)
        for route in routes:
            assert isinstance(route, HTTPRouteHandler), f"{route} has no path of its own"
            for path in route.paths:
                self._waiting.setdefault(_parts_of(path), []).append(route)

    @property
    def waiting(self) -> list[HTTPRouteHandler]:
        """Not asked for yet."""
        return [route for routes in self._waiting.values() for route in routes]

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        """Without pydantic's, which we do not use and which is slow to load."""
        return [*plugins, MsgspecDIPlugin()]

    async def __call__(
        self, scope: Scope | LifeSpanScope, receive: Receive | LifeSpanReceive, send: Send | LifeSpanSend
    ) -> None:
        if self._waiting and scope["type"] == ScopeType.HTTP:
            await self._put_together_for(cast(Scope, scope)["path"])
        await super().__call__(scope, receive, send)

    async def put_together(self) -> None:
        """Every route; the loop does other work between two."""
        while self._waiting:
            self._register(next(iter(self._waiting)))
            await asyncio.sleep(0)

    async def _put_together_for(self, path: str) -> None:
        """Every route that could be meant: the framework then prefers a plain path to one with a parameter."""
        if path.startswith(DOCUMENT):  # it describes every route
            await self.put_together()
        asked = normalize_path(path).split("/")
        for parts in [each for each in self._waiting if _could_mean(each, asked)]:
            self._register(parts)

    def _register(self, parts: Parts) -> None:
        """With its other paths, if it has more than one."""
        for route in self._waiting.get(parts, ()):
            self.register(route)
            for other in {_parts_of(path) for path in route.paths} - {parts}:
                self._waiting[other].remove(route)
        self._waiting.pop(parts, None)


def _parts_of(path: str) -> Parts:
    whole = re.sub(r"{\w+:path}", REST_OF_THE_PATH, normalize_path(path))
    return tuple(re.sub(r"{\w+:\w+}", ANYTHING, whole).split("/"))


def _could_mean(parts: Parts, asked: Sequence[str]) -> bool:
    if parts[-1] == REST_OF_THE_PATH:
        parts, asked = parts[:-1], asked[: len(parts) - 1]
    return len(parts) == len(asked) and all(map(_fits, parts, asked))


def _fits(part: str, given: str) -> bool:
    return part in (given, ANYTHING)
