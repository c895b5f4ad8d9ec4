"""What the house looks after: reality checks, limits that run out, sessions that have ended, tables left empty, answers
that are old."""

import asyncio
from typing import TYPE_CHECKING

import structlog

from punto.server.jobs.descriptors import Descriptors
from punto.server.jobs.spare_memory import SpareMemory
from punto.server.protocol.floor import PlayIsOver, RealityCheck
from punto.server.staff.new_passwords import take_up_new_passwords
from punto.server.staff.new_patrons import take_up_new_patrons
from punto.server.store.failures import StoreIsLost, StreamIsTaken
from punto.server.telling.bus import tell_patron

if TYPE_CHECKING:
    from punto.server.floor.floor import Floor

EVERY_SECONDS = 1.0
TAKES_UP_EVERY_SECONDS = 5
TIDIES_EVERY_SECONDS = 60
DROPS_MARKS_EVERY_SECONDS = 3_600
NOTED_AT_ONCE = 100  # a table, so that its queue has room for those who are here

log = structlog.get_logger("punto.floor")


async def look_around(floor: "Floor") -> None:
    """For ever, once a second."""
    seconds, loop = 0, asyncio.get_running_loop()
    descriptors = Descriptors(lambda: floor.metrics.connection_refused("no_descriptors"))
    looked_at, spare_memory = loop.time(), SpareMemory()
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        seconds += 1
        descriptors.look()
        tell_of_play(floor)
        spare_memory.look(floor.online.connections)
        try:
            await floor.staff_failures.write()
        except (StoreIsLost, StreamIsTaken):
            log.warning("no_failed_log_in_was_written_down")  # the next time
        try:
            was, looked_at = looked_at, loop.time()
            await floor.kept_answers.forget_old(floor.clock(), int(1000 * (looked_at - was)))
        except StoreIsLost:
            log.warning("no_old_answer_was_forgotten")  # the next time
        if seconds % TAKES_UP_EVERY_SECONDS == 0:
            try:
                await floor.protection.store_again()
                await take_up_new_passwords(floor)
                await take_up_new_patrons(floor)
            except (StoreIsLost, StreamIsTaken):
                log.warning("nothing_was_taken_up")  # the next time
        if seconds % TIDIES_EVERY_SECONDS == 0:
            try:
                await floor.sessions.end_expired()
                await floor.accounts.tries.forget_old()
                await floor.staff_log.erase_names(floor.clock() - floor.config.retention.staff_names_ms)
                await floor.on_demand.put_away_left()
                for table in floor.tables.values():
                    table.note_gone(NOTED_AT_ONCE)
                if seconds % DROPS_MARKS_EVERY_SECONDS == 0:
                    await floor.records.drop_old_marks()
                    await floor.accounts.excluded.forget_over()
            except (StoreIsLost, StreamIsTaken):
                log.warning("nothing_was_tidied")  # the next time


def tell_of_play(floor: "Floor") -> None:
    """How long and for how much patrons have played, and whose own limit on that has run out."""
    now = floor.clock()
    for check in floor.protection.reality_checks_due(now):
        message = RealityCheck(check.elapsed_ms, check.returned - check.staked, check.staked)
        tell_patron(floor.bus, check.patron, message)
    for patron, reason in floor.protection.stops_due(now):
        tell_patron(floor.bus, patron, PlayIsOver(reason))
