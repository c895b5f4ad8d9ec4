"""How far the wall clock was changed between two runs of a floor; patrons' deadlines are moved by as much.

Within a run the floor's time is steady. Between runs of the same boot, the time since boot tells how much really
passed. After a reboot or on another machine the database's clock tells, where the store has one; else only a clock that
went back is known to have been changed.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import msgspec
import structlog
from msgspec.structs import replace

from punto.server.claim.steady_clock import MS, sleepless_ns
from punto.server.people.limits.own_limits import OwnLimits
from punto.server.people.limits.protection import PROTECTION
from punto.server.store.every_record import every_record
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import PeopleStore
from punto.server.store.values import Lease
from punto.table.state import Instant

CLOCK, FLOOR = "clock", "floor"  # kind and name of the record
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
SET_MS_MIN = 5_000  # less is drift, or time between the two readings
KEPT_EVERY_SECONDS = 60
DIFFERS_MS = 1_000  # from the database's clock: worth a line
ANSWER_MS_MAX = 1_000  # of the database; later, nobody knows which moment its clock was read at

log = structlog.get_logger("punto.clock")


class ClockReading(msgspec.Struct, frozen=True):
    """Clocks read at the same moment. Nobody can set the second."""

    instant: Instant
    boot: str  # the machine's; empty if it does not tell
    since_boot_ms: int
    ahead_of_store_ms: int | None = None  # of the database's clock; None: it has none, or did not tell at once


class _Clocked(Protocol):
    async def lease(self) -> Lease: ...


class _ClockedStore(PeopleStore, _Clocked, Protocol):
    """Records, and perhaps a clock of its own."""


def read_clocks(clock: Callable[[], Instant]) -> ClockReading:
    try:
        boot = BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        boot = ""
    return ClockReading(clock(), boot, sleepless_ns() // MS)


async def read_all_clocks(store: _Clocked, clock: Callable[[], Instant]) -> ClockReading:
    """With the store's, if it has one."""
    asked_at = clock()
    shown = (await store.lease()).now
    reading = read_clocks(clock)
    took_ms = reading.instant - asked_at
    if shown is None or took_ms > ANSWER_MS_MAX:
        return reading
    return replace(reading, ahead_of_store_ms=asked_at + took_ms // 2 - shown)


def set_forward_ms(before: ClockReading, now: ClockReading) -> int:
    """Negative: back. 0: unchanged, or nobody can know."""
    moved = now.instant - before.instant
    if before.boot and before.boot == now.boot:
        by_ms = moved - (now.since_boot_ms - before.since_boot_ms)
    else:
        by_ms = _by_the_stores_clock(before, now, moved)
    return by_ms if abs(by_ms) >= SET_MS_MIN else 0


def _by_the_stores_clock(before: ClockReading, now: ClockReading, moved: int) -> int:
    if before.ahead_of_store_ms is None or now.ahead_of_store_ms is None:
        return min(0, moved)
    by_ms = now.ahead_of_store_ms - before.ahead_of_store_ms
    is_set_back = moved < by_ms - SET_MS_MIN  # the store's: it may be on another machine too
    return min(0, moved) if is_set_back else by_ms


class MovedLimits(OwnLimits, frozen=True):
    """As they are kept until the patron next changes them. They tell how far they were moved since which reading, so
    that a move that was broken off can be made again: nobody's limits are moved twice."""

    moved_since: ClockReading | None = None
    moved_by_ms: int = 0

    def moved_once(self, since: ClockReading, by_ms: int) -> "MovedLimits":
        rest = by_ms - (self.moved_by_ms if self.moved_since == since else 0)
        return replace(self.moved(rest), moved_since=since, moved_by_ms=by_ms)


async def adjust_for_clock(store: PeopleStore, now: ClockReading) -> None:
    """Before a floor opens, so that a changed clock neither shortens nor prolongs a cool-off or a limit."""
    body = await store.record(CLOCK, FLOOR)
    if body is None:
        return
    before = msgspec.json.decode(body, type=ClockReading)
    if by_ms := set_forward_ms(before, now):
        log.warning("clock_was_set_since_the_last_run", forward_by_seconds=by_ms // 1_000)
        async for patron, kept in every_record(store, PROTECTION):
            limits = msgspec.json.decode(kept, type=MovedLimits)
            await store.keep_record(PROTECTION, patron, msgspec.json.encode(limits.moved_once(before, by_ms)))
        await keep_clocks(store, now)


async def adjust_for_clocks(store: _ClockedStore, clock: Callable[[], Instant]) -> None:
    await adjust_for_clock(store, await read_all_clocks(store, clock))


async def keep_clock(store: _ClockedStore, clock: Callable[[], Instant]) -> None:
    """Runs for ever: stores what the clocks show, for the next start to compare."""
    differs = False
    while True:
        try:
            reading = await read_all_clocks(store, clock)
            differs = _tell(reading, was_told=differs)
            await keep_clocks(store, reading)
        except StoreIsLost:
            log.warning("clock_was_not_kept")  # the next time
        await asyncio.sleep(KEPT_EVERY_SECONDS)


async def keep_clocks(store: PeopleStore, now: ClockReading) -> None:
    await store.keep_record(CLOCK, FLOOR, msgspec.json.encode(now))


def _tell(reading: ClockReading, *, was_told: bool) -> bool:
    """Whether it differs from the database's clock."""
    ahead_ms = reading.ahead_of_store_ms
    if ahead_ms is None:
        return was_told
    differs = abs(ahead_ms) > DIFFERS_MS
    if differs and not was_told:
        log.warning("clock_differs_from_the_database", ahead_by_seconds=round(ahead_ms / 1_000, 1))
    elif was_told and not differs:
        log.info("clock_agrees_with_the_database_again")
    return differs
