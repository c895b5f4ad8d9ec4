"""One erasable row of a person: a value that leaves with them, also when it is being written while they are erased.

A writer cannot tell whether an erasure under way will be refused. So it writes, and looks afterwards whether the
account is gone; whoever erases a person erases the row before and after. One of the two comes last: nothing stays.
Nor does it when the writer is cancelled between its two steps.
"""

import asyncio
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from punto.server.people.accounts import Accounts
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.store.interface import People
from punto.server.store.undivided import undivided

Kept = TypeVar("Kept", bound=Struct)


class PersonRow(Generic[Kept]):
    def __init__(self, store: People, accounts: Accounts, kind: str, empty: Kept) -> None:
        self.writing = asyncio.Lock()  # held from reading to keeping
        self._store = store
        self._accounts = accounts
        self._kind = kind
        self._empty = empty
        self._decoder = msgspec.json.Decoder(type(empty))

    async def read(self, patron: str) -> Kept:
        row = await self._store.person(person_row(self._kind, patron))
        return self._empty if row is None else self._decoder.decode(row)

    async def keep(self, patron: str, kept: Kept) -> PeopleRefusal | None:
        if patron in self._accounts.leaving:
            return PeopleRefusal.ACCOUNT_IS_UNKNOWN
        return await undivided(self._write(patron, person_row(self._kind, patron), kept))

    async def _write(self, patron: str, row: str, kept: Kept) -> PeopleRefusal | None:
        await self._store.keep_person(row, msgspec.json.encode(kept))
        account = await self._accounts.account(patron)
        if account is None or account.is_erased:  # while it was written
            await self._store.erase_person(row)
            return PeopleRefusal.ACCOUNT_IS_UNKNOWN
        return None


def person_row(kind: str, patron: str) -> str:
    return f"{kind}:{patron}"
