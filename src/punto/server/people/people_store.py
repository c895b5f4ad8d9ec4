"""What accounts, sessions and protection need of a store: records by kind and id, and erasable rows for people."""

from collections.abc import AsyncIterator
from typing import Protocol

RECORDS_READ_AT_ONCE = 1_000


class PeopleStore(Protocol):
    async def keep_record(self, kind: str, name: str, body: bytes) -> int: ...

    async def record(self, kind: str, name: str) -> bytes | None: ...

    async def forget_record(self, kind: str, name: str) -> int: ...

    async def records(
        self, kind: str, after: str = "", limit: int = RECORDS_READ_AT_ONCE
    ) -> list[tuple[str, bytes]]: ...

    async def keep_person(self, person: str, body: bytes) -> int: ...

    async def person(self, person: str) -> bytes | None: ...

    async def erase_person(self, person: str) -> int: ...


async def every_record(store: PeopleStore, kind: str) -> AsyncIterator[tuple[str, bytes]]:
    after = ""
    while page := await store.records(kind, after, RECORDS_READ_AT_ONCE):
        for each in page:
            yield each
        after = page[-1][0]
