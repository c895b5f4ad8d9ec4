"""The floor's file, for a server that stands by: read ahead, and again only if it has changed since."""

from collections.abc import Callable, Sequence
from pathlib import Path

from punto.server.config.floor_config import FloorConfig

Stamp = tuple[int, int, int] | None  # None: there is no such file


class FileAhead:
    """Reads like what it was made with. Blocking."""

    def __init__(self, config: FloorConfig, read: Callable[[], FloorConfig]) -> None:
        """`config` says which files there are: the floor's own, books, card codes."""
        self._config = config
        self._read = read
        self._stamps: list[Stamp] | None = None

    def __call__(self) -> FloorConfig:
        stamps = _stamps(self._config.files)  # before they are read: a change meanwhile is seen the next time
        if stamps != self._stamps:
            self._config, self._stamps = self._read(), stamps
        return self._config


def _stamps(files: Sequence[str]) -> list[Stamp]:
    return [_stamp(Path(each)) for each in files]


def _stamp(file: Path) -> Stamp:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
