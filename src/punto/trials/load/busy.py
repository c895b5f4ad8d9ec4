"""Processor time of the server's processes: a figure that a busy machine does not distort."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from punto.trials.load.reading import Reading
from punto.trials.load.server_process import ServerProcess


@dataclass
class Busy:
    since: float | None
    until: float | None = None

    def each(self, what: str, count: int) -> list[Reading]:
        if self.since is None or self.until is None or not count:
            return []
        spent = (self.until - self.since) / count * 1e6
        return [Reading(what=f"processor time of the server and its writer for {what}", measured=spent, unit="µs")]


@contextmanager
def busy(server: ServerProcess | None) -> Iterator[Busy]:
    """Nothing for a server that we did not start."""
    worked = Busy(server.busy_seconds if server else None)
    yield worked
    worked.until = server.busy_seconds if server else None
