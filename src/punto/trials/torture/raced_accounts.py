"""Staff logins that race a change of role or a suspension.

Whichever is faster, and also after a crash, every session left has the account's present role and standing.
"""

import asyncio
import random
from collections.abc import Callable

import msgspec

from punto.server.config.floor_config import Safety
from punto.server.people.account import ACCOUNT, Account
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Role
from punto.server.people.sign_in.sessions import Sessions
from punto.server.safety.cookies import COOKIE
from punto.server.store.interface import Store
from punto.server.store.values import RECORDS_READ_AT_ONCE
from punto.server.streams.ordered_records import OrderedRecords
from punto.table.state import Instant

CARL = Account(id="p" + "c" * 16, role=Role.ATTENDANT, created_at=0, password="nobody's")
KEY = bytes(32)
TOKENS_TRIED = 6  # the most recent


class _SlowRecords:
    """Records that are slow to read and write, so that others get in between."""

    def __init__(self, records: OrderedRecords) -> None:
        self._records = records
        self.chance = random.Random(0)

    async def _moment(self) -> None:
        for _ in range(self.chance.randrange(4)):
            await asyncio.sleep(0)

    async def keep_record(self, kind: str, name: str, body: bytes) -> int:
        await self._moment()
        standing = await self._records.keep_record(kind, name, body)
        await self._moment()
        return standing

    async def forget_record(self, kind: str, name: str) -> int:
        await self._moment()
        return await self._records.forget_record(kind, name)

    async def record(self, kind: str, name: str) -> bytes | None:
        await self._moment()
        body = await self._records.record(kind, name)
        await self._moment()
        return body

    async def records(self, kind: str, after: str = "", limit: int = RECORDS_READ_AT_ONCE) -> list[tuple[str, bytes]]:
        return await self._records.records(kind, after, limit)

    async def keep_person(self, person: str, body: bytes) -> int:
        return await self._records.keep_person(person, body)

    async def person(self, person: str) -> bytes | None:
        return await self._records.person(person)

    async def erase_person(self, person: str) -> int:
        return await self._records.erase_person(person)


class RacedAccounts:
    def __init__(self, chance: random.Random, clock: Callable[[], Instant]) -> None:
        self._chance = chance
        self._clock = clock
        self._tokens: list[str] = []

    async def start(self, store: Store) -> None:
        self._store = _SlowRecords(await OrderedRecords.open(store))
        self._accounts = Accounts(self._store, self._clock, KEY, Safety())
        self._sessions = await Sessions.open(self._store, self._clock, KEY, Safety())
        self._accounts.on_change.append(self._sessions.end_older)

    async def race(self) -> str:
        self._store.chance = random.Random(self._chance.getrandbits(32))
        if await self._accounts.account(CARL.id) is None:
            await self._store.keep_record(ACCOUNT, CARL.id, msgspec.json.encode(CARL))
        role, is_suspended = self._chance.choice((Role.ATTENDANT, Role.SUPERVISOR)), self._chance.random() < 0.25
        await asyncio.gather(
            self._log_in(),
            self._change(role, is_suspended=is_suspended),
            self._log_in(),
        )
        await self._check()
        return f"logins race a change to {role}"

    async def _check(self) -> None:
        account = await self._accounts.account(CARL.id)
        for token in self._tokens:
            identity = await self._sessions.identify([(b"cookie", f"{COOKIE}={token}".encode())])
            if identity is not None:
                assert account is not None
                assert identity.role is account.role, "no session has an earlier role"
                assert not account.is_suspended, "no session belongs to a suspended account"

    async def _change(self, role: Role, *, is_suspended: bool) -> None:
        await self._store.record(ACCOUNT, CARL.id)  # so that the order of the calls decides nothing
        await self._accounts.change_role(CARL.id, role)
        await self._accounts.suspend(CARL.id, is_suspended=is_suspended)

    async def _log_in(self) -> None:
        seen = await self._accounts.account(CARL.id)
        assert seen is not None
        await self._store.record(ACCOUNT, CARL.id)  # checking a password takes a while
        token = await self._accounts.admit(seen, self._sessions.begin)
        if type(token) is str:
            self._tokens = [*self._tokens[-TOKENS_TRIED:], token]
