"""One server runs a floor. It holds the floor's lease in the store, sends heartbeats, and notices when it loses it.

Its lock, its process if visible from here, and the store's own clock tell whether a holder is alive; clocks of two
machines are never compared. A holder that may be alive is displaced only on purpose (`--take-over`). Safety depends on
none of this: taking the lease fences off the old epoch in every transaction.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Protocol

import structlog
from msgspec import json

from punto.server.claim.floor_holder import Fate, Holder, holder_in, this_process
from punto.server.staff.staff_events import TERMINAL, By, On
from punto.server.store.failures import StoreIsLost
from punto.server.store.floor_lock import FloorLock
from punto.server.store.health import StoreHealth
from punto.server.store.interface import Leases
from punto.server.store.values import Lease

BEAT_SECONDS = 0.5
TERM_MS = 2_000  # after so long without a heartbeat, a holder that is not visible counts as dead
SECONDS_TO_LEAVE = 3.0  # for a displaced holder; it is fenced off whether it leaves or not
LOOKS_EVERY_SECONDS = 0.1

Sleep = Callable[[float], Awaitable[None]]
log = structlog.get_logger("punto.lease")


class FloorIsHeld(Exception):
    """Another server runs this floor; the text says which."""


class FloorLease:
    """Made by `take_floor`."""

    def __init__(
        self, store: Leases, lock: FloorLock, epoch: int, displaced: Holder | None, holder: bytes = b""
    ) -> None:
        self.epoch = epoch
        self.holder = holder  # as the lease describes us
        self.displaced = displaced  # may have been alive when we took the lease
        self.was_given_back = False  # by whoever held it before us
        self.lost = asyncio.Event()
        self._store = store
        self._lock = lock
        self._keeping: list[asyncio.Task[None]] = []
        self._is_given_back = False

    @property
    def was_taken(self) -> bool:
        """By another server, while it was ours."""
        return self.lost.is_set() and not self._is_given_back

    def begin(self, health: StoreHealth) -> None:
        """Heartbeats, until it is lost or given back. The lock may take seconds to answer, and no beat waits for it."""
        self._keeping = [
            asyncio.create_task(self.keep(health), name="keep the lease"),
            asyncio.create_task(self.keep_lock(), name="keep the lock"),
        ]

    async def keep(self, health: StoreHealth, sleep: Sleep = asyncio.sleep) -> None:
        """Sends heartbeats until the lease is lost. While the store is in trouble they write, to find out when that is
        over: on an idle floor nothing else would."""

        async def beat() -> None:
            renew = self._store.renew_lease if health.is_well else self._store.touch_lease
            if not await renew(self.epoch):
                self.lost.set()

        await self._until_lost(beat, sleep)

    async def keep_lock(self, sleep: Sleep = asyncio.sleep) -> None:
        """Takes it again where its connection broke."""
        await self._until_lost(self._lock.take, sleep)

    async def _until_lost(self, step: Callable[[], Awaitable[object]], sleep: Sleep) -> None:
        while not self.lost.is_set():
            await sleep(BEAT_SECONDS)
            try:
                await step()
            except (StoreIsLost, OSError):
                continue  # nothing can be written now; waiting loses nothing
            except Exception:  # a floor that plays must go on beating
                log.exception("heartbeat_failed")

    async def new_holder(self) -> str:
        """For the log; a store that hangs is not waited for."""
        try:
            async with asyncio.timeout(SECONDS_TO_LEAVE):
                body = (await self._store.lease()).holder
        except (StoreIsLost, TimeoutError):
            return "nobody knows: the store does not answer"
        return holder_in(body).in_words if body else "nobody: the store was replaced by a copy"

    async def give_back(self) -> None:
        """Whoever stands by takes it at once. Nothing is written here from now on."""
        for task in self._keeping:  # or they would take the lock again
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        if self._is_given_back:
            return
        is_ours = not self.lost.is_set()
        self._is_given_back = is_ours
        try:
            if is_ours:
                await self._store.release_lease(self.epoch)
        except StoreIsLost:
            pass
        finally:
            await self._lock.release()


class TellsStaff(Protocol):
    async def acts(self, by: By, action: str, on: On) -> int: ...


async def note_take_over(staff_log: TellsStaff, lease: FloorLease) -> None:
    """Tell staff and the operator that a server that may be alive was displaced."""
    if lease.displaced is not None:
        log.warning("floor_is_taken_over", held_by=lease.displaced.in_words)
        await staff_log.acts(TERMINAL, "take_over_floor", On(thing=lease.displaced.in_words))


async def take_floor(
    store: Leases, lock: FloorLock, *, take_over: bool = False, silent_ms: int | None = None
) -> FloorLease:
    """Raises FloorIsHeld, and changes nothing, when another server runs the floor or may do so. Unless it is taken over
    on purpose, or has been silent for so long, by the store's clock, and is not heard of again until now."""
    is_free = await lock.take()
    try:
        seen = await store.lease()
        holder = holder_in(seen.holder) if seen.holder else None
        if silent_ms is not None and (seen.silent_ms or 0) < silent_ms:
            raise FloorIsHeld("the server that was silent has been heard of again")
        if not take_over and silent_ms is None:
            seen = await _left(store, seen, holder, is_free=is_free)
        ours = json.encode(this_process())
        epoch = await store.take_lease(ours, seen.epoch)
        if epoch is None:
            raise FloorIsHeld("another server has just taken this floor")
        may_have_lived = holder is not None and holder.fate is not Fate.IS_GONE
        lease = FloorLease(store, lock, epoch, holder if may_have_lived else None, ours)
        lease.was_given_back = holder is None
        await store.guard(epoch, lease.lost.set)
        if not is_free and silent_ms is None:  # one that is silent would not hear that it has lost its floor
            await _wait_for(lock)
    except BaseException:
        await lock.release()
        raise
    return lease


async def _left(store: Leases, seen: Lease, holder: Holder | None, *, is_free: bool) -> Lease:
    """The lease of a holder that is gone. Waits for one that is not visible and had a recent heartbeat."""
    if not is_free and holder is None:
        raise FloorIsHeld("another server is opening this floor at this moment")
    give_up_at = monotonic() + 2 * TERM_MS / 1000
    while holder is not None and holder.fate is not Fate.IS_GONE:
        if not is_free or holder.fate is Fate.LIVES or monotonic() > give_up_at:
            raise FloorIsHeld(f"{holder.in_words}, runs this floor; stop it first, or displace it with --take-over")
        if seen.silent_ms is None or seen.silent_ms >= TERM_MS:
            break
        await asyncio.sleep(LOOKS_EVERY_SECONDS)
        seen = await store.lease()
    return seen


async def _wait_for(lock: FloorLock) -> None:
    """Wait for a displaced holder to notice at its next heartbeat, but not for one that hangs."""
    give_up_at = monotonic() + SECONDS_TO_LEAVE
    while not await lock.take():
        if monotonic() > give_up_at:
            log.warning("displaced_server_has_not_left")
            return
        await asyncio.sleep(LOOKS_EVERY_SECONDS)
