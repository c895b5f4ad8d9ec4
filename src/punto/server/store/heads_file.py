"""The head of each stream in a file beside the database, to detect a store that has lost its end.

Text, one head a line: a checksum, the version, the hash of the event, the stream. The first line has the log id. New
heads are appended, and the file is rewritten when it has grown; the highest version of a stream counts. Each line
stands alone: one torn by a power cut does not spoil the others.
"""

import os
import time
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from punto.rules.invalid_input import InvalidInput
from punto.server.store.write_through import write_through

FORMAT = "punto heads 1"
OWNER_ONLY = 0o600
CHECK_DIGITS = 16
LINES_BEFORE_REWRITE = 20_000  # and at least twice the number of streams
SECONDS_BETWEEN_SYNCS = 1.0


class UnusableHeads(InvalidInput):
    """The file cannot be read or written; the text says why."""


class Head(NamedTuple):
    version: int
    hash: bytes


class Heads(NamedTuple):
    log_id: str
    streams: dict[str, Head]
    unreadable: int = 0  # lines


def read_heads(file: Path) -> Heads | None:
    """None: there is no such file."""
    try:
        first, *lines = file.read_bytes().split(b"\n")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UnusableHeads(f"{file}: {error.strerror}") from None
    log_id = (_payload(first) or "").removeprefix(f"{FORMAT} ")
    if not log_id or " " in log_id:
        raise UnusableHeads(f"{file}: its first line cannot be read")
    streams: dict[str, Head] = {}
    unreadable = 0
    for line in filter(None, lines):
        payload = _payload(line)
        if payload is None:
            unreadable += 1
            continue
        version, digest, stream = payload.split(" ", 2)
        head = Head(int(version), bytes.fromhex(digest))
        streams[stream] = max(head, streams.get(stream, head), key=lambda each: each.version)
    return Heads(log_id, streams, unreadable)


class RememberedHeads:
    """Without a file: known while the process lives."""

    def __init__(self, heads: Heads) -> None:
        self.log_id, self.streams = heads.log_id, heads.streams

    def add(self, moved: Mapping[str, Head]) -> None:
        self.streams |= moved

    def sync(self) -> None:
        pass

    def close(self) -> None:
        pass


class HeadsFile:
    """Written whole at first, then line by line. Blocking: call it from a thread."""

    def __init__(self, file: Path, heads: Heads) -> None:
        self.streams = heads.streams
        self.path = file
        self.log_id = heads.log_id
        self._descriptor = -1
        self._lines = 0
        self._synced_at = 0.0
        self._is_torn = False  # the last line may be incomplete

    @classmethod
    def written(cls, file: Path, heads: Heads) -> "HeadsFile":
        """Replaces the file. Raises OSError."""
        new = cls(file, heads)
        new.begin()
        return new

    def begin(self) -> None:
        """Replaces the file. Raises OSError."""
        self._rewrite()

    def add(self, moved: Mapping[str, Head]) -> None:
        """Raises OSError; the same heads may then be added again."""
        self.streams |= moved
        if self._descriptor < 0:
            self._rewrite()
            return
        if self._lines + len(moved) > LINES_BEFORE_REWRITE + 2 * len(self.streams):
            if not self._is_ours():
                return  # the store was restored or taken over: the file belongs to somebody else now
            self._rewrite()
            return
        torn, self._is_torn = self._is_torn, True
        _write_all(self._descriptor, b"\n" * torn + _lines(moved))
        self._is_torn = False
        self._lines += len(moved)
        if time.monotonic() - self._synced_at > SECONDS_BETWEEN_SYNCS:
            self.sync()

    def sync(self) -> None:
        if self._descriptor >= 0:
            os.fdatasync(self._descriptor)
        self._synced_at = time.monotonic()

    def close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _is_ours(self) -> bool:
        try:
            return os.path.samestat(os.fstat(self._descriptor), self.path.stat())
        except FileNotFoundError:
            return True

    def _rewrite(self) -> None:
        """Renamed once all of it is on disk: a crash leaves the old file or the new one."""
        unfinished = self.path.with_name(f"{self.path.name}.unfinished")
        unfinished.unlink(missing_ok=True)
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, OWNER_ONLY)
        try:
            _write_all(descriptor, _line(f"{FORMAT} {self.log_id}") + _lines(self.streams))
            os.fsync(descriptor)
            unfinished.rename(self.path)
            write_through(self.path.parent)
        except BaseException:
            os.close(descriptor)
            raise
        self.close()
        self._descriptor, self._lines, self._is_torn = descriptor, len(self.streams), False
        self._synced_at = time.monotonic()


def _lines(heads: Mapping[str, Head]) -> bytes:
    """A stream that was claimed but never written to has nothing to lose."""
    payloads: Iterable[str] = (
        f"{head.version} {head.hash.hex()} {stream}" for stream, head in heads.items() if head.version
    )
    return b"".join(map(_line, payloads))


def _line(payload: str) -> bytes:
    return f"{_check(payload)} {payload}\n".encode()


def _payload(line: bytes) -> str | None:
    try:
        check, _, payload = line.decode().partition(" ")
    except UnicodeDecodeError:
        return None
    return payload if check == _check(payload) else None


def _check(payload: str) -> str:
    return sha256(payload.encode()).hexdigest()[:CHECK_DIGITS]


def _write_all(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
