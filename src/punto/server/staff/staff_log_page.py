"""Reads the staff log: newest first, each action with its outcome, filtered and in pages.

A log of years is read from its end in chunks; a time range is found by binary search. A refusal follows its action
within seconds, so the entries after a page are scanned for refusals of its last actions.
"""

from collections.abc import AsyncIterator
from itertools import islice

from msgspec import Struct

from punto.server.staff.staff_events import On, StaffActed, StaffWasRefused
from punto.server.staff.staff_log import StaffLog
from punto.table.state import Instant

CHUNK = 500
LOOK_AHEAD = 500  # entries after a page that are scanned for its refusals
SCANNED_MAX = 20_000  # entries scanned for one page; the next page continues after them
CLOCK_ERROR_MS = 24 * 3_600_000  # how far binary search trusts the order of times: a clock may have been set
LATEST = 2**53


class LogFilter(Struct, frozen=True):
    """Omitted fields match anything."""

    by: str = ""  # who acted, or was the second person
    action: str = ""
    table: str = ""
    patron: str = ""  # or an account
    since: Instant = 0
    until: Instant = LATEST  # exclusive

    def wants(self, event: StaffActed) -> bool:
        on = event.on
        return (
            self.since <= event.at < self.until
            and self.by in ("", event.by, event.second)
            and self.action in ("", event.action)
            and self.table in ("", on.table, event.subject)
            and self.patron in ("", on.patron, on.account, event.subject)
        )


class Entry(Struct, frozen=True):
    """One action as auditors read it."""

    number: int
    at: Instant
    by: str
    name: str  # at the time; empty: erased or none
    role: str
    action: str
    on: On
    reason: str
    note: str  # empty once erased
    note_digest: str
    amount: int | None
    before: str
    after: str
    second: str
    second_name: str
    addresses: tuple[str, ...]
    count: int
    refusal: str  # empty: done


class LogPage(Struct, frozen=True):
    entries: tuple[Entry, ...]
    next: int | None  # the `before` of the next page; None: last page


async def read_page(log: StaffLog, wanted: LogFilter, before: int | None, limit: int) -> LogPage:
    found: list[Entry] = []
    last = await _last(log, wanted, before)
    first = await _place_of(log, wanted.since - CLOCK_ERROR_MS, last) if wanted.since else 0
    stop = max(first, last - SCANNED_MAX)
    async for number, event, refusal in _actions(log, last, stop):
        if wanted.wants(event):
            found.append(await _entry(log, number, event, refusal))
            if len(found) == limit:
                return LogPage(tuple(found), number if number - 1 > first else None)
    return LogPage(tuple(found), stop + 1 if stop > first else None)


async def every_entry(log: StaffLog, wanted: LogFilter, limit: int) -> AsyncIterator[Entry]:
    last = await _last(log, wanted, None)
    first = await _place_of(log, wanted.since - CLOCK_ERROR_MS, last) if wanted.since else 0
    left = limit
    async for number, event, refusal in _actions(log, last, first):
        if wanted.wants(event):
            yield await _entry(log, number, event, refusal)
            left -= 1
            if not left:
                return


async def has_acted(log: StaffLog, account: str, since: Instant) -> bool:
    """Whether this person has an entry after an instant."""
    wanted = LogFilter(by=account, since=since)
    first = await _place_of(log, since - CLOCK_ERROR_MS, log.version)
    async for _, event, _ in _actions(log, log.version, first):
        if wanted.wants(event):
            return True
    return False


async def _last(log: StaffLog, wanted: LogFilter, before: int | None) -> int:
    last = log.version if before is None else min(before - 1, log.version)
    return last if wanted.until == LATEST else await _place_of(log, wanted.until + CLOCK_ERROR_MS, last)


async def _place_of(log: StaffLog, at: Instant, last: int) -> int:
    """How many entries up to `last` are older than an instant, if their times are in order."""
    low, high = 0, last
    while low < high:
        middle = (low + high) // 2
        ((_, event),) = await log.events(middle, 1)
        low, high = (middle + 1, high) if event.at < at else (low, middle)
    return low


async def _actions(log: StaffLog, last: int, first: int) -> AsyncIterator[tuple[int, StaffActed, str]]:
    """From `last` down to `first` (exclusive), each with its refusal."""
    behind = await log.events(last, LOOK_AHEAD)
    refusals = {event.action: event.refusal for _, event in behind if isinstance(event, StaffWasRefused)}
    while last > first:
        start = max(first, last - CHUNK)
        chunk = await log.events(start, last - start)
        for number, event in islice(reversed(chunk), last - start):
            if isinstance(event, StaffWasRefused):
                refusals[event.action] = event.refusal
            else:
                yield number, event, event.refusal or refusals.pop(number, "")
        last = start


async def _entry(log: StaffLog, number: int, event: StaffActed, refusal: str) -> Entry:
    details = await log.details_of(event)
    return Entry(
        number=number,
        at=event.at,
        by=event.by,
        name=details.name,
        role=event.role,
        action=event.action,
        on=On(thing=event.subject) if event.subject else event.on,
        reason=event.reason,
        note=await log.note_of(event),
        note_digest=event.note,
        amount=event.amount,
        before=event.before,
        after=event.after,
        second=event.second,
        second_name=details.second,
        addresses=details.addresses,
        count=event.count,
        refusal=refusal,
    )
