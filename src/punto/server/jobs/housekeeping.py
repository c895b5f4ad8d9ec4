"""What the house looks after once a second: reality checks, limits that run out, sessions that have ended, tables left
empty, answers that are old, gaming days that end."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

import structlog

from punto.server.config.floor_config import FloorConfig
from punto.server.days.day_ends import DayEnds
from punto.server.dealing.dealing import Dealing
from punto.server.figures.metrics import Metrics
from punto.server.floor.places import Places
from punto.server.floor.terminal_desk import TerminalDesk
from punto.server.jobs.descriptors import Descriptors
from punto.server.jobs.spare_memory import SpareMemory
from punto.server.people.accounts import Accounts
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.sign_in.sessions import Sessions
from punto.server.protocol.floor import PlayIsOver, RealityCheck
from punto.server.staff.staff_failures import StaffFailures
from punto.server.staff.staff_log import StaffLog
from punto.server.store.failures import StoreIsLost, StreamIsTaken
from punto.server.streams.kept_answers import KeptAnswers
from punto.server.streams.ordered_records import OrderedRecords
from punto.server.tables.open_tables import OpenTables
from punto.server.talk.table_talk import TableTalk
from punto.server.telling.bus import Bus, tell_patron
from punto.server.telling.online import Online
from punto.table.state import Instant

EVERY_SECONDS = 1.0
CATCHES_UP_EVERY_SECONDS = 5
TIDIES_EVERY_SECONDS = 60
DROPS_MARKS_EVERY_SECONDS = 3_600
NOTED_AT_ONCE = 100  # patrons who have gone, at each table

log = structlog.get_logger("punto.floor")


class HousekeepingDesks(Protocol):
    @property
    def config(self) -> FloorConfig: ...

    @property
    def clock(self) -> Callable[[], Instant]: ...

    @property
    def metrics(self) -> Metrics: ...

    @property
    def bus(self) -> Bus: ...

    @property
    def online(self) -> Online: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def sessions(self) -> Sessions: ...

    @property
    def protection(self) -> ProtectionDesk: ...

    @property
    def terminal(self) -> TerminalDesk: ...

    @property
    def staff_log(self) -> StaffLog: ...

    @property
    def staff_failures(self) -> StaffFailures: ...

    @property
    def day_ends(self) -> DayEnds: ...

    @property
    def kept_answers(self) -> KeptAnswers: ...

    @property
    def records(self) -> OrderedRecords: ...

    @property
    def tables(self) -> OpenTables: ...

    @property
    def places(self) -> Places: ...

    @property
    def dealing(self) -> Dealing: ...

    @property
    def talk(self) -> TableTalk: ...


async def keep_house(desks: HousekeepingDesks) -> None:
    """For ever, once a second. What the store could not do now is done the next time."""
    seconds, loop = 0, asyncio.get_running_loop()
    descriptors = Descriptors(lambda: desks.metrics.connection_refused("no_descriptors"))
    last, spare_memory = loop.time(), SpareMemory()
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        seconds += 1
        descriptors.look()
        tell_of_play(desks.protection, desks.bus, desks.clock())
        spare_memory.look(desks.online.connections)
        await _or_later(desks.staff_failures.write(), "no_failed_log_in_was_written_down")
        await _or_later(desks.day_ends.note(), "no_day_end_was_noted")
        before, last = last, loop.time()
        passed_ms = int(1000 * (last - before))
        await _or_later(desks.kept_answers.forget_old(desks.clock(), passed_ms), "no_old_answer_was_forgotten")
        if seconds % CATCHES_UP_EVERY_SECONDS == 0:
            await _or_later(_catch_up(desks), "terminal_was_not_read")
        if seconds % TIDIES_EVERY_SECONDS == 0:
            await _or_later(_tidy(desks), "nothing_was_tidied")
        if seconds % DROPS_MARKS_EVERY_SECONDS == 0:
            await _or_later(_drop_marks(desks), "no_mark_was_dropped")


async def _or_later(work: Awaitable[object], failure: str) -> None:
    try:
        await work
    except (StoreIsLost, StreamIsTaken):
        log.warning(failure)


def tell_of_play(protection: ProtectionDesk, bus: Bus, now: Instant) -> None:
    """How long and for how much patrons have played, and whose own limit on that has run out."""
    for check in protection.reality_checks_due(now):
        message = RealityCheck(check.elapsed_ms, check.returned - check.staked, check.staked)
        tell_patron(bus, check.patron, message)
    for patron, reason in protection.stops_due(now):
        tell_patron(bus, patron, PlayIsOver(reason))


async def _catch_up(desks: HousekeepingDesks) -> None:
    await desks.protection.store_again()
    await desks.terminal.apply(desks.config)
    await desks.dealing.recall_devices(desks.staff_log)


async def _tidy(desks: HousekeepingDesks) -> None:
    await desks.sessions.end_expired()
    await desks.accounts.tries.forget_old()
    await desks.staff_log.erase_names(desks.clock() - desks.config.retention.staff_names_ms)
    await desks.talk.record.forget_before(desks.clock() - desks.config.retention.talk_kept_ms)
    await desks.places.on_demand.put_away_left()
    desks.tables.note_gone(NOTED_AT_ONCE)


async def _drop_marks(desks: HousekeepingDesks) -> None:
    await desks.records.drop_old_marks()
    await desks.accounts.excluded.forget_over()
