"""A floor reads its file again while it runs, as SIGHUP asks: it takes up what it can and never dies of it.

A file with faults changes nothing. New tables open at once, changed ones play by their new settings from their next
shoe on, removed ones close after their round. What that needs a restart for is named.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import replace

from punto.rules.invalid_input import InvalidInput
from punto.server.config.file_faults import InvalidFile
from punto.server.config.floor_config import FloorConfig
from punto.server.config.table_ids import place_of
from punto.server.floor.reload_plan import ReloadPlan, plan_reload
from punto.server.floor.removed_tables import check_books, close_removed_tables
from punto.server.protocol.refusals import ServerRefusal
from punto.server.staff.staff_events import SYSTEM, On
from punto.server.store.failures import StoreIsLost
from punto.server.tables.table_task import TableTask
from punto.table.config import TableConfig

if TYPE_CHECKING:
    from punto.server.floor.floor import Floor

ReadAgain = Callable[[], FloorConfig]
LOOKS_EVERY_SECONDS = 0.02
THE_FILE = On(thing="the floor's file")
TEXT_MAX = 2_000  # of an entry of the staff log

log = structlog.get_logger("punto.floor")


class Reloading:
    """One after another, however often it is asked for."""

    def __init__(self, floor: "Floor", read_again: ReadAgain | None) -> None:
        self._floor = floor
        self._read_again = read_again
        self._lock = asyncio.Lock()
        self._under_way: set[asyncio.Task[None]] = set()

    def soon(self) -> None:
        task = asyncio.create_task(self.now(), name="reload")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def now(self) -> None:
        async with self._lock:
            try:
                await self._reload()
            except Exception:  # of the store, mostly; whatever it is, the floor plays on
                log.exception("floor_cannot_be_reloaded")

    async def _reload(self) -> None:
        if self._read_again is None:
            log.warning("nothing_to_reload", reason="the demo floor has no file; start it with --config")
            return
        floor = self._floor
        try:
            wanted = await asyncio.to_thread(self._read_again)
            plan = plan_reload(floor.config, wanted)
            await check_books(plan.config, floor.store)
        except InvalidInput as error:
            faults = error.faults if isinstance(error, InvalidFile) else (str(error),)
            log.error("floor_file_is_wrong", faults=faults)
            await floor.staff_log.acts(
                SYSTEM, "reload", THE_FILE, refusal=ServerRefusal.FILE_IS_WRONG, after=_text(faults)
            )
            return
        said = _said(plan)
        after = _text(f"{key}: {', '.join(names)}" for key, names in said.items() if names)
        await floor.staff_log.acts(SYSTEM, "reload", THE_FILE, after=after)
        await _take_up(floor, plan)
        log.info("floor_is_reloaded", **said)


def _said(plan: ReloadPlan) -> dict[str, list[str]]:
    return {
        "added": [table.id for table in plan.added],
        "changed_at_the_next_shoe": [table.id for table in plan.changed],
        "removed_after_the_round": [table.id for table in plan.removed],
        "needs_a_restart": list(plan.needs_a_restart),
    }


def _text(lines: Iterable[str]) -> str:
    return "\n".join(lines)[:TEXT_MAX]


async def _take_up(floor: "Floor", plan: ReloadPlan) -> None:
    floor.config = plan.config
    floor.metrics.take_up(plan.config)
    for table in plan.changed:
        floor.place_changed(table)
        for task in _tasks_at(floor, table):
            task.change_settings(replace(table, id=task.id))
    for table in plan.added:
        if _tasks_at(floor, table):  # taken out a moment ago, and still in its last round
            floor.run(_open_once_closed(floor, table), "open a table again")
        else:
            await _open(floor, table)
    if plan.removed:
        floor.run(_close_after_their_rounds(floor, plan.removed), "close removed tables")
    elif plan.added or plan.changed:
        floor.run(close_removed_tables(floor), "note the tables")  # as they are now
    if plan.added:
        floor.run(floor.metrics.learn_theory(), "learn theory")


async def _open(floor: "Floor", place: TableConfig) -> None:
    await floor.open_place(place)
    floor.start_place(place)


async def _open_once_closed(floor: "Floor", place: TableConfig) -> None:
    """A table has one task: two would claim its log from each other for ever."""
    while _tasks_at(floor, place):
        await asyncio.sleep(LOOKS_EVERY_SECONDS)
    if floor.config.table(place.id) == place:  # else the file has changed once more
        await _open(floor, place)


def _tasks_at(floor: "Floor", place: TableConfig) -> list[TableTask]:
    """The table, or all that patrons have of their own there."""
    return [task for task in floor.tables.values() if place_of(task.id) == place.id]


async def _close_after_their_rounds(floor: "Floor", removed: tuple[TableConfig, ...]) -> None:
    for place in removed:
        floor.lobby.remove(place.id, floor.clock())
    await asyncio.gather(*(_close(floor, task) for place in removed for task in _tasks_at(floor, place)))
    await close_removed_tables(floor)  # gives back what came in the last moment


async def _close(floor: "Floor", task: TableTask) -> None:
    while task.table.wagers and task.out_of_order is None:
        await asyncio.sleep(LOOKS_EVERY_SECONDS)
    with suppress(StoreIsLost):  # then it is not parked; what lies there goes back all the same, when the store is back
        await task.stop(finish_by=0)
    floor.tables.pop(task.id, None)
    task.publisher.send_everybody_away("removed")
