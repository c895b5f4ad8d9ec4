"""A lock that a server holds exactly as long as it lives.

For SQLite it is a file lock of the operating system on a small file beside the database (SQLite locks the database
itself). For PostgreSQL it belongs to a session (`postgres/floor_lock.py`). It only tells who is alive; the lease's
epoch decides who may write.
"""

import fcntl
import os
from pathlib import Path
from typing import Protocol


class FloorLock(Protocol):
    async def take(self) -> bool:
        """Whether it is ours now. Call it again to retake a lost lock."""

    async def release(self) -> None: ...


class FileLock:
    def __init__(self, database: str) -> None:
        path = Path(database).resolve()  # whatever name it was opened by
        self._path = path.with_name(f"{path.name}.lock")
        self._descriptor: int | None = None

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

    def _is_in_place(self, descriptor: int) -> bool:
        """Somebody may have deleted the file; then the lock keeps nobody out."""
        try:
            return os.path.samestat(os.fstat(descriptor), self._path.stat())
        except OSError:
            return False
