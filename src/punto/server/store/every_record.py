"""Every record of a kind, read page by page."""

from collections.abc import AsyncIterator

from punto.server.store.interface import Records


async def every_record(store: Records, kind: str) -> AsyncIterator[tuple[str, bytes]]:
    after = ""
    while page := await store.records(kind, after):
        for each in page:
            yield each
        after = page[-1][0]
