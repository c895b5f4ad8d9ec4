"""The rules that keep pits and floors apart, each removed: the simulation must notice.

A simulation that finds nothing proves something only if it would have found it.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from punto.server.pits.pit import Pit
from punto.server.pits.pit_tables import PitTables
from punto.server.record.play_record import PlayRecord
from punto.server.store.plan import Plan
from punto.server.store.sqlite.lease import SqliteLease
from punto.server.store.sqlite.store import SqliteStore
from punto.server.store.values import Change, Claim, Refused
from punto.server.streams.happened import stream_of
from punto.server.streams.read_log import ReadLog
from punto.server.streams.wallets.turns import Turns
from punto.server.tables.lending import NOT_SAID, Lending
from punto.server.tables.lent_table import LentTable, Unanswered

_claim, _refused, _unanswered = SqliteStore.claim, Plan._refused, LentTable.unanswered
_read_after, _flush = Lending._read_after, PlayRecord.flush


def _claim_whatever_happened(store: SqliteStore, stream: str, after: int | None = None) -> Claim:
    del after
    return _claim(store, stream)


def _refused_without_epoch(plan: Plan, change: Change, stopped: set[str]) -> Refused | None:
    return _refused(plan, replace(change, epoch=plan._streams[change.stream].epoch), stopped)


def _lost_and_played_on(pit: Pit) -> None:
    pit._end = None
    pit.lost.set()


async def _read_after_without_claiming(lending: Lending, lent: LentTable) -> ReadLog:
    if not lent.epoch:
        return await _read_after(lending, lent)
    for each in await lending._services.ledger.read(stream_of(lent.table.config.id), lent.version):
        lent.stored(each.version, each.body, NOT_SAID)
    return ReadLog(lent.table, lent.epoch, lent.version)


def _unanswered_by_other_ids(lent: LentTable) -> Iterator[Unanswered]:
    for each in _unanswered(lent):
        request = each.request
        yield each._replace(request=replace(request, id=f"{request.id}:again") if request.id else request)


async def _flushed_by_its_own_task_alone(record: PlayRecord) -> None:
    if asyncio.current_task() is record._task:
        await _flush(record)


def _nothing(*_: Any) -> None:
    pass


def _at_once(_turns: Turns, _patron: str, begin: Callable[[], None]) -> None:
    begin()


Broken = Callable[[], list[AbstractContextManager[Any]]]

BROKEN_RULES: dict[str, Broken] = {
    "a pit claims a table whatever happened since it was lent": lambda: [
        patch.object(SqliteStore, "claim", _claim_whatever_happened)
    ],
    "a commit is stored at any epoch of its stream": lambda: [patch.object(Plan, "_refused", _refused_without_epoch)],
    "a pit plays on without its floor, which does not claim": lambda: [
        patch.object(Pit, "_lost", _lost_and_played_on),
        patch.object(Lending, "_read_after", _read_after_without_claiming),
    ],
    "what was not answered is asked again by another id": lambda: [
        patch.object(LentTable, "unanswered", _unanswered_by_other_ids)
    ],
    "a pit never forgets a purse": lambda: [patch.object(PitTables, "forget_purses", _nothing)],
    "nobody checks the lease": lambda: [patch.object(SqliteLease, "_check_floor", _nothing)],
    "patrons with own limits take no turns": lambda: [
        patch.object(Turns, "take", _at_once),
        patch.object(Turns, "end", _nothing),
    ],
    "rounds that the last floor had not recorded do not count": lambda: [
        patch.object(PlayRecord, "flush", _flushed_by_its_own_task_alone)
    ],
}
