"""The audit log of staff: who did what to whom, why and when, in a hash-chained stream of its own.

An action is logged before it is carried out; if it is then refused, a second entry says so, and reading joins the two
(`staff_log_page.py`). Names, addresses and free text are in erasable rows beside the events.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Protocol

import msgspec

from punto.server.people.account import Person
from punto.server.people.identity import Identity
from punto.server.protocol.refusals import AnyRefusal
from punto.server.staff.staff_events import (
    NOTHING,
    Actor,
    Details,
    KeptDetails,
    Note,
    On,
    StaffActed,
    StaffEvent,
    StaffWasRefused,
    details_digest,
    digest_of,
    event_of,
)
from punto.server.store.interface import EventStore, PeopleStore
from punto.server.store.values import (
    Change,
    Stored,
)
from punto.server.streams.event_stream import EventStream
from punto.table.state import Instant

STREAM = "staff"
SALT_BYTES = 16
CURSOR = "staff_log"  # the record of how far names were erased
ERASED_TO = "names_erased_to"
ERASED_AT_ONCE = 500
READ_AGAIN_MS = 10 * 60_000  # a report read again by the same person within this time is one entry
READS_MAX = 1_000  # remembered at most


class StaffStore(EventStore, PeopleStore, Protocol):
    """Its stream, and the erasable rows beside it."""


class StaffLog:
    def __init__(self, store: StaffStore, clock: Callable[[], Instant]) -> None:
        self._stream = EventStream(store, STREAM)
        self._store = store
        self._clock = clock
        self._writing = asyncio.Lock()
        self._reads: dict[tuple[str, str, On], Instant] = {}  # what was read when, oldest first

    @classmethod
    async def open(cls, store: StaffStore, clock: Callable[[], Instant]) -> "StaffLog":
        log = cls(store, clock)
        await log._stream.skip_to_end()
        return log

    @property
    def version(self) -> int:
        return self._stream.version

    async def acts(
        self,
        by: Actor,
        action: str,
        on: On = NOTHING,
        *,
        note: str = "",
        reason: str = "",
        amount: int | None = None,
        before: str = "",
        after: str = "",
        second: str = "",
        refusal: AnyRefusal | None = None,
        details: Details | None = None,
        count: int = 1,
    ) -> int:
        """Call it before the action; pass the number to `refused`. `details` are looked up if left out."""
        actor = by.account if isinstance(by, Identity) else by.id
        details = details or Details(
            name=await self._name_of(actor),
            second=await self._name_of(second) if second else "",
            addresses=(by.address,) if by.address else (),
        )
        event = StaffActed(
            by=actor,
            action=action,
            at=self._clock(),
            note=await self._keep_note(note) if note else "",
            role=str(by.role),
            on=on,
            reason=reason,
            amount=amount,
            before=before,
            after=after,
            second=second,
            details=await self._keep_details(details) if details != Details() else "",
            count=count,
            refusal=refusal or "",
        )
        return await self._append(event)

    async def refused(self, action: int, refusal: AnyRefusal) -> None:
        await self._append(StaffWasRefused(action, refusal, self._clock()))

    async def reads(self, by: Identity, action: str, on: On = NOTHING) -> None:
        """Somebody views figures or people. A screen that polls is one entry in ten minutes."""
        now, key = self._clock(), (by.account, action, on)
        if key in self._reads and 0 <= now - self._reads[key] < READ_AGAIN_MS:
            return
        self._reads.pop(key, None)
        self._reads[key] = now
        while len(self._reads) > READS_MAX:
            del self._reads[next(iter(self._reads))]
        try:
            await self.acts(by, action, on)
        except BaseException:
            self._reads.pop(key, None)  # not logged, so that the next view is
            raise

    async def events(self, after: int, limit: int) -> list[tuple[int, StaffEvent]]:
        """With their numbers."""
        return [(each.version, event_of(each.body)) for each in await self._stream.read(after, limit)]

    async def note_of(self, event: StaffActed) -> str:
        """The text, until it is erased."""
        row = await self._store.person(_note_row(event.note)) if event.note else None
        return "" if row is None else msgspec.json.decode(row, type=Note).text

    async def details_of(self, event: StaffActed) -> Details:
        row = await self._store.person(_details_row(event.details)) if event.details else None
        return Details() if row is None else msgspec.json.decode(row, type=KeptDetails).details

    async def erase_note(self, number: int) -> bool:
        """Erases the text, not the fact that there was one."""
        found = await self.events(number - 1, 1) if 0 < number <= self.version else []
        event = found[0][1] if found else None
        if not isinstance(event, StaffActed) or not event.note:
            return False
        await self._store.erase_person(_note_row(event.note))
        return True

    async def erase_names(self, before: Instant) -> None:
        """In entries older than an instant, some at a time: call it now and then."""
        kept = await self._store.record(CURSOR, ERASED_TO)
        start = reached = int(kept) if kept else 0
        for number, event in await self.events(start, ERASED_AT_ONCE):
            if event.at >= before:
                break
            if isinstance(event, StaffActed) and event.details:
                await self._store.erase_person(_details_row(event.details))
            reached = number
        if reached > start:
            await self._store.keep_record(CURSOR, ERASED_TO, str(reached).encode())

    async def _name_of(self, account: str) -> str:
        row = await self._store.person(account)
        return "" if row is None else msgspec.json.decode(row, type=Person).name

    async def _keep_note(self, text: str) -> str:
        note = Note(secrets.token_hex(SALT_BYTES), text)
        digest = digest_of(note)
        await self._store.keep_person(_note_row(digest), msgspec.json.encode(note))
        return digest

    async def _keep_details(self, details: Details) -> str:
        kept = KeptDetails(secrets.token_hex(SALT_BYTES), details)
        digest = details_digest(kept)
        await self._store.keep_person(_details_row(digest), msgspec.json.encode(kept))
        return digest

    async def _append(self, event: StaffEvent) -> int:
        stream = self._stream
        async with self._writing:
            if stream.is_behind:
                await stream.skip_to_end()
            (outcome,) = await stream.commit(
                [Change(STREAM, stream.epoch, stream.version, (msgspec.json.encode(event),))]
            )
            assert isinstance(outcome, Stored), "nobody else writes to a claimed stream"
            stream.version = outcome.version
            return outcome.version


def _note_row(digest: str) -> str:
    return f"note:{digest}"


def _details_row(digest: str) -> str:
    return f"staff:{digest}"
