"""The desk that keeps patrons to their own limits: how much more they may stake, and whether they may bet at all.

It answers from memory, because every bet asks. A patron's limits are stored; the day's stakes and returns are counted
here and rebuilt from the play record at startup.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Container
from contextlib import suppress
from typing import Protocol

import msgspec

from punto.server.config.floor_config import FloorConfig
from punto.server.config.gaming_day import gaming_day_bounds
from punto.server.people.limits.own_limits import MINUTE_MS, OwnLimits, WantedLimits
from punto.server.people.limits.play_sessions import PlaySessions, RealityCheck
from punto.server.protocol.refusals import PlayIsStopped
from punto.server.store.every_record import every_record
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import PeopleStore, PlayHistory
from punto.server.store.plays import Play, PlayFilter
from punto.server.streams.wallets.promises import PromisedStakes, Promises
from punto.table.state import Instant

PROTECTION = "protection"
SECONDS_BEFORE_COUNTING = 1.0  # what those without limits played today
COUNTED = ("settled", "corrected")  # cancelled and voided coups cost nothing


class LimitsAreNotStored(Exception):
    """They apply, but the store has not confirmed them: a restart might lose them."""


class ProtectionStore(PeopleStore, PlayHistory, Protocol):
    """Patrons' limits and their plays."""


class Day(msgspec.Struct):
    """A patron's stakes and returns in the gaming day."""

    staked: int = 0
    returned: int = 0


class ProtectionDesk:
    def __init__(self, store: ProtectionStore, clock: Callable[[], Instant], config: FloorConfig) -> None:
        self.on_stop: list[Callable[[str, str], None]] = []  # given a patron and why play is over
        self._store = store
        self._clock = clock
        self._config = config
        self._limits: dict[str, OwnLimits] = {}
        self._on_tables: dict[str, dict[str, int]] = defaultdict(dict)
        self._sessions = PlaySessions(self._on_tables)
        self._promised: PromisedStakes = defaultdict(dict)
        self._opened_at = clock()
        self._counts_from: Instant | None = None  # plays are counted as they happen; None: none has happened yet
        self._recalled: set[str] = set()
        self._to_recall: dict[str, None] = {}  # patrons without limits, in the order in which they came
        self._recalling: asyncio.Task[None] | None = None
        self._day_bounds = (0, 0)
        self._days: dict[str, Day] = {}
        self._unstored: set[str] = set()  # patrons whose limits the store has not confirmed

    @classmethod
    async def open(cls, store: ProtectionStore, clock: Callable[[], Instant], config: FloorConfig) -> "ProtectionDesk":
        desk = cls(store, clock, config)
        async for patron, body in every_record(store, PROTECTION):
            desk._limits[patron] = msgspec.json.decode(body, type=OwnLimits)
        return desk

    async def recall_limited(self) -> None:
        """At startup, once the record is complete and before any table plays, so that no limit starts the day afresh.
        All that is recorded counts, whatever its clock said: that of the last floor may have been ahead of ours."""
        for patron in list(self._limits):
            await self.recall(patron)
        self._counts_from = self._clock()

    async def recall_for_play(self, patron: str) -> None:
        """Before a patron plays. Nothing is held against one without limits, so their day is counted later: after a
        restart everybody comes at once, and wants to play."""
        if patron in self._limits:
            await self.recall(patron)
            return
        self._to_recall[patron] = None
        if self._recalling is None:
            self._recalling = asyncio.create_task(self._recall_at_leisure(), name="count the day of patrons")

    async def _recall_at_leisure(self) -> None:
        """One after another; whoever asks for the figures of one before is answered first."""
        await asyncio.sleep(SECONDS_BEFORE_COUNTING)
        while self._to_recall:
            patron = next(iter(self._to_recall))
            del self._to_recall[patron]
            with suppress(StoreIsLost):
                await self.recall(patron)
        self._recalling = None

    async def recall(self, patron: str) -> None:
        """Counts what the patron played today before tables played here; later plays are counted live. A play dated
        in the future is from before the clock was set back."""
        now, counts_from = self._clock(), self._counts_from
        self._day(patron, now)
        day_started_at = self._day_bounds[0]
        if patron in self._recalled or self._opened_at <= day_started_at:
            return
        self._recalled.add(patron)
        wanted = PlayFilter(since=day_started_at)
        plays: list[Play] = []
        try:
            while page := await self._store.plays(patron, wanted, plays[-1].key if plays else None):
                plays += page
        except StoreIsLost:
            self._recalled.discard(patron)
            raise
        for play in reversed(plays):
            is_counted_live = counts_from is not None and counts_from <= play.at <= now
            if play.status in COUNTED and not is_counted_live:
                self.settled(patron, staked=play.staked, returned=play.returned, at=play.at)

    # --- what a table asks --------------------------------------------------------------------------------------------

    def room(self, patron: str, now: Instant, table: str = "") -> int | None:
        """How much more may be staked at a table; None: no limit. Stakes on tables count as lost."""
        limits = self._limits.get(patron)
        if limits is None:
            return None
        if self.why_not(patron, now):
            return 0  # also for bets the house would repeat for a patron who stopped
        loss_max, stake_max = limits.loss_a_day.at(now), limits.stake_a_day.at(now)
        day, on_tables = self._day(patron, now), self._lies(patron, table)
        rooms = []
        if loss_max is not None:
            rooms.append(loss_max - (day.staked - day.returned) - on_tables)
        if stake_max is not None:
            rooms.append(stake_max - day.staked - on_tables)
        return max(0, min(rooms)) if rooms else None

    def why_not(self, patron: str, now: Instant) -> PlayIsStopped | None:
        """Why this patron may not bet, if so."""
        limits = self._limits.get(patron)
        if limits is None:
            return None
        if now < limits.excluded_until:
            return PlayIsStopped.SELF_EXCLUDED
        if now < limits.house_excluded_until:
            return PlayIsStopped.EXCLUDED_BY_HOUSE
        if now < limits.cool_off_until:
            return PlayIsStopped.COOL_OFF
        minutes = limits.session_minutes.at(now)
        if minutes is not None and self.session(patron, now).elapsed_ms >= minutes * MINUTE_MS:
            return PlayIsStopped.SESSION_LIMIT_IS_REACHED
        return None

    @property
    def limited(self) -> Container[str]:
        """Every patron who has set a limit, now or later."""
        return self._limits

    def promises_of(self, table: str) -> Promises:
        return Promises(table, self._promised, self._limits)

    # --- what a table reports -----------------------------------------------------------------------------------------

    def came(self, patron: str, now: Instant) -> PlayIsStopped | None:
        """The patron has connected, and the session's clock runs. Returns why they may not bet, to be told now."""
        session = self._sessions.of(patron, now)
        session.told_why = self.why_not(patron, now)
        return session.told_why

    def staked_on_table(self, patron: str, table: str, amount: int) -> None:
        """Sets the patron's total stake on that table."""
        if amount:
            self._on_tables[patron][table] = amount
            now = self._clock()
            self._sessions.of(patron, now).played_at = now
        else:
            on_tables = self._on_tables.get(patron)
            if on_tables is not None:
                on_tables.pop(table, None)
                if not on_tables:
                    del self._on_tables[patron]

    def tables_with_bets(self, patron: str) -> set[str]:
        return set(self._on_tables.get(patron, ()))

    def settled(self, patron: str, staked: int, returned: int, at: Instant) -> None:
        """One coup's totals; for a void or a correction the differences, which may be negative."""
        day = self._day(patron, self._clock())
        if at >= self._day_bounds[0]:
            day.staked += staked
            day.returned += returned
        session = self._sessions.of(patron, at)
        session.played_at = max(session.played_at, at)
        session.staked += staked
        session.returned += returned

    # --- what a patron sees -------------------------------------------------------------------------------------------

    def session(self, patron: str, now: Instant) -> RealityCheck:
        """Length, stakes and returns of the play session."""
        return self._sessions.played(patron, now)

    def today(self, patron: str, now: Instant) -> Day:
        day = self._day(patron, now)
        return Day(day.staked, day.returned)

    def reality_checks_due(self, now: Instant) -> list[RealityCheck]:
        """Returns each once."""
        return self._sessions.checks_due(now, self.reality_check_minutes)

    def stops_due(self, now: Instant) -> list[tuple[str, PlayIsStopped]]:
        """Patrons whose play has just ended, and why; returns each once."""
        due = []
        for patron, session in self._sessions.known(self._limits.keys()):
            reason = self.why_not(patron, now)
            if reason is not None and reason != session.told_why:
                due.append((patron, reason))
            session.told_why = reason
        return due

    def reality_check_minutes(self, patron: str) -> int | None:
        """The shorter of the house's and the patron's."""
        limits = self._limits.get(patron)
        own = limits.reality_check_minutes if limits else None
        return min((each for each in (own, self._config.house.reality_check_minutes) if each is not None), default=None)

    # --- what a patron decides ----------------------------------------------------------------------------------------

    def limits(self, patron: str) -> OwnLimits:
        return self._limits.get(patron, OwnLimits())

    async def change(self, patron: str, wanted: WantedLimits) -> OwnLimits:
        await self.recall(patron)
        return await self._keep(patron, self.limits(patron).changed(wanted, self._clock()))

    async def cool_off(self, patron: str, days: int) -> OwnLimits:
        return await self._keep(patron, self.limits(patron).cooling_off(days, self._clock()))

    async def exclude(self, patron: str, days: int | None, *, by_house: bool = False) -> OwnLimits:
        return await self._keep(patron, self.limits(patron).excluded(days, self._clock(), by_house=by_house))

    async def store_again(self) -> None:
        """Call it periodically: retries limits that could not be stored."""
        for patron in list(self._unstored):
            await self._store_limits(patron)

    async def _keep(self, patron: str, limits: OwnLimits) -> OwnLimits:
        """Applies before it is stored, so stopping takes effect now. Raises if it could not be stored."""
        self._limits[patron] = limits
        self._unstored.add(patron)
        self._tell_stop(patron)
        try:
            await self._store_limits(patron)
        except StoreIsLost as error:
            raise LimitsAreNotStored from error
        return limits

    async def _store_limits(self, patron: str) -> None:
        limits = self._limits[patron]
        await self._store.keep_record(PROTECTION, patron, msgspec.json.encode(limits))
        if self._limits[patron] is limits:
            self._unstored.discard(patron)

    def _tell_stop(self, patron: str) -> None:
        reason = self.why_not(patron, self._clock())
        self._sessions.told(patron, reason)
        if reason is not None:
            for tell in self.on_stop:
                tell(patron, reason)

    # --- inside -------------------------------------------------------------------------------------------------------

    def _lies(self, patron: str, own: str) -> int:
        """Stakes on all tables, stored or about to be. A stake being cleared elsewhere still counts; at the asking
        table the next change is stored after it or not at all."""
        stored, promised = self._on_tables.get(patron, {}), self._promised.get(patron, {})
        lies = {table: max(stored.get(table, 0), promised.get(table, 0)) for table in stored.keys() | promised.keys()}
        if own in promised:
            lies[own] = promised[own]
        return sum(lies.values())

    def _day(self, patron: str, now: Instant) -> Day:
        if now >= self._day_bounds[1]:
            self._day_bounds = gaming_day_bounds(now, self._config.zone, self._config.day_start)
            self._days.clear()
            self._recalled.clear()
        return self._days.setdefault(patron, Day())
