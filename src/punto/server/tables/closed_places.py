"""Which places staff has closed, and why. It is stored, so a closed table stays closed through a restart."""

from typing import Protocol

import msgspec
from msgspec import Struct

from punto.table.reasons import StaffReason
from punto.table.state import Instant

CLOSED = "closed_place"  # kind of the records


class Closing(Struct, frozen=True):
    by: str  # account
    reason: StaffReason
    at: Instant
    note: str = ""


class _Records(Protocol):
    async def keep_record(self, kind: str, name: str, body: bytes) -> int: ...

    async def forget_record(self, kind: str, name: str) -> int: ...

    async def records(self, kind: str, after: str = "", limit: int = ...) -> list[tuple[str, bytes]]: ...


class ClosedPlaces:
    def __init__(self, records: _Records) -> None:
        self._records = records
        self._closed: dict[str, Closing] = {}

    @classmethod
    async def open(cls, records: _Records) -> "ClosedPlaces":
        places = cls(records)
        places._closed = {
            place: msgspec.json.decode(body, type=Closing) for place, body in await records.records(CLOSED)
        }
        return places

    def of(self, place: str) -> Closing | None:
        return self._closed.get(place)

    async def close(self, place: str, closing: Closing) -> None:
        await self._records.keep_record(CLOSED, place, msgspec.json.encode(closing))
        self._closed[place] = closing

    async def reopen(self, place: str) -> None:
        await self._records.forget_record(CLOSED, place)
        self._closed.pop(place, None)
