"""An event loop in virtual time whose callbacks belong to nodes: one node may stand still while the others go on.

Whatever a node starts (tasks, timers, callbacks) carries its context, so a suspended node does nothing at all, wherever
it was: in the middle of a commit, with packets in its buffers. It does it all when it wakes up, in order, or never if
it was killed.
"""

import asyncio
import heapq
from asyncio import Handle, TimerHandle
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from itertools import count
from typing import Any, TypeVar

from tests.server.edges.virtual_time import VirtualLoop

Result = TypeVar("Result")
_NODE: ContextVar["Node | None"] = ContextVar("node", default=None)


class Node:
    """A process of the simulation."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_suspended = False
        self.is_dead = False
        self.context = copy_context()
        self.context.run(_NODE.set, self)
        self._loop = asyncio.get_running_loop()
        self._held: list[Handle] = []

    def __repr__(self) -> str:
        return self.name

    def post(self, act: Callable[..., object], *arguments: object) -> None:
        """Something comes from outside: it is done when the node gets to it."""
        self._loop.call_soon(act, *arguments, context=self.context)

    def run(self, work: Coroutine[Any, Any, Result]) -> "asyncio.Task[Result]":
        return self._loop.create_task(work, context=self.context.copy())

    def holds(self, handle: Handle) -> bool:
        """Whether it may not run now."""
        is_held = self.is_suspended or self.is_dead
        if is_held:
            self._held.append(handle)
        return is_held

    def suspend(self) -> None:
        self.is_suspended = True

    def wake(self) -> None:
        self.is_suspended = False
        held, self._held = ([], self._held) if self.is_dead else (self._held, [])
        for handle in held:
            self._loop._add_callback(handle)  # type: ignore[attr-defined]

    def kill(self) -> None:
        self.is_dead = True

    def release(self) -> None:
        """The simulation is over: whatever it has can be cancelled."""
        self.is_dead = False
        self.wake()


class _NodeHandle(Handle):
    def _run(self) -> None:
        node = self._context.get(_NODE)  # type: ignore[attr-defined]
        if node is None or not node.holds(self):
            super()._run()


class _NodeTimer(TimerHandle):
    """What is due at one moment is done in the order of asking."""

    _number = 0

    def __lt__(self, other: Any) -> bool:
        return (self.when(), self._number) < (other.when(), other._number)

    def _run(self) -> None:
        node = self._context.get(_NODE)  # type: ignore[attr-defined]
        if node is None or not node.holds(self):
            super()._run()


class NodeLoop(VirtualLoop):
    def __init__(self) -> None:
        self._numbers = count()
        super().__init__()

    def _call_soon(self, callback: Any, args: Any, context: Context | None) -> Handle:
        handle = _NodeHandle(callback, args, self, context)
        self._ready.append(handle)  # type: ignore[attr-defined]
        return handle

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> TimerHandle:
        timer = _NodeTimer(when, callback, args, self, context)
        timer._number = next(self._numbers)
        heapq.heappush(self._scheduled, timer)  # type: ignore[attr-defined]
        timer._scheduled = True  # type: ignore[attr-defined]
        return timer


def run(main: Coroutine[Any, Any, Result]) -> Result:
    with asyncio.Runner(loop_factory=NodeLoop) as runner:
        return runner.run(main)
