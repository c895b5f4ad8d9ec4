"""Finished shoes leave the store as files: one file holds a stretch of a stream, and proves itself.

A file is text, one JSON value a line: where the stretch begins and ends, its events with their heads, the balance of
every account when it was sealed, and the digest of all lines above. `seal` writes it, `verify` reads it again and
checks every hash, and only a verified file lets `drop_sealed` take its events out of the store.
"""

import os
from collections.abc import AsyncIterator, Iterator
from hashlib import sha256
from pathlib import Path

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode

from punto.server.store.interface import EVENTS_READ_AT_ONCE, Store, StoredEvent, chained

FORMAT = "punto archive 1"


class InvalidArchive(ValueError):
    """Not an archive, or changed since it was sealed."""


class Stretch(Struct, frozen=True):
    """The events after one version of a stream up to another, and the heads of both."""

    format: str
    stream: str
    after: int
    up_to: int
    head_before: bytes
    head: bytes


class Seal(Struct, frozen=True):
    digest: bytes


class Archive(Struct, frozen=True):
    stretch: Stretch
    events: list[StoredEvent]
    balances: dict[str, int]


async def seal(store: Store, stream: str, up_to: int, path: Path) -> Stretch:
    """Everything that is still in the store up to a version. The file appears whole or not at all."""
    archived = await store.archived(stream)
    events = [event async for event in _events(store, stream, after=archived.version, up_to=up_to)]
    assert events, f"{stream} has no events after {archived.version} up to {up_to}"
    assert events[-1].version == up_to, f"{stream} has not reached version {up_to}"
    stretch = Stretch(FORMAT, stream, archived.version, up_to, archived.head, events[-1].head)
    lines = [encode(stretch), *map(encode, events), encode(await store.every_balance())]
    text = b"\n".join(lines) + b"\n"
    _write_whole(path, text + encode(Seal(sha256(text).digest())) + b"\n")
    return stretch


def verify(path: Path) -> Archive:
    try:
        *sealed, last = path.read_bytes().splitlines(keepends=True)
        first, *middle, balances = sealed
        archive = Archive(
            decode(first, type=Stretch),
            [decode(line, type=StoredEvent) for line in middle],
            decode(balances, type=dict[str, int]),
        )
        digest = decode(last, type=Seal).digest
    except (DecodeError, ValueError) as error:
        raise InvalidArchive(f"{path} is not an archive: {error}") from error
    if digest != sha256(b"".join(sealed)).digest():
        raise InvalidArchive(f"{path} is not what was sealed")
    for flaw in _flaws(archive):
        raise InvalidArchive(f"{path}: {flaw}")
    return archive


async def drop_sealed(store: Store, path: Path) -> Stretch:
    """Takes the events of a verified file out of the store, if they are the same that the store has."""
    stretch = verify(path).stretch
    archived = await store.archived(stretch.stream)
    last = await store.read(stretch.stream, after=stretch.up_to - 1, limit=1)
    continues = (archived.version, archived.head) == (stretch.after, stretch.head_before)
    if not continues or not last or last[0].head != stretch.head:
        raise InvalidArchive(f"{path} does not hold the oldest events of {stretch.stream} in this store")
    await store.drop_events(stretch.stream, stretch.up_to)
    return stretch


def _flaws(archive: Archive) -> Iterator[str]:
    """A file can be sealed well and still not be ours: whoever wrote it computed a digest too."""
    stretch, head, version = archive.stretch, archive.stretch.head_before, archive.stretch.after
    if stretch.format != FORMAT:
        yield f"its format is {stretch.format!r}"
    for event in archive.events:
        version += 1
        head = chained(head, version, event.body)
        if (event.version, event.head) != (version, head):
            yield f"event {event.version} does not follow from those before it"
            return
    if (version, head) != (stretch.up_to, stretch.head):
        yield f"its events end at {version}"
    if sum(archive.balances.values()) != 0:
        yield "its balances do not sum to zero"


async def _events(store: Store, stream: str, *, after: int, up_to: int) -> AsyncIterator[StoredEvent]:
    while after < up_to:
        events = await store.read(stream, after, min(EVENTS_READ_AT_ONCE, up_to - after))
        if not events:
            return
        for event in events:
            yield event
        after = events[-1].version


def _write_whole(path: Path, content: bytes) -> None:
    """The name appears after the content is on the disk, and before the events leave the store."""
    unfinished = path.with_name(path.name + ".unfinished")
    with unfinished.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
