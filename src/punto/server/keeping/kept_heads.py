"""Keeps the heads of every stream in a file outside the database, and checks the store against them.

Each commit is noted as soon as the store confirms it; a thread writes the file a moment later. So the file may be
behind the store, which is harmless, but never ahead of it. A store that is behind the file has lost events that patrons
were told about: it is not opened unless somebody accepts the loss (`accept_loss.py`).
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import thread_time

import apsw
import structlog

from punto.server.store.database_kind import is_postgresql
from punto.server.store.failures import StoreCannotBeOpened
from punto.server.store.heads_as_read import further
from punto.server.store.heads_file import Head, Heads, HeadsFile, RememberedHeads, UnusableHeads, read_heads
from punto.server.store.interface import Store
from punto.server.store.lost_end import Loss, StoreIsBehind, loss_of
from punto.server.store.sqlite.look import SqliteLook
from punto.server.store.values import Change, Outcome, last_stored

SECONDS_BETWEEN_WRITES = 0.1
SHARE_OF_TIME = 50  # writing takes at most one part in so many of a processor's time; a slow disk costs it nothing

log = structlog.get_logger("punto.heads")


def heads_file_of(database: str, key_file: Path | None, chosen: Path | None) -> Path | None:
    """Beside an SQLite file; for PostgreSQL, beside the key's file. None: there is no such place and none was named."""
    if chosen is not None:
        return chosen
    if not is_postgresql(database):
        return Path(f"{database}.heads")
    return None if key_file is None else key_file.with_name(f"{key_file.name}.heads")


def way_to_accept(database: str, file: Path) -> str:
    """The command to run after a start was refused. An address is not repeated: it may contain a password."""
    return f"punto accept-loss --database {'ADDRESS' if is_postgresql(database) else database} --heads-file {file}"


# --- before anything is claimed ---------------------------------------------------------------------------------------


async def check_file(database: str, file: Path | None) -> None:
    """Before an SQLite store is opened, and without changing it: a refused start leaves everything as it was."""
    if file is not None and not is_postgresql(database):
        told = _told(database, file)
        _refuse(await look_at_file(Path(database), told) if told else None, database, file)


async def look_at_file(database: Path, told: Heads) -> Loss | None:
    look = SqliteLook(database)
    try:
        return await loss_of(told, look)
    except (apsw.CorruptError, apsw.IOError):
        raise StoreCannotBeOpened(f"{database} is damaged") from None
    finally:
        look.close()


async def keep_heads(store: Store, database: str, file: Path | None, read: Heads | None = None) -> "KeptHeads":
    """Once the floor is ours. Raises StoreIsBehind. Without a file, only a reopened store is checked, and what was
    `read` while we stood by. The file is written meanwhile (`KeptHeads.is_written`)."""
    if file is None:
        log.warning(
            "heads_are_not_kept", reason="a loss would not be noticed at a start; name a file with --heads-file"
        )
        await _check(store, database, None, None, read)
        return KeptHeads(RememberedHeads(await _heads_of(store)))
    told = _told(database, file)
    if told is None and read is None and any(claim.version for claim in (await store.streams()).values()):
        log.warning("heads_are_written_anew", file=str(file), reason="it is missing: a loss before now is not noticed")
    await _check(store, database, file, told, read)
    if told is not None and told.unreadable:
        log.warning("heads_are_damaged", file=str(file), lines=told.unreadable)
    return KeptHeads(HeadsFile(file, await _heads_of(store)))


async def _check(store: Store, database: str, file: Path | None, told: Heads | None, read: Heads | None) -> None:
    """What was read is refused like what the file tells, and is in the file then: whoever accepts the loss needs it."""
    known = told if read is None else _together(told, read)
    loss = None if known is None else await loss_of(known, store)
    if loss is None or known is None or (told is None and loss.is_another):  # restored in the last moment: on purpose
        return
    if file is not None and known is not told:
        with suppress(UnusableHeads):  # the loss is what there is to say
            written = HeadsFile(file, known)
            await _begin(written)
            written.close()
    _refuse(loss, database, file)


def _together(told: Heads | None, read: Heads) -> Heads:
    if told is None:
        return read
    return told if told.log_id != read.log_id else Heads(told.log_id, further(told.streams, read.streams))


async def write_heads(store: Store, file: Path) -> HeadsFile:
    """Replaces the file with the heads of the store as it is."""
    heads = HeadsFile(file, await _heads_of(store))
    await _begin(heads)
    return heads


async def _begin(file: HeadsFile) -> None:
    try:
        await asyncio.to_thread(file.begin)
    except OSError as error:
        raise UnusableHeads(
            f"{file.path} cannot be written: {error.strerror}; name another with --heads-file"
        ) from None


async def _heads_of(store: Store) -> Heads:
    claims, log_id = await asyncio.gather(store.streams(), store.log_id())
    return Heads(log_id, {stream: Head(claim.version, claim.head) for stream, claim in claims.items()})


def _told(database: str, file: Path) -> Heads | None:
    try:
        return read_heads(file)
    except UnusableHeads as error:
        raise UnusableHeads(
            f"{error}, so nobody can say whether the database has lost anything. If it has not, remove this file;"
            f" otherwise: {way_to_accept(database, file)}"
        ) from None


def _refuse(loss: Loss | None, database: str, file: Path | None) -> None:
    if loss is None:
        return
    if file is None:
        raise StoreIsBehind(
            f"the database: {loss} (by what was read of it while this server stood by). Put the right database back;"
            f" or go on without what is lost: {way_to_accept(database, Path('FILE'))} --without-heads"
        )
    raise StoreIsBehind(
        f"the database: {loss} (by {file}). Put the right files back, or restore a copy; or go on without what is"
        f" lost: {way_to_accept(database, file)}"
    )


# --- while the floor runs ---------------------------------------------------------------------------------------------


class KeptHeads:
    """Made by `keep_heads`; watches the store while the floor runs."""

    def __init__(self, file: HeadsFile | RememberedHeads) -> None:
        self._file = file
        self._moved: dict[str, Head] = {}  # since the last write
        self._wake = asyncio.Event()
        self._ending = asyncio.Event()
        self._is_in_trouble = False
        self._is_closed = False
        self._writing = asyncio.Lock()
        self._first_write = asyncio.create_task(self._begin(), name="write heads")
        self._task = asyncio.create_task(self._run(), name="heads")

    async def is_written(self) -> None:
        """Until then the file has what another floor has left in it, which is old and not wrong. Raises
        UnusableHeads."""
        await asyncio.shield(self._first_write)

    async def _begin(self) -> None:
        if isinstance(self._file, HeadsFile):
            async with self._writing:
                await _begin(self._file)

    def note(self, changes: Sequence[Change], outcomes: Sequence[Outcome]) -> None:
        self._moved |= {
            stream: Head(stored.version, stored.head) for stream, stored in last_stored(changes, outcomes).items()
        }
        self._wake.set()

    def moved(self, heads: Mapping[str, tuple[int, bytes]]) -> None:
        """By somebody else who writes to the same store. What we wrote ourselves may be newer."""
        for stream, (version, head) in heads.items():
            if stream not in self._moved or self._moved[stream].version < version:
                self._moved[stream] = Head(version, head)
        self._wake.set()

    async def check(self, store: Store) -> None:
        """A reopened store must still have every event that was told: it may be another store."""
        await self._write()
        loss = await loss_of(Heads(self._file.log_id, dict(self._file.streams)), store)
        if loss is not None:
            raise StoreIsBehind(f"the database came back, and {loss}; stop the floor and look")

    async def rest(self) -> None:
        """Everything that was noted is written, and nothing after this."""
        if self._ending.is_set():
            return
        self._ending.set()
        self._wake.set()
        await self._task
        await self._write()

    async def close(self) -> None:
        """It is on the disk."""
        await self.rest()
        if not self._is_closed:
            self._is_closed = True
            with suppress(OSError):
                await asyncio.to_thread(self._file.sync)
            self._file.close()

    async def _run(self) -> None:
        await asyncio.wait({self._first_write})
        while not self._ending.is_set():
            await self._wake.wait()
            self._wake.clear()
            pause = max(SECONDS_BETWEEN_WRITES, SHARE_OF_TIME * await self._write())
            try:
                await asyncio.wait_for(self._ending.wait(), pause)
            except TimeoutError:
                continue

    async def _write(self) -> float:
        """Seconds of processor time that it took."""
        async with self._writing:
            moved, self._moved = self._moved, {}
            try:
                spent = await asyncio.to_thread(self._write_now, moved)
            except OSError as error:  # the store works on; the heads are written as soon as possible
                self._moved = moved | self._moved
                if not self._is_in_trouble:
                    log.error("heads_cannot_be_written", reason=error.strerror)
                self._is_in_trouble = True
                return 0.0
            self._is_in_trouble = False
            return spent

    def _write_now(self, moved: dict[str, Head]) -> float:
        began = thread_time()
        self._file.add(moved)
        return thread_time() - began
