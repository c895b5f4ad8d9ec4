"""What a connection knows of the socket it speaks through: one of this process, or one that an edge holds."""

from typing import Protocol


class Wire(Protocol):
    def write(self, frame: bytes, waiting_max: int) -> bool:
        """False when more than `waiting_max` bytes written before have not been taken."""

    def hold(self) -> None:
        """Stop reading: backpressure for the sender."""

    def resume(self) -> None: ...

    def drop(self) -> None:
        """At once, without a closing frame."""

    def end(self, code: int, reason: str) -> None: ...
