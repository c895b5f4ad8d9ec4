"""Writes accounts, and announces every change of what an account may do."""

from collections.abc import Awaitable, Callable

import msgspec
from msgspec.structs import replace

from punto.server.people.account import ACCOUNT, Account
from punto.server.people.directory import Directory
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.store.interface import PeopleStore


class AccountWriter:
    """Its owner makes sure that only one write runs at a time."""

    def __init__(self, store: PeopleStore, directory: Directory) -> None:
        self.on_change: list[Callable[[Account], Awaitable[None]]] = []  # given each account with a new generation
        self._store = store
        self._directory = directory

    async def enter(self, account: Account, name: str) -> Account | PeopleRefusal:
        """Gives an account its name, if nobody else has it."""
        refusal = await self._directory.why_not(account, name)
        if refusal is not None:
            return refusal
        await self._directory.enter(account, name)
        return await self.change(account)

    async def change(self, account: Account) -> Account:
        """Stores the account under a new generation, which ends its older sessions. They end even when the store may
        have lost the change."""
        changed = replace(account, generation=account.generation + 1)
        try:
            await self.keep(changed)
        finally:
            for tell in self.on_change:
                await tell(changed)
        return changed

    async def keep(self, account: Account) -> None:
        await self._store.keep_record(ACCOUNT, account.id, msgspec.json.encode(account))
