"""Calls about single names that are made in one step go to the store together, in one trip.

After a restart everybody comes at once: hundreds of sockets ask for an account each, every table claims its stream. A
trip to the store costs far more than a row.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Generic, TypeVar

Value = TypeVar("Value")
CallForAll = Callable[[list[str]], Awaitable[Mapping[str, Value]]]


class GatheredCalls(Generic[Value]):
    def __init__(self, call_for_all: CallForAll[Value]) -> None:
        """What `call_for_all` does not mention is not there."""
        self._call_for_all = call_for_all
        self._asked: dict[str, None] = {}  # by those who wait for the next trip, in order
        self._next: asyncio.Task[Mapping[str, Value]] | None = None

    async def of(self, name: str) -> Value | None:
        return (await self.of_all((name,))).get(name)

    async def of_all(self, names: Iterable[str]) -> Mapping[str, Value]:
        """The trip begins after this was asked. Others may be among what it brings."""
        self._asked.update(dict.fromkeys(names))
        if self._next is None:
            self._next = asyncio.create_task(self._go())
            self._next.add_done_callback(_has_ended)
        return await asyncio.shield(self._next)  # others wait for the same trip

    async def _go(self) -> Mapping[str, Value]:
        """A task begins after the step in which it was made, and after whatever was ready to run before it."""
        names, self._asked, self._next = list(self._asked), {}, None
        return await self._call_for_all(names)


def _has_ended(trip: asyncio.Task[Mapping[str, Value]]) -> None:
    """If it failed and all who asked have gone meanwhile, nobody has to know."""
    if not trip.cancelled():
        trip.exception()
