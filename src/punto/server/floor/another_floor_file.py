"""Another floor file where a server stands by: said while it waits, because it would play by it once it has the floor.

What the floor that runs plays by is in its last digest. Only a program that reads floor files in the same way can
compare: during an upgrade nothing is said.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping

import msgspec
import structlog

from punto.rules.invalid_input import InvalidInput
from punto.server.config.floor_config import FloorConfig
from punto.server.floor.digests import LAST, RECORD, ListedDigest
from punto.server.floor.new_limits import LIMITS
from punto.server.keeping.digest import SETTINGS_OF_TABLE, SETTINGS_SHARED, settings_parts, settings_program
from punto.server.store.interface import Records

NAMED_MAX = 20  # in one line of the log

log = structlog.get_logger("punto.standby")
Parts = Mapping[str, str]


class AnotherFloorFile:
    def __init__(self, records: Records, read: Callable[[], FloorConfig]) -> None:
        self._records = records
        self._read = read  # blocking
        self._program: Parts | None = None
        self._seen: tuple[str, ...] = ()
        self._told: tuple[str, ...] = ()

    async def look(self) -> None:
        """Now and then. Told at the second look: a file that was changed everywhere is read again by the floor first,
        and in its next digest a moment later."""
        theirs = await self._theirs()
        if theirs is None:
            return
        try:
            ours = await asyncio.to_thread(self._ours)
        except InvalidInput:  # told when the floor is opened, unless it is mended by then
            return
        if any(theirs.get(part) != value for part, value in ours[1].items()):
            return
        has_new_limits = {f"{SETTINGS_OF_TABLE}{place}" for place, _ in await self._records.records(LIMITS)}
        before, self._seen = self._seen, tuple(_differing(theirs, ours[0], passed_over=has_new_limits))
        if self._seen == before and self._seen != self._told:
            self._told = self._seen
            if self._seen:
                log.warning(
                    "another_floor_file",
                    differs=self._seen[:NAMED_MAX],
                    more=max(0, len(self._seen) - NAMED_MAX),
                    remedy="bring a copy of the floor's file here, or reload the floor that runs with this one",
                )

    async def _theirs(self) -> Parts | None:
        body = await self._records.record(RECORD, LAST)
        try:
            return None if body is None else msgspec.json.decode(body, type=ListedDigest).digest.parts
        except msgspec.DecodeError:
            return None

    def _ours(self) -> tuple[Parts, Parts]:
        """What the file says, and the program that reads it."""
        if self._program is None:
            self._program = settings_program()
        return settings_parts(self._read()), self._program


def _differing(theirs: Parts, ours: Parts, *, passed_over: set[str]) -> Iterator[str]:
    """A table whose limits a supervisor has set is played by those of the floor, whatever the file says. Each machine
    has a command line of its own."""
    names = {part for part in theirs.keys() | ours.keys() if part.startswith((SETTINGS_SHARED, SETTINGS_OF_TABLE))}
    for part in sorted(names - passed_over):
        was, now = theirs.get(part), ours.get(part)
        if was != now:
            what = f"table {part.removeprefix(SETTINGS_OF_TABLE)}" if part != SETTINGS_SHARED else "settings"
            yield f"{what}: {'added' if was is None else 'gone' if now is None else 'changed'}"
