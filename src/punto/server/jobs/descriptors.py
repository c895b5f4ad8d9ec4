"""Watches whether the process still has file descriptors. Without any, new connections are cut off without a word.

The event loop accepts and closes them at once and does not report it. Opening one descriptor a second shows it, and
costs nothing.
"""

import errno
import os
import resource
from collections.abc import Callable

import structlog

TOLD_EVERY_SECONDS = 60

log = structlog.get_logger("punto.server")


class Descriptors:
    def __init__(self, on_none: Callable[[], None]) -> None:
        self._on_none = on_none
        self._quiet_seconds = 0  # until it may be said again

    def look(self) -> None:
        """Once a second."""
        self._quiet_seconds = max(0, self._quiet_seconds - 1)
        if self._has_one():
            return
        self._on_none()
        if not self._quiet_seconds:
            self._quiet_seconds = TOLD_EVERY_SECONDS
            limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
            log.error("no_descriptors_left", limit=limit, hint="raise the limit of open files (ulimit -n)")

    def _has_one(self) -> bool:
        try:
            os.close(os.open(os.devnull, os.O_RDONLY))
        except OSError as error:
            return error.errno not in (errno.EMFILE, errno.ENFILE)
        return True
