"""Takes digests of program and configuration: the staff log keeps each, and an unexplained change raises an alarm.

A start explains every change, a reload those of the configuration. The list of the last digest is a record; its hash
is in the staff log, so a list that was changed is noticed too.
"""

import asyncio
from collections.abc import Callable
from typing import Literal

import msgspec
import structlog
from msgspec import Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.figures.book_fingerprints import KnownFingerprints
from punto.server.keeping.digest import BOOK, CONFIGURATION, Digest, changes, take_digest
from punto.server.protocol.floor_watch import WaitingItem
from punto.server.staff.staff_events import SYSTEM, Actor, On, StaffActed
from punto.server.staff.staff_log import StaffLog
from punto.server.staff.staff_log_page import Entry, LogFilter, read_page
from punto.server.store.interface import Records
from punto.table.state import Instant

Why = Literal["start", "reload", "daily", "request"]

ACTION, END_ALARM = "digest", "end_digest_alarm"
RECORD, LAST = "digest", "last"
SUBJECT = On(thing="program and configuration")
CHANGES_MAX = 100  # named in one entry
LIST_WAS_CHANGED = "the list of the digest before: changed"

log = structlog.get_logger("punto.floor")


class TakenDigest(Struct, frozen=True):
    number: int  # of its entry in the staff log
    at: Instant
    why: str
    by: str
    hash: str
    before: str  # the hash of the digest before; empty: this is the first
    changes: tuple[str, ...]
    is_alarm: bool  # nothing explains them


class DigestPage(Struct, frozen=True):
    digests: tuple[TakenDigest, ...]  # newest first
    next: int | None  # the `before` of the next page; None: last page


class ListedDigest(Struct, frozen=True):
    """The last one with all its parts, and the number of its entry in the staff log."""

    number: int
    digest: Digest


class DigestAlarm(Struct, frozen=True):
    """Stays until staff have looked into it, or the floor starts again."""

    since: Instant
    changes: tuple[str, ...]


class Digests:
    def __init__(
        self,
        store: Records,
        staff_log: StaffLog,
        fingerprints: KnownFingerprints,
        config: Callable[[], FloorConfig],
        clock: Callable[[], Instant],
    ) -> None:
        self._store, self._staff_log, self._fingerprints = store, staff_log, fingerprints
        self._config, self._clock = config, clock
        self._one_at_a_time = asyncio.Lock()
        self.alarm: DigestAlarm | None = None

    async def take(self, why: Why, by: Actor = SYSTEM) -> TakenDigest:
        async with self._one_at_a_time:
            config = self._config()
            fingerprints = {book.id: await self._fingerprints.of(book) for book in config.books}
            digest = await asyncio.to_thread(take_digest, config, fingerprints)
            hash_before, said = await self._compared(digest)
            said = tuple(sorted(said, key=lambda change: _explains(why, change)))  # first what nothing explains
            after = "\n".join((digest.hash, *_shortened(said)))
            number = await self._staff_log.acts(by, ACTION, SUBJECT, reason=why, before=hash_before, after=after)
            await self._store.keep_record(RECORD, LAST, msgspec.json.encode(ListedDigest(number, digest)))
            unexplained = tuple(change for change in said if not _explains(why, change))
            if unexplained:
                self.alarm = DigestAlarm(self._clock(), unexplained)
                log.error("program_or_configuration_has_changed", changes=unexplained[:CHANGES_MAX])
            ((_, event),) = await self._staff_log.events(number - 1, 1)
            assert isinstance(event, StaffActed)
            return _taken(number, event)

    async def page(self, before: int | None, limit: int) -> DigestPage:
        """Newest first. A page may hold fewer than asked for, even none, and still name a next one."""
        page = await read_page(self._staff_log, LogFilter(action=ACTION), before, limit)
        return DigestPage(tuple(_taken(entry.number, entry) for entry in page.entries), page.next)

    async def end_alarm(self, by: Actor, note: str) -> bool:
        """Somebody has looked into it. False: there is none."""
        alarm = self.alarm
        if alarm is None:
            return False
        await self._staff_log.acts(by, END_ALARM, SUBJECT, note=note, before="\n".join(_shortened(alarm.changes)))
        self.alarm = None
        return True

    async def waiting(self) -> tuple[WaitingItem, ...]:
        """For the supervisors' list."""
        alarm = self.alarm
        if alarm is None:
            return ()
        text = "\n".join(_shortened(alarm.changes))
        return (WaitingItem(id=f"digest:{alarm.since}", kind="alarm", about="digest", since=alarm.since, text=text),)

    async def _compared(self, digest: Digest) -> tuple[str, tuple[str, ...]]:
        """The hash of the digest before, and what has changed since."""
        body = await self._store.record(RECORD, LAST)
        try:
            listed = None if body is None else msgspec.json.decode(body, type=ListedDigest)
        except msgspec.DecodeError:
            listed = None
        hash_before = await self._hash_before(listed)
        if not hash_before:
            return "", ()  # the first one
        if listed is None:
            return hash_before, (LIST_WAS_CHANGED,)
        said = changes(listed.digest, digest)
        return hash_before, said if listed.digest.hash == hash_before else (LIST_WAS_CHANGED, *said)

    async def _hash_before(self, listed: ListedDigest | None) -> str:
        """As the staff log has it; without a list, of the latest entry at hand."""
        if listed is None:
            page = await self.page(before=None, limit=1)
            return page.digests[0].hash if page.digests else ""
        found = await self._staff_log.events(listed.number - 1, 1)
        event = found[0][1] if found else None
        if not isinstance(event, StaffActed) or event.action != ACTION:
            return "none"
        return _taken(listed.number, event).hash


def _explains(why: str, change: str) -> bool:
    """A reload reads the configuration again, and nothing else. Nobody explains a list that was changed."""
    if change == LIST_WAS_CHANGED:
        return False
    return why == "start" or (why == "reload" and change.startswith((CONFIGURATION, BOOK)))


def _shortened(said: tuple[str, ...]) -> tuple[str, ...]:
    left_out = len(said) - CHANGES_MAX
    return said if left_out <= 0 else (*said[:CHANGES_MAX], f"and {left_out} more")


def _taken(number: int, entry: StaffActed | Entry) -> TakenDigest:
    found, *said = entry.after.splitlines()
    is_alarm = any(not _explains(entry.reason, change) for change in said)
    return TakenDigest(number, entry.at, entry.reason, entry.by, found, entry.before, tuple(said), is_alarm)
