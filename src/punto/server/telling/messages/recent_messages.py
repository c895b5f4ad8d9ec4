"""The last public messages of a table: a client that missed some gets just those."""

from collections import deque

KEPT = 512


class RecentMessages:
    def __init__(self, version: int = 0) -> None:
        self.version = version  # of the last public message
        self._frames: deque[bytes] = deque(maxlen=KEPT)

    def add(self, frame: bytes) -> None:
        self.version += 1
        self._frames.append(frame)

    def since(self, version: int) -> list[bytes] | None:
        """The frames after a version; None when it is too old, or was never reached."""
        missed = self.version - version
        if not 0 <= missed <= len(self._frames):
            return None
        return list(self._frames)[len(self._frames) - missed :]
