"""A lock that a server has as long as it lives, and not a moment longer, whatever ends it.

For a file it is the operating system's, on a small file beside the database (SQLite has locks of its own in the
database itself). For PostgreSQL it belongs to a session (postgres_floor_lock.py). It only says who lives; what may be
written, the lease's epoch says.
"""

import fcntl
import os
from pathlib import Path
from typing import Protocol


class FloorLock(Protocol):
    async def take(self) -> bool:
        """Whether it is ours now; asked again after it was lost, it is taken back if it is free."""

    async def release(self) -> None: ...


class FileLock:
    def __init__(self, database: str) -> None:
        path = Path(database).resolve()  # by whatever name it is opened
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
        """The file stays: were it removed, two could each lock a file of the same name."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _is_in_place(self, descriptor: int) -> bool:
        """Somebody may have tidied it away; then it keeps nobody out."""
        try:
            return os.path.samestat(os.fstat(descriptor), self._path.stat())
        except OSError:
            return False
