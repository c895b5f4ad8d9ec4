"""Standing by: a server that waits until nobody runs the floor, and then runs it.

A holder that leaves gives its lease back, and one that is killed here is seen to be dead: then the floor is taken at
once. One on another machine must have been silent for a while; one that hangs keeps its lock, and is displaced when it
has been silent for longer. Silence counts only while the store answers us: when it was away, nobody could be heard.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

import structlog

from punto.server.claim.floor_holder import Fate, Holder, holder_in
from punto.server.claim.floor_lease import (
    BEAT_SECONDS,
    LOOKS_EVERY_SECONDS,
    TERM_MS,
    FloorIsHeld,
    FloorLease,
    take_floor,
)
from punto.server.store.failures import StoreIsLost
from punto.server.store.floor_lock import FloorLock
from punto.server.store.interface import Leases
from punto.server.store.values import Lease

Sleep = Callable[[float], Awaitable[None]]
SILENT_SECONDS = 4.0  # eight heartbeats: a holder that hangs for less is only slow

log = structlog.get_logger("punto.standby")


class _Heard:
    """When the holder was last heard of, by our own clock."""

    def __init__(self) -> None:
        self._epoch = 0
        self._at: float | None = None  # None: the store has not answered us since it was lost

    def lost(self) -> None:
        self._at = None

    def silent_seconds(self, seen: Lease, now: float) -> float:
        if self._at is None or seen.epoch != self._epoch:
            self._epoch, self._at = seen.epoch, now
        if seen.silent_ms is None:  # a store without a clock, where a lock tells all there is to know
            return 0.0
        self._at = max(self._at, now - max(0, seen.silent_ms) / 1000)  # its clock may have been set back
        return now - self._at


async def stand_by(
    store: Leases, lock: FloorLock, waits: Callable[[], None] = lambda: None, sleep: Sleep = asyncio.sleep
) -> FloorLease:
    """Returns with the floor's lease, however long that takes. `waits` is called once everything is ready for it."""
    heard, told_of_epoch = _Heard(), 0
    while True:
        try:
            asked_at = monotonic()
            seen = await store.lease()
            if monotonic() - asked_at > BEAT_SECONDS:  # the store was slow, and may have been so for the holder too
                heard.lost()
            holder, silent_seconds = _holder_alive(seen), heard.silent_seconds(seen, monotonic())
            if holder is not None and told_of_epoch != seen.epoch:
                await lock.released(0)  # heard of from now on
                told_of_epoch = seen.epoch
                log.info("standing_by", held_by=holder.in_words)
                waits()
            if holder is None or seen.silent_ms is None or silent_seconds >= TERM_MS / 1000:
                is_silent = silent_seconds >= SILENT_SECONDS  # also of one that has a lock and no lease, and hangs
                return await take_floor(store, lock, silent_ms=int(SILENT_SECONDS * 1000) if is_silent else None)
        except FloorIsHeld:  # it keeps its lock, or another who stood by was faster
            pass
        except (StoreIsLost, OSError):
            heard.lost()
        try:
            await lock.released(LOOKS_EVERY_SECONDS)
        except StoreIsLost:
            await sleep(LOOKS_EVERY_SECONDS)


def _holder_alive(seen: Lease) -> Holder | None:
    """The holder, unless it is known to be dead."""
    holder = holder_in(seen.holder) if seen.holder else None
    return None if holder is None or holder.fate is Fate.IS_GONE else holder
