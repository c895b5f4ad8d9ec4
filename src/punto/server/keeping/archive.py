"""Moves finished shoes from the store to files while the floor runs: `punto archive`.

A shoe is archived once it is old enough, the next one is over too (so nobody can void or correct its last round any
more), it is revealed, has no open dispute and is in the play record, and a later snapshot exists. The file is written,
read back and checked; then a checkpoint records its totals, and the store drops its rows in short transactions.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from punto.server.keeping.archive_file import (
    FORMAT,
    Archive,
    InvalidArchive,
    Stretch,
    moved_by,
    read_archive,
    write_archive,
)
from punto.server.keeping.audit import TABLE, net, one_currency
from punto.server.record.coup_log import Following
from punto.server.store.interface import Store
from punto.server.store.values import CHAIN_START, Checkpoint, StoredEvent
from punto.table.events import (
    CoupCorrected,
    CoupVoided,
    DisputeDismissed,
    DisputeRaised,
    ShoeAbandoned,
    ShoeCommitted,
    ShoeEnded,
    ShoeOpened,
    ShoeRevealed,
)
from punto.table.state import Instant
from punto.table.stored.event_codec import decode_event
from punto.table.stored.snapshot import SCHEMA

EVENTS_IN_A_STEP = 2_000  # dropped in one transaction

Breathe = Callable[[], Awaitable[None]]  # a pause between two steps, so that the floor can write


class Sealed(Struct):
    streams: int = 0
    shoes: int = 0
    events: int = 0


class Finished(Struct):
    """A stretch of a table's log that ends between two shoes."""

    shoe: int
    ended_at: Instant
    events: list[StoredEvent]


async def archive(store: Store, folder: Path, before: Instant, breathe: Breathe) -> Sealed:
    """All shoes of all tables that ended before an instant."""
    sealed = Sealed()
    currency = one_currency(await store.every_balance())
    for stream in await store.streams():
        if not stream.startswith(TABLE):
            continue
        shoes = sealed.shoes
        async for shoe in _to_be_sealed(store, stream, before):
            await _seal(store, stream, currency, shoe, folder / folder_of(stream))
            sealed.shoes += 1
            sealed.events += len(shoe.events)
            await breathe()
        sealed.streams += sealed.shoes > shoes
        while await store.drop_events(stream, EVENTS_IN_A_STEP):
            await breathe()
    await _drop_journals(store, breathe)
    return sealed


async def check_archive(store: Store, folder: Path) -> Sealed:
    """Every file is intact, each follows the previous one, and together they add up to the checkpoints."""
    sealed = Sealed()
    for stream in await store.streams():
        checkpoint = await store.checkpoint(stream)
        if not checkpoint.version:
            continue
        reached = Checkpoint()
        for file in archived_files(folder / folder_of(stream), stream, checkpoint):
            reached = _after(reached, file)
            sealed.shoes += 1
            sealed.events += len(file.events)
        if reached != checkpoint:
            raise InvalidArchive(f"{stream}: the files come to version {reached.version}, not to its checkpoint")
        sealed.streams += 1
    return sealed


async def _seal(store: Store, stream: str, currency: str, shoe: Finished, folder: Path) -> None:
    before, last = await store.checkpoint(stream), shoe.events[-1]
    stretch = Stretch(FORMAT, stream, shoe.shoe, before.version, last.version, before.head.hex(), last.head.hex())
    lines = moved_by(stream, currency, shoe.events)
    written = write_archive(folder, Archive(stretch, tuple(shoe.events), lines))
    is_set = await store.set_checkpoint(stream, _after(before, read_archive(written)))
    assert is_set, f"{stream} has the events that were read from it"


def _after(before: Checkpoint, file: Archive) -> Checkpoint:
    stretch = file.stretch
    if (stretch.after, stretch.head_before) != (before.version, before.head.hex()):
        raise InvalidArchive(f"{stretch.stream}: no file holds the events from {before.version + 1} on")
    lines = net((before.lines, file.lines))
    return Checkpoint(stretch.up_to, bytes.fromhex(stretch.head), stretch.shoe, lines)


# --- which shoes --------------------------------------------------------------------------------------------------


async def _to_be_sealed(store: Store, stream: str, before: Instant) -> AsyncIterator[Finished]:
    """Each is held back until the next one is over too."""
    last = min(await _written_up_to(store, stream), await _snapshot_at(store, stream))
    held: Finished | None = None
    async for shoe in _finished(store, stream):
        if held is not None:
            if held.ended_at >= before or held.events[-1].version > last:
                return
            yield held
        held = shoe


async def _finished(store: Store, stream: str) -> AsyncIterator[Finished]:
    """Cut where the next shoe opens, when the last coup can no longer be reversed, unless something of the shoe is
    still to be revealed or a dispute is open: deciding it needs the coup in question."""
    shoe, playing = Finished(0, 0, []), 0
    unrevealed: set[int] = set()
    disputed: set[tuple[int, int]] = set()
    committed: set[int] = set()
    async for stored in _events(store, stream):
        event = decode_event(stored.body)
        match event:
            case ShoeOpened() if shoe.shoe and not unrevealed and not disputed:
                yield shoe
                shoe = Finished(0, 0, [])
        match event:
            case ShoeCommitted(shoe=number):
                committed.add(number)
            case ShoeOpened(shoe=playing, commitment=commitment):
                committed |= {playing} if commitment else set()  # its commitment may come before the first event here
            case ShoeEnded(at=at):
                shoe.shoe, shoe.ended_at = playing, at
                unrevealed |= committed & {playing}
            case ShoeAbandoned(shoe=number, at=at):
                shoe.shoe, shoe.ended_at = number, at
                unrevealed |= committed & {number}
            case ShoeRevealed(shoe=number):
                unrevealed.discard(number)
            case DisputeRaised(shoe=number, coup=coup) if coup:  # disputes of the first release end by themselves
                disputed.add((number, coup))
            case DisputeDismissed() | CoupVoided() | CoupCorrected():
                disputed.discard((event.shoe, event.coup))
        shoe.events.append(stored)


async def _events(store: Store, stream: str) -> AsyncIterator[StoredEvent]:
    after = (await store.checkpoint(stream)).version
    while page := await store.read(stream, after):
        for event in page:
            yield event
        after = page[-1].version


async def _written_up_to(store: Store, stream: str) -> int:
    """The version up to which the play record is complete; it rereads an unfinished coup from its start."""
    followed = await store.followed(stream)
    following = msgspec.json.decode(followed.state, type=Following) if followed.state else Following()
    return min(followed.version, following.coup.first_version - 1) if following.coup else followed.version


async def _snapshot_at(store: Store, stream: str) -> int:
    snapshot = await store.snapshot(stream, SCHEMA)
    return snapshot.version if snapshot else 0


async def _drop_journals(store: Store, breathe: Breathe) -> None:
    place: int | None = 0
    while place is not None:
        place = await store.drop_journals(place)
        await breathe()


# --- files --------------------------------------------------------------------------------------------------------


def folder_of(stream: str) -> str:
    return stream.removeprefix(TABLE)


def archived_files(folder: Path, stream: str, checkpoint: Checkpoint) -> Iterator[Archive]:
    """This history's files in order, found from its end: a restored floor may have left others here."""
    by_head = {path.name.split("-")[2].split(".")[0]: path for path in sorted(folder.glob("shoe-*.jsonl.gz"))}
    found: list[Path] = []
    version, head = checkpoint.version, checkpoint.head
    while head != CHAIN_START:
        path = by_head.get(head.hex()[:12])
        if path is None:
            raise InvalidArchive(f"{folder}: no file holds the events of {stream} up to {version}")
        stretch = read_archive(path).stretch
        found.append(path)
        version, head = stretch.after, bytes.fromhex(stretch.head_before)
    return (read_archive(path) for path in reversed(found))
