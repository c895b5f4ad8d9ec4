"""What the drill does, step by step, and how long each takes."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


class DrillFailed(Exception):
    """The text says at what."""


@dataclass
class Steps:
    say: Callable[[str], None]
    _began: float = field(default_factory=time.perf_counter)

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Said once it is done."""
        began = time.perf_counter()
        yield
        self.say(f"{time.perf_counter() - began:7.2f} s  {what}")

    def tell(self, text: str) -> None:
        """Under the last step."""
        for line in text.splitlines():
            self.say(f"{'':11}{line}")

    def end(self) -> None:
        self.say(f"{time.perf_counter() - self._began:7.2f} s in all. The drill has succeeded.")
