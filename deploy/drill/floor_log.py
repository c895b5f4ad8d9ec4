"""What has happened on the drill's floor, read from its store while it runs."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import asyncpg  # type: ignore[import-untyped]

from deploy.drill.steps import DrillFailed
from punto.server.run.open_store import open_store
from punto.server.store.interface import Store
from punto.server.streams.happened import stream_of
from punto.table.events import Event
from punto.table.stored.event_codec import decode_event

SECONDS_TO_WAIT = 120.0
SECONDS_BETWEEN_LOOKS = 0.1


@asynccontextmanager
async def store_at(address: str) -> AsyncIterator[Store]:
    store = await open_store(address)
    try:
        yield store
    finally:
        await store.close()


async def events_of(store: Store, table: str, after: int = 0) -> list[Event]:
    events: list[Event] = []
    while stored := await store.read(stream_of(table), after + len(events)):
        events += [decode_event(each.body) for each in stored]
    return events


async def wait_for(store: Store, table: str, after: int, is_so: Callable[[list[Event]], bool]) -> list[Event]:
    """The events of a table after a place in its log, once they are as wanted."""
    try:
        async with asyncio.timeout(SECONDS_TO_WAIT):
            while not is_so(events := await events_of(store, table, after)):
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            return events
    except TimeoutError:
        raise DrillFailed(f"table {table} did not get on within {SECONDS_TO_WAIT:.0f} s") from None


async def asked(address: str, question: str) -> str:
    """PostgreSQL's answer; empty for none."""
    connection = await asyncpg.connect(address)
    try:
        return str(await connection.fetchval(question) or "")
    finally:
        await connection.close()
