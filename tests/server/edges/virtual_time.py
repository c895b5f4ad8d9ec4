"""An event loop whose clock jumps to whatever is due next: hours pass in a moment, and the same way each time."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class _NoWaiting(selectors.DefaultSelector):
    """Passes the time instead of waiting for it."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "everybody waits, and nothing is due"
            self.now += max(0.0, timeout)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._instant = _NoWaiting()
        super().__init__(self._instant)

    def time(self) -> float:
        return self._instant.now

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]
        """At once: a thread would run on another clock."""
        del executor
        done = self.create_future()
        done.set_result(func(*args))
        return done


def run(main: Coroutine[Any, Any, Result]) -> Result:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
