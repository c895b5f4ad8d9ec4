"""One finished shoe as a self-contained file: compressed text, one JSON value a line.

First which stretch of the table's log it is, then the events with their heads, then the net amount of each account,
last a digest of all lines above. It can be verified without the store: every hash is checked, and all money is derived
again from the events.
"""

import gzip
import os
import zlib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import DecodeError, Raw, Struct
from msgspec.json import decode, encode

from punto.ledger.accounts import Account, currency_of
from punto.rules.invalid_input import InvalidInput
from punto.server.keeping.audit import TableMoney, net
from punto.server.store.values import StoredEvent, chained
from punto.server.store.write_through import write_through

FORMAT = "punto archive 2"
OWNER_ONLY = 0o600  # it holds patrons' stakes


class InvalidArchive(InvalidInput):
    """Not an archive, or changed since it was written."""


class Stretch(Struct, frozen=True):
    """The events between two versions of a stream, with the heads of both."""

    format: str
    stream: str
    shoe: int  # the one that ends in it
    after: int
    up_to: int
    head_before: str
    head: str


class Line(Struct, frozen=True, array_like=True):
    version: int
    head: str
    body: Raw


class Seal(Struct, frozen=True):
    digest: str


class Archive(Struct, frozen=True):
    stretch: Stretch
    events: tuple[StoredEvent, ...]
    lines: dict[str, int]  # account to the net amount of the events


def write_archive(folder: Path, archive: Archive) -> Path:
    """The file appears whole or not at all, and is on disk when this returns. A file that cannot be verified replaces
    nothing: the existing file may be the only one with its events."""
    path = folder / file_name(archive.stretch)
    events = [encode(Line(each.version, each.head.hex(), Raw(each.body))) for each in archive.events]
    text = b"\n".join([encode(archive.stretch), *events, encode(archive.lines)]) + b"\n"
    content = gzip.compress(text + encode(Seal(sha256(text).hexdigest())) + b"\n", mtime=0)
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.unfinished")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(descriptor)
    try:
        read_archive(unfinished)
    except InvalidArchive:
        unfinished.unlink()
        raise
    unfinished.rename(path)
    write_through(folder)
    return path


def file_name(stretch: Stretch) -> str:
    """With the head in it: after a restore, another shoe may have the same number."""
    return f"shoe-{stretch.shoe:08}-{stretch.head[:12]}.jsonl.gz"


def read_archive(path: Path) -> Archive:
    """Raises InvalidArchive unless everything in the file follows from its events."""
    try:
        *sealed, last = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
        first, *middle, lines = sealed
        archive = Archive(
            decode(first, type=Stretch),
            tuple(_event(decode(line, type=Line)) for line in middle),
            decode(lines, type=dict[str, int]),
        )
        digest = decode(last, type=Seal).digest
    except (DecodeError, ValueError, EOFError, zlib.error, gzip.BadGzipFile):
        raise InvalidArchive(f"{path} is not an archive, or is damaged") from None
    except OSError as error:
        raise InvalidArchive(f"{path}: {error.strerror}") from None
    if digest != sha256(b"".join(sealed)).hexdigest():
        raise InvalidArchive(f"{path} is not what was sealed")
    for flaw in _flaws(archive):
        raise InvalidArchive(f"{path}: {flaw}")
    return archive


def moved_by(stream: str, currency: str, events: Sequence[StoredEvent]) -> dict[str, int]:
    """Net amounts of a stretch that begins between two shoes."""
    money = TableMoney(stream, currency)
    return net(money.journal(event).lines for event in events)


def _event(line: Line) -> StoredEvent:
    return StoredEvent(line.version, bytes(line.body), bytes.fromhex(line.head))


def _flaws(archive: Archive) -> Iterator[str]:
    """A matching digest is not enough: anybody can compute one."""
    stretch = archive.stretch
    if stretch.format != FORMAT:
        yield f"its format is {stretch.format!r}"
    head, version = bytes.fromhex(stretch.head_before), stretch.after
    for event in archive.events:
        version += 1
        head = chained(head, version, event.body)
        if (event.version, event.head) != (version, head):
            yield f"event {event.version} does not follow from those before it"
            return
    if (version, head.hex()) != (stretch.up_to, stretch.head):
        yield f"its events end at {version}"
    currency = next((currency_of(Account(account)) for account in archive.lines), "")
    if archive.lines != moved_by(stretch.stream, currency, archive.events):
        yield "its money does not follow from its events"
