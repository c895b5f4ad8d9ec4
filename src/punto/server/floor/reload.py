"""A floor reads its file again while it runs, as SIGHUP asks: it applies what it can and never dies of it.

A file with faults changes nothing. New tables open at once, changed ones play by their new settings from their next
shoe on, removed ones close after their round. What needs a restart is named.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

import structlog
from msgspec.structs import replace

from punto.rules.invalid_input import InvalidInput
from punto.server.config.file_faults import InvalidFile
from punto.server.config.floor_config import FloorConfig
from punto.server.config.settings_digest import file_digest
from punto.server.figures.metrics import Metrics
from punto.server.floor.background import Background
from punto.server.floor.places import Places
from punto.server.floor.reload_plan import ReloadPlan, plan_reload
from punto.server.floor.removed_tables import RemovedTables, check_books
from punto.server.floor.supervising import Supervising
from punto.server.protocol.refusals import ServerRefusal
from punto.server.staff.staff_events import SYSTEM, On
from punto.server.staff.staff_log import StaffLog
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import Store
from punto.server.tables.open_tables import OpenTables
from punto.server.tables.table_door import TableDoor
from punto.server.telling.lobby import Lobby
from punto.table.config import TableConfig, TableKind
from punto.table.state import Instant

ReadAgain = Callable[[], FloorConfig]
LOOKS_EVERY_SECONDS = 0.02
THE_FILE = On(thing="the floor's file")
TEXT_MAX = 2_000  # of an entry of the staff log

log = structlog.get_logger("punto.floor")


class ReloadDesks(Protocol):
    """What a reload changes."""

    @property
    def places(self) -> Places: ...

    @property
    def tables(self) -> OpenTables: ...

    @property
    def removed_tables(self) -> RemovedTables: ...

    @property
    def lobby(self) -> Lobby: ...

    @property
    def metrics(self) -> Metrics: ...

    @property
    def staff_log(self) -> StaffLog: ...

    @property
    def supervising(self) -> Supervising: ...

    @property
    def store(self) -> Store: ...

    @property
    def clock(self) -> Callable[[], Instant]: ...

    @property
    def background(self) -> Background: ...


class Reloading:
    """One after another, however often it is asked for."""

    def __init__(self, desks: ReloadDesks, read_again: ReadAgain | None) -> None:
        self._desks = desks
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
        desks = self._desks
        try:
            wanted = await asyncio.to_thread(self._read_again)
            await check_books(wanted, desks.store)  # a restart would refuse the same, and so cannot be its remedy
            digest = file_digest(wanted)
            wanted = await desks.supervising.limits.over(wanted)
            plan = plan_reload(desks.places.config, wanted)
        except InvalidInput as error:
            log.error("floor_file_is_wrong", faults=_faults(error))
            refusal = ServerRefusal.FILE_IS_WRONG
            await desks.staff_log.acts(SYSTEM, "reload", THE_FILE, refusal=refusal, after=_text(_faults(error)))
            return
        said = _said(plan)
        after = _text(f"{key}: {', '.join(names)}" for key, names in said.items() if names)
        await desks.staff_log.acts(SYSTEM, "reload", THE_FILE, after=after)
        desks.places.file_digest = digest
        await _apply(desks, plan)
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


async def _apply(desks: ReloadDesks, plan: ReloadPlan) -> None:
    places, tables, background = desks.places, desks.tables, desks.background
    places.config = plan.config
    desks.metrics.take_up(plan.config)
    for place in plan.changed:
        if place.kind is TableKind.ON_DEMAND:
            places.show(place)
        for table_id in tables.at_place(place.id):
            tables.change_settings(replace(place, id=table_id))
    for place in plan.added:
        is_closing = place.kind is not TableKind.ON_DEMAND and tables.at_place(place.id)
        if is_closing:  # taken out a moment ago, and still in its last round
            background.run(_open_once_closed(places, tables, place), "open a table again")
        else:
            await _open(places, place)
    if plan.removed:
        background.run(_close_after_their_rounds(desks, plan.removed), "close removed tables")
    elif plan.added or plan.changed:
        background.run(desks.removed_tables.close(), "note the tables")  # as they are now
    if plan.added:
        background.run(desks.metrics.learn_theory(), "learn theory")


async def _open(places: Places, place: TableConfig) -> None:
    await places.open(place)
    places.start(place)


async def _open_once_closed(places: Places, tables: OpenTables, place: TableConfig) -> None:
    """A table has one task: two would claim its log from each other for ever."""
    while tables.at_place(place.id):
        await asyncio.sleep(LOOKS_EVERY_SECONDS)
    async with places.reopening:
        is_wanted = places.config.table(place.id) == place  # else the file has changed once more
        if is_wanted and not tables.at_place(place.id):  # else an earlier reload has opened it
            await _open(places, place)


async def _close_after_their_rounds(desks: ReloadDesks, removed: tuple[TableConfig, ...]) -> None:
    tables = desks.tables
    for place in removed:
        desks.lobby.remove(place.id, desks.clock())
    doors = [tables[table_id] for place in removed for table_id in tables.at_place(place.id)]
    await asyncio.gather(*(_close(tables, door) for door in doors))
    await desks.removed_tables.close()  # gives back what came in the last moment


async def _close(tables: OpenTables, door: TableDoor) -> None:
    """Meanwhile it may be put away, or another reload may close it and open it again."""
    while tables.get(door.id) is door and tables.has_bets_on(door.id):
        await asyncio.sleep(LOOKS_EVERY_SECONDS)
    if tables.get(door.id) is not door:
        return
    with suppress(StoreIsLost):  # then it is not parked; what lies there goes back all the same, when the store is back
        if await tables.park(door.id):
            await tables.give_stakes_back(door.id)
    if tables.get(door.id) is door:
        tables.send_everybody_away(door.id, "removed")
        tables.forget(door.id)


async def config_now(config: FloorConfig, read_again: ReadAgain | None, store: Store) -> FloorConfig:
    """What the floor's file says now, long after it was first read. A file that is wrong closes no floor."""
    try:
        now = config if read_again is None else await asyncio.to_thread(read_again)
        await check_books(now, store)
        return now
    except InvalidInput as error:
        log.error("floor_file_is_wrong", faults=_faults(error))
        return config


def _faults(error: InvalidInput) -> tuple[str, ...]:
    return tuple(error.faults) if isinstance(error, InvalidFile) else (str(error),)
