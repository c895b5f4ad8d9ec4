"""Every record of a kind, read page by page."""

from collections.abc import AsyncIterator

from punto.server.store.interface import Records
from punto.server.store.values import RECORDS_READ_AT_ONCE


async def every_record(store: Records, kind: str) -> AsyncIterator[tuple[str, bytes]]:
    page = await store.records(kind)
    while page:
        for each in page:
            yield each
        if len(page) < RECORDS_READ_AT_ONCE:
            return
        page = await store.records(kind, page[-1][0])
