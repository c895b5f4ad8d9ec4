"""Who holds a floor: a process on a machine, described well enough to name it and to know whether it is dead.

A process id means nothing on another machine, in another container or after a reboot, so those are recorded with it,
and the instant at which the process started.
"""

import os
import socket
import time
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from msgspec import Struct, json

BOOT = Path("/proc/sys/kernel/random/boot_id")
NAMESPACE = Path("/proc/self/ns/pid")


class Fate(Enum):
    LIVES = "lives"
    IS_GONE = "is gone"
    IS_UNKNOWN = "is unknown"  # not visible from here


class Holder(Struct, frozen=True):
    host: str
    process: int
    since: int  # milliseconds since 1970 by its own clock: for people, never compared
    boot: str = ""  # the machine's
    namespace: str = ""  # in which the process id is valid
    began: str = ""  # in ticks since that boot

    @property
    def in_words(self) -> str:
        since = datetime.fromtimestamp(self.since / 1000, UTC)
        return f"process {self.process} on {self.host}, since {since:%Y-%m-%d %H:%M:%S} UTC"

    @property
    def fate(self) -> Fate:
        here = this_process()
        if not self.began or (self.boot, self.namespace) != (here.boot, here.namespace):
            return Fate.IS_UNKNOWN
        if (self.process, self.began) == (here.process, here.began):
            return Fate.IS_GONE  # we took the lease and were never told, because the store died meanwhile
        if _began(self.process) == self.began:
            return Fate.LIVES
        return Fate.IS_UNKNOWN if _is_hidden(self.process) else Fate.IS_GONE


def this_process() -> Holder:
    now = time.time_ns() // 1_000_000
    process, host = os.getpid(), socket.gethostname()
    try:
        boot, namespace = BOOT.read_text().strip(), NAMESPACE.readlink().name
    except OSError:  # not Linux: rely on the lock and the store's clock
        return Holder(host, process, now)
    return Holder(host, process, now, boot, namespace, _began(process))


def holder_in(body: bytes) -> Holder:
    return json.decode(body, type=Holder)


def _began(process: int) -> str:
    """Empty for a dead process, including a zombie."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return "" if fields[0] in "ZX" else fields[19]


def _is_hidden(process: int) -> bool:
    """It lives, as a user whose processes we may not look at."""
    if Path(f"/proc/{process}/stat").exists():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
