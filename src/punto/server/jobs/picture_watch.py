"""Watches the pictures of live tables: staff are alarmed, and a round that nobody can see is paused."""

import asyncio
from collections.abc import Mapping
from typing import Protocol

import structlog

from punto.server.config.floor_config import FloorConfig
from punto.server.figures.metrics import Metrics
from punto.server.picture.kept_delays import KeptDelays
from punto.server.picture.picture_delays import PictureDelays
from punto.server.protocol.staff import PICTURE_ALARMS, PictureCondition
from punto.server.store.failures import StoreIsLost
from punto.server.tables.table_door import AskedTable
from punto.table.commands import Pause
from punto.table.config import PictureWay, TableKind
from punto.table.decisions.dealing import SYSTEM

SECONDS_BETWEEN = 1.0

Known = dict[tuple[str, PictureWay], PictureCondition]  # by table and way

log = structlog.get_logger("punto.picture")


class PictureDesks(Protocol):
    @property
    def pictures(self) -> PictureDelays: ...

    @property
    def kept_delays(self) -> KeptDelays: ...

    @property
    def config(self) -> FloorConfig: ...

    @property
    def metrics(self) -> Metrics: ...

    @property
    def tables(self) -> Mapping[str, AskedTable]: ...


async def watch_pictures(desks: PictureDesks) -> None:
    known: Known = {}
    while True:
        await asyncio.sleep(SECONDS_BETWEEN)
        await look_at_pictures(desks, known)
        await keep_delays(desks)


async def look_at_pictures(desks: PictureDesks, known: Known) -> None:
    """Once. `known` is how each picture was the last time."""
    for table in desks.tables:
        state = desks.pictures.of(table)
        for way in state.ways if state else ():
            desks.metrics.picture_seen(table, way.way, way.delay_ms, is_lost=way.condition == "lost")
            before, known[table, way.way] = known.get((table, way.way), "unmeasured"), way.condition
            if way.condition != before:
                tell = log.warning if way.condition in PICTURE_ALARMS else log.info
                tell("picture", table=table, way=way.way, condition=way.condition, delay_ms=way.delay_ms)
    for table in desks.pictures.blind_rounds():
        try:
            answer = await desks.tables[table].ask(Pause(SYSTEM, "picture_lost"))
        except StoreIsLost:
            continue  # it is asked again in a second
        log.error("picture_lost", table=table, refusal=answer.refusal)


async def keep_delays(desks: PictureDesks) -> None:
    """So that a restart begins with them."""
    for table in desks.config.tables:
        delays = desks.pictures.in_use(table) if table.kind is TableKind.LIVE else {}
        if delays:
            try:
                await desks.kept_delays.keep(table.id, delays)
            except StoreIsLost:
                continue  # it is kept again in a minute
