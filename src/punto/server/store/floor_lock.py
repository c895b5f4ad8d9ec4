"""A lock that a server holds exactly as long as it lives.

For SQLite it is a file lock of the operating system on a small file beside the database (SQLite locks the database
itself). For PostgreSQL it belongs to a session (`postgres/floor_lock.py`). It only tells who is alive; the lease's
epoch decides who may write.
"""

import asyncio
import fcntl
import os
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Protocol

SECONDS_BETWEEN_LOOKS = 0.01  # at a file's time, which costs next to nothing


class FloorLock(Protocol):
    async def take(self) -> bool:
        """Whether it is ours now. Call it again to retake a lost lock."""

    async def release(self) -> None:
        """Whoever waits for it is told."""

    async def released(self, seconds: float) -> None:
        """Returns once a holder has released it since the last call, or after so long."""


class FileLock:
    def __init__(self, database: str) -> None:
        path = Path(database).resolve()  # whatever name it was opened by
        self._path = path.with_name(f"{path.name}.lock")
        self._descriptor: int | None = None
        self._seen = self._touched()

    async def take(self) -> bool:
        if self._descriptor is not None and self._is_in_place(self._descriptor):
            return True
        await self.release()
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        except BaseException:
            os.close(descriptor)
            raise
        self._descriptor = descriptor
        return True

    async def release(self) -> None:
        """The file stays: if it were deleted, two servers could each lock a file of that name."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
            with suppress(OSError):
                os.utime(self._path)  # seen by those who wait: to try the lock would be in another's way

    async def released(self, seconds: float) -> None:
        give_up_at = monotonic() + seconds
        while self._touched() == self._seen and monotonic() < give_up_at:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        self._seen = self._touched()

    def _touched(self) -> int:
        try:
            return self._path.stat().st_mtime_ns
        except OSError:
            return 0

    def _is_in_place(self, descriptor: int) -> bool:
        """Somebody may have deleted the file; then the lock keeps nobody out."""
        try:
            return os.path.samestat(os.fstat(descriptor), self._path.stat())
        except OSError:
            return False
