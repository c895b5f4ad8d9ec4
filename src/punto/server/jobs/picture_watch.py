"""Watches the pictures of live tables: staff are alarmed, and a round that nobody can see is paused."""

import asyncio
from collections.abc import Mapping
from typing import Protocol

import structlog

from punto.server.figures.metrics import Metrics
from punto.server.picture.picture_delays import PictureCondition, PictureDelays
from punto.server.store.failures import StoreIsLost
from punto.server.tables.table_door import AskedTable
from punto.table.commands import Pause
from punto.table.decisions.dealing import SYSTEM

SECONDS_BETWEEN = 1.0
ALARMING: frozenset[PictureCondition] = frozenset({"early", "late", "lost"})

log = structlog.get_logger("punto.picture")


class PictureDesks(Protocol):
    @property
    def pictures(self) -> PictureDelays: ...

    @property
    def metrics(self) -> Metrics: ...

    @property
    def tables(self) -> Mapping[str, AskedTable]: ...


async def watch_pictures(desks: PictureDesks) -> None:
    known: dict[str, PictureCondition] = {}
    while True:
        await asyncio.sleep(SECONDS_BETWEEN)
        await look_at_pictures(desks, known)


async def look_at_pictures(desks: PictureDesks, known: dict[str, PictureCondition]) -> None:
    """Once. `known` is how each picture was the last time."""
    for table in desks.tables:
        state = desks.pictures.of(table)
        if state is None or state.condition == "none":
            continue
        desks.metrics.picture_seen(table, state.measured_ms, is_lost=state.condition == "lost")
        before, known[table] = known.get(table, "unmeasured"), state.condition
        if state.condition != before:
            tell = log.warning if state.condition in ALARMING else log.info
            tell("picture", table=table, condition=state.condition, delay_ms=state.measured_ms)
    for table in desks.pictures.blind_rounds():
        try:
            answer = await desks.tables[table].ask(Pause(SYSTEM, "picture_lost"))
        except StoreIsLost:
            continue  # it is asked again in a second
        log.error("picture_lost", table=table, refusal=answer.refusal)
