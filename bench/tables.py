"""How fast a table opens after a restart with a full shoe of history."""

import asyncio
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import msgspec

from bench.figure import Figure, at_most
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.trials.torture.audit import Auditor
from punto.trials.torture.faults import SqliteInProcess
from punto.trials.torture.floor import CURRENCY, PATRONS, TABLES, Shoes, due_at, house_request, patron_command
from punto.trials.torture.simulation import buy_in

COUPS = 75


def table_figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        seconds, events = asyncio.run(_seconds_to_restart(folder))
        yield at_most(f"a table with {events:,} events of one shoe opens again, SQLite", seconds * 1000, 100, "ms")


async def _seconds_to_restart(folder: str) -> tuple[float, int]:
    """Play a full shoe with bets, then open it as a new process would."""
    store = SqliteInProcess(str(Path(folder) / "floor.db"))
    await buy_in(store, Auditor(TABLES, CURRENCY))
    config, book = TABLES[0]
    config = msgspec.structs.replace(config, cut_card=14)
    stream, chance, now, sent = await TableStream.open(store, config, book), random.Random(1), 1_000_000, 0
    while stream.table.coup < COUPS and stream.table.shoe <= 1:
        requests = []
        for patron in PATRONS:
            sent += 1
            requests.append(Request(patron_command(stream.table, patron, chance), f"{patron}:{sent}"))
        await stream.handle(requests, now)
        now = max(now, due_at(stream.table) or 0)
        await stream.handle([house_request(stream.table, Shoes(1), now)], now)
    await store.close()
    start = perf_counter()
    again = await TableStream.open(SqliteInProcess(str(Path(folder) / "floor.db")), config, book)
    return perf_counter() - start, again.version
