"""Keeps what was said at tables, for as long as the house must be able to show it.

A line is noted in passing and written a moment later, so talk waits for no store, and a bet never for talk. While the
store is lost, lines wait in a bounded queue; those that find it full are counted and gone.

Each line is two records. Its words are under the patron who said them, sealed with a key that is erased with the person
(`speaker_keys.py`). Its place in time names nothing but ids; it is written first and forgotten last, so that a crash in
between leaves no words that nobody finds again.
"""

import asyncio
from collections.abc import Callable
from itertools import islice

import msgspec
import structlog
from msgspec import Struct

from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import PeopleStore
from punto.server.store.values import RECORDS_READ_AT_ONCE
from punto.server.tables.house.sealing import SealIsBroken, sealed, unsealed
from punto.server.talk.line import Line
from punto.server.talk.speaker_keys import SpeakerKeys
from punto.table.state import Instant

WORDS, PLACE = "talk", "talk-place"  # kinds: by patron and key, and by key with the table
WAITING_MAX = 10_000  # lines
WRITTEN_AT_ONCE = 20
FORGOTTEN_AT_ONCE = 200
TRIPS_MAX = 10  # to the store, for one page
SECONDS_BEFORE_TRYING_AGAIN = 1.0
INSTANT_DIGITS = 16  # of a key, so that keys sort by time
LATEST = 2**53

log = structlog.get_logger("punto.talk")


class TalkFilter(Struct, frozen=True):
    table: str = ""  # empty: any
    patron: str = ""
    since: Instant = 0
    until: Instant = LATEST  # exclusive


class KeptPage(Struct, frozen=True):
    lines: tuple[Line, ...]  # oldest first
    next: str | None  # the `after` of the next page


class _Kept(Struct, frozen=True, array_like=True):
    table: str
    words: bytes  # the whole line, sealed


class TalkRecord:
    def __init__(self, records: PeopleStore, on_lost: Callable[[int], None]) -> None:
        self._records = records
        self._keys = SpeakerKeys(records)
        self._on_lost = on_lost
        self._waiting: dict[str, Line] = {}  # by key; a line that changes before it is written is written once
        self._is_losing = False
        self._wake = asyncio.Event()
        self._writing = asyncio.Lock()

    def note(self, line: Line) -> None:
        """A line that is new, or that staff have decided about."""
        key = _key(line)
        if key not in self._waiting and len(self._waiting) >= WAITING_MAX:
            self._lose(1)
            return
        self._waiting[key] = line
        self._wake.set()

    async def run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self.flush()
            except StoreIsLost:
                self._wake.set()
                await asyncio.sleep(SECONDS_BEFORE_TRYING_AGAIN)

    async def flush(self) -> None:
        """Writes all that waits."""
        while self._waiting:
            async with self._writing:
                some = dict(islice(self._waiting.items(), WRITTEN_AT_ONCE))
                with_keys = [(key, line, await self._keys.of_speaker(line.patron)) for key, line in some.items()]
                await asyncio.gather(*(self._write(*each) for each in with_keys))
                for key, line in some.items():
                    if self._waiting.get(key) is line:
                        del self._waiting[key]
            self._is_losing = False
            await asyncio.sleep(0)  # tables have their turn

    async def close(self) -> None:
        """Writes what is left, if it can still be written."""
        try:
            await self.flush()
        except StoreIsLost:
            self._lose(len(self._waiting))
            self._waiting.clear()

    async def page(self, wanted: TalkFilter, after: str, limit: int) -> KeptPage:
        """May hold fewer lines than asked for, even none, and still name a next page."""
        keys: list[str] = []
        last, end = max(after, _begin(wanted.since)), _begin(wanted.until)
        for _ in range(TRIPS_MAX):
            read = await self._places(wanted.patron, last, RECORDS_READ_AT_ONCE)
            for key, table in read:
                if key >= end:
                    return await self._lines(keys, None)
                last = key
                if wanted.table in ("", table):
                    keys.append(key)
                if len(keys) == limit:
                    return await self._lines(keys, last)
            if len(read) < RECORDS_READ_AT_ONCE:
                return await self._lines(keys, None)
        return await self._lines(keys, last)

    async def erase(self, patron: str) -> None:
        """All that a patron has said, written or not."""
        async with self._writing:
            await self._keys.erase(patron)
            while own := await self._places(patron, "", FORGOTTEN_AT_ONCE):
                for key, _ in own:
                    await self._forget(key)
            for key in [key for key, line in self._waiting.items() if line.patron == patron]:
                del self._waiting[key]

    async def forget_before(self, instant: Instant) -> None:
        """Some at a time: call it now and then."""
        for key, _ in await self._places("", "", FORGOTTEN_AT_ONCE):
            if key >= _begin(instant):
                return
            await self._forget(key)
            await asyncio.sleep(0)

    async def _write(self, key: str, line: Line, speaker_key: bytes) -> None:
        name = _words_name(key)
        await self._records.keep_record(PLACE, key, line.table.encode())
        kept = _Kept(line.table, sealed(speaker_key, name, msgspec.json.encode(line)))
        await self._records.keep_record(WORDS, name, msgspec.msgpack.encode(kept))

    async def _forget(self, key: str) -> None:
        await self._records.forget_record(WORDS, _words_name(key))
        await self._records.forget_record(PLACE, key)

    async def _places(self, patron: str, after: str, limit: int) -> list[tuple[str, str]]:
        """Keys with their tables, of everybody or of one patron."""
        if not patron:
            return [(key, table.decode()) for key, table in await self._records.records(PLACE, after, limit)]
        prefix = f"{patron}/"
        read = await self._records.records(WORDS, prefix + after, limit)
        return [(name.removeprefix(prefix), _kept(body).table) for name, body in read if name.startswith(prefix)]

    async def _lines(self, keys: list[str], following: str | None) -> KeptPage:
        found = await asyncio.gather(*map(self._line, keys))
        return KeptPage(tuple(line for line in found if line is not None), following)

    async def _line(self, key: str) -> Line | None:
        """None: it is forgotten, or who said it was erased."""
        name, patron = _words_name(key), _patron_of(key)
        body, speaker_key = await asyncio.gather(self._records.record(WORDS, name), self._keys.of(patron))
        if body is None or speaker_key is None:
            return None
        try:
            return msgspec.json.decode(unsealed(speaker_key, name, _kept(body).words), type=Line)
        except SealIsBroken:  # an erasure that was begun took the key
            return None

    def _lose(self, lines: int) -> None:
        self._on_lost(lines)
        if not self._is_losing:
            log.warning("talk_is_not_kept", waiting=len(self._waiting))
        self._is_losing = True


def _key(line: Line) -> str:
    return f"{_begin(line.at)}.{line.id:09}.{line.patron}"


def _begin(instant: Instant) -> str:
    """Sorts before every key of that instant, and after every earlier one."""
    return f"{instant:0{INSTANT_DIGITS}}"


def _kept(body: bytes) -> _Kept:
    return msgspec.msgpack.decode(body, type=_Kept)


def _patron_of(key: str) -> str:
    return key.split(".", 2)[2]


def _words_name(key: str) -> str:
    return f"{_patron_of(key)}/{key}"
